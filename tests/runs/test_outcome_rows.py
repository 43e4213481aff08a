"""outcomes.parquet holds what `Run.outcomes` does, however many rows are written at once."""

import pandas as pd
import pytest

import simlab
from simlab.runs import outcome_rows
from simlab.runs.outcome_rows import write_outcomes

DUEL = {"game": "vlad", "model": "duel", "setup": {"attackers": [{"unit": "archer"}], "defender": {"unit": "knight"}}}
SIEGE = {"game": "forest", "model": "siege", "setup": {"besiegers": 12, "defenders": 4, "turns": 3}}
OTHER_COLUMNS = DUEL | {"sweep": {"setup.attackers": [[{"unit": "archer"}], [{"unit": "archer"}, {"unit": "knight"}]]}}
MADE = {
    "one case": lambda: simlab.run(SIEGE, trials=3_000),
    "a sweep": lambda: simlab.run(SIEGE | {"sweep": {"setup.turns": [1, 2, 3]}}, trials=3_000),
    "a duel": lambda: simlab.run(DUEL, trials=500, exact=False),
    "solved": lambda: simlab.solve(SIEGE),
}


@pytest.mark.parametrize("at_once", [1, 7, 100_000])
@pytest.mark.parametrize("name", MADE)
def test_a_file_holds_the_table(name, at_once, tmp_path, monkeypatch):
    monkeypatch.setattr(outcome_rows, "AT_ONCE", at_once)
    run = MADE[name]()
    write_outcomes(run.cases, tmp_path / "outcomes.parquet")
    found = pd.read_parquet(tmp_path / "outcomes.parquet")
    pd.testing.assert_frame_equal(found, run.outcomes, check_dtype=False)
    assert [kind.kind for kind in found.dtypes] == [kind.kind for kind in run.outcomes.dtypes]


def test_columns_that_a_case_has_not_are_null(tmp_path):
    run = simlab.run(OTHER_COLUMNS, trials=300, exact=False)
    write_outcomes(run.cases, tmp_path / "outcomes.parquet")
    found = pd.read_parquet(tmp_path / "outcomes.parquet")
    only = [name for name in run.outcomes if name not in {column.name for column in run.cases[0].case.columns}]
    only = [name for name in only if name not in ("case", "count")]
    assert only and found.loc[found["case"] == 0, only].isna().all(axis=None)
    for number in (0, 1):
        names = ["case", *(column.name for column in run.cases[number].case.columns), "count"]
        one, other = (
            table.loc[table["case"] == number, names].reset_index(drop=True) for table in (found, run.outcomes)
        )
        pd.testing.assert_frame_equal(one, other, check_dtype=False)
