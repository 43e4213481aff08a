"""Rows stay with their counts: through other columns, Ctrl-C at a bad moment, and parts that are another run's."""

import json
import shutil

import pyarrow as pa
import pytest

from simlab.contract import Question, category
from simlab.runs import keeper, kept_rows
from simlab.runs.asked_rows import as_numbers, read_to_ask
from simlab.runs.keeper import Keeper
from simlab.runs.kept import save
from simlab.runs.run import solve
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from tests.runs.test_keeping import ALL, ONE, SWEEP, few_outcomes, files_of, kept, rows_of, small_steps

assert small_steps  # a fixture that holds for the tests here as well

ASKED = Question("one wins", "event", 'winner == "one"')


def pressed():
    """Ctrl-C."""
    raise KeyboardInterrupt


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


def test_rows_go_with_the_run_that_they_were_of(tmp_path):
    """A run without rows that takes its place must not leave them there."""
    kept(tmp_path, ONE, {"trials": 2_000}, True)
    shutil.rmtree(tmp_path / "progress")
    kept(tmp_path, ONE, {"trials": 3_000})
    assert not (tmp_path / "rows").exists()


def test_names_of_other_cases_in_a_group_of_rows_do_not_matter():
    values = pa.DictionaryArray.from_arrays(pa.array([2, 0, 2]), pa.array(["one", "two", "three"]))
    column = category("who", "who it was", ("three", "one"))
    assert as_numbers(values, column).tolist() == [0, 1, 0]
    with pytest.raises(ValueError, match="who holds a name that is none of the case's"):
        as_numbers(pa.DictionaryArray.from_arrays(pa.array([1]), values.dictionary), column)


def test_rows_of_an_interrupted_top_up_can_be_asked(tmp_path, monkeypatch):
    few_outcomes(monkeypatch)
    kept(tmp_path, SWEEP, {"trials": 2_000}, True)
    before = read_to_ask(tmp_path).ask(ASKED, 0.95)
    with monkeypatch.context() as patch:
        begun = Keeper.begun
        patch.setattr(Keeper, "begun", lambda self, number, *rest: pressed() if number else begun(self, number, *rest))
        kept(tmp_path, SWEEP, {"trials": 5_000}, True)
    (row,) = read_to_ask(tmp_path).ask(ASKED, 0.95)
    assert (before[0]["trials"], row["trials"]) == (2_000, 5_000)


def test_rows_of_another_run_are_refused(tmp_path, monkeypatch):
    few_outcomes(monkeypatch)
    for seed in (1, 2):
        kept(tmp_path / str(seed), ONE | {"seed": seed}, {"trials": 2_000}, True)
    shutil.copytree(tmp_path / "2/rows", tmp_path / "1/rows", dirs_exist_ok=True)
    with pytest.raises(ScenarioError, match="part-00000.parquet: damaged rows: its checksum does not fit"):
        read_to_ask(tmp_path / "1")


@pytest.mark.parametrize("part", [{}, {"name": "part-00000.parquet"}, "part-00000.parquet"])
def test_a_record_of_rows_that_says_too_little_is_refused(part, tmp_path, monkeypatch):
    few_outcomes(monkeypatch)
    kept(tmp_path, ONE, {"trials": 2_000}, True)
    record = json.loads((tmp_path / "run.json").read_text()) | {"rows": [part]}
    (tmp_path / "run.json").write_text(json.dumps(record))
    with pytest.raises(ScenarioError, match="no whole kept run"):
        read_to_ask(tmp_path)


def test_cases_that_were_done_whole_keep_their_seconds(tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.runs.run.worth_it", lambda *given: True)
    seconds = []
    for _ in range(2):
        kept(tmp_path, SWEEP, {"trials": 4_000})
        seconds.append([case["seconds"] for case in json.loads((tmp_path / "run.json").read_text())["cases"]])
    assert all(before <= after for before, after in zip(*seconds))


def test_rows_that_can_go_on_stay_whatever_else_is_kept_there(tmp_path):
    """Exact outcomes of the same case may take the place of the tables, and not of trials."""
    kept(tmp_path, ONE, {"trials": 2_000}, True)
    save(solve(load(ONE, ALL)), tmp_path)
    kept(tmp_path, ONE, {"trials": 3_000}, True)
    assert len(rows_of(tmp_path)) == 3_000


def test_rows_of_somebody_else_are_not_touched(tmp_path):
    theirs = tmp_path / "rows/part-00000.parquet"
    theirs.parent.mkdir()
    theirs.write_text("theirs")
    save(solve(load(ONE, ALL)), tmp_path)
    assert theirs.read_text() == "theirs"


def test_a_record_that_names_rows_in_another_way_takes_none_away(tmp_path):
    kept(tmp_path, ONE, {"trials": 2_000}, True)
    shutil.rmtree(tmp_path / "progress")
    record = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(record | {"rows": [7]}))
    save(solve(load(ONE, ALL)), tmp_path)
    assert list((tmp_path / "rows").glob("part-*.parquet"))
