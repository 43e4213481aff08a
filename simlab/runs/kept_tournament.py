"""A tournament kept in a folder: tournament.json, its tables as CSV, and the plots."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.runs.kept import check_writable, replaced
from simlab.scenario.errors import Problem, ScenarioError

RECORD = "tournament.json"
TABLES = ("matrix", "strengths", "seats")


def check_folder(folder: Path) -> None:
    """Make the folder; raises ScenarioError if it cannot be written or holds the run of a scenario."""
    check_writable(folder)
    if (folder / "run.json").exists():
        message = "holds the run of a scenario; choose another folder, or remove this one"
        raise ScenarioError([Problem(message, key=f"--out {folder}")])


def check_same(folder: Path, scenario_id: str) -> None:
    """Raises ScenarioError if the folder holds another tournament, of other tables or other rules."""
    try:
        same = json.loads((folder / RECORD).read_text(encoding="utf-8"))["scenario"]["id"] == scenario_id
    except FileNotFoundError:
        return
    except (OSError, ValueError, KeyError, TypeError):
        same = False
    if not same:
        message = "holds another tournament; choose another folder, or remove this one"
        raise ScenarioError([Problem(message, key=f"--out {folder}")])


def save_tournament(record: Mapping[str, Any], game: str, folder: Path) -> list[Path]:
    """Keep a tournament's record, tables and plots; returns the files written. Raises ScenarioError if it cannot.

    `game` is the game's title.
    """
    from simlab.report.plots import save as save_figure
    from simlab.report.tournament_plots import tournament_figures

    written = []
    try:
        for name in TABLES:
            with replaced(folder / f"{name}.csv") as beside:
                pd.DataFrame(record[name]).to_csv(beside, index=False)
            written.append(folder / f"{name}.csv")
        for stem, figure in tournament_figures(record, game).items():
            written += save_figure(figure, folder, stem)
        with replaced(folder / RECORD) as beside:
            beside.write_text(json.dumps(record, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        written.append(folder / RECORD)
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--out {folder}")]) from None
    return written
