"""Tallies add exactly, in any order, whether or not they can keep every row."""

import numpy as np
import pytest

from simlab.stats import tally as tally_module
from simlab.stats.tally import OutOfRange, Tally

RANGES = [(0, 2), (-3, None), (1, 40)]
NAMES = ["a", "b", "c"]


def measures():
    """Two measures, one with rows that do not count."""
    return {
        "sum": lambda rows: rows.sum(axis=1).astype(float),
        "b if a": lambda rows: np.where(rows[:, 0] > 0, rows[:, 1], np.nan),
    }


def random_rows(count, seed=1, spread=40):
    """Rows within the ranges."""
    random = np.random.default_rng(seed)
    columns = random.integers(0, 3, count), random.integers(-3, spread, count), random.integers(1, 41, count)
    return np.column_stack(columns).astype(np.int32)


def tallied(*batches):
    """A tally of some batches."""
    tally = Tally(NAMES, RANGES, measures())
    for batch in batches:
        tally.add_rows(batch)
    return tally


def test_a_tally_is_numpys_unique():
    rows = random_rows(20_000)
    expected, counts = np.unique(rows, axis=0, return_counts=True)
    found, weights = tallied(rows[:77], rows[77:]).table()
    assert np.array_equal(found, expected)
    assert np.array_equal(weights, counts)


@pytest.mark.parametrize("most_slots", [1 << 22, 1 << 14, 1 << 12, 1 << 10])
def test_order_and_grouping_do_not_matter(monkeypatch, most_slots):
    """5,160 different rows at the most; each part of the trials has about 2,500 of them."""
    monkeypatch.setattr(tally_module, "MOST_SLOTS", most_slots)
    rows = random_rows(30_000)
    parts = np.array_split(rows, 9)
    whole = tallied(rows)
    merged = Tally(NAMES, RANGES, measures())
    for part in reversed(parts):
        merged.merge(tallied(part))
    nested = tallied(parts[0])
    nested.merge(tallied(*parts[1:4]))
    nested.merge(tallied(*parts[4:]))
    assert whole.complete == (most_slots > 1 << 12)
    for other in (merged, nested):
        assert (other.trials, other.complete) == (30_000, whole.complete)
        for name in measures():
            assert all(map(np.array_equal, whole.distribution(name), other.distribution(name)))


def test_measures_are_the_same_with_and_without_all_rows(monkeypatch):
    rows = random_rows(30_000)
    kept = tallied(rows)
    monkeypatch.setattr(tally_module, "MOST_SLOTS", 1 << 11)
    lost = tallied(rows)
    assert kept.complete and not lost.complete
    for name in measures():
        assert all(map(np.array_equal, kept.distribution(name), lost.distribution(name)))


def test_memory_stays_small_while_rows_are_many():
    rows = random_rows(200_000, spread=3)
    tally = tallied(*[rows] * 5)
    assert tally.trials == 1_000_000
    assert tally._keys.size <= 8192


@pytest.mark.parametrize("row", [(3, 0, 1), (0, -4, 1), (0, 0, 41), (0, 0, 0), (-1, 0, 1)])
def test_a_row_outside_its_range_is_a_defect(row):
    with pytest.raises(OutOfRange, match=r"column . holds -?\d+, outside"):
        tallied(np.array([(0, 0, 1), row], np.int32))


def wide_rows(count):
    """Rows of nine columns too wide for one number, and their ranges."""
    return np.random.default_rng(4).integers(0, 1000, (count, 9)).astype(np.int32), [(0, 999)] * 9


def wide(*batches):
    """A tally of some batches of wide rows."""
    tally = Tally([str(n) for n in range(9)], wide_rows(1)[1], {"last": lambda rows: rows[:, 8].astype(float)})
    for batch in batches:
        tally.add_rows(batch)
    return tally


def test_wide_rows_are_kept_as_well():
    """A whole campaign has three dozen columns."""
    rows, _ = wide_rows(20_000)
    merged = wide(rows[:9_000], rows[:500])
    merged.merge(wide(rows[9_000:]))
    expected, counts = np.unique(np.concatenate([rows, rows[:500]]), axis=0, return_counts=True)
    found, weights = merged.table()
    assert merged.complete
    assert np.array_equal(found, expected)
    assert np.array_equal(weights, counts)


def test_wide_rows_end_with_measures_only_in_any_order(monkeypatch):
    rows, _ = wide_rows(20_000)
    kept = wide(rows)
    monkeypatch.setattr(tally_module, "MOST_WIDE", 15_000)
    lost, merged = wide(rows), wide(rows[12_000:])
    merged.merge(wide(rows[:12_000]))
    more = wide()
    more.merge(lost)
    assert kept.complete
    for other in (lost, merged, more):
        assert not other.complete
        assert other.trials == 20_000
        assert all(map(np.array_equal, kept.distribution("last"), other.distribution("last")))


def test_a_value_of_a_wide_row_outside_its_range_is_a_defect():
    with pytest.raises(OutOfRange, match="column 8 holds 1000, outside 0..999"):
        wide(np.array([[0] * 8 + [1000]], np.int32))


def test_a_huge_value_of_an_open_column_only_ends_the_keeping_of_rows():
    rows = np.array([(0, 5, 1), (1, 3_000_000, 1), (1, 7, 2)], np.int32)
    tally = tallied(rows)
    assert not tally.complete
    assert tally.distribution("b if a")[0].tolist() == [7.0, 3_000_000.0]


def test_which_zero_is_kept_does_not_depend_on_the_batches():
    """0.0 and -0.0 are equal; which of them a file says must not hang on how long ranges happened to be."""
    rows = np.array([[1, -1, 1], [1, 1, 1]], np.int32)
    for order in ([0, 1], [1, 0]):
        tally = Tally(NAMES, RANGES, {"zero": lambda rows: 0.0 * rows[:, 1]})
        tally.forget_rows()
        for place in order:
            tally.add_rows(rows[place : place + 1])
        values, counts = tally.distribution("zero")
        assert counts.tolist() == [2] and not np.signbit(values).any()


@pytest.mark.parametrize("at_once", [1, 100, 5_000, 100_000, None])
@pytest.mark.parametrize("width", [1, 8])
def test_blocks_are_the_table_in_parts(at_once, width):
    """Also of rows too wide to pack, and of none."""
    rows = np.tile(random_rows(9_000), (1, width))
    tally = Tally([f"{name}{n}" for n in range(width) for name in NAMES], RANGES * width, {})
    assert [len(counts) for _, counts in tally.blocks(at_once)] == [0]
    tally.add_rows(np.ascontiguousarray(rows))
    assert tally.wide == (width > 1)
    blocks = list(tally.blocks(at_once))
    for whole, parts in zip(tally.table(), zip(*blocks)):
        assert np.array_equal(whole, np.concatenate(parts))
    assert all(len(counts) <= (at_once or len(rows)) for _, counts in blocks)


def test_a_distribution_does_not_depend_on_the_blocks(monkeypatch):
    tally = tallied(random_rows(30_000))
    whole = {name: tally.distribution(name) for name in tally.measures}
    monkeypatch.setattr(tally_module, "MANY_ROWS", 700)
    for name, (values, counts) in whole.items():
        found = tally.distribution(name)
        assert np.array_equal(found[0], values) and np.array_equal(found[1], counts)
        assert found[1].dtype == counts.dtype
