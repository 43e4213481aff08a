"""A report from kept folders, and the files that it is written to."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from simlab.report.page.html import html_page
from simlab.report.page.markdown import markdown_page
from simlab.report.page.parts import Chapter, Report
from simlab.report.page.pictures import file_names, with_few_colours
from simlab.runs.durable import replaced
from simlab.runs.reports import comparison, kept_run, readings, search, tournament
from simlab.runs.reports.folders import Kept, kept_in, whole
from simlab.scenario.errors import Problem, ScenarioError

CHAPTERS: Mapping[str, Callable[[Kept, Mapping[str, str]], Chapter]] = {
    "run": kept_run.chapter,
    "comparison": comparison.chapter,
    "readings": readings.chapter,
    "find": search.chapter,
    "tournament": tournament.chapter,
}
FORMAT = 1
RECORD = "report.json"


def report_of(sources: Sequence[Path], game_titles: Mapping[str, str], title: str | None = None) -> Report:
    """A report with a chapter for all that the folders hold. Raises ScenarioError with the problems of all of them."""
    found = kept_in(sources)
    chapters: list[tuple[Kept, Chapter]] = []
    problems: list[Problem] = []
    seconds = 0.0
    for kept in found:
        try:
            with whole(kept.folder, kept.kind):
                chapters.append((kept, CHAPTERS[kept.kind](kept, game_titles)))
                seconds += seconds_of(kept)
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    nested = with_readings_inside(chapters)
    return Report(title or title_of(nested), nested, made(seconds))


def with_readings_inside(chapters: Sequence[tuple[Kept, Chapter]]) -> list[Chapter]:
    """The chapters; readings of a case that has a chapter are part of it."""
    moves: dict[int, list[Chapter]] = {}
    inside = set()
    runs = {ids_of(kept): place for place, (kept, _) in reversed(list(enumerate(chapters))) if kept.kind == "run"}
    for place, (kept, one) in enumerate(chapters):
        home = runs.get(tuple(map(str, kept.record["ids"]))) if kept.kind == "readings" else None
        if home is not None:
            moves.setdefault(home, []).append(replace(one, title="Other readings of the rules", assumptions=()))
            inside.add(place)
    outer = [replace(one, moves=moves.get(place, ())) for place, (_, one) in enumerate(chapters) if place not in inside]
    return assumed_once(told_apart(outer))


def assumed_once(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters; what an earlier one says of an assumption is not said again."""
    said: set[str] = set()
    found = []
    for one in chapters:
        above = [line.split(" (")[0].split(" = ")[0] for line in one.assumptions if line in said]
        found.append(
            replace(one, assumptions=[line for line in one.assumptions if line not in said], assumed_above=above)
        )
        said.update(one.assumptions)
    return found


def told_apart(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters; a sweep whose title another chapter has too says what it goes over."""
    titles = [one.title for one in chapters]
    return [
        replace(one, title=f"{one.title}, by {listing([axis.name for axis in one.explorer.axes])}")
        if one.explorer and titles.count(one.title) > 1
        else one
        for one in chapters
    ]


def listing(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def ids_of(kept: Kept) -> tuple[str, ...]:
    """The ids of a run's cases."""
    return tuple(str(case["id"]) for case in kept.record["cases"])


def title_of(chapters: Sequence[Chapter]) -> str:
    """The title of the only chapter, or of a report of several."""
    titles = list(dict.fromkeys(one.title for one in chapters))
    return titles[0] if len(titles) == 1 else f"Balance report: {titles[0]}, and {len(titles) - 1} more"


def made(seconds: float) -> str:
    """The only line that differs when a report is made again; what it tells of took so many seconds."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    took = f"; what it tells of took {seconds:.1f} s" if seconds else ""
    return f"Made on {when} UTC by simlab {version('simlab')}{took}."


def seconds_of(kept: Kept) -> float:
    """The time that what is kept took, where it is known."""
    if kept.kind == "run":
        return sum(case["seconds"] for case in kept.record["cases"])
    return kept.record.get("seconds", 0.0)


def everything(chapters: Sequence[Chapter]) -> Iterator[Chapter]:
    """All chapters with those inside them."""
    for one in chapters:
        yield one
        yield from everything(one.moves)


def write_report(report: Report, out: Path) -> list[Path]:
    """Write the page, its Markdown, plots, tables and scenarios; returns the files. Raises ScenarioError.

    The files of an earlier report there go, if the new one has none of their name.
    """
    earlier, written = files_of(out), []
    with told(out):
        for name, write in writers(report).items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            with replaced(out / name) as beside:
                write(beside)
            written.append(name)
        for name in earlier - set(written):
            (out / name).unlink(missing_ok=True)
        with replaced(out / RECORD) as beside:
            beside.write_text(json.dumps(record(report, written), indent=1) + "\n", encoding="utf-8")
    return [out / name for name in (*written, RECORD)]


@contextmanager
def told(out: Path) -> Iterator[None]:
    """Inside, a folder that cannot be written is said to be so."""
    try:
        yield
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror or error}", key=f"--out {out}")]) from None


def writers(report: Report) -> dict[str, Callable[[Path], object]]:
    """How each file is written, by its name; the pages come last, when all is there that they link to."""
    files: dict[str, Callable[[Path], object]] = {}
    for one in everything(report.chapters):
        for plot in one.plots:
            files |= {
                name: small_picture(path) if name.endswith(".png") else copier(path)
                for name, path in file_names(plot).items()
            }
        for table in (*one.tables, *one.further):
            files[f"tables/{table.stem}.csv"] = writer(table.csv)
        if one.method.scenario is not None:
            files[f"scenarios/{one.method.scenario.name}"] = writer(one.method.scenario.text)
    return files | {"report.md": writer(markdown_page(report)), "report.html": writer(html_page(report))}


def copier(source: Path) -> Callable[[Path], object]:
    """Copies a file."""
    return lambda path: shutil.copyfile(source, path)


def small_picture(source: Path) -> Callable[[Path], object]:
    """Copies a picture, with a palette."""
    return lambda path: path.write_bytes(with_few_colours(source))


def writer(text: str) -> Callable[[Path], object]:
    """Writes a text."""
    return lambda path: path.write_bytes(text.encode("utf-8"))


def record(report: Report, written: Sequence[str]) -> dict:
    """What report.json says: the answers in short, and the files, for pages that link to several reports."""
    answers = [
        {"chapter": one.title, "question": answer.question, "answer": answer.sentence}
        for one in report.chapters
        for answer in one.answers
    ]
    plots = [
        {"file": f"plots/{plot.stem}.png", "alt": plot.alt} for one in everything(report.chapters) for plot in one.plots
    ]
    return {"format": FORMAT, "title": report.title, "answers": answers, "plots": plots, "files": sorted(written)}


def files_of(out: Path) -> set[str]:
    """The files of the report that is there, as far as it says so: none outside of its folder."""
    try:
        names = json.loads((out / RECORD).read_text(encoding="utf-8"))["files"]
        return {name for name in names if len(Path(name).parts) <= 2 and ".." not in name and not name.startswith("/")}
    except (OSError, ValueError, LookupError, TypeError):
        return set()
