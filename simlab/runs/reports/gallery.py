"""The page that links to the reports of a folder, made from what each says of itself."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from simlab.report.page.html import gallery_page
from simlab.report.page.parts import Answer, Entry
from simlab.runs.durable import replaced
from simlab.runs.reports.folders import BROKEN
from simlab.runs.reports.report import RECORD
from simlab.scenario.errors import Problem, ScenarioError

ANSWERS = 2  # of each report


def write_gallery(folder: Path, names: Sequence[str], title: str, pictures: Mapping[str, str] | None = None) -> Path:
    """Write index.html for the reports in folders of these names. Raises ScenarioError for one that is none.

    `pictures` has the stem of the plot that stands for a report, by its name; the first one of those not in it.
    """
    page = gallery_page(title, [entry(folder, name, (pictures or {}).get(name)) for name in names])
    with replaced(folder / "index.html") as beside:
        beside.write_bytes(page.encode("utf-8"))
    return folder / "index.html"


def entry(folder: Path, name: str, picture: str | None) -> Entry:
    """What the gallery shows of a report."""
    try:
        record = json.loads((folder / name / RECORD).read_text(encoding="utf-8"))
        wanted = [plot for plot in record["plots"] if picture in (None, Path(plot["file"]).stem)]
        if picture and not wanted:
            raise LookupError(f"no plot {picture}")
        first = wanted[0] if wanted else {"file": "", "alt": ""}
        answers = [Answer(str(one["question"]), str(one["answer"])) for one in record["answers"]]
        title, plot, alt = (str(text) for text in (record["title"], first["file"], first["alt"]))
    except BROKEN as error:
        message = f"no whole report: {RECORD} is missing or damaged ({type(error).__name__}: {error})"
        raise ScenarioError([Problem(message, str(folder / name))]) from None
    return Entry(name, title, plot, alt, answers[:ANSWERS], max(len(answers) - ANSWERS, 0))
