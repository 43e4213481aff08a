"""Runs that are kept in a folder: answers.csv, outcomes.parquet, resolved.toml, run.json and the plots.

Everything is written beside its final place first and then moved, so that an interrupted save leaves no half file.
"""

import json
import os
import platform
import tempfile
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import tomli_w

from simlab.contract import Column, Outcomes, Question
from simlab.runs.cautions import warnings_of
from simlab.runs.durable import digests, replaced
from simlab.runs.progress_files import ProgressFiles, parts_of
from simlab.runs.results import Run, ask, assumptions, identity
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.load import resolved
from simlab.scenario.paths import label, paths_of
from simlab.scenario.policies import as_tables

FORMAT = 1
ROWS = "rows"  # the folder of a run's rows, if they are kept
PACKAGES = ("simlab", "numpy", "pandas", "scipy", "numba", "matplotlib")


def check_writable(folder: Path) -> None:
    """Make the folder; raises ScenarioError before anything is simulated if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * 65_536)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--out {folder}")]) from None


def refuse_other_run(ids: set[str], folder: Path) -> list[str]:
    """The files of an earlier run of the same cases; raises ScenarioError if the folder holds another run."""
    try:
        kept = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        cases, files = {case["id"] for case in kept["cases"]}, ["run.json", *kept["files"]]
        same = cases == ids or (not kept["complete"] and cases < ids)  # an interrupted run may be made again
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        same, files = False, []
    if not same:
        message = "holds another run, of another scenario or other rules; choose another folder, or remove this one"
        raise ScenarioError([Problem(message, key=f"--out {folder}")])
    return [Path(name).name for name in files]


def save(run: Run, folder: Path | str, rows: list[dict[str, Any]] | None = None) -> list[Path]:
    """Keep a run; returns the files written. Raises ScenarioError if it cannot, or if another run is there.

    `rows` are the parts of its rows that are kept there already.
    """
    from simlab.report.plots import save as save_figure
    from simlab.runs.figures import drawings

    folder = Path(folder)
    check_writable(folder)
    old = refuse_other_run({identity(case) for case in run.scenario.cases}, folder)
    written = []
    try:
        if rows is None:
            drop_rows(folder)
        for name in old:
            (folder / name).unlink(missing_ok=True)
        for name, write in writers(run).items():
            with replaced(folder / name) as beside:
                write(beside)
            written.append(folder / name)
        drawn = drawings(run)
        for stem, drawing in drawn.items():
            written += save_figure(drawing.figure, folder, stem)
        with replaced(folder / "run.json") as beside:
            plots = {stem: drawing.record for stem, drawing in drawn.items()}
            content = record(run) | {"plots": plots, "files": sorted(path.name for path in written)}
            content |= {"sha256": digests(written)} | ({} if rows is None else {"rows": rows})
            beside.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        written.append(folder / "run.json")
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--out {folder}")]) from None
    return written


def drop_rows(folder: Path) -> None:
    """Remove the rows of an earlier run, as they are not those of one that keeps none; but not such as can go on."""
    try:
        parts = parts_of(json.loads((folder / "run.json").read_text(encoding="utf-8")).get("rows"))
    except (FileNotFoundError, AttributeError, LookupError, TypeError, ValueError):
        return  # nothing says which rows they would be
    progress = ProgressFiles(folder).read() if parts else None
    still = {} if progress is None else {part["name"] for part in progress.rows or ()}
    for part in parts or ():
        if part["name"] not in still:
            (folder / ROWS / Path(part["name"]).name).unlink(missing_ok=True)
    with suppress(OSError):  # it is not there, or holds something else
        (folder / ROWS).rmdir()


def writers(run: Run) -> dict:
    """The tables of a run and how each is written; run.json comes last, when all the rest is there."""
    from simlab.runs.outcome_rows import write_outcomes  # pyarrow takes a while to load

    files = {
        "answers.csv": lambda path: run.answers.to_csv(path, index=False),
        "resolved.toml": lambda path: path.write_text(tomli_w.dumps(resolved_scenario(run)), encoding="utf-8"),
    }
    if all(case.tally is None or case.tally.complete for case in run.cases):
        files["outcomes.parquet"] = lambda path: write_outcomes(run.cases, path)
    return files


def resolved_scenario(run: Run) -> dict[str, Any]:
    """The scenario with every value explicit; it can be run again, and gives the same rows."""
    scenario = run.scenario
    head = {"title": scenario.title, **how_many(run), "seed": scenario.seed, "rng": scenario.rng}
    if scenario.about:
        head["about"] = scenario.about
    tables = resolved(run.cases[0].case)
    playing = {seat for case in scenario.cases for seat in case.seats}
    if playing:  # of a sweep: in any of its cases
        tables["policies"] = players_of(run, playing)
    asked = [
        {"name": question.name, question.kind: question.expression}
        | ({"given": question.given} if question.given else {})
        for question in run.questions
    ]
    targets = [
        {"question": target.question, "range": [target.low, target.high]} | ({"why": target.why} if target.why else {})
        for target in scenario.targets
    ]
    extra = {name: value for name, value in (("sweep", written_out(run)), ("target", targets)) if value}
    return {"game": tables.pop("game"), "model": tables.pop("model"), **head, **tables, "question": asked, **extra}


def players_of(run: Run, playing: set[str]) -> dict[str, Any]:
    """Who plays, with every parameter; where a sweep changes who it is, with those that the file gives.

    What else the first of them has would be handed to the others, or refused by them.
    """
    players, scenario = run.cases[0].case.players, run.scenario
    tables = as_tables({seat: player for seat, player in players.items() if seat in playing})
    swept = {path for key in scenario.content.get("sweep", {}) for path in paths_of(key)}
    for seat in playing:
        if swept & {"policies", f"policies.{seat}", f"policies.{seat}.name"}:
            tables[seat] = dict(scenario.content.get("policies", {}).get(seat, {}))
    return tables


def how_many(run: Run) -> dict[str, Any]:
    """The trials of each case; a precision in their place if it took every case another number."""
    first = run.cases[0]
    if first.reached and not first.ahead and len({done.trials for done in run.cases}) > 1:
        asked = first.reached[0]
        return {"precision": {"relative": asked.asked, "question": asked.question} if asked.relative else asked.asked}
    return {"trials": max(done.trials for done in run.cases) or run.scenario.trials}


def written_out(run: Run) -> dict[str, list]:
    """The lists of the sweep, with the content of the data files that it goes over."""
    sweep = dict(run.scenario.content.get("sweep", {}))
    for key in sweep:
        for place, path in enumerate(paths_of(key)):
            table, _, name = path.partition(".")
            if table == "data" and name in run.cases[0].case.model.data:
                contents = {str(case.set[path]): resolved(case)["data"][name] for case in run.scenario.cases}
                together = "," in key
                rows = [list(value) if together else [value] for value in sweep[key]]
                for row in rows:
                    row[place] = contents[str(row[place])]
                sweep[key] = rows if together else [row[0] for row in rows]
    return sweep


def record(run: Run) -> dict[str, Any]:
    """What run.json says: versions, seed, ids, seconds, and what each column means."""
    return {
        "format": FORMAT,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        "title": run.scenario.title,
        "game": run.scenario.game.name,
        "model": run.scenario.model.name,
        "method": run.method,
        "complete": run.complete,
        "seed": run.scenario.seed,
        "rng": run.scenario.rng,
        "confidence": run.confidence,
        "cases": [
            {
                "id": done.id,
                "label": label(done.case.point),
                "set": done.case.set,
                "trials": done.trials,
                "seconds": round(done.seconds, 6),
                "lost": 0.0 if done.exact is None else done.exact.lost,
                "columns": [column_record(column) for column in done.case.columns],
                "assumptions": assumptions(done.case),
                **({"warnings": warned} if (warned := warnings_of(done)) else {}),
                **({"precision": [one.record for one in done.reached]} if done.reached else {}),
            }
            for done in run.cases
        ],
    }


def versions() -> dict[str, str]:
    """Of what the numbers hang on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def column_record(column: Column) -> dict[str, Any]:
    """A column as run.json describes it."""
    names = {"names": list(column.names)} if column.names else {}
    limits = {"low": column.low, "high": column.high}
    return {"name": column.name, "kind": column.kind, "about": column.about, **limits, **names}


@dataclass(frozen=True)
class KeptRun:
    """A run read back: its record, and each case's label and outcomes."""

    record: dict[str, Any]
    cases: list[tuple[str, Outcomes]]

    @property
    def labels(self) -> list[str]:
        """Each case's label."""
        return [label for label, _ in self.cases]

    @property
    def columns(self) -> list[tuple[Column, ...]]:
        """Each case's columns."""
        return [outcomes.columns for _, outcomes in self.cases]

    def outcomes_about(self, names: Iterable[str]) -> list[Outcomes]:
        """Each case's outcomes, in the named columns at least."""
        return [outcomes for _, outcomes in self.cases]

    def ask(self, question: Question, confidence: float) -> list[dict]:
        """The answers to a new question."""
        return ask(self.outcomes_about(()), question, confidence)

    @property
    def warnings(self) -> list[tuple[str, str]]:
        """What was warned of when the run was kept, each with its case's label."""
        return [(case["label"], text) for case in self.record["cases"] for text in case.get("warnings", ())]


def read(folder: Path | str) -> KeptRun:
    """Read a kept run; raises ScenarioError if the folder does not hold a whole one."""
    folder = Path(folder)
    with reading(folder):
        kept = whole_record(folder)
        if "outcomes.parquet" not in kept["files"]:
            message = "had more different outcomes than are kept; ask with `simlab run` and a question in its scenario"
            raise ScenarioError([Problem(message, str(folder))])
        table = pd.read_parquet(folder / "outcomes.parquet")
        cases = [(case["label"], outcomes_of(case, table[table["case"] == n])) for n, case in enumerate(kept["cases"])]
    return KeptRun(kept, cases)


def whole_record(folder: Path) -> dict[str, Any]:
    """What run.json says; raises ScenarioError, or what `reading` turns into one."""
    kept = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    if kept["format"] != FORMAT:
        raise ScenarioError([Problem(f"kept in format {kept['format']}, this version reads {FORMAT}", str(folder))])
    if not kept["cases"] or not says_all(kept):
        raise ScenarioError([Problem("no whole kept run: run.json has been changed", str(folder))])
    return kept


@contextmanager
def reading(folder: Path):
    """Turn what goes wrong with the files of a kept run into a ScenarioError."""
    try:
        yield
    except FileNotFoundError as error:
        name = Path(error.filename).name if error.filename else "outcomes.parquet"
        raise ScenarioError([Problem(f"no kept run: {name} is missing", str(folder))]) from None
    except (OSError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise ScenarioError([Problem(f"no whole kept run ({type(error).__name__}: {error})", str(folder))]) from None


def columns_of(case: dict[str, Any]) -> tuple[Column, ...]:
    """A case's columns, as run.json describes them. Raises ValueError for what no column has."""
    columns = tuple(
        Column(c["name"], c["about"], c["low"], c["high"], tuple(c.get("names", ())), c["kind"] == "flag")
        for c in case["columns"]
    )
    if not all(isinstance(c.low, int) and isinstance(c.high, int | None) for c in columns):
        raise ValueError("a column's limits are no whole numbers")
    if not all(isinstance(text, str) for c in columns for text in (c.name, *c.names)):
        raise ValueError("a column's names are no texts")
    return columns


SAYS = {"title": str, "game": str, "model": str, "method": str, "seed": int}
SAYS_OF_CASES = {"id": str, "label": str, "set": dict, "trials": int, "assumptions": list}


def says_all(kept: dict[str, Any]) -> bool:
    """Whether a record has what those ask who read it."""
    cases = kept["cases"]
    texts = (text for case in cases for text in (*case["assumptions"], *case.get("warnings", ())))
    right = all(isinstance(case[name], kind) for case in cases for name, kind in SAYS_OF_CASES.items())
    return (
        right
        and all(isinstance(kept[name], kind) for name, kind in SAYS.items())
        and all(isinstance(text, str) for text in texts)
    )


def outcomes_of(case: dict[str, Any], table: pd.DataFrame) -> Outcomes:
    """A case's outcome rows as numbers again."""
    columns = columns_of(case)
    rows = np.empty((len(table), len(columns)), np.int64)
    for place, column in enumerate(columns):
        values = table[column.name]
        numbers = [column.names.index(value) for value in values] if column.names else values
        with np.errstate(invalid="ignore"):  # whatever is no whole number is found by comparing
            rows[:, place] = numbers
        if (rows[:, place] != numbers).any():
            raise ValueError(f"{column.name} holds what is no whole number")
    name = "count" if "count" in table else "probability"
    weights = table[name].to_numpy()
    if not (weights > 0).all():
        raise ValueError(f"{name} holds what is no positive number")
    limits = [(column.low, np.inf if column.high is None else column.high) for column in columns]
    within = all(low <= values.min() and values.max() <= high for values, (low, high) in zip(rows.T, limits))
    total = case["trials"] if name == "count" else 1.0
    if not within or not np.isclose(weights.sum(), total, rtol=1e-9, atol=0):
        raise ValueError("the outcomes are not those of run.json")
    return Outcomes(columns, rows, weights, case["lost"])
