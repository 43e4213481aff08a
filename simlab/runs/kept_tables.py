"""Tables, JSON and figures of a comparison, readings, a search or a tournament, kept in a folder like a run's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pandas as pd

from simlab.runs.durable import digests, hold, replaced
from simlab.runs.kept import check_writable, versions
from simlab.scenario.errors import Problem, ScenarioError

#: Why a folder is refused that holds tables about something else, by the stem of their JSON.
OTHER = {
    "find": "holds something else; choose another folder, or remove this one",
    "tournament": "holds another tournament; choose another folder, or remove this one",
} | {
    stem: f"holds another {stem}.json, of other scenarios or other rules; choose another folder, or remove it"
    for stem in ("comparison", "readings")
}
A_RUN = "holds the run of a scenario; choose another folder, or remove this one"


def refuse_other_tables(folder: Path, stem: str, ids: list[str]) -> None:
    """Make the folder and hold it; raises ScenarioError if it cannot be written, or holds a run or other tables."""
    check_writable(folder)
    hold(folder)
    if (folder / "run.json").exists():
        raise ScenarioError([Problem(A_RUN, key=f"--out {folder}")])
    if _earlier(folder, stem, ids) is None:
        raise ScenarioError([Problem(OTHER[stem], key=f"--out {folder}")])


def _earlier(folder: Path, stem: str, ids: list[str]) -> list[str] | None:
    """The files that tables about the same scenarios left there; None if those there are about others."""
    try:
        kept = json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
        return [Path(name).name for name in kept["files"]] if kept["ids"] == ids else None
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        return None


class Tables(Protocol):
    """What can be kept: a comparison, readings, a search, a tournament."""

    @property
    def record(self) -> dict[str, Any]:
        """All of it for programs, with the `ids` of the scenarios."""

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """Its rows by file name stem."""

    def plot(self) -> dict:
        """Its figures by file name stem."""


def keep_tables(folder: Path, stem: str, found: Tables) -> list[Path]:
    """Write the tables as CSV, the figures and, when all the rest is there, <stem>.json; returns the files written.

    Raises ScenarioError if the folder cannot be written.
    """
    from simlab.report.plots import save as save_figure

    record, written = found.record, []
    try:
        for name in _earlier(folder, stem, record["ids"]) or ():
            (folder / name).unlink(missing_ok=True)
        for name, table in found.tables.items():
            with replaced(folder / f"{name}.csv") as beside:
                table.to_csv(beside, index=False)
            written.append(folder / f"{name}.csv")
        for name, figure in found.plot().items():
            written += save_figure(figure, folder, name)
        with replaced(folder / f"{stem}.json") as beside:
            content = record | {"versions": versions(), "files": sorted(path.name for path in written)}
            content |= {"sha256": digests(written)}
            beside.write_text(json.dumps(content, indent=1, default=str, allow_nan=False) + "\n", encoding="utf-8")
        written.append(folder / f"{stem}.json")
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--out {folder}")]) from None
    return written
