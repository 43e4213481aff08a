"""Runs until a precision is reached: their trials are those of a plain run, and their intervals cover."""

import math
from dataclasses import replace

import numpy as np
import pytest

import simlab
from simlab.games import GAMES
from simlab.runs.batches import Sampler, sample
from simlab.runs.precision import AHEAD, MOST, UNMET, Goal, goal_of
from simlab.runs.questions import measures
from simlab.runs.run import Effort, simulate
from simlab.runs.workers import Workers
from simlab.scenario.errors import ScenarioError
from simlab.stats.planning import GROWTHS, PILOT
from tests.toy.coin_race import GAME

RACE: dict = {
    "game": "coins",
    "model": "race",
    "setup": {"steps": 3},
    "question": [
        {"name": "one wins", "event": 'winner == "one"'},
        {"name": "tosses of a win", "value": "tosses", "given": 'winner == "one"'},
        {"name": "who wins", "curve": "winner"},
    ],
}
EVENT = RACE | {"question": RACE["question"][:1]}


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    monkeypatch.setitem(GAMES, GAME.name, GAME)


def same_tally(one, other) -> bool:
    """Are two tallies of the same trials?"""
    (rows, counts), (others, more) = one.table(), other.table()
    return np.array_equal(rows, others) and np.array_equal(counts, more) and one.trials == other.trials


@pytest.mark.parametrize("asked", [0.02, 0.005, {"relative": 0.03, "question": "one wins"}])
def test_the_result_is_that_of_a_plain_run_of_so_many_trials(asked):
    precise = simlab.run(RACE, precision=asked, jobs=2)
    plain = simlab.run(RACE, trials=precise.cases[0].trials, jobs=1)
    assert precise.cases[0].trials > PILOT
    assert same_tally(precise.cases[0].tally, plain.cases[0].tally)
    assert precise.answers.equals(plain.answers)


def test_it_is_that_of_a_tally_that_keeps_the_questions_only(monkeypatch):
    from simlab.stats import tally

    monkeypatch.setattr(tally, "MOST_SLOTS", 16)
    monkeypatch.setattr(tally, "FIRST_SLOTS", 16)
    wide = EVENT | {"setup": {"steps": 100}}
    precise = simlab.run(wide, precision=0.02, exact=False)
    assert not precise.cases[0].tally.complete
    plain = simlab.run(wide, trials=precise.cases[0].trials, exact=False)
    assert precise.answers.equals(plain.answers)


def test_every_interval_is_as_narrow_as_asked_and_one_is_not_much_narrower():
    run = simlab.run(RACE, precision=0.01)
    rows = run.answers[run.answers["statistic"].isin(["probability", "mean", "share"])]
    halves = ((rows["high"] - rows["low"]) / 2).groupby(rows["question"]).max()
    assert halves.max() <= 0.01 and halves.max() > 0.007
    assert {one.question: one.reached for one in run.cases[0].reached} == pytest.approx(halves.to_dict())
    assert all(one.met and one.asked == 0.01 and not one.relative for one in run.cases[0].reached)


def test_a_relative_precision_is_of_one_question():
    run = simlab.run(RACE, precision={"relative": 0.03, "question": "tosses of a win"})
    row = run.answers[run.answers["statistic"] == "mean"].iloc[0]
    (reached,) = run.cases[0].reached
    assert reached.relative and reached.met and reached.question == "tosses of a win"
    assert reached.reached == pytest.approx((row.high - row.low) / 2 / row.estimate) and reached.reached <= 0.03


def test_trials_beside_a_precision_are_the_most():
    run = simlab.run(EVENT, precision=0.001, trials=5_000)
    (reached,) = run.cases[0].reached
    assert run.cases[0].trials == 5_000 and not reached.met
    assert reached.reached == pytest.approx(0.0139, abs=1e-3)
    assert reached.needed == pytest.approx(0.25 * (1.96 / 0.001) ** 2, rel=0.1)
    assert simlab.run(EVENT, precision=0.001, trials=1_500).cases[0].trials == 1_500


def test_the_precision_of_a_file_gives_way_to_trials_and_to_another_precision():
    written = simlab.load(EVENT | {"precision": 0.02})
    assert simlab.run(written).cases[0].reached[0].asked == 0.02
    assert simlab.run(written, trials=700).cases[0].trials == 700
    assert simlab.run(written, precision=0.1).cases[0].reached[0].asked == 0.1
    assert goal_of(simlab.load(EVENT | {"trials": 9}), 0.5, None) == Goal(0.5)
    assert MOST == 10**9


def test_a_condition_that_nothing_meets_ends_by_itself():
    asked = [{"name": "never", "value": "tosses", "given": "tosses < 3"}]
    run = simlab.run(RACE | {"question": asked}, precision=0.5)
    (reached,) = run.cases[0].reached
    assert not reached.met and math.isnan(reached.reached) and reached.needed > run.cases[0].trials
    assert reached.record["reached"] is None
    assert run.cases[0].trials == pytest.approx(UNMET * 1.25**GROWTHS, rel=1e-3)


def test_a_condition_that_few_trials_meet_gets_enough_of_them():
    asked = [{"name": "of quick ones", "event": 'winner == "one"', "given": "tosses == 3"}]
    run = simlab.run(RACE | {"question": asked}, precision=0.01)
    row = run.answers.iloc[0]
    assert run.cases[0].reached[0].met and (row.high - row.low) / 2 <= 0.01
    assert run.cases[0].trials > 3 * row.trials


NO_PRECISION = [0, -0.1, 1.5, 9e-7, True, "0.1", math.nan, {"relative": 0.1}]
NO_PRECISION += [{"relative": share, "question": "one wins"} for share in (9e-5, 2.0)]


@pytest.mark.parametrize("asked", NO_PRECISION)
def test_what_is_no_precision_is_refused(asked):
    with pytest.raises(ScenarioError, match="must be a half-width of 0.000001..1, or"):
        simlab.run(EVENT, precision=asked)


def test_questions_of_a_relative_precision_are_checked():
    with pytest.raises(ScenarioError, match='"on wins": no such question; did you mean one wins?'):
        simlab.run(RACE, precision={"relative": 0.1, "question": "on wins"})
    with pytest.raises(ScenarioError, match="of an event or a value, not of a curve"):
        simlab.load(RACE | {"precision": {"relative": 0.1, "question": "who wins"}})
    with pytest.raises(ScenarioError, match="give trials or precision, not both"):
        simlab.load(RACE | {"precision": 0.1, "trials": 5})


def test_a_solution_has_no_need_of_a_precision():
    assert simlab.solve(RACE | {"precision": 0.01}).answers["estimate"].notna().all()


def test_sequences_are_wider_at_the_same_trials_and_their_pilot_does_not_count():
    plain, anytime = simlab.run(RACE, trials=20_000), simlab.run(RACE, trials=20_000, anytime=True)
    assert same_tally(plain.cases[0].tally, anytime.cases[0].tally)
    assert plain.answers["estimate"].equals(anytime.answers["estimate"])
    width, wide = (run.answers["high"] - run.answers["low"] for run in (plain, anytime))
    sure = ~plain.answers["statistic"].isin(["quantile"])
    assert (wide[sure] > 1.3 * width[sure]).all() and (wide[sure] < 2.5 * width[sure]).all()
    assert (wide >= width).all() and "interval" not in plain.answers
    kinds = anytime.answers.groupby("statistic")["interval"].unique().map(list).to_dict()
    assert kinds == {
        "probability": ["sequence"],
        "share": ["sequence"],
        "quantile": ["sequence"],
        "mean": ["approximate sequence"],
        "sd": ["approximate sequence"],
    }


def test_the_pilot_of_sequences_lies_beyond_all_trials(monkeypatch):
    ranges, tally = [], Sampler.tally
    monkeypatch.setattr(
        Sampler, "tally", lambda self, first, count: ranges.append((first, count)) or tally(self, first, count)
    )
    run = simlab.run(EVENT, precision=0.02, anytime=True, jobs=1)
    pilot = [(first, count) for first, count in ranges if first >= AHEAD]
    counted = [(first, count) for first, count in ranges[1:] if first < AHEAD]
    assert sum(count for _, count in pilot) == PILOT and AHEAD == 10**15
    assert sum(count for _, count in counted) == run.cases[0].trials == run.cases[0].tally.trials
    assert run.cases[0].reached[0].met


@pytest.mark.parametrize("asked", [0.02, 0.005])
def test_sequences_take_two_to_five_times_the_trials(asked):
    plain, anytime = simlab.run(EVENT, precision=asked), simlab.run(EVENT, precision=asked, anytime=True)
    assert anytime.cases[0].reached[0].met
    assert 2 < anytime.cases[0].trials / plain.cases[0].trials < 5.5


def test_the_same_dice_at_every_point_of_a_sweep():
    run = simlab.run(simlab.load(EVENT | {"trials": 500}, vary=["rules.head_min=3,4", "setup.steps=2..3"]))
    assert [dict(done.case.point) for done in run.cases] == [
        {"rules.head_min": least, "setup.steps": steps} for least in (3, 4) for steps in (2, 3)
    ]
    for done in run.cases:
        alone = simlab.load(EVENT, [f"{path}={value}" for path, value in done.case.point.items()])
        asked = measures(alone.questions, alone.cases[0].columns)
        tally, _ = sample(Sampler(alone.cases[0], alone.rng, alone.seed, asked), 500, Workers(1), lambda trials: None)
        assert same_tally(done.tally, tally)


KEYS, MISSES_ALLOWED, MISSES_EXPECTED = 2_000, 149, 56  # of a 95 % interval, each bound with a chance of 1e-6


def misses(scenario, effort) -> int:
    """How many of many keys give an interval that misses the exact value; every target is reached."""
    exact, count = simlab.solve(scenario).answers["exact"][0], 0
    for seed in range(KEYS):
        run = simulate(replace(scenario, seed=seed), effort)
        assert run.cases[0].reached[0].met
        row = run.answers.iloc[0]
        count += not row.low <= exact <= row.high
    return count


COVERED = {"event": 'winner == "one"', "value": "tosses"}
EFFORT = {"jobs": 1, "exact": False}


@pytest.mark.slow
@pytest.mark.parametrize("kind", COVERED)
def test_the_stopping_rule_covers(kind):
    """Statistics B.2 through the whole of `simulate`."""
    scenario = simlab.load(RACE | {"question": [{"name": "asked", kind: COVERED[kind]}]})
    assert MISSES_EXPECTED <= misses(scenario, Effort(precision=0.03, **EFFORT)) <= MISSES_ALLOWED


@pytest.mark.slow
@pytest.mark.parametrize("kind", COVERED)
def test_sequences_cover(kind):
    scenario = simlab.load(RACE | {"question": [{"name": "asked", kind: COVERED[kind]}]})
    assert misses(scenario, Effort(precision=0.05, anytime=True, **EFFORT)) <= MISSES_ALLOWED


RARE = "tosses >= 12"  # about one in 930


@pytest.mark.slow
def test_a_rare_event_is_covered_and_the_normal_interval_would_not_cover_it():
    """The control: Wald's interval, looked at every hundred trials and stopped at a tenth of its estimate."""
    scenario = simlab.load(RACE | {"question": [{"name": "rare", "event": RARE}]})
    exact, caught, control, keys = simlab.solve(scenario).answers["exact"][0], 0, 0, 200
    assert 0.0005 < exact < 0.002
    for seed in range(keys):
        keyed = replace(scenario, seed=seed)
        row = simulate(keyed, Effort(precision={"relative": 0.3, "question": "rare"}, **EFFORT)).answers.iloc[0]
        caught += row.low <= exact <= row.high
        sampler = Sampler(keyed.cases[0], keyed.rng, seed, {})
        hits = np.concatenate([sampler.rows(first, 10_000)[:, 1] >= 12 for first in range(0, 100_000, 10_000)])
        looks = np.arange(1, 1_001) * 100
        share = np.cumsum(hits)[looks - 1] / looks
        half = 1.96 * np.sqrt(share * (1 - share) / looks)
        end = np.argmax(half <= 0.3 * share)
        control += abs(share[end] - exact) <= half[end]
    assert caught >= 175, "95 % of 200, less six standard errors"
    assert control < 0.5 * keys
