"""Maps, boards, decks and starts in files of their own: any bytes are taken or refused in lines with their file."""

import random
import tempfile
import tomllib
from pathlib import Path

from simlab.games import GAMES
from simlab.scenario.data import default_file
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load, resolved
from tests.fuzz.guard import guarded, refused_or
from tests.fuzz.trees import as_toml, changed, other_bytes

#: Every data table with a model that takes it.
TABLES = sorted(
    {
        (game.name, name): model.name
        for game in GAMES.values()
        for model in game.models.values()
        for name in model.data
    }.items()
)
FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-data-")
HERE = Path(FOLDER.name)
SEEDS = [bytes([number]) + default_file(*table).read_bytes() for number, (table, _) in enumerate(TABLES)]
SIGNS = "#.CcTtBbDdGgOo1234sSwW~^+ \t\r;\u00e9\U0001f3b2\0"
CONTENTS = {}


def content_of(game: str, model: str) -> dict:
    """The model's starter scenario."""
    from simlab.scenario.schema import starter

    if (game, model) not in CONTENTS:
        CONTENTS[game, model] = tomllib.loads(starter(GAMES[game], GAMES[game].models[model]))
    return CONTENTS[game, model]


def target(data: bytes) -> None:
    """The first byte says which table it is, the rest is its file."""
    (game, name), model = TABLES[(data[0] if data else 0) % len(TABLES)]
    file = HERE / f"odd{default_file(game, name).suffix}"
    file.write_bytes(data[1:])
    with guarded([HERE]):
        scenario = refused_or(lambda: load(content_of(game, model) | {"data": {name: str(file)}}, GAMES), ScenarioError)
        if scenario is not None:
            resolved(scenario.cases[0])


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another file: changes of its tree, of its squares or of its bytes; or one of another table."""
    if not data or chance.random() < 0.1:
        return chance.choice(SEEDS)
    head, text = data[:1], data[1:]
    if chance.random() < 0.2:
        return head + other_bytes(text, chance)
    if default_file(*TABLES[head[0] % len(TABLES)][0]).suffix == ".txt":
        return head + other_board(text.decode("utf-8", "replace"), chance).encode()
    try:
        tree = tomllib.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        tree = tomllib.loads(SEEDS[head[0] % len(TABLES)][1:].decode())
    return head + as_toml(changed(tree, chance))


def other_board(text: str, chance: random.Random) -> str:
    """A board with other squares, rows turned about, or far too many of them."""
    rows = text.split("\n")
    for _ in range(chance.choice([1, 2, 5])):
        place = chance.randrange(len(rows))
        row = rows[place]
        match chance.randrange(5):
            case 0:
                at = chance.randint(0, len(row))
                rows[place] = row[:at] + chance.choice(SIGNS) + row[at + 1 :]
            case 1:
                rows.insert(place, row)
            case 2:
                del rows[place]
                rows = rows or [""]
            case 3:
                rows[place] = row * chance.choice([2, 40])
            case _:
                rows = rows[::-1] if chance.random() < 0.5 else rows * chance.choice([2, 20])
    return "\n".join(rows)
