"""The same battle three ways, measured side by side in one run: simlab's kernel, lock-step NumPy, plain Python.

12 troops under a rating of 4 against 12 under 2, with search, surprise fire and wasted hits. The ways take turns, so
that a machine whose speed drifts does not favour one; the medians and their ratios are printed, and the share of wins
of each way, which has to be the same within its error. Run it with `make bench`.
"""

import random
import statistics
import sys
import time
import tomllib
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.lockstep import battles
from simlab.games import GAMES
from simlab.runs.batches import Sampler, sample
from simlab.runs.questions import measures
from simlab.runs.workers import Workers
from simlab.scenario.load import load
from tests.second.forest import MODELS

ROUNDS = 5
SCENARIO = Path(__file__).parents[1] / "scenarios/forest/battle_twelve.toml"
EXACT = 0.671684


def ways():
    """Name -> (trials a measurement, function of the number of trials that gives the number of attacker's wins)."""
    scenario = load(SCENARIO, GAMES)
    case = scenario.cases[0]
    setup = tomllib.loads(SCENARIO.read_text())["setup"]
    sampler = Sampler(case, "splitmix", 1, {})
    whole = Sampler(case, "splitmix", 1, measures(scenario.questions, case.columns))
    audit = Sampler(case, "philox", 1, {})
    numpy_random, python_random = np.random.default_rng(1), random.Random(1)

    def kernel(trials, sampler=sampler):
        return sum(int((sampler.rows(n, 16_000)[:, 0] == 0).sum()) for n in range(0, trials, 16_000))

    def with_tally(trials):
        tally, _ = sample(whole, trials, Workers(1), lambda done: None)
        values, counts = tally.distribution("? Dracula wins")
        return int(counts[values == 1].sum())

    def lockstep(trials):
        return sum(int((battles(20_000, numpy_random)[:, 0] == 0).sum()) for _ in range(trials // 20_000))

    def plain(trials):
        model = MODELS["battle"]
        return sum(model.simulate(setup, {}, python_random)[0] == "attacker" for _ in range(trials))

    return {
        "simlab kernel": (800_000, kernel),
        "simlab, rows, tally and answers": (800_000, with_tally),
        "simlab kernel, Philox": (320_000, lambda trials: kernel(trials, audit)),
        "NumPy in lock-step": (100_000, lockstep),
        "plain Python": (600, plain),
    }


def main() -> None:
    """Measure and print."""
    measured = ways()
    seconds, wins = {name: [] for name in measured}, dict.fromkeys(measured, 0)
    for name, (trials, way) in measured.items():
        way(max(trials // 10, 1) if name == "plain Python" else 20_000)  # warm
    for _ in range(ROUNDS):
        for name, (trials, way) in measured.items():
            begin = time.perf_counter()
            wins[name] += way(trials)
            seconds[name].append(time.perf_counter() - begin)
    print(f"12 (rating 4) v 12 (rating 2), one core, median of {ROUNDS} turns")
    print(f"{'way':<34}{'trials a second':>17}{'against NumPy':>15}{'against Python':>16}{'attacker wins':>15}")
    rates = {name: trials / statistics.median(seconds[name]) for name, (trials, _) in measured.items()}
    for name, rate in rates.items():
        against = rate / rates["NumPy in lock-step"], rate / rates["plain Python"]
        share = wins[name] / (ROUNDS * measured[name][0])
        print(f"{name:<34}{rate:>17,.0f}{against[0]:>14.2f}x{against[1]:>15,.1f}x{share:>15.4f}")
    print(f"exact share of the attacker's wins: {EXACT}")


if __name__ == "__main__":
    main()
