"""Values of the command line: any --set and --vary is taken or refused in lines."""

import random

from simlab.games import GAMES
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from tests.fuzz.guard import guarded, refused_or
from tests.fuzz.scenarios import SHIPPED
from tests.fuzz.trees import FLOATS, NUMBERS, TEXTS

FILES = [path for path in SHIPPED if path.stem in ("siege_twelve", "battle_twelve", "game_ties", "hunt_own_deck")]
SEEDS = [
    b"setup.turns=6",
    b"-setup.turns=2..6",
    b"-setup.turns=2..100000..7\nseed=3",
    b"title=a\ntrials=10",
    b"rules.hit_min=3",
    b"-setup.besiegers, setup.defenders=[1,2],[3,4]",
    b"question.0.event=turns > 2",
    b"data.deck=x.toml",
    b"sweep={}",
    b"policies.hunter.name=random",
    b"-rules.hit_min=2,3\nsetup.attacker.groups=[4, 4]",
    b"-title=a,b",
    b"precision=nan",
]
PARTS = [
    "setup",
    "rules",
    "data",
    "sweep",
    "question",
    "0",
    "turns",
    "attacker",
    "groups",
    "title",
    "seed",
    "trials",
    "policies",
    "",
]


def target(data: bytes) -> None:
    """A line for each --set; those that begin with - are of --vary; the number of lines says which scenario it is."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    vary = [line[1:] for line in lines if line.startswith("-")]
    settings = [line for line in lines if not line.startswith("-")]
    file = FILES[len(lines) % len(FILES)]
    with guarded([file.parent, *(file.parent / text for text in named_in(lines))]):
        refused_or(lambda: load(file, GAMES, settings, vary=vary), ScenarioError)


def named_in(lines: list[str]) -> list[str]:
    """Files that the lines may name: any text behind a = of a line about data."""
    parts = [part.strip(" \"'[]{}") for line in lines if "data" in line for part in line.replace(",", "=").split("=")]
    return [part for part in parts if part and "\0" not in part]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Other lines: another path, another value, one more, one less."""
    lines = data.decode("utf-8", "replace").split("\n")
    place = chance.randrange(len(lines))
    path, _, value = lines[place].partition("=")
    match chance.randrange(5):
        case 0:
            path = ".".join(chance.choice(PARTS) for _ in range(chance.choice([1, 2, 3, 40])))
        case 1:
            value = str(chance.choice(TEXTS + FLOATS + NUMBERS[:-1]))
        case 2:
            value = chance.choice(
                ["%s..%s", "%s..%s..%s", "[%s,%s]", "%s,%s", '"%s"', "{a=%s}", "'''%s", "[[[%s"]
            ).replace("%s", value[:50])
        case 3:
            lines.append(chance.choice(SEEDS).decode())
        case _:
            path = chance.choice(["-", ""]) + path
    lines[place] = f"{path}={value}"
    return "\n".join(lines[-8:]).encode("utf-8", "surrogatepass")
