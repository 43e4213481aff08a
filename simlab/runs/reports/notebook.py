"""What a notebook shows below a cell: the chapter that a report would have, made the same way from a kept folder."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from simlab.report.page.html import notebook_cell
from simlab.runs.kept import save
from simlab.runs.kept_tables import Tables, keep_tables
from simlab.runs.reports.folders import kept_in
from simlab.runs.reports.report import CHAPTERS
from simlab.runs.results import Run


def run_cell(run: Run) -> str:
    """A run as HTML."""
    return cell(lambda folder: save(run, folder))


def tables_cell(stem: str, found: Tables) -> str:
    """A comparison, readings or a tournament as HTML; `stem` says which, as its JSON is called."""
    return cell(lambda folder: keep_tables(folder, stem, found))


def cell(keep: Callable[[Path], object]) -> str:
    """The HTML of what is kept in a folder that goes at once."""
    with TemporaryDirectory() as folder:
        keep(Path(folder))
        (kept,) = kept_in([Path(folder)])
        return notebook_cell(CHAPTERS[kept.kind](kept, {}))
