"""Seats that a setup leaves out: players given to them are errors, unless a case of the sweep has them."""

import pytest

import simlab
from simlab.cli.show import idle_options
from simlab.runs.kept import resolved_scenario
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import resolved

SEATS = ("seat1", "seat2", "seat3", "seat4")
FOUR = {"game": "vlad", "model": "game", "trials": 20, "policies": {seat: {"name": "shopper"} for seat in SEATS}}
TWO = FOUR | {"setup": {"players": 2}}


def problems(content, settings=(), vary=()):
    """What is wrong, in lines."""
    with pytest.raises(ScenarioError) as raised:
        simlab.load(content, settings, vary)
    return [str(problem) for problem in raised.value.problems]


def names(case):
    """The policy of every seat that plays."""
    return {seat: player["name"] for seat, player in resolved(case)["policies"].items()}


def test_seats_that_are_not_named_are_balanced():
    case = simlab.load({**FOUR, "policies": {"seat2": {"name": "random"}}, "setup": {"players": 3}}).cases[0]
    assert names(case) == {"seat1": "balanced", "seat2": "random", "seat3": "balanced"}


def test_a_sweep_over_the_number_of_players_may_name_all_seats():
    """Seats beyond a case's players are left out of it; the kept scenario has those of all cases."""
    run = simlab.run({**FOUR, "sweep": {"setup.players": [2, 3, 4], "policies.seat4.name": ["random", "shopper"]}})
    assert [tuple(names(case)) for case in run.scenario.cases] == [SEATS[:2]] * 2 + [SEATS[:3]] * 2 + [SEATS] * 2
    assert run.cases[0].id == run.cases[1].id and run.cases[4].id != run.cases[5].id
    kept = resolved_scenario(run)
    assert tuple(kept["policies"]) == SEATS
    again = simlab.load(kept)
    assert [resolved(case) for case in again.cases] == [resolved(case) for case in run.scenario.cases]


def test_a_case_of_two_players_is_the_same_whatever_is_kept_of_other_seats():
    two = simlab.run({**FOUR, "policies": {}, "setup": {"players": 2}})
    kept = resolved_scenario(two)
    assert tuple(kept["policies"]) == SEATS[:2] and simlab.run(kept).cases[0].id == two.cases[0].id


@pytest.mark.parametrize(
    ("content", "settings", "vary", "told"),
    [
        (TWO, (), (), ["a mapping: policies.seat3", "a mapping: policies.seat4"]),
        (FOUR, ("setup.players=2", "policies.seat3.fear=9"), (), ["--set: policies.seat3"]),
        (
            FOUR,
            ("setup.players=3",),
            ("policies.seat4.fear=1,2",),
            ["a mapping: policies.seat4", "--vary: policies.seat4.fear"],
        ),
    ],
)
def test_seats_that_play_in_no_case_are_told_wherever_they_were_named(content, settings, vary, told):
    found = problems(content, settings, vary)
    assert sorted(line.split(": the seat")[0] for line in found) == sorted(told)
    assert all("seat plays in no case, as [setup] stands. There are: seat1, seat2" in line for line in found)


@pytest.mark.parametrize(("settings", "vary"), [(("setup.players=2",), ()), ((), ("setup.players=2,3",))])
def test_a_setup_for_fewer_seats_may_be_asked_for_on_the_command_line(settings, vary, capsys):
    scenario = simlab.load(FOUR, settings, vary)
    idle_options(scenario)
    assert "note: the seat4 seat does not play in this setup" in capsys.readouterr().err
    assert "seat4" not in names(scenario.cases[0])


def test_a_wrong_setup_is_told_alone():
    assert problems(FOUR, ["setup.players=5"]) == [
        "--set: setup.players = 5: must be a whole number 2..4 – how many seats play (V-10)"
    ]


def test_a_policy_without_parameters_says_so():
    (line,) = problems(FOUR | {"policies": {"seat1": {"name": "random", "fear": 2}}})
    assert line == "a mapping: policies.seat1.fear = 2: no such key; nothing can be set here"
