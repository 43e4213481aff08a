"""Boards of I Am Vlad for tests: the default one, changed ones, a small one, and a toy model that is played on one."""

from simlab.chance.compiled import kernel
from simlab.contract import Column, Compiled, Game, Model, Question, Setup
from simlab.games import vlad
from simlab.games.vlad.board import groups
from simlab.games.vlad.board_faults import board_faults
from simlab.games.vlad.ground_state import BRIDGE
from simlab.games.vlad.picture import board_picture
from simlab.games.vlad.ways import ways_row
from simlab.scenario.data import default
from simlab.telling import teller

#: Two bases at opposite corners, a den, a tavern and a fortress of one gate.
SMALL = (
    "VAK..w...",
    ".+...w...",
    "...XXXX..",
    ".gggGoX..",
    "...XXXX.~",
    ".....$.+.",
    "......KAV",
)


def default_board():
    """The rows of the default board."""
    return tuple(default("vlad", "board").content)


def changed(*squares, board=None):
    """A board with other signs at these squares: (row, column, sign)."""
    rows = [list(row) for row in board or default_board()]
    for row, column, sign in squares:
        rows[row][column] = sign
    return tuple("".join(row) for row in rows)


def steps_between(board, leave_any_gate=True):
    """The steps between all squares: by open gates, by where from, by where to."""
    squares, gates = sum(map(len, board)), 1 << len(groups(board, BRIDGE))
    steps = ways_row(board, leave_any_gate).steps[: gates * squares * squares]
    return steps.reshape(gates, squares, squares).transpose(0, 2, 1)


@kernel
def look_trials(squares, rng, seed, first, out):
    """One row of `out` a trial."""
    for i in range(out.shape[0]):
        out[i].squares = squares


LOOK = Model(
    name="look",
    about="how many squares a board has",
    setup=Setup,
    options=(),
    columns=lambda case: (Column("squares", "squares of the board"),),
    questions=(Question("squares", "value", "squares"),),
    compile=lambda case: Compiled(look_trials, (sum(map(len, case.data.board)),)),
    narrate=lambda case: teller({}),
    faults=lambda case: board_faults(case.data.board, (0, 2)),
    starter="",
    data=("board", "akathist_cards"),
    picture=board_picture,
)
GAME = Game("vlad", "Boards", vlad.GAME.options, {"look": LOOK, **vlad.GAME.models}, data=vlad.GAME.data)
