"""Compiled rules are never old: a rule edited in a helper file changes the answer at the next run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from simlab.chance import compiled

ROOT = Path(__file__).parents[2]
ASK = """
import numpy as np
from simlab.games import GAMES
from simlab.runs.batches import Sampler
from simlab.scenario.schema import starter_case
game = GAMES["forest"]
print(Sampler(starter_case(game, game.models["siege"]), "splitmix", 1, {}).rows(0, 2000)[:, 0].mean())
"""


def share_fallen(copy: Path, cache: Path) -> float:
    """The share of sieges that fall, in a fresh process of the copied package."""
    environment = os.environ | {"SIMLAB_CACHE_DIR": str(cache), "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, cwd=copy, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_an_edited_rule_changes_the_answer(tmp_path):
    shutil.copytree(ROOT / "simlab", tmp_path / "simlab", ignore=shutil.ignore_patterns("__pycache__"))
    before = share_fallen(tmp_path, tmp_path / "cache")
    assert share_fallen(tmp_path, tmp_path / "cache") == before
    rule = tmp_path / "simlab/games/forest/rules/s8_siege.py"
    text = rule.read_text()
    assert text.count("return roll <= count") == 1
    rule.write_text(text.replace("return roll <= count", "return roll < count"))
    after = share_fallen(tmp_path, tmp_path / "cache")
    assert abs(before - 49 / 54) < 0.03
    assert abs(after - 13 / 18) < 0.05, "without the count's own face, four turns are worth three"


def test_folders_that_another_process_removes_are_no_trouble(tmp_path, monkeypatch):
    """A link that leads nowhere stands for a folder that is gone between finding it and looking at it."""
    monkeypatch.setattr(compiled, "KEPT_FOLDERS", 2)
    for age, name in enumerate(("a-numba1", "b-numba1", "c-numba1")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (age, age))
    (tmp_path / "gone-numba1").symlink_to(tmp_path / "nowhere")
    compiled._forget_old_folders(tmp_path, keep="a-numba1")
    assert {path.name for path in tmp_path.glob("[abc]-*")} == {"a-numba1", "c-numba1"}
