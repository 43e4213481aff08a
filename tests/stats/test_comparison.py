"""Differences against statsmodels, scipy and published values, by their coverage, and the verdicts."""

import math

import numpy as np
import pytest
from scipy import stats

from simlab.stats.comparison import (
    Difference,
    PairedSamples,
    PairedShares,
    bonett_price,
    holm,
    mcnemar_p,
    newcombe,
    paired_means,
    paired_shares,
    unpaired_means,
    unpaired_shares,
    unseen_bound,
    verdicts,
)
from simlab.stats.planning import Sample, Share

RUNS, MISSES_ALLOWED, MISSES_EXPECTED = 2_000, 149, 56  # of a 95 % interval, each bound with a chance of 1e-6


@pytest.mark.parametrize(
    ("only_new", "only_old", "p"),  # statsmodels 0.15.0, mcnemar(exact=True)
    [(0, 5, 0.0625), (10, 25, 0.016673847800120715), (300, 371, 0.006841895632001823), (1, 1, 1.0), (0, 0, 1.0)],
)
def test_mcnemar_is_statsmodels_exact_test(only_new, only_old, p):
    assert mcnemar_p(only_new, only_old) == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize(
    ("fewer", "tail"),  # of 1e9 pairs: term by term with mpmath 1.4.1
    [
        (499_984_188, 0.15865354454133104),
        (499_841_886, 7.621710807600823e-24),
        (499_430_790, 4.1866040187451396e-284),
    ],
)
def test_mcnemar_of_a_thousand_million_pairs(fewer, tail):
    assert mcnemar_p(10**9 - fewer, fewer) == pytest.approx(2 * tail, rel=1e-9, abs=0)


def test_mcnemar_far_away_is_nothing():
    assert mcnemar_p(0, 10**9) == 0.0


def test_the_paired_interval_is_the_published_one():
    """R package statpsych 1.7.0, ci.prop.ps(.05, 12, 4, 26, 6), its own example."""
    assert bonett_price(PairedShares(both=6, only_old=4, only_new=26, neither=12)) == pytest.approx(
        (0.2548067, 0.6251933), abs=5e-8
    )


@pytest.mark.parametrize(
    ("old", "new", "confidence", "limits"),  # statsmodels 0.15.0, confint_proportions_2indep(method="newcomb")
    [
        (Share(500, 1000), Share(550, 1000), 0.95, (0.006231714892849086, 0.09349837183977772)),
        (Share(0, 100), Share(3, 200), 0.95, (-0.02329160748778373, 0.04316572879269026)),
        (Share(56, 70), Share(48, 80), 0.95, (-0.333872654036906, -0.05243147240236498)),
        (Share(10, 10), Share(0, 20), 0.9, (-1.0, -0.755985916743429)),
        (Share(5_000, 10**6), Share(560, 10**5), 0.999, (-0.00016269752847823248, 0.0014621869303340466)),
    ],
)
def test_the_unpaired_interval_is_statsmodels_newcombe(old, new, confidence, limits):
    assert newcombe(old, new, confidence) == pytest.approx(limits, rel=1e-10)


def test_holm_is_statsmodels_holm():
    """statsmodels 0.15.0, multipletests(method="holm")."""
    assert holm([0.01, 0.04, 0.03, 0.005, 0.6, 0.01]) == pytest.approx([0.05, 0.09, 0.09, 0.03, 0.6, 0.05])
    assert holm([]).size == 0


def sample(values):
    """A sample of an array."""
    return Sample(float(values.mean()), float(values.std(ddof=1)), values.size)


def test_means_are_scipys_t_tests():
    random = np.random.default_rng(1)
    old, new = random.integers(1, 7, 400), random.integers(1, 8, 300)
    welch, found = stats.ttest_ind(new, old, equal_var=False), unpaired_means(sample(old), sample(new), 0.9)
    assert found.p == pytest.approx(welch.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(welch.confidence_interval(0.9)))
    assert found.inner == pytest.approx(tuple(welch.confidence_interval(0.8)))
    away = new - old[:300]
    paired = stats.ttest_rel(new, old[:300])
    pairs = PairedSamples(sample(old[:300]), sample(new), sample(away), int((away != 0).sum()))
    found = paired_means(pairs)
    assert found.p == pytest.approx(paired.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(paired.confidence_interval(0.95)))
    assert found.estimate == pytest.approx(away.mean())


def test_a_constant_shift_of_all_pairs_is_certain():
    old = Sample(3.0, 1.0, 1_000)
    found = paired_means(PairedSamples(old, Sample(4.0, 1.0, 1_000), Sample(1.0, 0.0, 1_000), 1_000))
    assert (found.low, found.high, found.p, found.gain) == (1.0, 1.0, 0.0, math.inf)
    nothing = unpaired_means(Sample(3.0, 0.0, 10), Sample(3.0, 0.0, 10))
    assert (nothing.low, nothing.high, nothing.p) == (0.0, 0.0, 1.0)


def test_pairing_by_event_gains_what_the_note_measured():
    """One defender more against twelve attackers: 15.11 % of pairs differ, all one way; 2.8 times fewer trials."""
    found = paired_shares(PairedShares(both=134_720, only_old=30_220, only_new=0, neither=35_060))
    assert found.gain == pytest.approx(2.84, abs=0.01)
    assert found.discordant_share()[0] == 0.1511
    assert found.discordant_share()[1:] == pytest.approx((0.1495, 0.1527), abs=2e-4)


def independent(old, new, trials):
    """The table of pairs that have nothing in common."""
    both = old * new
    return PairedShares(*(round(trials * share) for share in (both, old - both, new - both, 1 - old - new + both)))


def test_unrelated_pairs_gain_nothing():
    found = paired_shares(independent(0.6, 0.4, 10**6))
    assert found.gain == pytest.approx(1, rel=1e-9)
    assert math.isnan(paired_shares(PairedShares(10, 0, 0, 0)).gain)


def misses(interval, truth, tables):
    """How many of the intervals miss the truth."""
    return sum(not low <= truth <= high for low, high in map(interval, tables))


def pair_tables(more, fewer, n, seed=31):
    """Random tables of n pairs, of which shares `more` and `fewer` differ this way and that."""
    counts = np.random.default_rng(seed).multinomial(n, [0.3, fewer, more, 0.7 - more - fewer], RUNS)
    return [PairedShares(*map(int, row)) for row in counts]


@pytest.mark.parametrize(("more", "fewer"), [(0.2, 0.2), (0.3, 0.1), (0.005, 0.005), (0.001, 0.0), (0.0003, 0.0)])
def test_the_paired_interval_covers(more, fewer):
    assert MISSES_EXPECTED <= misses(bonett_price, more - fewer, pair_tables(more, fewer, 10_000)) <= MISSES_ALLOWED


def test_the_plain_paired_interval_does_not_cover():
    """The control: 80 % coverage if 3 in 10,000 pairs differ."""

    def wald(table):
        away = (table.only_new - table.only_old) / table.trials
        half = 1.96 * math.sqrt(((table.only_new + table.only_old) / table.trials - away**2) / table.trials)
        return away - half, away + half

    assert misses(wald, 0.0003, pair_tables(0.0003, 0.0, 10_000)) > 2 * MISSES_ALLOWED


@pytest.mark.parametrize(("p0", "p1"), [(0.5, 0.5), (0.1, 0.12), (0.01, 0.002), (0.001, 0.001)])
def test_the_unpaired_interval_covers(p0, p1):
    random = np.random.default_rng(32)
    hits = zip(random.binomial(20_000, p0, RUNS).tolist(), random.binomial(10_000, p1, RUNS).tolist())
    tables = [(Share(k0, 20_000), Share(k1, 10_000)) for k0, k1 in hits]
    assert misses(lambda sides: newcombe(*sides), p1 - p0, tables) <= MISSES_ALLOWED


def test_differences_of_means_cover():
    random, far = np.random.default_rng(33), {"paired": 0, "unpaired": 0}
    for _ in range(RUNS):
        old, extra = random.geometric(0.3, 500), random.integers(0, 2, 500)
        new = old + extra
        pairs = paired_means(PairedSamples(sample(old), sample(new), sample(extra), int(extra.sum())))
        apart = unpaired_means(sample(old), sample(random.geometric(0.3, 300) + random.integers(0, 2, 300)))
        far["paired"] += not pairs.low <= 0.5 <= pairs.high
        far["unpaired"] += not apart.low <= 0.5 <= apart.high
    assert all(MISSES_EXPECTED <= count <= MISSES_ALLOWED for count in far.values()), far


def test_the_four_verdicts():
    differences = [
        paired_shares(PairedShares(40_000, 0, 0, 60_000)),
        paired_shares(PairedShares(40_000, 300, 800, 58_900)),
        paired_shares(PairedShares(40_000, 300, 310, 59_390)),
        paired_shares(PairedShares(40_000, 300, 310, 59_390)),
        paired_shares(PairedShares(40_000, 300, 310, 59_390)),
    ]
    found = verdicts(differences, [None, 0.001, 0.001, 0.0002, None])
    assert [verdict.kind for verdict in found] == ["identical", "differs", "equivalent", "undecided", "undecided"]
    assert verdicts(differences[1:2], [0.5])[0].kind == "equivalent", "sure, and within what was stated to matter"
    assert found[0].bound == pytest.approx(3.0e-5, rel=2e-3)
    assert 100_000 < found[3].trials_needed < found[4].trials_needed < math.inf


def test_nothing_seen_in_a_hundred_thousand_is_below_three_of_them():
    assert (1 - unseen_bound(10**5)) ** 10**5 == pytest.approx(0.05, rel=1e-9)
    assert unseen_bound(10**5) == pytest.approx(3.0 / 10**5, rel=2e-3)


def test_many_metrics_make_a_difference_harder_to_claim():
    one = paired_shares(PairedShares(40_000, 300, 360, 59_340))
    assert 0.01 < one.p < 0.05
    assert verdicts([one], [None])[0].kind == "differs"
    same = paired_shares(PairedShares(40_000, 300, 300, 59_400))
    assert verdicts([one, *[same] * 9], [None] * 10)[0].kind == "undecided"


def test_no_trials_tell_what_is_not_there():
    """No difference estimated, and no margin: no number of trials is known to decide."""
    level = verdicts([unpaired_shares(Share(50, 100), Share(50, 100))], [None])[0]
    assert level.kind == "undecided" and level.trials_needed == math.inf


@pytest.mark.parametrize(("margin", "known"), [(0.005, 216_000), (0.01, 54_000)])
def test_equivalence_takes_the_known_number(margin, known):
    level = unpaired_shares(Share(1_000, 2_000), Share(1_000, 2_000))
    assert verdicts([level], [margin])[0].trials_needed == pytest.approx(known, rel=5e-3)


@pytest.mark.parametrize(("shift", "margin", "kind"), [(0.02, 0.021, "differs"), (0.001, 0.03, "equivalent")])
def test_the_trials_needed_are_needed(shift, margin, kind):
    """With so many, and the shift as estimated, the verdict comes in nine of ten runs; with a fifth, rarely."""
    few = unpaired_shares(Share(500, 1_000), Share(round(1_000 * (0.5 + shift)), 1_000))
    needed = verdicts([few], [margin])[0].trials_needed
    random = np.random.default_rng(34)
    for trials, least, most in ((int(needed), 0.82, 0.99), (int(needed / 5), 0.0, 0.5)):
        hits = random.binomial(trials, [0.5, 0.5 + shift], (400, 2)).tolist()
        runs = [unpaired_shares(Share(k0, trials), Share(k1, trials)) for k0, k1 in hits]
        reached = sum(verdicts([run], [margin])[0].kind == kind for run in runs)
        assert least * 400 <= reached <= most * 400


@pytest.mark.parametrize("sign", [1, -1])
def test_equivalent_is_what_the_inner_interval_says(sign):
    table = PairedShares(40_000, 300, 310, 59_390) if sign > 0 else PairedShares(40_000, 310, 300, 59_390)
    found = paired_shares(table)
    inner, outer = max(map(abs, found.inner)), max(abs(found.low), abs(found.high))
    assert found.inner == bonett_price(table, 0.9) and inner < outer
    assert verdicts([found], [(inner + outer) / 2])[0].kind == "equivalent"
    assert verdicts([found], [inner * 0.999])[0].kind == "undecided"


def test_a_verdict_of_identical_needs_pairs():
    same = Difference(0.5, 0.5, -0.01, 0.01, (-0.008, 0.008), 1.0, 10_000)
    assert verdicts([same], [0.009])[0].kind == "equivalent"
