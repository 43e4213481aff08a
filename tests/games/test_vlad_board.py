"""The board of I Am Vlad: the default one as a row for kernels, distances, text files, what is said of wrong ones."""

import tomllib
from collections import deque
from threading import Thread

import jsonschema
import numpy as np
import pytest
import tomli_w

import simlab
from simlab.games import GAMES
from simlab.games.vlad.board import Square, around, groups, is_inside, sign_at, stands, symmetric
from simlab.games.vlad.board_faults import board_faults
from simlab.games.vlad.game_state import AKATHIST_KEYS, MOST_AKATHIST
from simlab.games.vlad.ground import ground_row
from simlab.games.vlad.ground_state import BLOCKED, CUTTING, NO_WAY, NOWHERE, SIGNS, STEPS
from simlab.games.vlad.ways import ways_row
from simlab.scenario.data import FOLDER, default, default_data
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load, resolved
from simlab.scenario.schema import json_schema, starter
from tests.games.vlad_boards import GAME, LOOK, SMALL, changed, default_board, steps_between

GROUND = ground_row(default_board())
ALL_OPEN = 15


def said(board, corners=range(4)):
    """Path below the board and message of all that is wrong."""
    return [(fault.path[2:], fault.message) for fault in board_faults(board, corners)]


def nearest(row, steps, start, groups_of_squares, gates=0):
    """Steps from a square to each group, fewest first."""
    return sorted(int(steps[gates, start, squares].min()) for squares in groups_of_squares)


def test_the_default_board_has_the_counts_of_the_reading():
    assert list(board_faults(default_board())) == [] and symmetric(default_board())
    assert (GROUND.rows, GROUND.columns, GROUND.squares, GROUND.dens, GROUND.gates) == (40, 40, 1600, 8, 4)
    assert (GROUND.towers, GROUND.tavern_squares, GROUND.inside.sum(), GROUND.plain.sum()) == (4, 4, 112, 1152)
    assert list(GROUND.den_size[:9]) == [3] * 8 + [0] and list(GROUND.gate_size) == [12] * 4
    assert list(GROUND.church_size) == [3] * 4 and (GROUND.start_square != NOWHERE).all()


def test_outposts_fit_on_648_squares():
    clear = np.array([(n != NOWHERE).all() and GROUND.stands[n].all() for n in GROUND.neighbour[:1600]])
    assert (clear & (GROUND.plain[:1600] == 1)).sum() == 648


#: Vlad, knight, archer: own church; dens; gates; taverns; cursed tower; other starts of Vlad.
WALKS = [
    (6, [9, 9, 24], [16, 16], [14, 21], 24, [35, 35, 42]),
    (6, [6, 9, 21], [13, 16], [11, 21], 21, [32, 35, 39]),
    (6, [6, 9, 21], [13, 16], [14, 18], 21, [32, 35, 39]),
]


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("unit", range(3), ids=["vlad", "knight", "archer"])
def test_distances_are_those_of_the_reading(corner, unit):
    steps, start = steps_between(default_board()), GROUND.start_square[corner, unit]
    church, dens, gates, taverns, tower, others = WALKS[unit]
    assert steps[0, start, GROUND.church_square[corner, :3]].min() == church
    assert nearest(GROUND, steps, start, GROUND.den_square[:8, :3])[:3] == dens
    assert nearest(GROUND, steps, start, GROUND.gate_square[:, :12])[:2] == gates
    assert nearest(GROUND, steps, start, GROUND.tavern_square[:4, None])[:2] == taverns
    assert steps[ALL_OPEN, start, GROUND.tower_square[:4]].min() == tower
    vlads = [GROUND.start_square[other, 0] for other in range(4) if other != corner]
    assert sorted(steps[ALL_OPEN, start, vlads]) == others


def test_closed_gates_keep_out_and_let_go():
    steps, start = steps_between(default_board()), GROUND.start_square[0, 0]
    reached = steps[0, start] != NO_WAY
    assert (reached == ((GROUND.stands == 1) & (GROUND.inside == 0))).all()
    assert ((steps[ALL_OPEN, start] != NO_WAY) == (GROUND.stands == 1)).all()
    tower = GROUND.tower_square[0]
    assert steps[0, tower, start] == 24 and steps[0, start, tower] == NO_WAY
    locked = steps_between(default_board(), leave_any_gate=False)
    assert [locked[gates, tower, start] for gates in (0, 1, 8)] == [NO_WAY, 24, 43]
    assert (locked[ALL_OPEN] == steps[ALL_OPEN]).all()


def steps_by_hand(board, gates, leave_any_gate, start):
    """A search in breadth in plain Python."""
    gate_of = {square: number for number, group in enumerate(groups(board, "g")) for square in group}
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in around(board, here):
            if not stands(board, there) or there in steps:
                continue
            outside = here if is_inside(board, there) else there
            crossing = is_inside(board, here) != is_inside(board, there)
            checked = crossing and (is_inside(board, there) or not leave_any_gate)
            if checked and not gates >> gate_of[outside] & 1:
                continue
            steps[there] = steps[here] + 1
            queue.append(there)
    return steps


@pytest.mark.parametrize("leave_any_gate", [True, False])
@pytest.mark.parametrize("board", [SMALL, changed((19, 19, "X"))], ids=["small", "default"])
def test_steps_are_those_of_a_search_by_hand(board, leave_any_gate):
    steps, columns = steps_between(board, leave_any_gate), len(board[0])
    free = [Square(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign not in BLOCKED]
    for gates in range(len(steps)):
        for start in free[:: len(free) // 10]:
            found = steps_by_hand(board, gates, leave_any_gate, start)
            expected = np.full(columns * len(board), NO_WAY)
            for square, step in found.items():
                expected[square.row * columns + square.column] = step
            assert (steps[gates, start.row * columns + start.column] == expected).all()
    blocked = next(r * columns + row.index("X") for r, row in enumerate(board) if "X" in row)
    assert (steps[:, blocked] == NO_WAY).all() and (steps[:, :, blocked] == NO_WAY).all()


def test_threads_share_the_steps():
    found = []
    threads = [Thread(target=lambda: found.append(ways_row(list(SMALL), True))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(row is found[0] for row in found)


@pytest.mark.parametrize("board", [SMALL, default_board()], ids=["small", "default"])
@pytest.mark.parametrize("abyss_cuts", [False, True])
def test_squares_neighbours_and_rays_are_as_drawn(board, abyss_cuts):
    row, columns = ground_row(board, abyss_cuts), len(board[0])
    for number in range(row.squares):
        square = Square(*divmod(number, columns))
        assert (row.row[number], row.column[number]) == square
        assert SIGNS[row.sign[number]] == sign_at(board, square)
        assert row.stands[number] == stands(board, square) == bool(int(row.stand_bits[square.row]) >> square.column & 1)
        assert row.inside[number] == bool(int(row.inside_bits[square.row]) >> square.column & 1)
        for direction, (down, right) in enumerate(STEPS):
            seen, at = 0, square
            while True:
                at = Square(at.row + down, at.column + right)
                if not (0 <= at.row < len(board) and 0 <= at.column < columns):
                    break
                if seen == 0:
                    assert row.neighbour[number, direction] == at.row * columns + at.column
                seen += 1
                if sign_at(board, at) in CUTTING + "~" * abyss_cuts:
                    break
            assert row.ray[number, direction] == seen
            assert seen or row.neighbour[number, direction] == NOWHERE
    assert not row.stand_bits[len(board) :].any() and (row.neighbour[row.squares :] == NOWHERE).all()


def test_groups_are_numbered_in_reading_order_and_churches_by_corner():
    firsts = [tuple(divmod(int(square), 40)) for square in GROUND.den_square[:8, 0]]
    assert firsts == [(3, 11), (3, 26), (11, 3), (11, 36), (26, 3), (26, 36), (36, 11), (36, 26)]
    assert [divmod(int(s), 40) for s in GROUND.gate_square[:, 0]] == [(11, 18), (18, 11), (18, 26), (26, 18)]
    assert [divmod(int(s), 40) for s in GROUND.church_square[:, 0]] == [(8, 8), (8, 30), (30, 31), (30, 8)]
    assert [divmod(int(s), 40) for s in GROUND.tavern_square[:4]] == [(9, 23), (16, 9), (23, 30), (30, 16)]
    assert [divmod(int(s), 40) for s in GROUND.start_square[2]] == [(37, 37), (34, 37), (37, 34)]
    for den in range(8):
        assert (GROUND.group[GROUND.den_square[den, :3]] == den).all()
    for number in range(4):
        assert (GROUND.group[GROUND.church_square[number, :3]] == number).all()
        assert (GROUND.group[GROUND.gate_square[number, :12]] == number).all()
        bits = [int(bits) for bits in GROUND.bridge_bits[number]]
        assert {r * 40 + c for r in range(40) for c in range(40) if bits[r] >> c & 1} == {
            int(square) for square in GROUND.gate_square[number, :12]
        }
    assert (GROUND.den_square[8:] == NOWHERE).all() and (GROUND.tower_square[4:] == NOWHERE).all()


def test_every_corner_of_a_symmetric_board_sees_the_same():
    for corner in range(4):
        order = np.argsort(GROUND.rank[corner, :1600])
        assert (GROUND.sign[order] == GROUND.sign[:1600]).all()
        for seen in range(8):
            there = GROUND.neighbour[order, GROUND.direction[corner, seen]]
            usual = GROUND.neighbour[:1600, seen]
            assert (np.where(there < 0, NOWHERE, GROUND.rank[corner, there]) == usual).all()
        dens = [GROUND.rank[corner, GROUND.den_square[den, :3]].min() for den in GROUND.den_order[corner, :8]]
        assert dens == [GROUND.den_square[den, 0] for den in range(8)]
        gates = [GROUND.rank[corner, GROUND.gate_square[gate, :12]].min() for gate in GROUND.gate_order[corner]]
        assert gates == [GROUND.gate_square[gate, 0] for gate in range(4)]
    assert list(GROUND.gate_order[2]) == [3, 2, 1, 0] and (GROUND.den_order[:, 8:] == NOWHERE).all()


def test_a_rectangular_board_is_turned_as_well():
    row = ground_row(SMALL)
    assert list(np.argsort(row.rank[1, :63])[:7]) == [8, 17, 26, 35, 44, 53, 62], "the last column, from the top"
    assert list(np.argsort(row.rank[3, :63])[:3]) == [54, 45, 36], "the first column, from below"
    assert row.church_size.tolist() == [1, 0, 1, 0] and row.start_square[1].tolist() == [NOWHERE] * 3


def test_boards_without_faults():
    assert said(SMALL, (0, 2)) == [] and not symmetric(SMALL)
    assert said(changed((0, 0, "#"))) == [] and not symmetric(changed((0, 0, "#")))


NONE = "no church +, no start square V, no start square K, no start square A in the quarter at the"


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ((), [((), "a board has rows")]),
        (
            (*SMALL[:3], SMALL[3] + ".", *SMALL[4:]),
            [((3,), "row 3 has 10 squares, most rows have 9")],
        ),
        (("." * 65,) * 66, [((), "66 rows, more than 64; 65 columns, more than 64")]),
        (
            changed((0, 0, "v"), (0, 1, "?"), board=SMALL),
            [
                (
                    (0,),
                    "v at row 0, column 0 is no sign; did you mean V?; "
                    "? at row 0, column 1 is no sign; there are .#VAK+Mw$~XTgG:o",
                ),
                ((), "no start square V, no start square A in the quarter at the top left"),
            ],
        ),
        (
            changed((1, 1, "."), (1, 7, "+"), (6, 0, "A"), (6, 1, "A"), board=SMALL),
            [
                (
                    (6,),
                    "a second start square A in the quarter at the bottom left, at row 6, column 1; "
                    "the first is at row 6, column 0",
                ),
                ((), "no church + in the quarter at the top left"),
            ],
        ),
        (
            changed((0, 4, "V"), (1, 2, "+"), (1, 3, "+"), (1, 4, "+"), board=SMALL),
            [
                ((1,), "the church + at row 1, column 1 lies in no corner's quarter"),
                ((0,), "the start square V at row 0, column 4 lies in no corner's quarter"),
                ((), "no church + in the quarter at the top left"),
            ],
        ),
        (
            changed((3, 5, "X"), board=SMALL),
            [((), "no square o of the cursed tower")],
        ),
        (
            changed((4, 5, "."), board=SMALL),
            [
                (
                    (3,),
                    "G at row 3, column 4 is inside the fortress and touches . at row 4, column 5; "
                    "only an opening G and a bridge g may touch; "
                    "o at row 3, column 5 is inside the fortress and touches . at row 4, column 5; "
                    "only an opening G and a bridge g may touch",
                )
            ],
        ),
        (
            changed((3, 3, "X"), board=SMALL),
            [
                (
                    (3,),
                    "the bridge at row 3, column 1 touches no gate opening G; "
                    "no way leads from row 0, column 0 to row 3, column 4 and 1 more",
                )
            ],
        ),
        (
            changed((5, 6, "#"), (5, 7, "#"), (5, 8, "#"), (6, 6, "#"), board=SMALL),
            [
                ((), "no church +, no start square K in the quarter at the bottom right"),
                ((6,), "with closed gates no way leads from row 0, column 0 to row 6, column 7 and 1 more"),
            ],
        ),
        (
            changed(*((0, column, "w") for column in range(9, 18)), *((39, column, "w") for column in range(0, 40, 2))),
            [
                ((0,), "the den at row 0, column 9 has 9 squares, more than 8"),
                ((), "29 dens w, more than 16"),
            ],
        ),
        (
            ("X" * 5,) * 3,
            [
                (
                    (),
                    f"no square o of the cursed tower; {NONE} top left; {NONE} bottom right; "
                    "no square outside the fortress where a unit may stand",
                )
            ],
        ),
    ],
    ids=[
        *("empty", "ragged", "too_large", "signs", "corners", "between_quarters", "no_tower", "hole", "no_opening"),
        *("cut_off", "dens", "only_walls"),
    ],
)
def test_a_wrong_board_is_told(board, expected):
    corners = (0, 2) if len(board) != 40 else range(4)
    assert said(board, corners) == expected


def test_limits_on_bridges_taverns_and_towers():
    many = changed(
        *((0, column, "$") for column in range(0, 34, 2)),
        *((39, column, "g") for column in range(0, 40, 10)),
        *((row, column, "o") for row in range(18, 22) for column in range(18, 23)),
        *((row, column, "g") for row in range(11, 14) for column in range(12, 18)),
        (14, 17, "G"),
    )
    messages = "; ".join(message for _, message in said(many))
    for message in (
        "21 tavern squares $, more than 16",
        "8 bridges g, more than 4",
        "20 squares of the cursed tower o, more than 16",
        "the bridge at row 11, column 12 has 30 squares, more than 24",
        "the bridge at row 39, column 0 touches no gate opening G",
    ):
        assert message in messages


def test_ways_are_short_enough_to_be_counted():
    wall = {1: "." + "#" * 63, 3: "#" * 63 + "."}
    maze = ["." * 64 if row % 2 == 0 else wall[row % 4] for row in range(64)]
    assert said(maze, ())[-1][1].endswith(
        "ways are too long: up to 1954 steps from row 0, column 0 outside and 0 inside the fortress, "
        "together more than 126"
    )
    narrow = tuple(row[:9] + row[-1] for row in maze[:40])
    steps = steps_between(narrow)[0, 0]
    assert steps[steps != NO_WAY].max() == max(steps_by_hand(narrow, 0, True, Square(0, 0)).values()) == 172


def problems(text, folder, **files):
    """What is said of a scenario of the toy model, with these files beside it."""
    (folder / "look.toml").write_text(f'game = "vlad"\nmodel = "look"\n{text}')
    for name, content in files.items():
        (folder / f"{name}.txt").write_text(content)
    with pytest.raises(ScenarioError) as raised:
        load(folder / "look.toml", {"vlad": GAME})
    return [str(problem).replace(f"{folder}/", "") for problem in raised.value.problems]


def test_a_board_is_a_text_file_or_a_list_of_its_rows(tmp_path):
    (tmp_path / "mine.txt").write_bytes(("; mine\r\n\r\n" + "\r\n".join(SMALL) + "  \r\n").encode())
    rows = "\n".join(f'  "{row}",' for row in SMALL)
    (tmp_path / "mine.toml").write_text(f'about = "mine"\nboard = [\n{rows}\n]\n')
    for number, written in enumerate(('"mine.txt"', '"mine.toml"', f"[\n{rows}\n]")):
        file = tmp_path / f"look{number}.toml"
        file.write_text(f'game = "vlad"\nmodel = "look"\n[data]\nboard = {written}\n')
        (case,) = load(file, {"vlad": GAME}).cases
        assert tuple(case.data.board) == SMALL
        again = tmp_path / "again.toml"
        again.write_text(tomli_w.dumps(resolved(case)))
        assert resolved(load(again, {"vlad": GAME}).cases[0]) == resolved(case)
        jsonschema.validate(tomllib.loads(file.read_text()), json_schema(GAME, LOOK))


def test_a_wrong_row_of_a_text_file_is_told_with_its_line(tmp_path):
    text = "; my board\n\n" + "\n".join(changed((2, 2, "x"), (6, 8, "."), board=SMALL))
    assert problems('[data]\nboard = "mine.txt"\n', tmp_path, mine=text) == [
        'mine.txt: board = ["VAK..w...", ".+...w...", "..xXXXX..", ".gggGoX..", "...XX…: '
        "no start square V in the quarter at the bottom right (V-09)",
        'mine.txt:5: board.2 = "..xXXXX..": x at row 2, column 2 is no sign; did you mean X? (V-09)',
    ]


def test_a_wrong_inline_row_is_told_with_its_line(tmp_path):
    rows = ",\n".join(f'"{row}"' for row in changed((2, 2, "x"), board=SMALL))
    assert problems(f"[data]\nboard = [\n{rows}]\n", tmp_path) == [
        'look.toml:7: data.board.2 = "..xXXXX..": x at row 2, column 2 is no sign; did you mean X? (V-09)'
    ]
    (typed,) = problems('[data]\nboard = ["...", 3]\n', tmp_path)
    assert typed.startswith("look.toml:4: data.board.1 = 3: must be text")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("; only a remark\n\n", 'look.toml:4: data.board = "mine.txt": holds no board'),
        ("; basis: guessed\n...\n", 'mine.txt:1: basis = "guessed": must be one of rulebook, public, assumed'),
    ],
)
def test_a_text_file_that_is_no_table(tmp_path, content, message):
    assert problems('[data]\nboard = "mine.txt"\n', tmp_path, mine=content) == [message]


def test_a_missing_text_file_is_told(tmp_path):
    (said_of_it,) = problems('[data]\nboard = "nowhere.txt"\n', tmp_path)
    assert said_of_it == 'look.toml:4: data.board = "nowhere.txt": cannot be read: No such file or directory'


def test_the_default_board_is_a_text_file_with_a_header():
    written = default("vlad", "board")
    assert written.header["basis"] == "assumed" and written.header["about"].startswith("the board with its bases")
    lines = (FOLDER / "vlad/board.txt").read_text().splitlines()
    assert lines[written.line((7,)) - 1] == written.content[7]
    assert '# board = "my_board.txt"' in starter(GAME, LOOK)
    assert "simlab list vlad akathist_cards > my_akathist_cards.toml" in starter(GAME, LOOK)


def test_the_akathist_cards_may_be_any_of_those_that_there_are(tmp_path):
    assert tuple(default_data(GAMES["vlad"], ("akathist_cards",)).akathist_cards) == AKATHIST_KEYS
    (said_of_it,) = problems('[data]\nakathist_cards = ["hail", "snow", "hail"]\n', tmp_path)
    assert said_of_it.startswith('look.toml:4: data.akathist_cards.1 = "snow": must be one of plague, altar_wrath')
    (too_many,) = problems(f"[data]\nakathist_cards = {['hail'] * (MOST_AKATHIST + 1)}\n", tmp_path)
    assert (
        too_many.startswith("look.toml:4: data.akathist_cards = ")
        and "mercy, rusty_blades, at most 48 of them" in too_many
    )


def test_a_run_on_another_board():
    scenario = {"game": "vlad", "model": "look", "data": {"board": list(SMALL)}, "trials": 10}
    run = simlab.run(load(scenario, {"vlad": GAME}))
    assert run.cases[0].case.data.board == list(SMALL)
