"""Comparisons against brute force, exact values, published formulae, and their own coverage."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import simlab
from simlab.chance.streams import GENERATORS
from simlab.contract import Question
from simlab.runs.batches import Sampler, sample
from simlab.runs.compare import compare
from simlab.runs.comparison import FIELDS, Terms
from simlab.runs.differences import Asked, metrics, sample_of
from simlab.runs.pairs import Histogram, PairSampler, counts
from simlab.runs.questions import measure, measures
from simlab.runs.run import Effort
from simlab.runs.waiting import Waiting
from simlab.runs.workers import Workers
from simlab.stats.comparison import newcombe
from simlab.stats.planning import Share

ROOT = Path(__file__).parents[2]
SIEGE = ROOT / "scenarios/forest/siege_twelve.toml"
BATTLE = ROOT / "scenarios/forest/battle_twelve.toml"
HUNT = ROOT / "scenarios/vlad/hunt_lone_knight.toml"
CROWNS = "setup.crowns=1"
SURE = 1 - 1e-6  # a right interval misses with a chance of one in a million
RUNS, MISSES_ALLOWED, MISSES_EXPECTED = 2_000, 149, 56  # of a 95 % interval, each bound with a chance of 1e-6
MIXED = {
    "beaten": ("event", "killed"),
    "damage": ("value", "damage"),
    "each": ("curve", "damage"),
    "ratio": ("value", "damage / 7"),
    "alive": ("value", "damage", "not killed"),
}


def asking(file, *settings, **questions):
    """A scenario of a file with questions by name, (kind, expression) or (kind, expression, given)."""
    scenario = simlab.load(file, settings)
    return replace(scenario, questions=tuple(Question(name, *asked) for name, asked in questions.items()))


def sampler_of(scenario, seed=None):
    """A sampler of a scenario's only case."""
    case = scenario.cases[0]
    seed = scenario.seed if seed is None else seed
    return Sampler(case, scenario.rng, seed, measures(scenario.questions, case.columns))


def by_brute_force(a, b, trials):
    """The values of each question in each trial on both sides."""
    for question in a.questions:
        yield [measure(question, s.cases[0].columns)(sampler_of(s).rows(0, trials)) for s in (a, b)]


@pytest.mark.parametrize("changed", ["rules.dying_blow=true", "rules.hand_size=4", 'rules.no_card_hit="none"'])
def test_counts_are_those_of_every_single_trial(changed):
    trials = 10_000
    a, b = asking(HUNT, CROWNS, **MIXED), asking(HUNT, CROWNS, changed, **MIXED)
    table = simlab.compare(a, b, trials=trials).answers
    assert tuple(table.columns) == FIELDS
    for question, (old, new) in zip(a.questions, by_brute_force(a, b, trials)):
        partners = not np.any(np.isnan(old) != np.isnan(new))
        rows = table[table["question"] == question.name]
        assert set(rows["paired"]) == {partners}
        for row in rows.itertuples():
            side_a, side_b = (old == row.level, new == row.level) if question.kind == "curve" else (old, new)
            assert row.a == pytest.approx(np.nanmean(side_a), abs=1e-12)
            assert row.b == pytest.approx(np.nanmean(side_b), abs=1e-12)
            assert row.difference == pytest.approx(np.nanmean(side_b) - np.nanmean(side_a), abs=1e-12)
            if partners:
                counted = ~np.isnan(old)
                assert row.discordant == (side_a != side_b)[counted].sum() / counted.sum()
        assert partners or question.name == "alive"
    assert partners == (changed != "rules.hand_size=4"), "whether the last question's condition is met elsewhere"


def test_paired_means_are_scipy_s_paired_t_test():
    a, b = asking(HUNT, CROWNS, **MIXED), asking(HUNT, CROWNS, "rules.dying_blow=true", **MIXED)
    row = simlab.compare(a, b, trials=5_000).answers.set_index("question").loc["damage"]
    old, new = list(by_brute_force(a, b, 5_000))[1]
    known = stats.ttest_rel(new, old)
    assert row["p"] == pytest.approx(known.pvalue, rel=1e-9)
    assert (row["low"], row["high"]) == pytest.approx(tuple(known.confidence_interval(0.95)), rel=1e-9)
    assert row["gain"] == pytest.approx((old.var() + new.var()) / (new - old).var(), rel=1e-9)


def test_the_siege_differs_by_exactly_ten_in_thirty_six():
    a, b = simlab.load(SIEGE), simlab.load(SIEGE, ["rules.siege_first_count=0"])
    table = simlab.compare(a, b, trials=200_000, confidence=SURE).answers
    row = table.iloc[0]
    assert (row["exact_a"], row["exact_b"]) == pytest.approx((26 / 36, 16 / 36), abs=1e-14)
    assert row["low"] < -10 / 36 < row["high"]
    assert row["paired"] and row["verdict"] == "differs" and row["gain"] > 1.5
    assert np.all((table["low"] < table["exact_difference"]) & (table["exact_difference"] < table["high"]))


@pytest.mark.parametrize("changed", ["rules.hit_min=5", "rules.excess_hits=spill", "setup.attacker.troops=11"])
def test_the_battle_s_differences_are_the_exact_ones(changed):
    table = simlab.compare(simlab.load(BATTLE), simlab.load(BATTLE, [changed]), trials=40_000, confidence=SURE).answers
    known = table[table["exact_difference"].notna() & ((table["statistic"] != "share") | (table["exact_a"] > 0.01))]
    assert len(known) > 5
    assert np.all((known["low"] <= known["exact_difference"]) & (known["exact_difference"] <= known["high"]))


def test_an_option_that_changes_nothing_is_identical_in_every_trial():
    """Statistics B.5 (a): no other dice, so none of 200,000 trials differs."""
    a, b = simlab.load(BATTLE), simlab.load(BATTLE, ["rules.withdraw_window=every_round"])
    table = compare(a, b, Terms(Effort(200_000, exact=False)), Waiting()).answers
    assert set(table["verdict"]) == {"identical"}
    assert table["discordant"].eq(0).all() and table["difference"].eq(0).all()
    assert table["bound"].iloc[0] == pytest.approx(3.0 / 200_000, rel=0.01)


def test_other_dice_are_not_identical():
    """The control: with B on other dice, the same comparison shows the discordance of independent runs."""
    a = simlab.load(SIEGE)
    pairs = PairSampler(sampler_of(a, 1), [sampler_of(a, 2)], ["falls by turn 3"])
    tally, _ = sample(pairs, 100_000, Workers(1), lambda done: None)
    assert tally.moved[0][0].trials / 100_000 == pytest.approx(2 * 26 / 36 * 10 / 36, abs=0.01)


def test_a_change_that_can_only_help_one_side_moves_trials_one_way():
    """Statistics B.5 (b): a first turn that counts one less can only make the castle fall later."""
    a, b = simlab.load(SIEGE), simlab.load(SIEGE, ["rules.siege_first_count=0"])
    pairs = PairSampler(sampler_of(a), [sampler_of(b)], ["falls by turn 3"])
    tally, _ = sample(pairs, 100_000, Workers(2), lambda done: None)
    moved = tally.moved[0][0]
    assert moved.came == {0.0: moved.trials} and moved.left == {1.0: moved.trials}
    low, high = Share(moved.trials, 100_000).interval(SURE)
    assert low < 10 / 36 < high


@pytest.mark.parametrize("rng", list(GENERATORS))
def test_nothing_hangs_on_threads_and_ranges(rng):
    a = asking(HUNT, CROWNS, f"rng={rng}", **MIXED)
    b = asking(HUNT, CROWNS, f"rng={rng}", "rules.hand_size=4", **MIXED)
    tables = [simlab.compare(a, b, trials=30_001, jobs=jobs).answers for jobs in (1, 2, 3)]
    assert tables[0].equals(tables[1]) and tables[0].equals(tables[2])
    pairs = PairSampler(sampler_of(a), [sampler_of(b)], list(MIXED))
    whole, parts = pairs.tally(0, 30_001)[0], pairs.empty_tally()
    for first, count in ((20_000, 10_001), (0, 1), (1, 19_999)):
        parts.merge(pairs.tally(first, count)[0])
    assert vars(whole) == vars(parts)


def test_unpaired_sides_have_trials_of_their_own():
    a, b = simlab.load(SIEGE), simlab.load(SIEGE, ["rules.siege_margin=2"])
    done = simlab.compare(a, b, trials=20_000, paired=False)
    row = done.answers.iloc[0]
    runs = [sampler_of(s).tally(first, 20_000)[0] for s, first in ((a, 0), (b, 20_000))]
    hits = [int(dict(zip(*run.distribution("? falls by turn 3")))[1.0]) for run in runs]
    assert hits[0] != hits[1], "the option has no effect, so the same dice would give the same"
    assert (row["a"], row["b"]) == (hits[0] / 20_000, hits[1] / 20_000)
    assert (row["low"], row["high"]) == newcombe(Share(hits[0], 20_000), Share(hits[1], 20_000))
    assert not row["paired"] and math.isnan(row["discordant"]) and not done.paired


def test_seeds_that_differ_are_told_and_margins_make_equivalent():
    a, b = simlab.load(SIEGE, ["seed=1"]), simlab.load(SIEGE, ["seed=2"])
    done = simlab.compare(a, b, trials=50_000, margin={"falls by turn 3": 0.01})
    assert done.notes == ("the seeds differ (1 and 2), so trials are not paired; --seed S pairs them",)
    assert list(done.answers["verdict"][:2]) == ["equivalent", "identical"], "by the exact values"
    assert done.answers["trials_needed"][1] > 50_000
    assert done.answers["exact_difference"].eq(0).all()


def test_questions_are_a_s_and_what_b_lacks_is_told():
    a = asking(SIEGE, fell=("event", "fell"), late=("event", "turn > 2"))
    b = asking(SIEGE, "rules.siege_first_count=0", fell=("event", "fell and turn > 0"), own=("event", "lifted"))
    done = simlab.compare(a, b, trials=100)
    assert list(done.answers["question"]) == ["fell", "late"]
    assert done.notes == (
        "'fell' is worded otherwise in B; A's wording is asked of both",
        "'late' is a question of A alone; it is asked of both",
        "'own' is a question of B alone and left out",
    )


def test_a_condition_that_nobody_meets_is_undecided():
    a = asking(SIEGE, never=("event", "fell", "turn > 9"), value=("value", "turn", "turn > 9"), all=("event", "fell"))
    done = simlab.compare(a, a, trials=1_000)
    assert list(done.answers["verdict"]) == ["undecided", "undecided", "identical"]
    assert done.answers["difference"].isna().tolist() == [True, True, False]
    assert done.plot()


def test_a_comparison_shows_itself():
    done = simlab.compare(SIEGE, simlab.load(SIEGE, ["rules.siege_first_count=0"]), trials=1_000)
    assert isinstance(done, simlab.Comparison)
    assert "<table" in done._repr_html_() and set(done.plot()) == {"differences"}
    assert done.names[1] == "Twelve troops before a four-tower castle, siege_first_count = 0"


def test_counting_by_bins_and_by_sorting_agree():
    rng = np.random.default_rng(1)
    for values in (rng.integers(-5, 9, 1_000) * 1.0, rng.integers(0, 10**7, 1_000) * 1.0, rng.integers(0, 9, 99) / 7):
        different, found = np.unique(values, return_counts=True)
        assert counts(values) == dict(zip(different.tolist(), found.tolist()))
    assert counts(np.array([])) == {}


def test_a_sample_of_counts_is_that_of_its_values():
    values = np.random.default_rng(2).integers(0, 50, 1_000) / 7
    for numbers in (values, np.round(values)):
        found = sample_of(Histogram(counts(numbers)))
        assert (found.mean, found.sd, found.trials) == pytest.approx((numbers.mean(), numbers.std(ddof=1), 1_000))


def misses_of(exact, interval_of):
    """How many of RUNS seeds' intervals miss the exact difference."""
    return sum(not low <= exact <= high for low, high in map(interval_of, range(RUNS)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "settings", "changed", "asked", "trials"),
    [
        (SIEGE, (), "rules.siege_first_count=0", ("event", "fell and turn <= 3"), 10_000),
        (SIEGE, (), "rules.siege_first_count=0", ("value", "turn"), 2_000),
        (HUNT, (CROWNS,), "rules.neutral_life=35", ("event", "killed"), 10_000),
        (HUNT, (CROWNS,), "rules.dying_blow=true", ("value", "damage"), 2_000),
    ],
)
def test_the_paired_interval_covers_the_exact_difference(file, settings, changed, asked, trials):
    """Statistics B.2 for differences; the control, the unpaired formula on paired trials, is far too wide."""
    a, b = asking(file, *settings, asked=asked), asking(file, *settings, changed, asked=asked)
    exact = simlab.compare(a, b, trials=100).answers["exact_difference"].iloc[0]
    assert exact != 0

    def interval(seed, paired=True):
        tally, _ = PairSampler(sampler_of(a, seed), [sampler_of(b, seed)], ["asked"]).tally(0, trials)
        old, moved = tally.base[0], tally.moved[0][0]
        away = metrics(Asked(a.questions[0], old, moved.onto(old), moved if paired else None), 0.95)[0].difference
        return away.low, away.high

    assert MISSES_EXPECTED <= misses_of(exact, interval) <= MISSES_ALLOWED
    assert misses_of(exact, lambda seed: interval(seed, paired=False)) < MISSES_EXPECTED


def test_terms_that_make_no_sense_are_refused():
    a = simlab.load(SIEGE)
    with pytest.raises(simlab.ScenarioError, match="^confidence = 0.4: must be above 0.5 for a comparison$"):
        simlab.compare(a, a, confidence=0.4)
    with pytest.raises(simlab.ScenarioError, match="^margin = 0: must be a number above 0$"):
        simlab.compare(a, a, margin=0)
    with pytest.raises(simlab.ScenarioError, match="^margin of 'fals by turn 3': no such question; did you mean falls"):
        compare(a, a, Terms(Effort(10), {"fals by turn 3": 0.1}), Waiting())
