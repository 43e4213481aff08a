"""What a command costs from nothing to its answer: a first start, a second one, and the memory of a long run."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measured.rates import JOBS, Effort
from benchmarks.measured.situations import Situation

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).parent / "child.py"
FEW = 1_000  # trials of a start


@dataclass(frozen=True)
class Starts:
    """Seconds of `simlab run` of a thousand trials, and the peak of a run of many."""

    cold: float | None
    warm: float
    trials: int
    peak_bytes: int


def starts_of(situation: Situation, trials_a_second: float, effort: Effort, cold: bool) -> Starts:
    """Cold and warm start of a model, and the peak memory of trials that take some seconds.

    Without a cold start the compiled code is where this process has it.
    """
    many = max(int(trials_a_second * effort.memory_seconds), FEW)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = situation.save(folder)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        if cold:
            environment |= {"SIMLAB_CACHE_DIR": str(folder / "cache")}
            (folder / "cache").mkdir()
        first = run(file, FEW, environment)[0] if cold else None
        warm = [run(file, FEW, environment)[0] for _ in range(effort.warm_starts)]
        _, peak = run(file, many, environment)
    return Starts(first, statistics.median(warm), many, peak)


def run(file: Path, trials: int, environment: dict[str, str]) -> tuple[float, int]:
    """Seconds and peak bytes of one `simlab run`."""
    command = [sys.executable, "-m", "simlab", "run", str(file), "--trials", str(trials), "--jobs", str(JOBS), "--json"]
    done = subprocess.run(
        [sys.executable, str(CHILD), *command], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"simlab run {file.name} failed:\n{done.stderr}")
    told = json.loads(done.stdout)
    return told["seconds"], told["bytes"]
