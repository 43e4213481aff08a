"""A tally that was sent or kept goes on as if nothing had happened; bytes that were changed are refused."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simlab.stats import tally as tally_module
from simlab.stats.sealed import Damaged, sealed, unsealed
from simlab.stats.tally import Tally
from simlab.stats.tally_state import TallyState

MEASURES = {
    "sum": lambda rows: rows.sum(axis=1).astype(float),
    "half if even": lambda rows: np.where(rows[:, 0] % 2 == 0, rows[:, 1] / 2, np.nan),
}
NARROW = [(0, 2), (-3, None), (1, 40)]
WIDE = [(0, 999)] * 9
MOST = {"packed": (NARROW, {}), "wide": (WIDE, {}), "histograms": (NARROW, {"MOST_SLOTS": 1 << 10})}
MOST["histograms of wide rows"] = (WIDE, {"MOST_WIDE": 100})


def some_rows(seed, count, ranges):
    """Rows within ranges, few or many of them different."""
    random = np.random.default_rng(seed)
    spread = random.integers(2, 60)
    columns = [random.integers(low, min(low + spread, 90 if high is None else high + 1), count) for low, high in ranges]
    return np.column_stack(columns).astype(np.int32)


def empty(ranges):
    return Tally([f"c{n}" for n in range(len(ranges))], ranges, MEASURES)


def same(one, other):
    """Whether two tallies answer everything alike."""
    assert (one.trials, one.complete) == (other.trials, other.complete)
    if one.complete:
        assert all(map(np.array_equal, one.table(), other.table()))
    for name in MEASURES:
        assert all(map(np.array_equal, one.distribution(name), other.distribution(name)))


@pytest.mark.parametrize("kind", MOST)
@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3_000), min_size=1, max_size=5), st.integers(0, 2**32))
def test_a_merge_of_restored_tallies_is_the_merge(kind, counts, seed):
    ranges, limits = MOST[kind]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(tally_module, name, value)
        merged, again = empty(ranges), empty(ranges)
        for place, count in enumerate(counts):
            part = empty(ranges)
            part.add_rows(some_rows(seed + place, count, ranges))
            merged.merge(part)
            sent = TallyState.from_bytes(part.state().to_bytes())
            again = empty(ranges).restored(TallyState.from_bytes(again.state().to_bytes()))
            again.merge(empty(ranges).restored(sent))
            same(merged, again)
        more = some_rows(seed, 100, ranges)
        merged.add_rows(more)
        again.add_rows(more)
        same(merged, again)


def filled(kind="packed"):
    tally = empty(MOST[kind][0])
    tally.add_rows(some_rows(1, 5_000, MOST[kind][0]))
    return tally


@pytest.mark.parametrize("kind", ["packed", "wide"])
def test_a_state_shares_nothing_with_its_tally(kind):
    tally, before = filled(kind), filled(kind)
    state = tally.state()
    tally.add_rows(some_rows(1, 5_000, MOST[kind][0]))
    same(empty(MOST[kind][0]).restored(state), before)


def test_it_is_small():
    """A row of three small columns and its count take five bytes or so."""
    tally = filled()
    assert len(tally.state().to_bytes()) < 8 * len(tally.table()[0]) + 1_000


@given(st.data())
def test_a_changed_byte_is_noticed(data):
    content = filled().state().to_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    changed = bytearray(content)
    changed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Damaged):
        TallyState.from_bytes(bytes(changed))


@given(st.integers(0, len(filled().state().to_bytes()) - 1))
@example(7)  # all but the format's number
def test_a_torn_file_is_noticed(length):
    with pytest.raises(Damaged):
        TallyState.from_bytes(filled().state().to_bytes()[:length])


@given(st.binary(max_size=200))
def test_other_bytes_are_noticed(content):
    with pytest.raises(Damaged):
        unsealed(content)


def test_another_format_is_named():
    content = bytearray(sealed({}, {}))
    content[7] = 2
    with pytest.raises(Damaged, match="format 2; this version reads 1"):
        unsealed(bytes(content))


SHORT = {"rows": np.zeros((2, 3)), "counts": np.full((2, 2), 1_250)}
TEXTS = {"rows": np.array(["a"]), "counts": np.array([3])}


@pytest.mark.parametrize(
    "state",
    [
        TallyState("packed", 3, (), (), {}),
        TallyState("wide", 5_000, filled().state().columns, tuple(MEASURES), filled().state().arrays),
        TallyState("packed", 4_999, filled().state().columns, tuple(MEASURES), filled().state().arrays),
        TallyState("packed", 5_000, filled().state().columns, tuple(MEASURES), {}),
        TallyState("histograms", 5_000, filled().state().columns, tuple(MEASURES), {}),
        TallyState("packed", 5_000, filled().state().columns, tuple(MEASURES), SHORT),
        TallyState("packed", 3, filled().state().columns, tuple(MEASURES), TEXTS),
    ],
)
def test_a_state_of_something_else_is_refused(state):
    with pytest.raises(Damaged):
        empty(NARROW).restored(state)


def test_a_wide_column_without_a_limit_may_hold_what_no_packed_one_could():
    tally = Tally(list("abcd"), [(0, None)] * 4, {})
    tally.add_rows(np.array([[2_000_000, 0, 1, 2]], np.int32))
    again = Tally(list("abcd"), [(0, None)] * 4, {}).restored(tally.state())
    assert tally.complete and again.table()[0].tolist() == [[2_000_000, 0, 1, 2]]
