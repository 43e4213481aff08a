"""Where the time of whole games goes: shares of samples by file of rules and by rule, in the compiled kernels.

perf takes samples of a process that plays games on one core; addr2line says which line of which rule each comes from,
inlined ones too, as numba keeps lines with the machine code (and nothing else that would change it: no checks of
bounds, no variables kept alive). Kernels are compiled anew into a folder of their own, half a minute each. Linux with
perf and binutils: `python benchmarks/profile_kernels.py`, or with names of games.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))


def played(game: str, model: str, policy: str, *seats: str) -> dict[str, Any]:
    """The content of a scenario in which these seats have a policy; the others play as if nothing were said."""
    return {"game": game, "model": model, "policies": {seat: {"name": policy} for seat in seats}}


GAMES_PLAYED = {
    "campaign": played("forest", "campaign", ""),
    "campaign at random": played("forest", "campaign", "random_legal", "ottoman", "christian"),
    "vampire": played("vampire", "game", ""),
    "vampire at random": played("vampire", "game", "random", "human", "vampire"),
    "vlad": played("vlad", "game", ""),
    "vlad at random": played("vlad", "game", "random", "seat1", "seat2", "seat3", "seat4"),
}
SECONDS, SAMPLES_A_SECOND, GAMES_AT_ONCE = 8, 1999, 500
FILES_SHOWN, RULES_SHOWN = 12, 16
OBJECT, NOTES, SAMPLES = "kernel.o", "notes.json", "perf.data"


def keep_lines_only() -> None:
    """Let numba write lines beside the machine code, and leave that as it is."""
    from numba import config
    from numba.core.base import BaseContext
    from numba.core.cpu import CPUTargetOptions
    from numba.core.debuginfo import DIBuilder

    finalize = CPUTargetOptions.finalize
    config.DEBUGINFO_DEFAULT = 1  # type: ignore[attr-defined]  # numba makes its settings at run time

    def finalize_with_lines(self, flags, options):
        finalize(self, flags, options)
        flags.dbg_extend_lifetimes, flags.boundscheck, flags.dbg_directives_only = False, False, True

    def with_tables_of_lines(module, filepath, cgctx, directives_only):
        return DIBuilder(module, filepath, cgctx, directives_only=False)  # else lines are left out of the object

    CPUTargetOptions.finalize = finalize_with_lines  # type: ignore[method-assign]
    BaseContext.DIBuilder = staticmethod(with_tables_of_lines)  # type: ignore[assignment]


def play(name: str, folder: Path) -> None:
    """Play games for some seconds, and note where the kernel lies in memory and how many games it played."""
    keep_lines_only()
    import simlab
    from simlab.runs.batches import Sampler

    case = simlab.load(GAMES_PLAYED[name]).cases[0]
    sampler = Sampler(case, "splitmix", 1, {})
    sampler.rows(0, GAMES_AT_ONCE)
    (compiled,) = case.model.compile(case).kernel.overloads.values()
    kernel = compiled.fndesc.llvm_func_name
    (folder / OBJECT).write_bytes(compiled.library._get_compiled_object())
    begin, games = time.thread_time(), 0
    while time.thread_time() < begin + SECONDS:
        sampler.rows(games, GAMES_AT_ONCE)
        games += GAMES_AT_ONCE
    rate = games / (time.thread_time() - begin)
    notes = {"kernel": kernel, "address": compiled.library.get_pointer_to_function(kernel), "rate": rate}
    (folder / NOTES).write_text(json.dumps(notes))


def record(name: str, folder: Path) -> None:
    """Have a process of its own play under perf."""
    environment = os.environ | {"SIMLAB_CACHE_DIR": str(folder)}
    sampling = ["perf", "record", "-q", "-e", "cpu-clock", "-F", str(SAMPLES_A_SECOND), "-o", str(folder / SAMPLES)]
    playing = [sys.executable, __file__, "--play", name, str(folder)]
    subprocess.run([*sampling, "--", *playing], check=True, env=environment)


def printed_by(*command: str, given: str = "") -> list[str]:
    """The lines that a command prints."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def samples(folder: Path) -> Counter[int]:
    """How many samples fell on each place of the kernel's machine code."""
    notes = json.loads((folder / NOTES).read_text())
    symbols = [line.split() for line in printed_by("nm", str(folder / OBJECT))]
    begin = notes["address"] - next(int(symbol[0], 16) for symbol in symbols if symbol[-1] == notes["kernel"])
    sections = [line.replace("[ ", "[").split() for line in printed_by("readelf", "-SW", str(folder / OBJECT))]
    length = next(int(section[5], 16) for section in sections if section[1:2] == [".ltext"])
    places: Counter[int] = Counter()
    for line in printed_by("perf", "script", "-i", str(folder / SAMPLES), "-F", "ip"):
        place = int(line, 16) - begin
        if 0 <= place < length:
            places[place] += 1
    return places


@cache
def functions_of(path: str) -> list[str]:
    """For each line of a source file the function in which it stands."""
    names, name = [], ""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        name = line[4:].split("(")[0] if line.startswith("def ") else name
        names.append(name)
    return names


def origins(places: list[int], folder: Path) -> Iterator[tuple[str, str]]:
    """File and function of the rule that each place of the machine code comes from; numba's own by their name."""
    given = "\n".join(hex(place) for place in places)
    printed = printed_by("addr2line", "-f", "-j", ".ltext", "-e", str(folder / OBJECT), given=given)
    for symbol, where in zip(printed[::2], printed[1::2], strict=True):
        path, _, line = where.split(" ")[0].rpartition(":")
        known = Path(path).is_file()
        function = functions_of(path)[int(line) - 1] if known and line.isdigit() else ""
        yield (Path(path).stem, function) if known else ("numba", symbol)


def show(name: str, folder: Path) -> None:
    """Print shares by file and by rule."""
    counted = samples(folder)
    by_file: Counter[str] = Counter()
    by_rule: Counter[str] = Counter()
    for count, (file, function) in zip(counted.values(), origins(list(counted), folder), strict=True):
        by_file[file] += count
        by_rule[f"{file}: {function}"] += count
    total, rate = counted.total(), json.loads((folder / NOTES).read_text())["rate"]
    print(f"\n{name}: {rate:,.0f} games a second, {total:,} samples in the kernel")
    for counter, shown in ((by_file, FILES_SHOWN), (by_rule, RULES_SHOWN)):
        print("  " + "; ".join(f"{what} {count / total:.1%}" for what, count in counter.most_common(shown)))


def main() -> None:
    """Play, record and show every game that is named, or all."""
    for name in sys.argv[1:] or GAMES_PLAYED:
        with tempfile.TemporaryDirectory() as folder:
            record(name, Path(folder))
            show(name, Path(folder))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
