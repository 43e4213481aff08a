"""Runs that are killed at random moments, and gone on with by the same command, against runs that never were.

python benchmarks/kill_and_resume.py [--kills 20] [--backend threads] prints a table: for each model the kills, the
trials that were kept at each, and whether all files are identical in the end.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simlab.runs.progress_files import ProgressFiles

SCENARIOS = Path(__file__).parents[1] / "scenarios"
DEFAULT_BACKEND = "threads"  # what a run uses without being told
SHORTEST = 1.5  # seconds before which hardly anything but starting has happened


@dataclass(frozen=True)
class Setting:
    """A run to be killed: its scenario, its trials unless a precision decides, and more words of its command."""

    name: str
    file: str
    trials: int | None = None
    more: tuple[str, ...] = ()


SETTINGS = (
    Setting("siege", "forest/siege_twelve.toml", 80_000_000, ("--keep-rows",)),
    Setting("battle", "forest/battle_twelve.toml", 40_000_000),
    Setting("campaign", "forest/campaign_default.toml", 1_500_000),
    Setting("I Am Vlad", "vlad/game_balanced.toml", 60_000),
    Setting("siege, sweep", "forest/siege_starving.toml", 150_000_000),
    Setting("siege, precision", "forest/siege_twelve.toml", None, ("--precision", "0.0001", "--anytime")),
)


def command_of(setting: Setting, out: Path, more: Sequence[str] = ()) -> list[str]:
    """The command of a run."""
    trials = () if setting.trials is None else ("--trials", str(setting.trials))
    words = [str(SCENARIOS / setting.file), *trials, *setting.more, *more]
    return [sys.executable, "-m", "simlab", "run", *words, "--out", str(out), "--quiet"]


def files_of(out: Path) -> dict[str, bytes | dict]:
    """A kept run's files; without what is about the moment, its progress, and where its rows are cut."""
    found: dict[str, bytes | dict] = {
        path.name: path.read_bytes() for path in out.iterdir() if path.is_file() and path.name != ".lock"
    }
    record = json.loads(found["run.json"])
    record.pop("created")
    record.pop("rows", None)
    for case in record["cases"]:
        case.pop("seconds")
    return found | {"run.json": record}


def kept_trials(out: Path) -> int:
    """Trials of all cases that are kept."""
    progress = ProgressFiles(out).read()
    if progress is None:
        return 0
    numbers = {*progress.filed, *progress.loose}
    return sum(state.tally.trials for number in numbers if (state := progress.state(number)) is not None)


def killed(command: list[str], after: float) -> bool:
    """Begin a run and kill it, with its workers, after so many seconds; False if it ended before."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as run:
        try:
            _, error = run.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            return True
    if run.returncode:
        raise RuntimeError(error.decode())
    return False


def kill_and_resume(setting: Setting, kills: int, more: Sequence[str], seed: int) -> tuple[list[int], bool]:
    """The trials kept at each kill, and whether the files are those of a run that was left alone.

    A run that ends before it was killed often enough begins again in another folder.
    """
    chance, at, identical = random.Random(seed), [], True
    with tempfile.TemporaryDirectory() as folder:
        whole, attempts = Path(folder) / "whole", 0
        begin = time.perf_counter()
        subprocess.run(command_of(setting, whole), check=True, capture_output=True)
        longest = max(time.perf_counter() - begin, 2 * SHORTEST)
        while len(at) < kills and attempts < 3 * kills:
            out, attempts = Path(folder) / str(attempts), attempts + 1
            while len(at) < kills and killed(command_of(setting, out, more), chance.uniform(SHORTEST, longest)):
                at.append(kept_trials(out))
            subprocess.run(command_of(setting, out, more), check=True, capture_output=True)
            identical = identical and files_of(whole) == files_of(out)
    return at, identical


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="at most so many in all, spread over the models")
    parser.add_argument("--backend", default=DEFAULT_BACKEND)
    parser.add_argument("--model", action="append", help="only this one; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    more = () if given.backend == DEFAULT_BACKEND else ("--backend", given.backend)
    settings = [one for one in SETTINGS if given.model is None or one.name in given.model]
    print("| backend | model | kills | trials kept at the kills | identical |\n|---|---|---|---|---|")
    for place, setting in enumerate(settings):
        kills = (given.kills + place) // len(settings)
        at, identical = kill_and_resume(setting, kills, more, given.seed + place)
        shown = ", ".join(f"{trials:,}" for trials in at)
        print(
            f"| {given.backend} | {setting.name} | {len(at)} | {shown} | {'yes' if identical else 'NO'} |", flush=True
        )


if __name__ == "__main__":
    main()
