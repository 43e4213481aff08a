"""Who may import whom, and that every item of a game's reading is accounted for."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from simlab.games import GAMES
from tests.games.setups import OF_GAME

PACKAGE = Path(__file__).parents[1] / "simlab"
#: part -> what it may import of simlab, besides itself. A game may import the foundations, but never another game.
MAY_IMPORT = {
    "rows": set(),
    "telling": set(),
    "options": {"rows"},
    "pictures": set(),
    "contract": {"options", "pictures", "rows"},
    "chance": set(),
    "solvers": set(),
    "stats": set(),
    "games": {"contract", "options", "pictures", "rows", "telling", "chance", "solvers"},
    "scenario": {"contract", "options"},
    "report": {"contract", "pictures", "stats"},
    "runs": {"contract", "options", "pictures", "chance", "stats", "scenario", "report"},
    "check": {"contract", "options", "chance", "stats", "scenario", "report", "runs"},
    "cli": {"contract", "options", "pictures", "chance", "stats", "scenario", "report", "runs", "check", "games"},
}


def parts_imported(source: str) -> set[str]:
    """The parts of simlab that a source text imports: `games.forest` for a game, else the first name."""
    parts = set()
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "simlab" else [f"simlab.{alias.name}" for alias in node.names]
            if node.module == "simlab.games":
                names = [f"simlab.games.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("simlab."):
                parts.add(".".join(name.split(".")[1:3]) if name.startswith("simlab.games.") else name.split(".")[1])
    return parts


def violations(part: str, folder: str, source: str) -> set[str]:
    """Imports that the part may not make; `folder` is the game's own folder."""
    found = set()
    for imported in parts_imported(source):
        top = imported.split(".")[0]
        if top == part and (part != "games" or imported in (f"games.{folder}", "games")):
            continue
        if top not in MAY_IMPORT[part]:
            found.add(imported)
    return found


def sources():
    """(part, folder inside it, path) of every module below a part."""
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        part = inside[0].removesuffix(".py")
        if part not in ("__init__", "__main__"):
            yield part, inside[1] if len(inside) > 2 else "", path


@pytest.mark.parametrize(
    ("part", "folder", "path"), list(sources()), ids=lambda value: getattr(value, "name", str(value))
)
def test_imports_keep_to_the_layers(part, folder, path):
    if part == "games" and folder == "":
        return  # the list of games
    assert violations(part, folder, path.read_text()) == set()


@pytest.mark.parametrize(
    ("part", "folder", "source"),
    [
        ("stats", "", "from simlab.games import GAMES"),
        ("games", "forest", "from simlab.games.vlad.rules import hunt"),
        ("games", "forest", "import simlab.runs.batches"),
        ("scenario", "", "from simlab.games.forest import GAME"),
        ("report", "", "from simlab.runs.run import Run"),
    ],
)
def test_a_planted_import_is_found(part, folder, source):
    assert violations(part, folder, source)


def test_every_part_has_its_rule():
    assert {part for part, _, _ in sources()} == set(MAY_IMPORT)


FILES, FUNCTIONS, PARAMETERS = 350, 40, 8


def parameters_of(function: ast.FunctionDef) -> int:
    """How many parameters; a trial loop's rows and a command's flags do not count, as they are handed on as a whole."""
    kernel = any(isinstance(name, ast.Name) and name.id == "kernel" for name in function.decorator_list)
    return 0 if kernel or function.name == "command" else len(function.args.args) + len(function.args.kwonlyargs)


def test_files_and_functions_stay_small():
    long_files, long_functions, wide_functions = set(), set(), set()
    for _, _, path in sources():
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text()
        if len(text.splitlines()) > FILES:
            long_files.add(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno + 1 > FUNCTIONS:
                long_functions.add(f"{name}:{node.name}")
            if isinstance(node, ast.FunctionDef) and parameters_of(node) > PARAMETERS:
                wide_functions.add(f"{name}:{node.name}")
    assert long_files == set()
    assert long_functions == set()
    assert wide_functions == set()


LONGEST_ABOUT = 110


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_every_item_of_the_reading_is_accounted_for(game):
    folder = PACKAGE / "games" / game.name
    items = tomllib.loads((folder / "items.toml").read_text())
    letter = next(iter(items))[0]
    assert list(items) == [f"{letter}-{number:02}" for number in range(1, len(items) + 1)]
    assert len(items) == OF_GAME[game.name].ITEMS
    named = set()
    for path in folder.rglob("*.py"):
        named |= set(re.findall(rf"{letter}-\d\d", path.read_text()))
    named |= {option.item for option in game.options.values()}
    for item, entry in items.items():
        assert set(entry) == {"about", "status", "why"}, item
        about = entry["about"]
        assert 0 < len(about) <= LONGEST_ABOUT and about == about.strip(), item
        assert about[0].isupper() and about[-1].isalnum(), f"{item}: a sentence without its full stop"
        assert entry["status"] in ("simulated", "simplified", "later", "left out")
        assert entry["status"] == "simulated" or entry["why"], f"{item} needs a reason"
        if entry["status"] in ("simulated", "simplified"):
            assert item in named, f"{item} is named by no rule or parameter"
    assert named <= set(items)
