"""Models two ways, measured side by side in one run: simlab's kernels and plain Python.

Plain Python is the second implementation, which was written from the rulebook and the reading alone. The ways take
turns, so that a machine whose speed drifts does not favour one; medians and their ratios are printed, with a mean that
has to be the same in both within its error. One core, warm. Run it with `make bench`.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from simlab.contract import Case
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from tests.games import forest_setups, vampire_setups, vlad_setups
from tests.second import forest, vampire, vlad

ROUNDS = 5
SETUPS = {"forest": forest_setups, "vampire": vampire_setups}
SECOND = {"forest": forest, "vlad": vlad, "vampire": vampire}
DEALT = {"attacker_hand_size": 8, "defender_hand_size": 8}
MARCH = {
    "attacker": {"troops": 12, "rating": 2}, "impalements": 2, "field": {"troops": 6, "rating": 4},
    "castle": {"garrison": 4, "towers": 4}, "turns": 2,
}  # fmt: skip
CAMPAIGNS = (
    ("methodical_siege", "castle_defence"), ("storm_rush", "raider"), ("converge", "turtle"),
    ("random_legal", "random_legal"),
)  # fmt: skip
PAIRS = [(human, bat) for human in ("inquisitor", "brawler") for bat in ("lurker", "bold", "three_thrones")]


@dataclass(frozen=True)
class Situation:
    """What is measured: a model's setup, the column whose mean is shown, and the trials of a turn in either way."""

    name: str
    game: str
    model: str
    setup: dict
    column: str
    trials: int
    few: int
    policies: dict = field(default_factory=dict)

    def case(self) -> Case:
        """As simlab has it."""
        if self.game == "vlad":
            return vlad_setups.case(self.model, self.setup)
        return SETUPS[self.game].case(self.model, self.setup, policies=self.policies)

    def compiled(self) -> Callable[[int, int], int]:
        """A function of (first, trials) that gives the sum of the column over rows of the kernel."""
        case = self.case()
        sampler, place = Sampler(case, "splitmix", 1, {}), [c.name for c in case.columns].index(self.column)

        def total(first: int, trials: int) -> int:
            ranges = range(first, first + trials, ROWS_AT_ONCE)
            sizes = (min(ROWS_AT_ONCE, first + trials - n) for n in ranges)
            return sum(int(sampler.rows(n, size)[:, place].sum(dtype="int64")) for n, size in zip(ranges, sizes))

        return total

    def plain(self) -> Callable[[int, int], int]:
        """The same in plain Python."""
        second, dice = SECOND[self.game].MODELS[self.model], random.Random(1)
        place, players = second.columns(self.setup, {}).index(self.column), (None, self.policies) * bool(self.policies)

        def value() -> int:
            row = second.simulate(self.setup, {}, dice, *players)
            return int(row[self.column] if isinstance(row, dict) else row[place])

        return lambda first, trials: sum(value() for _ in range(trials))


def archer_on(unit: str) -> dict:
    """The setup of a duel with random hands."""
    return {"attackers": [{"unit": "archer"}], "defender": {"unit": unit}}


SITUATIONS = (
    Situation("underworld, from the token on", "vlad", "underworld", {}, "rounds", 4_000_000, 4_000),
    Situation(
        "outpost, two inside, six turns", "vlad", "outpost", {"inside": 2, "stays": 6, "stay_chance": 0.5}, "hits",
        4_000_000, 8_000,
    ),
    Situation(
        "plague, twelve squares", "vlad", "plague", {"distance": 12, "step": "uniform"}, "turns", 4_000_000, 8_000
    ),
    Situation("duel, archer on knight, random", "vlad", "duel", archer_on("knight"), "defender_life", 1_000_000, 1_000),
    Situation("duel, archer on archer, random", "vlad", "duel", archer_on("archer"), "defender_life", 1_000_000, 1_000),
    Situation("hunt, one knight, random", "vlad", "hunt", {"units": ["knight"]}, "killed", 1_000_000, 1_000),
    Situation("hunt, two units, random", "vlad", "hunt", {"units": ["knight", "archer"]}, "killed", 1_000_000, 1_000),
    Situation("combat, all in v minimal", "vampire", "combat", DEALT, "defender_dead", 1_000_000, 2_000),
    Situation(
        "combat, hold back v minimal", "vampire", "combat", DEALT | {"attacker_policy": "hold_back"}, "defender_dead",
        1_000_000, 2_000,
    ),
    Situation("unmask, until known", "vampire", "unmask", {"stop": "known"}, "uses", 4_000_000, 20_000),
    Situation("assault through two impalements", "forest", "assault", MARCH, "fell", 500_000, 1_000),
    *(
        Situation(
            f"campaign, {ottoman} v {christian}", "forest", "campaign", {}, "castles_ottoman", 10_000, 100,
            {"ottoman": {"name": ottoman}, "christian": {"name": christian}},
        )
        for ottoman, christian in CAMPAIGNS
    ),
    *(
        Situation(
            f"game, {human} v {bat}", "vampire", "game", {}, "turns", 50_000, 200,
            {"human": {"name": human}, "vampire": {"name": bat}},
        )
        for human, bat in PAIRS
    ),
)  # fmt: skip


def measure(situation: Situation) -> str:
    """A line of the table: trials a second, their ratio, and both means."""
    ways = ((situation.compiled(), situation.trials), (situation.plain(), situation.few))
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
    shown = f"{rates[0]:>18,.0f}{rates[1]:>10,.0f}{rates[0] / rates[1]:>8,.0f}x{means[0]:>13.4f}{means[1]:>9.3f}"
    return f"{situation.name:<45}{shown}"


def main() -> None:
    """Measure and print."""
    print(f"{'situation':<45}{'simlab, a second':>18}{'Python':>10}{'ratio':>9}{'means':>22}")
    for situation in SITUATIONS:
        print(measure(situation), flush=True)


if __name__ == "__main__":
    main()
