"""Rows stay with their counts: through other columns, Ctrl-C at a bad moment, and parts that are another run's."""

import json

import pytest

from simlab.runs import keeper, kept_rows
from simlab.runs.keeper import Keeper
from tests.runs.test_keeping import SWEEP, files_of, kept, rows_of, small_steps

assert small_steps  # a fixture that holds for the tests here as well


def test_rows_of_cases_with_other_kinds_of_columns_stand_in_parts_of_their_own(tmp_path, monkeypatch):
    """Twenty besiegers fit one byte and two hundred do not; all rows of the first case are in the file by then."""
    monkeypatch.setattr(keeper, "SECONDS", 1_000)
    monkeypatch.setattr(kept_rows, "CELLS", 1)
    setup = {"besiegers": 12, "defenders": 4, "turns": 3}
    content = {"game": "forest", "model": "siege", "setup": setup, "sweep": {"setup.besiegers": [20, 200]}}
    kept(tmp_path, content, {"trials": 3_000}, True)
    parts = json.loads((tmp_path / "run.json").read_text())["rows"]
    assert [part["rows"] for part in parts] == [3_000, 3_000]


@pytest.mark.parametrize("place", ["_close", "_write_group"])
def test_rows_that_ctrl_c_kept_from_being_written_are_played_again(place, tmp_path, monkeypatch):
    """The second case is done and its rows are on their way to the disk: its counts must not be kept without them."""
    kept(tmp_path / "whole", SWEEP, {"trials": 4_000}, True)
    whole, finished, ending = getattr(kept_rows.KeptRows, place), Keeper.finished, []

    def finish(self, complete):
        ending.append(complete)
        return finished(self, complete)

    def torn(self):
        if len(ending) == 2:
            ending.append("torn")
            self._tables = []
            raise KeyboardInterrupt
        whole(self)

    with monkeypatch.context() as patch:
        patch.setattr(Keeper, "_keep", lambda self, tally: None)
        patch.setattr(Keeper, "finished", finish)
        patch.setattr(kept_rows.KeptRows, place, torn)
        patch.setattr(kept_rows, "CELLS", 1 << 23)
        kept(tmp_path / "again", SWEEP, {"trials": 4_000}, True)
    assert not json.loads((tmp_path / "again/run.json").read_text())["complete"]
    kept(tmp_path / "again", SWEEP, {"trials": 4_000}, True)
    assert files_of(tmp_path / "again") == files_of(tmp_path / "whole")
    assert rows_of(tmp_path / "again").equals(rows_of(tmp_path / "whole"))
