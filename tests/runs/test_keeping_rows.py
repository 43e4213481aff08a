"""Rows stay with their counts: through other columns, Ctrl-C at a bad moment, and parts that are another run's."""

import json

from simlab.runs import keeper, kept_rows
from tests.runs.test_keeping import kept, small_steps

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
