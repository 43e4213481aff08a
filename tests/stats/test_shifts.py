"""The screen and the confirmation of a check: single numbers against scipy, the design's figures, merged histograms."""

import math

import numpy as np
import pytest
from scipy import stats

from simlab.stats.binomials import hypergeometric_p
from simlab.stats.planning import Sample, Share, min_detectable
from simlab.stats.shifts import (
    Check,
    confirm_p,
    confirmed_p,
    flagged,
    histogram_min_detectable,
    histogram_p,
    judged,
    means_are_comparable,
    means_p,
    merged_cells,
    resolution,
    screen_p,
)

CELLS_OLD, CELLS_NEW = np.array([4_000, 3_000, 2_000, 1_000]), np.array([420, 300, 190, 90])


def test_a_histogram_is_scipys_contingency_table():
    expected = stats.chi2_contingency([CELLS_OLD, CELLS_NEW], correction=False).pvalue
    assert histogram_p(CELLS_OLD, CELLS_NEW) == pytest.approx(expected, rel=1e-12)


def test_sparse_neighbours_are_joined():
    """Expected in the smaller sample, a tenth of the other: 1, 3, 30, 5, 0, 40, 10, 1."""
    expected = np.array([1, 3, 30, 5, 0, 40, 10, 1])
    cells = merged_cells(expected * 10, expected)
    assert cells[1].tolist() == [34, 45 + 11]
    assert merged_cells(expected * 10, expected, least=0.5).shape == (2, 7)
    assert (cells.sum(axis=1) == [900, 90]).all()


def test_a_histogram_too_sparse_to_compare_says_nothing():
    assert histogram_p(np.array([5, 6, 0]), np.array([0, 6, 5])) == 1.0
    assert histogram_p(np.array([0, 0]), np.array([0, 0])) == 1.0
    assert histogram_p(np.array([500]), np.array([400])) == 1.0


def test_different_cells_are_refused():
    with pytest.raises(ValueError, match="inhomogeneous"):
        histogram_p(np.array([500, 400]), np.array([500, 400, 300]))


def test_numbers_of_all_kinds_keep_their_places():
    old = [Share(500, 1_000), Sample(7.0, 2.4, 1_000), CELLS_OLD, Share(3, 1_000)]
    new = [Share(60, 100), Sample(7.5, 2.6, 100), CELLS_NEW, Share(0, 100)]
    means = means_p(old[1], new[1])
    others = means, histogram_p(CELLS_OLD, CELLS_NEW)
    for found, mid in ((screen_p(old, new), True), (confirm_p(old, new), False)):
        shares = [hypergeometric_p(500, 1_000, 60, 100, mid), hypergeometric_p(3, 1_000, 0, 100, mid)]
        assert found.tolist() == pytest.approx([shares[0], *others, shares[1]])
    with pytest.raises(ValueError, match="shorter"):
        screen_p(old, new[:3])


def test_means_are_compared_by_the_more_careful_of_two_tests():
    welch = stats.ttest_ind_from_stats(7.5, 2.6, 100, 7.0, 2.4, 1_000, equal_var=False).pvalue
    assert means_p(Sample(7.0, 2.4, 1_000), Sample(7.5, 2.6, 100)) == pytest.approx(welch)
    random = np.random.default_rng(43)
    rare, none = (random.random(4_000) < 0.01).astype(float), np.zeros(400)
    line = stats.linregress([0] * 4_000 + [1] * 400, [*rare, *none])
    total = np.var([*rare, *none], ddof=1) * (1 / 4_000 + 1 / 400)
    expected = 2 * stats.t.sf(abs(line.slope) / math.sqrt(total), 4_398)
    found = means_p(Sample(rare.mean(), rare.std(ddof=1), 4_000), Sample(0.0, 0.0, 400))
    assert found == pytest.approx(expected) and found > 1_000 * stats.ttest_ind(rare, none, equal_var=False).pvalue


def test_two_trials_without_variance_show_nothing():
    assert means_p(Sample(0.0, 0.0, 2), Sample(1.0, 0.0, 2)) == pytest.approx(stats.t.sf(3**0.5, 2) * 2)
    assert means_p(Sample(1.0, 0.0, 2), Sample(1.0, 0.0, 2)) == 1.0


@pytest.mark.parametrize(
    ("old", "new", "comparable"),
    [
        ([500, 500], [60, 60], True),
        ([500, 500], [50, 49], False),
        ([9_800, 200], [980, 20], True),
        ([9_810, 190], [981, 19], False),
        ([9_800, 210], [981, 19], True),
        ([1_000, 0], [1_000, 0], False),
    ],
)
def test_when_means_are_comparable(old, new, comparable):
    assert means_are_comparable(np.array(old), np.array(new)) is comparable


def test_nothing_to_test_is_nothing_found():
    assert screen_p([], []).size == 0 and confirmed_p([], []).size == 0


def test_what_is_flagged_and_what_is_confirmed():
    check = Check()
    old = [Share(500_000, 10**6), Share(10_000, 10**6)]
    assert flagged(old, [Share(50_300, 10**5), Share(1_000, 10**5)], check).tolist() == []
    assert flagged(old, [Share(51_000, 10**5), Share(1_000, 10**5)], check).tolist() == [0]
    assert flagged(old, [Share(50_000, 10**5), Share(1_090, 10**5)], check).tolist() == [1], "p = 0.008"
    found = confirmed_p([Share(5_000_000, 10**7)] * 2, [Share(501_000, 10**6), Share(500_100, 10**6)])
    assert found[0] == pytest.approx(2 * hypergeometric_p(5_000_000, 10**7, 501_000, 10**6))
    assert confirmed_p([Share(5_000_000, 10**7)] * 2, [Share(510_000, 10**6), Share(500_100, 10**6)])[0] < 1e-9


def test_the_stages_see_the_known_shifts():
    """The note's planning figures, 3.8, for 1e6 v 1e5 and 1e7 v 1e6: the screen sets the limit."""
    check, power = Check(), math.sqrt(0.9)
    for p, screen, confirm in ((0.5, 0.0070, 0.0027), (0.1, 0.0042, 0.0016), (0.01, 0.00148, 0.00056)):
        measured = Share(int(p * 10**6), 10**6)
        assert resolution(measured, check) == pytest.approx(screen, rel=0.02)
        assert min_detectable(*check.confirm, p, 0.001 / 3, power) == pytest.approx(confirm, rel=0.04)
    small = Check(confirm=check.screen)
    assert resolution(measured, small, expected_flags=9) == min_detectable(*check.screen, 0.01, 0.001 / 9, power)
    assert resolution(Sample(0.5, 0.5, 10**6), check) == pytest.approx(0.0070, rel=0.01)
    assert resolution(np.array([500, 500]), check) == pytest.approx(0.0070, rel=0.01)
    assert resolution(np.array([500]), check) == math.inf


def test_the_resolution_of_a_histogram_is_that_of_the_chi_square_test():
    """Moving so much into the largest cell is found in nine of ten samples."""
    shares = np.array([0.4, 0.3, 0.2, 0.1])
    shift = histogram_min_detectable(shares * 10**6, (10**6, 10**4), 0.001, 0.9)
    moved = shares * (1 - shift / 0.6)
    moved[0] = 0.4 + shift
    random = np.random.default_rng(41)
    pairs = zip(random.multinomial(10**6, shares, 2_000), random.multinomial(10**4, moved, 2_000))
    found = sum(histogram_p(old, new) <= 0.001 for old, new in pairs)
    assert found == pytest.approx(1_800, abs=5 * math.sqrt(180))


def rejected(least, alpha, repeats):
    """How many of so many pairs of samples of one long-tailed distribution the chi-square test tells apart."""
    random = np.random.default_rng(42)
    shares = stats.geom.pmf(np.arange(1, 41), 0.25)
    shares /= shares.sum()
    pairs = zip(random.multinomial(10**6, shares, repeats), random.multinomial(10**4, shares, repeats))
    return sum(histogram_p(old, new, least) <= alpha for old, new in pairs)


@pytest.mark.slow
def test_only_merged_cells_keep_a_small_alpha():
    """Size at 1e-3: 1.0 with twenty expected in a cell; 2.3 with one, the control."""
    assert rejected(20, 0.001, 60_000) <= stats.binom.isf(1e-6, 60_000, 0.001)
    assert rejected(0.5, 0.001, 60_000) > stats.binom.isf(1e-6, 60_000, 0.001)


@pytest.mark.parametrize(
    ("adjusted_p", "shift", "margin", "kind", "beyond"),
    [
        (1e-4, 0.01, 0.005, "drift", True),
        (1e-4, 0.01, 0.02, "drift", False),
        (1e-4, 0.01, None, "drift", True),
        (0.9, 0.001, 0.01, "no drift", False),
        (0.9, 0.001, None, "no drift", False),
        (0.9, 0.001, 0.005, "inconclusive", False),
    ],
)
def test_findings(adjusted_p, shift, margin, kind, beyond):
    found = judged(adjusted_p, shift, 0.007, margin)
    assert (found.kind, found.beyond_margin, found.resolution) == (kind, beyond, 0.007)
