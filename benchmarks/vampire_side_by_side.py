"""Vampire Empire two ways, measured side by side in one run: simlab's kernels and plain Python.

Plain Python is the second implementation, which was written from the rulebook page and the reading alone. The ways take
turns, so that a machine whose speed drifts does not favour one; medians and their ratios are printed, with a mean that
has to be the same in both within its error. One core, warm. Run it with `make bench`.
"""

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from tests.games.vampire_setups import case
from tests.second.vampire import MODELS

ROUNDS = 5
DEALT = {"attacker_hand_size": 8, "defender_hand_size": 8}
#: what -> (model, setup, policies, column whose mean is shown, trials of a turn, trials of a turn in plain Python)
SITUATIONS = {
    "combat, all in v minimal": ("combat", DEALT, None, "defender_dead", 1_000_000, 2_000),
    "combat, hold back v minimal": (
        "combat", DEALT | {"attacker_policy": "hold_back"}, None, "defender_dead", 1_000_000, 2_000,
    ),
    "unmask, until known": ("unmask", {"stop": "known"}, None, "uses", 4_000_000, 20_000),
    **{
        f"game, {human} v {vampire}": (
            "game", {}, {"human": {"name": human}, "vampire": {"name": vampire}}, "turns", 50_000, 200,
        )
        for human in ("inquisitor", "brawler") for vampire in ("lurker", "bold", "three_thrones")
    },
}  # fmt: skip


def compiled(model: str, setup: dict, policies: dict | None, column: str):
    """A function of (first, trials) that gives the sum of a column over rows of the kernel."""
    drawn = case(model, setup, policies=policies)
    sampler, place = Sampler(drawn, "splitmix", 1, {}), [c.name for c in drawn.columns].index(column)

    def total(first: int, trials: int) -> int:
        ranges = range(first, first + trials, ROWS_AT_ONCE)
        return sum(
            int(sampler.rows(n, min(ROWS_AT_ONCE, first + trials - n))[:, place].sum(dtype="int64")) for n in ranges
        )

    return total


def plain(model: str, setup: dict, policies: dict | None, column: str):
    """The same in plain Python."""
    second, dice = MODELS[model], random.Random(1)
    place, players = second.columns(setup, {}).index(column), () if policies is None else (None, policies)
    return lambda first, trials: sum(int(second.simulate(setup, {}, dice, *players)[place]) for _ in range(trials))


def main() -> None:
    """Measure and print."""
    print(f"{'situation':<34}{'simlab, a second':>18}{'Python':>10}{'ratio':>9}{'means':>22}")
    for name, (model, setup, policies, column, trials, few) in SITUATIONS.items():
        ways = ((compiled(model, setup, policies, column), trials), (plain(model, setup, policies, column), few))
        seconds, sums = ([], []), [0, 0]
        for way, count in ways:
            way(0, count // 10)  # warm
        for turn in range(ROUNDS):
            for place, (way, count) in enumerate(ways):
                begin = time.perf_counter()
                sums[place] += way(turn * count, count)
                seconds[place].append(time.perf_counter() - begin)
        rates = [count / statistics.median(taken) for (_, count), taken in zip(ways, seconds)]
        means = [total / (ROUNDS * count) for (_, count), total in zip(ways, sums)]
        shown = f"{means[0]:>13.4f}{means[1]:>9.3f}"
        print(f"{name:<34}{rates[0]:>18,.0f}{rates[1]:>10,.0f}{rates[0] / rates[1]:>8,.0f}x{shown}")


if __name__ == "__main__":
    main()
