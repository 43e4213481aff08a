"""The targets of fuzzing, seeded and short: what was found once, and inputs that hypothesis makes."""

import importlib
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.guard import Fault, guarded, refused_or

CORPUS = Path(__file__).parent / "corpus"
#: Inputs of each target: about six seconds each on one core.
INPUTS = {
    "scenarios": 100,
    "settings": 500,
    "expressions": 800,
    "data_files": 200,
    "baselines": 300,
    "kept_folders": 30,
    "progress": 60,
}
SEEDED = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_once_holds(path):
    importlib.import_module(f"tests.fuzz.{path.parent.name}").target(path.read_bytes())


@pytest.mark.parametrize("name", INPUTS)
def test_changed_inputs_hold(name):
    target = importlib.import_module(f"tests.fuzz.{name}")
    seeds = list(target.SEEDS)

    @settings(SEEDED, max_examples=INPUTS[name])
    @given(st.sampled_from(seeds), st.integers(1, 3), st.randoms(use_true_random=False, note_method_calls=False))
    def hold(data: bytes, times: int, chance: random.Random) -> None:
        for _ in range(times):
            data = target.mutated(data, chance)
        target.target(data)

    hold()


@pytest.mark.parametrize("name", ["scenarios", "settings", "expressions", "baselines"])
def test_any_bytes_hold(name):
    target = importlib.import_module(f"tests.fuzz.{name}")
    settings(SEEDED, max_examples=100)(given(st.binary(max_size=300))(target.target))()


def test_the_guard_bites(tmp_path):
    """What must not happen is noticed: a foreign file, a run input, a started program, long work, much memory."""
    (tmp_path / "named").mkdir()
    (tmp_path / "foreign").write_text("x")
    with guarded([tmp_path / "named"]):
        (tmp_path / "named/file").write_text("x")
    for bad in (
        lambda: (tmp_path / "foreign").read_text(),
        lambda: (tmp_path / "named/../foreign").unlink(),
        lambda: eval("1 + 1"),
        lambda: exec(compile("x = 1", "<unknown>", "exec")),
        lambda: subprocess.run([sys.executable, "-c", ""]),
    ):
        with pytest.raises(Fault), guarded([tmp_path / "named"]):
            bad()
    with pytest.raises(Fault, match="took"), guarded([], seconds=0.01):
        sum(range(5_000_000))
    with pytest.raises(MemoryError), guarded([]):
        bytearray(4 * 2**30)
    with pytest.raises(Fault, match="no line"):
        refused_or(lambda: refuse("two\nlines"), ValueError)


def refuse(text: str) -> None:
    """Refuses everything."""
    raise ValueError(text)
