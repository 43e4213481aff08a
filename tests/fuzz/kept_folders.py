"""Kept runs and comparisons: with any file changed they are read, asked, compared and reported, or refused."""

import io
import json
import math
import random
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pandas as pd

from simlab.contract import Question
from simlab.games import GAMES
from simlab.report.page.html import html_page
from simlab.report.page.markdown import markdown_page
from simlab.runs.compare import compare
from simlab.runs.compare_kept import compare_kept
from simlab.runs.comparison import Terms
from simlab.runs.find import find
from simlab.runs.kept import read, record, refuse_other_run, versions, writers
from simlab.runs.kept_tables import Tables, refuse_other_tables
from simlab.runs.observed import kept_of, observations, placed
from simlab.runs.readings import readings
from simlab.runs.reports.report import report_of, write_report
from simlab.runs.results import ask
from simlab.runs.run import Effort, Waiting, simulate
from simlab.runs.search_result import SearchResult
from simlab.runs.searches import Search, search_of
from simlab.runs.seating import by_situation
from simlab.runs.standings import Standings
from simlab.runs.tournament import Play, play_tournament, schedule
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from simlab.scenario.questions import question_faults
from tests.fuzz.guard import PROJECT, guarded, refused_or
from tests.fuzz.trees import as_json, as_toml, changed, odd, other_bytes

SIEGE = PROJECT / "scenarios/forest/siege_twelve.toml"
POLICIES = PROJECT / "scenarios/vampire/game_policies.toml"
FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-kept-")
HERE = Path(FOLDER.name)
TABLES = ("comparison", "find", "readings", "tournament")
FOLDERS = ("run", "sweep", *TABLES)
QUESTION = Question("asked", "event", "fell", None)


@cache
def content() -> dict[tuple[str, str], bytes]:
    """What small kept folders hold, by folder and name; they are written as well."""
    for name, changes in (("run", ()), ("sweep", ("setup.turns=2,3",))):
        keep_run(HERE / name, load(SIEGE, GAMES, vary=changes))
    for name, found in zip(TABLES, found_tables()):
        keep(HERE / name, found)
    for name in FOLDERS:
        read_all(HERE / name)  # so that all is imported that will be
    shutil.rmtree(HERE / "out")
    return {(path.parent.name, path.name): path.read_bytes() for path in sorted(HERE.glob("*/*"))}


def keep_run(folder: Path, scenario) -> None:
    """A kept run without its plots."""
    run = simulate(scenario, Effort(trials=300, jobs=1))
    folder.mkdir()
    for name, write in writers(run).items():
        write(folder / name)
    said = record(run) | {"plots": {}, "files": sorted(path.name for path in folder.iterdir())}
    (folder / "run.json").write_text(json.dumps(said), encoding="utf-8")


def found_tables() -> Iterator[Tables]:
    """A comparison, a search, readings and a tournament."""
    effort, siege = Effort(trials=300, jobs=1), load(SIEGE, GAMES)
    yield compare(siege, load(SIEGE, GAMES, ["setup.turns=4"]), Terms(effort), Waiting())
    scenario = load(SIEGE, GAMES, vary=["setup.besiegers=4"])
    search = search_of(scenario, Search("setup.besiegers", 4, 8, "falls by turn 3", 0.2, 0.01, 300))
    yield SearchResult(scenario, find(scenario, search, effort, Waiting()), 0.95)
    yield readings(siege, (), effort, Waiting())
    play = Play(20, 1, 0.95)
    situation = by_situation(load(POLICIES, GAMES))[0]
    yield Standings(play_tournament(schedule(situation, ["idle", "random"], play, False), play), 0.05)


def keep(folder: Path, found: Tables) -> None:
    """A folder of tables without its plots."""
    folder.mkdir()
    for name, table in found.tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
    said = found.record | {"versions": versions(), "files": [f"{name}.csv" for name in found.tables]}
    (folder / f"{folder.name}.json").write_text(json.dumps(said, default=str), encoding="utf-8")


@cache
def places() -> list[tuple[str, str]]:
    """Every file as (folder, name)."""
    return list(content())


def seeds() -> list[bytes]:
    """Each file as it is."""
    return [b"/".join((folder.encode(), name.encode())) + b"\n" + text for (folder, name), text in content().items()]


def parted(data: bytes) -> tuple[str, str, bytes]:
    """Folder, name and content of the file that an input is of; some file, if its first line names none."""
    head, _, text = data.partition(b"\n")
    place = tuple(head.decode("utf-8", "replace").split("/"))
    folder, name = place if place in content() else places()[sum(head) % len(places())]
    return folder, name, text


def target(data: bytes) -> None:
    """The first line says which file it is, the rest stands in it."""
    folder, name, text = parted(data)
    (HERE / folder / name).write_bytes(text)
    try:
        with guarded([HERE]):
            read_all(HERE / folder)
    finally:
        (HERE / folder / name).write_bytes(content()[folder, name])
        shutil.rmtree(HERE / "out", ignore_errors=True)


def read_all(folder: Path) -> None:
    """Everything that reads kept folders."""
    report = refused_or(lambda: report_of([folder], {}), ScenarioError)
    if report is not None:
        html_page(report)
        markdown_page(report)
        refused_or(lambda: write_report(report, HERE / "out"), ScenarioError)
    if folder.name in TABLES:
        refused_or(lambda: refuse_other_tables(folder, folder.name, ["a", "b"]), ScenarioError)
        return
    refused_or(lambda: refuse_other_run({"a"}, folder), ScenarioError)
    refused_or(lambda: compare_kept(folder, folder, Terms()), ScenarioError)
    kept = refused_or(lambda: read(folder), ScenarioError)
    if kept is not None:
        assert all(isinstance(label, str) and isinstance(text, str) for label, text in kept.warnings)
        if not any(question_faults(QUESTION, outcomes.columns) for _, outcomes in kept.cases):
            ask([outcomes for _, outcomes in kept.cases], QUESTION, 0.95)
        columns = [outcomes.columns for _, outcomes in kept.cases]
        seen = refused_or(lambda: observations(["fell=true"], columns), ScenarioError)
        for _, outcomes in kept.cases if seen is not None else ():
            placed(kept_of(outcomes, None), seen, 0.95)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another file: changes of its tree or table, or of its bytes."""
    folder, name, text = parted(data)
    head = f"{folder}/{name}\n".encode()
    if chance.random() < 0.2 or not text:
        return head + other_bytes(text or content()[folder, name], chance)
    try:
        return head + other_file(text, name, chance)
    except Exception:  # it cannot be read any more: from the start again
        return head + other_bytes(content()[folder, name], chance)


def other_file(text: bytes, name: str, chance: random.Random) -> bytes:
    """The file with something else in it."""
    import tomllib

    if name.endswith(".json"):
        return as_json(changed(json.loads(text), chance))
    if name.endswith(".toml"):
        return as_toml(changed(tomllib.loads(text.decode()), chance))
    if name.endswith(".csv"):
        return (
            other_table(pd.read_csv(io.BytesIO(text), dtype=str, keep_default_na=False), chance)
            .to_csv(index=False)
            .encode()
        )
    made = io.BytesIO()
    other_table(pd.read_parquet(io.BytesIO(text)), chance).to_parquet(made, index=False)
    return made.getvalue()


def other_table(table: pd.DataFrame, chance: random.Random) -> pd.DataFrame:
    """A table with another cell, column or number of rows."""
    column = chance.choice(list(table.columns))
    match chance.randrange(6):
        case 0:
            return table.drop(columns=column)
        case 1:
            return table.rename(columns={column: str(odd(chance))[:200]})
        case 2:
            return table.head(chance.choice([0, 1, len(table) // 2]))
        case 3:
            return pd.concat([table] * chance.choice([2, 50]))
        case 4:
            return table.assign(**{column: [odd(chance)] * len(table)}).astype({column: str})
        case _:
            values = table[column].astype(object).tolist() or [0]
            values[chance.randrange(len(values))] = chance.choice([-1, 0, 2**40, 1e308, math.nan, 7, 2**62, 1.5, 300])
            kind = chance.choice([str, float, None])
            made = table.head(len(values)).assign(**{column: values[: len(table)]})
            return made.astype({column: kind}) if kind else made.infer_objects()


def __getattr__(name: str):
    """`SEEDS` are made when they are asked for, as that plays some games."""
    if name == "SEEDS":
        return seeds()
    raise AttributeError(name)
