"""Seconds of a first compile: every model by itself, then games of twice and three times the rules of Vampire Empire.

Each figure is taken in a process and a cache folder of its own. The larger games are the full game of Vampire Empire
and copies of its package, played one after another in one kernel: rules that share nothing but chance/. Run it by hand:
`python benchmarks/compile_time.py`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
ONE_MODEL = """
import time
from simlab.games import GAMES
from simlab.runs.batches import Sampler
from simlab.scenario.schema import starter_case
game = GAMES[{game!r}]
sampler = Sampler(starter_case(game, game.models[{model!r}]), "splitmix", 1, {{}})
begin = time.perf_counter()
sampler.rows(0, 1)
seconds = time.perf_counter() - begin
"""
COUNTED = """
import gc
from numba.core.dispatcher import Dispatcher
compiled = sum(len(found.overloads) for found in gc.get_objects() if isinstance(found, Dispatcher))
print(f"{seconds:.2f} {compiled}")
"""
COPIES = """
import time
import numpy as np
from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import row_type
from simlab.games import GAMES
from simlab.scenario.schema import starter_case
{imports}
@kernel
def game_trials(tables, secrets, knowledges, players, forces, marked, rules, rng, seed, first, out):
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
{games}
game = GAMES["vampire"]
case = starter_case(game, game.models["game"])
arguments = case.model.compile(case).arguments
out = np.zeros(1, row_type(case.columns)).view(np.recarray)
begin = time.perf_counter()
game_trials(*arguments, 0, 1, 0, out)
seconds = time.perf_counter() - begin
"""
IMPORTS = """
from {package}.rules.s1_characters import set_up_game as set_up_game_{n}
from {package}.rules.s3_turns import play_game as play_game_{n}
from {package}.models.game import write_end as write_end_{n}
from {package}.state import Board as Board_{n}
"""
GAME = """
        board_{n} = Board_{n}(tables[0], secrets[0], knowledges[0], players, forces, marked)
        set_up_game_{n}(board_{n}, rules, stream)
        play_game_{n}(board_{n}, rules, stream)
        write_end_{n}(board_{n}.table, board_{n}.secret, players, out[i])
"""


def first_call(script: str, root: Path) -> tuple[float, int]:
    """Seconds of a script's first call, and how many functions were compiled for it."""
    with tempfile.TemporaryDirectory() as cache:
        path = Path(cache) / "first_call.py"  # numba keeps compiled code only for functions that stand in a file
        path.write_text(script + COUNTED)
        environment = os.environ | {"SIMLAB_CACHE_DIR": cache, "PYTHONPATH": str(root)}
        done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, check=True)
        seconds, compiled = done.stdout.split()
        return float(seconds), int(compiled)


def copied(folder: Path, copies: int) -> str:
    """A package with so many copies of Vampire Empire, and the script that plays them all in one kernel."""
    shutil.copytree(ROOT / "simlab", folder / "simlab", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    packages = ["simlab.games.vampire"]
    for n in range(2, copies + 1):
        copy = folder / f"simlab/games/vampire_{n}"
        shutil.copytree(ROOT / "simlab/games/vampire", copy, ignore=shutil.ignore_patterns("__pycache__"))
        for path in copy.rglob("*.py"):
            text = path.read_text().replace("simlab.games.vampire.", f"simlab.games.vampire_{n}.")
            path.write_text(text.replace("from simlab.games.vampire import", f"from simlab.games.vampire_{n} import"))
        packages.append(f"simlab.games.vampire_{n}")
    imports = "".join(IMPORTS.format(package=package, n=n) for n, package in enumerate(packages))
    return COPIES.format(imports=imports, games="".join(GAME.format(n=n) for n in range(copies)))


def main() -> None:
    """Measure and print."""
    sys.path.insert(0, str(ROOT))
    from simlab.games import GAMES

    for game in GAMES.values():
        for model in game.models:
            seconds, compiled = first_call(ONE_MODEL.format(game=game.name, model=model), ROOT)
            print(f"{game.name + ' ' + model:<24}{seconds:>7.2f} s {compiled:>5} functions", flush=True)
    lines = sum(len(path.read_text().splitlines()) for path in (ROOT / "simlab/games/vampire/rules").glob("*.py"))
    for copies in (2, 3):
        with tempfile.TemporaryDirectory() as folder:
            seconds, compiled = first_call(copied(Path(folder), copies), Path(folder))
        print(f"{copies} x {lines} lines of rules {seconds:>9.2f} s {compiled:>5} functions", flush=True)


if __name__ == "__main__":
    main()
