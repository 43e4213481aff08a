"""The benchmark page: that it runs, and that what it compares and counts is what it says."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.lockstep_models import LOCKSTEP
from benchmarks.measured.dice import count_draws
from benchmarks.measured.growth import Line, Panel
from benchmarks.measured.plot import save_growth
from benchmarks.measured.rates import KERNEL, NUMPY, PYTHON, SEED, Rate, same_means
from benchmarks.measured.situations import COLUMNS, SITUATIONS
from benchmarks.measured.text import WITHOUT_NUMPY, machine, page
from simlab.games import GAMES
from simlab.runs.batches import ROWS_AT_ONCE, Sampler

ROOT = Path(__file__).parents[2]
BY_NAME = {f"{situation.game} {situation.name}": situation for situation in SITUATIONS}
WITH_NUMPY = [name for name, situation in BY_NAME.items() if situation.in_lockstep]


def test_the_page_runs_for_one_model(tmp_path):
    command = [sys.executable, "benchmarks/page.py", "--only", "vlad.plague", "--quick", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("| vlad plague |") == 3
    assert (tmp_path / "benchmarks.md").read_text(encoding="utf-8") == done.stdout.removesuffix("\n")


def test_every_model_is_measured_and_a_missing_numpy_explained():
    assert list(BY_NAME) == [f"{game.name} {model}" for game in GAMES.values() for model in game.models]
    assert set(BY_NAME) == {f"{game} {model}" for game, columns in COLUMNS.items() for model in columns}
    assert set(BY_NAME) == set(WITH_NUMPY) | set(WITHOUT_NUMPY)
    assert not set(WITH_NUMPY) & set(WITHOUT_NUMPY)


@pytest.mark.parametrize("name", WITH_NUMPY)
def test_lock_step_numpy_has_the_means_of_every_column(name):
    situation, trials = BY_NAME[name], 4 * ROWS_AT_ONCE
    sampler = Sampler(situation.case, "splitmix", SEED, {})
    ours = np.concatenate([sampler.rows(first, ROWS_AT_ONCE).copy() for first in range(0, trials, ROWS_AT_ONCE)])
    theirs = LOCKSTEP[situation.game][situation.name](trials, np.random.default_rng(SEED))
    for number, column in enumerate(situation.case.columns):
        values = ours[:, number]
        if column.name in theirs:
            error = values.std() * (2 / trials) ** 0.5
            assert abs(values.mean() - theirs[column.name].mean()) <= 5 * error, column.name
        else:
            assert values.min() == values.max(), f"{column.name} differs from trial to trial"


def test_words_are_counted_where_they_are_made():
    assert count_draws(BY_NAME["forest supply"].case, 50).words == pytest.approx(20, abs=1)
    assert count_draws(BY_NAME["forest morale"].case, 5).events == 1
    cards = count_draws(BY_NAME["vlad hunt"].case, 20)
    assert cards.words > 30 > cards.events  # a word for each card of the pack, all of one event


def test_ways_with_different_means_are_refused():
    situation = BY_NAME["forest supply"]
    rates = {KERNEL: Rate(1, 5.33, 10_000), NUMPY: Rate(1, 5.34, 10_000), PYTHON: Rate(1, 5.4, 100)}
    same_means(situation, rates)
    with pytest.raises(ValueError, match=r"forest supply: mean 5\.33 in simlab, 6\.0 in NumPy"):
        same_means(situation, rates | {NUMPY: Rate(1, 6.0, 10_000)})


def test_slopes_leave_short_runs_out():
    assert Line("", [1, 10, 100], [2.0, 20.0, 200.0]).slope == pytest.approx(1)
    assert Line("", [1, 10, 100], [9.0, 20.0, 200.0], long=10).slope == pytest.approx(1)
    assert np.isnan(Line("", [1, 10], [9.0, 20.0], long=10).slope)


def test_growths_are_drawn_and_listed(tmp_path):
    lines = (Line("quick", [1_000, 10_000], [0.001, 0.01]), Line("slow", [1_000, 10_000], [0.1, 1.0], long=0.5))
    panels = [Panel("Siege", "turns at most", "a trial", lines[:1]), Panel("Trials", "trials", "a run", lines)]
    save_growth(panels, machine(), tmp_path / "growth.svg")
    assert (tmp_path / "growth.svg").stat().st_size > 10_000
    text = page([], panels)
    assert "| Trials, slow | a run by trials | 1,000: 100\xa0ms | 10,000: 1\xa0s | – |" in text
    assert "less than linear is right" in text
