"""What is remarked on a whole game of I Am Vlad before it is played: boards on which corners differ (V-09, V-10)."""

import pytest

import simlab
from simlab.cli.show import few_trials, remarks
from tests.games.vlad_boards import default_board

QUARTER = "note: a quarter turn changes the board, so corners may differ in what they are worth (V-09)\n"
HALF = QUARTER.replace("quarter", "half")


def board_with(*rocks):
    """The default board with rocks on these squares."""
    rows = [list(row) for row in default_board()]
    for row, column in rocks:
        rows[row][column] = "#"
    return ["".join(row) for row in rows]


def scenario(players, *rocks, **more):
    """A whole game on the default board with rocks."""
    data = {"board": board_with(*rocks)}
    return simlab.load({"game": "vlad", "model": "game", "setup": {"players": players}, "data": data} | more)


@pytest.mark.parametrize(
    ("players", "rocks", "told"),
    [
        (4, (), ""),
        (4, ((0, 10),), QUARTER),
        (4, ((0, 10), (39, 29)), QUARTER),
        (2, ((0, 10), (39, 29)), ""),
        (2, ((0, 10),), HALF),
        (3, ((0, 10),), QUARTER),
    ],
)
def test_a_board_that_is_not_alike_from_all_corners_is_remarked_on(players, rocks, told, capsys):
    remarks(scenario(players, *rocks))
    assert capsys.readouterr().err == told


def test_two_seats_at_one_side_need_the_quarter_turn(capsys):
    remarks(scenario(2, (0, 10), (39, 29), rules={"corners_2": [0, 1]}))
    assert capsys.readouterr().err == QUARTER


def test_a_remark_is_made_once_for_all_cases(capsys):
    remarks(scenario(4, (0, 10), sweep={"rules.outpost_price": [1, 3, 5]}))
    assert capsys.readouterr().err == QUARTER


def test_a_single_trial_is_told_in_the_singular(capsys):
    setup = {"besiegers": 12, "defenders": 4, "turns": 3}
    few_trials(simlab.run({"game": "forest", "model": "siege", "setup": setup}, trials=1))
    assert "rests on one trial only" in capsys.readouterr().err
