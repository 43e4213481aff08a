"""Section VI: ranges and lines of attack (V-56, V-57)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import KINDS
from simlab.games.vlad.state import ARCHER, VLAD

ARCHER_RANGE, KNIGHT_RANGE, VLAD_RANGE = 4, 1, 3  # V-56


@rule
def range_of(kind):
    """V-56 How many squares a unit reaches."""
    if kind == ARCHER:
        return ARCHER_RANGE
    return VLAD_RANGE if kind == VLAD else KNIGHT_RANGE


@rule
def distance(one, other, ground):
    """Words: the larger of both squares' differences in rows and columns."""
    return max(abs(ground.row[one] - ground.row[other]), abs(ground.column[one] - ground.column[other]))


@rule
def direction_to(square, other, ground):
    """V-56 The direction, 0 north and on clockwise, of a straight line from one square to another; -1 if none leads."""
    down, right = ground.row[other] - ground.row[square], ground.column[other] - ground.column[square]
    if (down == 0 and right == 0) or (down != 0 and right != 0 and abs(down) != abs(right)):
        return -1
    if down < 0:
        return 1 if right > 0 else (7 if right < 0 else 0)
    if down > 0:
        return 3 if right > 0 else (5 if right < 0 else 4)
    return 2 if right > 0 else 6


@rule
def sees(square, other, reach, play):
    """V-56, V-57 Is a square in this range and line of another: nothing that cuts lines, no outpost, stands between?"""
    ground = play.ground
    squares = distance(square, other, ground)
    if squares > reach:
        return False
    direction = direction_to(square, other, ground)
    if direction < 0 or squares > ground.ray[square, direction]:
        return False
    return play.table.outposts == 0 or not outpost_between(square, direction, squares, play)


@rule
def outpost_between(square, direction, squares, play):
    """V-57 Does an outpost stand strictly between a square and the one so many squares on?"""
    here = square
    for _ in range(squares - 1):
        here = play.ground.neighbour[here, direction]
        if play.table.built[here] > 0:
            return True
    return False


@rule
def attack_reaches(unit, square, play):
    """V-43, V-56 Could a unit on the map attack a square from where it stands?"""
    return sees(play.table.square[unit], square, range_of(unit % KINDS), play)
