"""What is wrong with a board (V-09, V-10, V-51), all of it at once; rows and columns are counted from 0."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from simlab.contract import Fault
from simlab.games.vlad.board import (
    Rows,
    Square,
    around,
    corner_of,
    groups,
    is_inside,
    sign_at,
    squares_of,
    stands,
    steps_from,
)
from simlab.games.vlad.ground_state import (
    BRIDGE,
    CHURCH,
    CORNERS,
    DEN,
    INSIDE,
    LARGEST_BRIDGE,
    LARGEST_GROUP,
    LARGEST_SIDE,
    MOST_GATES,
    MOST_GROUPS,
    OPENING,
    SIGNS,
    START_SIGNS,
    TAVERN,
    TOWER,
)

PATH, ITEM = ("data", "board"), "V-09"
LONGEST_WAY = 126  # twice that and two steps through gates are less than NO_WAY
Problem = tuple[int | None, str]  # the row in which it is, None: of the whole board; the message


def board_faults(board: Rows, corners: Collection[int] = range(len(CORNERS))) -> Iterator[Fault]:
    """V-09 Everything that keeps a board from being played on by seats in these corners; a fault for each row."""
    problems = list(_problems_of_size(board))
    if not problems:
        rows = [_known_only(row) for row in board]
        problems = [*_problems_of_signs(board), *_problems_of_groups(rows), *_problems_of_corners(rows, corners)]
        problems += [*_problems_of_walls(rows), *_problems_of_ways(rows)]
    messages: dict[int | None, list[str]] = {}
    for row, message in problems:
        messages.setdefault(row, []).append(message)
    for row, of_row in messages.items():
        yield Fault(PATH if row is None else (*PATH, row), "; ".join(of_row), ITEM)


@lru_cache(maxsize=16)
def known_faults(board: tuple[str, ...], corners: tuple[int, ...]) -> tuple[Fault, ...]:
    """V-09 The same, remembered: the cases of a sweep share their board."""
    return tuple(board_faults(board, corners))


def _problems_of_size(board: Rows) -> Iterator[Problem]:
    """A rectangle, not too large."""
    if not board:
        yield None, "a board has rows"
        return
    columns = Counter(map(len, board)).most_common(1)[0][0]
    for sides, what in ((len(board), "rows"), (columns, "columns")):
        if sides > LARGEST_SIDE:
            yield None, f"{sides} {what}, more than {LARGEST_SIDE}"
    for number, row in enumerate(board):
        if len(row) != columns:
            yield number, f"row {number} has {len(row)} squares, most rows have {columns}"


def _known_only(row: str) -> str:
    """The row with a rock in place of every unknown sign, so that the rest can be looked at as well."""
    return "".join(sign if sign in SIGNS else "#" for sign in row)


def _problems_of_signs(board: Rows) -> Iterator[Problem]:
    """Every sign is known."""
    for square in (Square(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign not in SIGNS):
        sign = sign_at(board, square)
        meant = sign.swapcase()
        hint = f"did you mean {meant}?" if meant in SIGNS else f"there are {SIGNS}"
        yield square.row, f"{sign} at {square} is no sign; {hint}"


def _problems_of_groups(board: Rows) -> Iterator[Problem]:
    """As many churches, dens, gates, taverns and tower squares as there may be, each of a size that it may have."""
    yield from _too_large(groups(board, CHURCH), "church", LARGEST_GROUP)
    dens, bridges = groups(board, DEN), groups(board, BRIDGE)
    yield from _too_large(dens, "den", LARGEST_GROUP)
    yield from _too_large(bridges, "bridge", LARGEST_BRIDGE)
    taverns, towers = squares_of(board, TAVERN), squares_of(board, TOWER)
    for number, most, what in (
        (len(dens), MOST_GROUPS, f"dens {DEN}"),
        (len(bridges), MOST_GATES, f"bridges {BRIDGE}"),
        (len(taverns), MOST_GROUPS, f"tavern squares {TAVERN}"),
        (len(towers), MOST_GROUPS, f"squares of the cursed tower {TOWER}"),
    ):
        if number > most:
            yield None, f"{number} {what}, more than {most}"
    if not towers:
        yield None, f"no square {TOWER} of the cursed tower"
    for bridge in bridges:
        if not any(sign_at(board, other) == OPENING for square in bridge for other in around(board, square)):
            yield bridge[0].row, f"the bridge at {bridge[0]} touches no gate opening {OPENING}"


def _too_large(found: Iterable[list[Square]], what: str, most: int) -> Iterator[Problem]:
    for group in found:
        if len(group) > most:
            yield group[0].row, f"the {what} at {group[0]} has {len(group)} squares, more than {most}"


def _problems_of_corners(board: Rows, corners: Collection[int]) -> Iterator[Problem]:
    """V-10 A church and the three start squares in the quarter of each corner that is used, no second in any."""
    wanted = [(f"church {CHURCH}", groups(board, CHURCH))]
    wanted += [(f"start square {sign}", [[square] for square in squares_of(board, sign)]) for sign in START_SIGNS]
    missing: dict[int, list[str]] = {corner: [] for corner in sorted(corners)}
    for what, found in wanted:
        first: dict[int, Square] = {}
        for squares in found:
            quarters = {corner_of(board, square) for square in squares}
            corner = quarters.pop()
            if corner is None or quarters:
                yield squares[0].row, f"the {what} at {squares[0]} lies in no corner's quarter"
            elif corner in first:
                message = f"a second {what} in the quarter at the {CORNERS[corner]}, at {squares[0]}"
                yield squares[0].row, f"{message}; the first is at {first[corner]}"
            else:
                first[corner] = squares[0]
        for corner in missing.keys() - first.keys():
            missing[corner].append(what)
    for corner, lacking in missing.items():
        if lacking:
            yield None, f"no {', no '.join(lacking)} in the quarter at the {CORNERS[corner]}"


def _problems_of_walls(board: Rows) -> Iterator[Problem]:
    """V-51 From outside one gets into the fortress over a bridge and its opening only."""
    for inside in squares_of(board, INSIDE):
        touched = (other for other in around(board, inside) if stands(board, other) and not is_inside(board, other))
        for other in touched:
            signs = sign_at(board, inside), sign_at(board, other)
            if signs != (OPENING, BRIDGE):
                message = f"{signs[0]} at {inside} is inside the fortress and touches {signs[1]} at {other}"
                yield inside.row, f"{message}; only an opening {OPENING} and a bridge {BRIDGE} may touch"
                break


def _problems_of_ways(board: Rows) -> Iterator[Problem]:
    """V-50, V-51 Everything can be reached: with closed gates all that lies outside, with open gates the rest too."""
    walked = [square for square in squares_of(board, SIGNS) if stands(board, square)]
    outside = [square for square in walked if not is_inside(board, square)]
    if not outside:
        yield None, "no square outside the fortress where a unit may stand"
        return
    base = next(iter(squares_of(board, START_SIGNS)), outside[0])
    closed = steps_from(board, [base], lambda _, to: stands(board, to) and not is_inside(board, to))
    openings = {to for square in closed for to in around(board, square) if sign_at(board, to) == OPENING}
    within = steps_from(board, sorted(openings), lambda _, to: is_inside(board, to))
    for signs_wanted, reached, gates in ((outside, closed, "with closed gates "), (walked, closed | within, "")):
        lost = [square for square in signs_wanted if square not in reached and (gates or is_inside(board, square))]
        if lost:
            others = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            yield lost[0].row, f"{gates}no way leads from {base} to {lost[0]}{others}"
    halls = [steps_from(board, hall[:1], lambda _, to: is_inside(board, to)) for hall in groups(board, INSIDE)]
    far_inside = sum(sorted(max(hall.values()) for hall in halls)[-2:])
    if max(closed.values()) + far_inside > LONGEST_WAY:
        message = f"up to {max(closed.values())} steps from {base} outside and {far_inside} inside the fortress"
        yield None, f"ways are too long: {message}, together more than {LONGEST_WAY}"
