"""Observed results against exact solutions, and as they are sampled."""

import pytest

import simlab
from simlab.contract import Column, category, flag
from simlab.games import GAMES
from simlab.runs.observed import Known, known_of, observations, placed
from simlab.runs.run import Effort, simulate, solve
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from tests.toy.coin_race import GAME

NEVER = 1 - 1e-6
COLUMNS = (category("winner", "who wins", ("one", "two")), Column("rounds", "rounds", 1, 9), flag("fell", "it fell"))


def race(steps=1, trials=20_000):
    games = GAMES | {GAME.name: GAME}
    return load({"game": "coins", "model": "race", "setup": {"steps": steps}, "trials": trials}, games)


def solved(scenario, *texts):
    done = solve(scenario).cases[0]
    return placed(known_of(done), observations(texts, [done.case.columns]), 0.95)


def test_a_race_of_one_step_is_known_by_hand():
    """Each toss ends it with 3/4, a third of that for either and for both: tosses are geometric."""
    found = solved(race(), "tosses=2", "winner=one")
    tosses, winner = found["observed"]
    shares = {name: tosses[name]["estimate"] for name in ("below", "at", "above", "tail")}
    assert shares == pytest.approx({"below": 3 / 4, "at": 3 / 16, "above": 1 / 16, "tail": 1 / 2})
    assert tosses["percentile"] == pytest.approx(75 + 9.375)
    assert (winner["value"], winner["below"], winner["percentile"]) == ("one", None, None)
    assert (winner["at"]["exact"], winner["tail"]["exact"]) == pytest.approx((1 / 3, 1))
    assert found["joint"]["at"]["estimate"] == pytest.approx(1 / 16)
    assert found["joint"]["tail"]["estimate"] == pytest.approx(1 / 4), "any winner at the second toss or later"


def test_the_sample_meets_the_exact_answer_everywhere():
    done = simulate(race(3), Effort(confidence=NEVER)).cases[0]
    for texts in (("tosses=3", "winner=one"), ("tosses=9", "winner=both"), ("tosses=4", "winner=two")):
        found = placed(known_of(done), observations(texts, [done.case.columns]), NEVER)
        rows = [row[name] for row in found["observed"] for name in ("below", "at", "above", "tail") if row[name]]
        for row in (*rows, *found["joint"].values()):
            assert row["low"] <= row["exact"] <= row["high"]
            assert row["low"] <= row["estimate"] <= row["high"]


def test_without_an_exact_solution_the_limits_still_hold_the_truth():
    scenario = race(3)
    done, known = simulate(scenario, Effort(exact=False)).cases[0], solved(scenario, "tosses=7", "winner=two")
    found = placed(known_of(done), observations(["tosses=7", "winner=two"], [done.case.columns]), NEVER)
    for row, truth in zip(found["observed"], known["observed"]):
        assert row["tail"]["exact"] is None and row["trials"] == 20_000
        assert row["tail"]["low"] <= truth["tail"]["exact"] <= row["tail"]["high"]
    for name in ("at", "tail"):
        assert found["joint"][name]["low"] <= known["joint"][name]["exact"] <= found["joint"][name]["high"]


def test_rows_that_are_too_many_to_keep_leave_the_columns():
    done = simulate(race(3, 500), Effort(exact=False)).cases[0]
    seen = observations(["tosses=4", "winner=two"], [done.case.columns])
    whole = placed(known_of(done), seen, 0.95)
    done.tally._keep_measures_only()
    found = placed(known_of(done), seen, 0.95)
    assert found["observed"] == whole["observed"] and found["joint"] is None and whole["joint"] is not None


def test_a_shipped_battle():
    run = simlab.run("scenarios/forest/battle_twelve.toml", trials=2000)
    found = placed(known_of(run.cases[0]), observations(["attacker_left=2"], [run.cases[0].case.columns]), 0.95)
    row = found["observed"][0]
    assert row["below"]["exact"] + row["at"]["exact"] + row["above"]["exact"] == pytest.approx(1)
    assert row["tail"]["exact"] == pytest.approx(2 * min(1 - row["above"]["exact"], 1 - row["below"]["exact"]))
    assert found["joint"] is None


def test_nothing_is_known_where_nothing_is():
    empty = known_of(simulate(race(1, 10), Effort(exact=False)).cases[0])
    none = Known(type(empty.sampled)(empty.sampled.columns, empty.sampled.rows[:0], empty.sampled.weights[:0]), None)
    found = placed(none, observations(["tosses=1", "winner=one"], [empty.sampled.columns]), 0.95)
    assert found["observed"][0]["percentile"] is None and found["joint"]["tail"]["estimate"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rounds", "write column=value, as in --observed rounds=9"),
        ("round=3", "no such column; did you mean rounds? There are: winner, rounds, fell"),
        ("rounds=3.5", "must be a whole number"),
        ("rounds=10", "must be within 1..9"),
        ("winner=ones", "no such name of winner; did you mean one? There are: one, two"),
        ("fell=1", "must be true or false"),
    ],
)
def test_what_cannot_have_been_observed(text, message):
    with pytest.raises(ScenarioError) as told:
        observations([text], [COLUMNS])
    assert str(told.value) == f"--observed {text}: {message}"


def test_all_that_is_wrong_is_told_and_a_sweep_needs_one_case_that_fits():
    with pytest.raises(ScenarioError) as told:
        observations(["rounds=2", "rounds=3", "fel=true"], [COLUMNS])
    assert len(told.value.problems) == 2
    wider = (*COLUMNS[:1], Column("rounds", "rounds", 1, 20), COLUMNS[2])
    assert observations(["rounds=15"], [COLUMNS, wider])[0].value == 15
    assert observations([" fell = true "], [COLUMNS])[0].shown is True
