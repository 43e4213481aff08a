"""Kept progress and rows: with any file changed, and its checksums made to fit, a run goes on or is refused by name."""

import hashlib
import json
import random
import shutil
import tempfile
from functools import cache
from pathlib import Path
from unittest import mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simlab.contract import Question
from simlab.games import GAMES
from simlab.runs import keeper as keeping
from simlab.runs.asked_rows import RowsOfRun
from simlab.runs.keeper import Keeper
from simlab.runs.kept import record, writers
from simlab.runs.progress_files import FOLDER, NOW
from simlab.runs.run import Effort, plan_of, simulate
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from simlab.stats.sealed import sealed, unsealed
from tests.fuzz.guard import PROJECT, guarded, refused_or
from tests.fuzz.trees import changed, other_bytes

SCENARIOS = {
    "packed": load(PROJECT / "scenarios/forest/siege_twelve.toml", GAMES, vary=["setup.turns=2,3"]),
    "wide": load({"game": "vampire", "model": "game", "title": "A game"}, GAMES),
}
FIRST, LATER = 200, 260  # trials that are kept, and that a run goes on to
QUESTION = Question("asked", "value", "1", None)
PLACES = tempfile.TemporaryDirectory(prefix="fuzz-progress-")
HERE = Path(PLACES.name)


def run_to(trials: int, name: str) -> None:
    """Run to so many trials of each case, from what is kept."""
    scenario, effort, folder = SCENARIOS[name], Effort(trials=trials, jobs=1, exact=False), HERE / name
    keeper = Keeper(scenario, plan_of(scenario, effort), folder, True, lambda text: None)
    run = simulate(scenario, effort, keeper=keeper)
    for file, write in writers(run).items():
        write(folder / file)
    said = record(run) | {"files": ["answers.csv"], "rows": keeper.rows.parts if keeper.rows else []}
    (folder / "run.json").write_text(json.dumps(said), encoding="utf-8")


@cache
def content() -> dict[Path, bytes]:
    """What is kept of small runs, by the path in HERE; everything is written as well."""
    enough, keeping.ENOUGH = keeping.ENOUGH, 1  # each case gets a file
    with mock.patch("time.perf_counter", return_value=0.0):  # the same bytes each time, as they name each other
        for name in SCENARIOS:
            (HERE / name).mkdir()
            run_to(FIRST, name)
    keeping.ENOUGH = enough
    found = {path.relative_to(HERE): path.read_bytes() for path in sorted(HERE.rglob("*")) if path.is_file()}
    for name in SCENARIOS:  # so that all is imported and compiled that will be, of one case going on as well
        go_on(name)
        put_back(name, found)
    return found


def put_back(name: str, files: dict[Path, bytes]) -> None:
    """Make a folder again what it was."""
    shutil.rmtree(HERE / name)
    for path, text in files.items():
        if path.parts[0] == name:
            (HERE / path).parent.mkdir(parents=True, exist_ok=True)
            (HERE / path).write_bytes(text)


def go_on(name: str) -> None:
    """Everything that reads progress and rows."""
    said = json.loads((HERE / name / "run.json").read_text(encoding="utf-8"))
    rows = RowsOfRun(HERE / name, said)
    refused_or(lambda: rows.ask(QUESTION, 0.95), ScenarioError)
    refused_or(lambda: run_to(LATER, name), ScenarioError)


def kept_files() -> list[Path]:
    """The files that are changed."""
    return [path for path in content() if path.suffix == ".simlab" or path.parent.name == "rows"]


def parted(data: bytes) -> tuple[Path, bytes]:
    """Path and content of the file that an input is of; some file, if its first line names none."""
    head, _, text = data.partition(b"\n")
    named = Path(head.decode("utf-8", "replace").replace("\0", ""))
    return (named if named in kept_files() else kept_files()[sum(head) % len(kept_files())]), text


def target(data: bytes) -> None:
    """The first line says which file it is, the rest stands in it, and whoever names it is told the new checksum."""
    path, text = parted(data)
    name = path.parts[0]
    (HERE / path).write_bytes(text)
    before, after = (hashlib.sha256(one).hexdigest() for one in (content()[path], text))
    facts, arrays = unsealed((HERE / name / FOLDER / NOW).read_bytes()) if path.name != NOW else ({}, {})
    if facts:
        named = json.loads(json.dumps(facts).replace(before, after))
        (HERE / name / FOLDER / NOW).write_bytes(sealed(named, arrays))
    said = (HERE / name / "run.json").read_text(encoding="utf-8")
    (HERE / name / "run.json").write_text(said.replace(before, after), encoding="utf-8")
    try:
        with guarded([HERE]):
            go_on(name)
    finally:
        put_back(name, content())


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another file: other facts, numbers or rows under a checksum that fits, or other bytes."""
    path, text = parted(data)
    head = f"{path.as_posix()}\n".encode()
    if chance.random() < 0.1 or not text:
        return head + other_bytes(text or content()[path], chance)
    try:
        return head + (other_rows(text, chance) if path.suffix == ".parquet" else other_progress(text, chance))
    except Exception:  # it cannot be read or written any more: from the start again
        return head + other_bytes(content()[path], chance)


def other_progress(text: bytes, chance: random.Random) -> bytes:
    """Sealed bytes with another fact, or another number, length or kind of an array."""
    facts, arrays = unsealed(text)
    if not arrays or chance.random() < 0.6:
        return sealed(changed(facts, chance), arrays)
    name = chance.choice(sorted(arrays))
    values = arrays[name].copy()
    match chance.randrange(5):
        case 0:
            arrays.pop(name)
        case 1:
            arrays[name] = values[: len(values) // 2]
        case 2:
            arrays[name] = values.reshape(-1)
        case 3:
            arrays[name] = values.astype(np.float64)
        case _:
            place = chance.randrange(values.size)
            values.reshape(-1)[place] = chance.choice([-1, 0, 1, 300, 2**31, 2**40, 2**62, -(2**62)])
            arrays[name] = values
    return sealed(facts, arrays)


def other_rows(text: bytes, chance: random.Random) -> bytes:
    """A part with other rows, columns or numbers."""
    table = pq.read_table(pa.BufferReader(text))
    place = chance.randrange(table.num_columns)
    name = table.column_names[place]
    match chance.randrange(5):
        case 0:
            table = table.drop_columns([name])
        case 1:
            table = table.slice(0, table.num_rows // 2)
        case 2:
            table = pa.concat_tables([table] * 3)
        case 3:
            table = table.set_column(place, name, pa.array(["odd"] * table.num_rows))
        case _:
            number = chance.choice([-1, 7, 300, 2**31, 2**40])
            table = table.set_column(place, name, pa.array([number] * table.num_rows, pa.int64()))
    made = pa.BufferOutputStream()
    pq.write_table(table, made)
    return made.getvalue().to_pybytes()


def __getattr__(name: str):
    """`SEEDS` are made when they are asked for, as that plays some games."""
    if name == "SEEDS":
        return [path.as_posix().encode() + b"\n" + content()[path] for path in kept_files()]
    raise AttributeError(name)
