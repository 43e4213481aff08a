"""The whole procedure, from a fresh baseline to the verdict, on fresh random numbers: false alarms and power.

Statistics B.3 and B.4 on real trials, with the replay forced off, as a nightly check does. Baselines hold no exact
values here, so that all rests on screen and confirmation. Each bound says with which probability it fails by chance.
"""

import math

import numpy as np
import pytest
from scipy import stats

import simlab
from simlab.check.counts import Counted, pair
from simlab.check.procedure import Terms, check_scenario
from simlab.check.record import Recording, record
from simlab.games import GAMES
from simlab.runs.workers import Workers
from simlab.stats.comparison import t_test_p, welch
from simlab.stats.shifts import confirm_p, confirmed_p

TRIALS = 20_000
QUESTIONS = [{"name": f"at least {hits}", "event": f"hits >= {hits}"} for hits in range(1, 7)]
QUESTIONS += [{"name": f"damage over {damage}", "event": f"damage > {damage}"} for damage in (4, 8, 12, 16, 20)]
QUESTIONS += [{"name": "damage", "value": "damage"}, {"name": "hits", "curve": "hits"}]
QUESTIONS += [{"name": "hits of the dead", "value": "hits", "given": "dead"}]


def scenario(seed, stay_chance=0.5):
    """An outpost that the unit leaves with some chance, asked fourteen questions."""
    setup = {"unit": "archer", "life": 24, "inside": 1, "stays": 8, "stay_chance": stay_chance}
    return simlab.load({"game": "vlad", "model": "outpost", "seed": seed, "setup": setup, "question": QUESTIONS})


@pytest.fixture(autouse=True)
def without_a_solver(monkeypatch):
    """No exact values."""
    outpost = GAMES["vlad"].models["outpost"]
    monkeypatch.setitem(vars(outpost), "exact", None)


def checked(number, alpha, changed=None):
    """The verdicts of a check on a baseline of its own, both with random numbers that no other check has."""
    baseline = record(scenario(2 * number), Recording(TRIALS, Workers(1)))
    terms = Terms(alpha=alpha, workers=Workers(1), seed=2 * number + 1)
    return {one.question: one for one in check_scenario(changed or scenario(2 * number), baseline, terms).answers}


def reds(runs, alpha):
    """In how many of so many checks of unchanged rules anything is broken."""
    return sum(any(one.verdict == "broken" for one in checked(n, alpha).values()) for n in range(runs))


RUNS, ALPHA = 300, 0.05
BOUND = stats.binom.isf(1e-6, RUNS, ALPHA)  # a count above it has a chance of 1e-6


@pytest.mark.slow
def test_false_alarms_of_the_whole_procedure_keep_to_their_budget():
    assert reds(RUNS, ALPHA) <= BOUND


@pytest.mark.slow
def test_the_confirmation_alone_keeps_to_the_budget(monkeypatch):
    """Every answer is flagged, so that nothing but the confirmation stands before a false alarm."""
    monkeypatch.setattr("simlab.check.procedure.flagged", lambda old, new, check: np.arange(len(old)))
    assert 1 <= reds(RUNS, ALPHA) <= BOUND


@pytest.mark.slow
def test_without_holm_it_would_not(monkeypatch):
    """The control: fourteen answers, each judged as if it were the only one."""
    monkeypatch.setattr("simlab.check.procedure.flagged", lambda old, new, check: np.arange(len(old)))
    monkeypatch.setattr("simlab.check.procedure.confirmed_p", confirm_p)
    assert reds(RUNS, ALPHA) > BOUND


def probability(stay_chance):
    """Exactly: the archer takes at least three hits, that is, stays three times."""
    return stay_chance**3


def seen():
    """The resolution that a check states for `at least 3`."""
    return checked(0, 0.001)["at least 3"].resolution


def found_share(runs, factor, alpha=0.001):
    """How often a shift of so many resolutions is broken."""
    stay_chance = (probability(0.5) + factor * seen()) ** (1 / 3)
    changed = scenario(0, stay_chance)
    broken = sum(checked(n, alpha, changed)["at least 3"].verdict == "broken" for n in range(runs))
    return broken / runs


@pytest.mark.slow
def test_a_shift_of_the_stated_resolution_is_found():
    """90 % are stated; fewer than 84 % of 400 have a chance of about 1e-4."""
    assert found_share(400, 1.0) >= 0.84


@pytest.mark.slow
def test_half_of_it_is_often_missed_and_twice_of_it_never():
    """The control that the first test can fail, and the other end."""
    assert found_share(150, 0.5) < 0.6
    assert found_share(150, 2.0) >= 0.98


@pytest.mark.slow
def test_without_alarms_there_is_no_power():
    assert found_share(100, 1.0, alpha=1e-12) < 0.5


def test_the_shift_is_exact():
    """stay_chance cubed is the model's own probability."""
    run = simlab.run(scenario(3, 0.6), trials=100_000)
    answers = run.answers.set_index("question")
    row = answers.loc["at least 3"]
    assert abs(row["estimate"] - probability(0.6)) < 5 * math.sqrt(0.6**3 * (1 - 0.6**3) / 100_000)


RARE = {  # trials of both sides, chances of the values 0, 1, 7 (and 8 in the last)
    "two values, few trials": ((4_000, 200), (0.98, 0.02)),
    "three values, few trials": ((4_000, 200), (0.98, 0.015, 0.005)),
    "two rare values": ((10**7, 10**6), (1 - 5e-6, 5e-6)),
    "three rare values": ((10**7, 10**6), (1 - 5e-6, 4e-6, 1e-6)),
    "just enough for a mean": ((40_000, 4_000), (0.993, 0.0035, 0.0035)),
    "a condition that some ninety trials meet": ((900, 90), (0.5, 0.3, 0.1, 0.1)),
    "a condition that some ten trials meet": ((100, 10), (0.5, 0.3, 0.2)),
    "a skewed value": ((10_000, 1_000), (0.97, 0.02, 0.01)),
}


def confirmed(sizes, chances, runs, test, seed=54):
    """How many of so many confirmations of one unchanged value are broken at 0.001, which is met by chance as well."""
    random, broken = np.random.default_rng(seed), 0
    for _ in range(runs):
        sides = []
        for trials in sizes:
            counts = random.multinomial(random.binomial(2 * trials, 0.5), chances)
            found = {value: int(count) for value, count in zip("0178", counts) if count}
            sides.append(Counted("value", found, 2 * trials))
        broken += test(*sides) <= 0.001
    return broken


def own_test(old, new):
    """The p-value of a check."""
    compared = pair(old, new)
    return confirmed_p([compared.old], [compared.new])[0]


def welch_alone(old, new):
    """The p-value of Welch's test, whatever there is to compare."""
    before, after = old.sample, new.sample
    return t_test_p(after.mean - before.mean, *welch(before, after)) if new.trials > 1 else 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", RARE)
def test_rare_values_and_conditions_keep_to_the_budget(name):
    """A count above the bound has a chance of 1e-6: 44 of 20,000."""
    assert confirmed(*RARE[name], 20_000, own_test) <= stats.binom.isf(1e-6, 20_000, 0.001)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three values, few trials", "two rare values"])
def test_with_welch_alone_they_would_not(name):
    assert confirmed(*RARE[name], 20_000, welch_alone) > stats.binom.isf(1e-6, 20_000, 0.001)
