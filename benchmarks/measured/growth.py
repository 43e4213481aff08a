"""What more work costs: more troops, turns, players, trials and cases, each as seconds by the amount of work."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import simlab
from benchmarks.measured.rates import JOBS, SEED, Effort, by_turns, kernel_way
from simlab.contract import Case
from simlab.runs.batches import Sampler
from simlab.runs.bench import trials_a_second
from simlab.runs.questions import measures

CASE_TRIALS = 10_000
LONG = 0.2  # seconds, from which on what a run costs once does not matter much


@dataclass(frozen=True)
class Line:
    """Seconds by work. The slope is fitted to those points that took at least `long` seconds."""

    name: str
    work: Sequence[float]
    seconds: Sequence[float]
    long: float = 0.0

    @property
    def slope(self) -> float:
        """The slope on logarithmic axes: 1 is linear. NaN if fewer than two points took long enough."""
        points = [(x, y) for x, y in zip(self.work, self.seconds) if y >= self.long]
        return float(np.polyfit(*np.log(np.array(points).T), 1)[0]) if len(points) > 1 else float("nan")


@dataclass(frozen=True)
class Panel:
    """One growth: what grows, what its seconds are, a line for each thing that was measured, and what to say of it."""

    title: str
    work: str
    cost: str
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True)
class Amounts:
    """How far each growth is followed."""

    troops: tuple[int, ...]
    turns: tuple[int, ...]
    players: tuple[int, ...]
    trials: Mapping[tuple[str, str], int]  # to which power of ten
    cases: tuple[int, ...]


WHOLE_AMOUNTS = Amounts(
    (4, 6, 8, 12, 16, 24, 32, 48),
    (1, 2, 3, 4, 5, 6),
    (2, 3, 4),
    {("forest", "siege"): 9, ("vlad", "duel"): 8, ("forest", "campaign"): 6, ("vlad", "game"): 5},
    (1, 10, 100, 1_000, 10_000),
)
QUICK_AMOUNTS = Amounts((4, 8), (1, 2, 4), (), {("forest", "siege"): 6, ("vlad", "duel"): 5}, (1, 10, 30))


def case_of(game: str, model: str, setup: Mapping[str, Any], **rules: Any) -> Case:
    """A case of this setup under these options."""
    return simlab.load({"game": game, "model": model, "setup": setup, "rules": rules}).cases[0]


def starter_of(game: str, model: str) -> Case:
    """The case of the least that its setup takes."""
    setups = {
        "siege": {"besiegers": 12, "defenders": 4, "turns": 4},
        "duel": {"attackers": [{"unit": "archer"}], "defender": {"unit": "knight"}},
    }
    return case_of(game, model, setups.get(model, {}))


def trial_seconds(name: str, cases: Mapping[int, Case], effort: Effort) -> Line:
    """Seconds of a trial of each case, measured by turns on one thread."""
    ways = {str(work): kernel_way(Sampler(case, "splitmix", SEED, {}), 0) for work, case in cases.items()}
    rates = by_turns(ways, effort)
    return Line(name, list(cases), [1 / rate.a_second for rate in rates.values()])


def troops(amounts: Sequence[int], effort: Effort) -> Panel:
    """A battle of n troops against n."""
    sides = {n: {"attacker": {"troops": n, "rating": 4}, "defender": {"troops": n, "rating": 2}} for n in amounts}
    cases = {n: case_of("forest", "battle", setup, army_max=max(amounts)) for n, setup in sides.items()}
    return Panel("Battle", "troops of each side", "a trial", (trial_seconds("battle", cases, effort),))


def turns(amounts: Sequence[int], effort: Effort) -> Panel:
    """A siege of so many turns."""
    cases = {n: case_of("forest", "siege", {"besiegers": 12, "defenders": 4, "turns": n}) for n in amounts}
    return Panel("Siege", "turns at most", "a trial", (trial_seconds("siege", cases, effort),))


def players(amounts: Sequence[int], effort: Effort) -> Panel:
    """A game of I Am Vlad between so many balanced players."""
    cases = {n: case_of("vlad", "game", {"players": n}) for n in amounts}
    return Panel("I Am Vlad", "players", "a game", (trial_seconds("game", cases, effort),))


def trials(most: Mapping[tuple[str, str], int]) -> Panel:
    """Runs of a thousand trials up to so many, on two jobs, all the way to the tally."""
    lines = []
    for (game, model), power in most.items():
        case = starter_of(game, model)
        sampler = Sampler(case, "splitmix", SEED, measures(case.model.questions, case.columns))
        sampler.tally(0, CASE_TRIALS if power > 5 else 100)
        work = [10**exponent for exponent in range(3, power + 1)]
        seconds = [count / trials_a_second(sampler, count, JOBS) for count in work]
        lines.append(Line(f"{game} {model}", work, seconds, LONG))
    return Panel("Trials of one case", "trials", "a run", tuple(lines))


def cases(amounts: Sequence[int]) -> Panel:
    """Sweeps of so many cases of ten thousand trials, as a whole run with its answers; and one case of all trials."""

    def run(count: int, trials: int = CASE_TRIALS) -> None:
        values = [number / count for number in range(1, count + 1)]
        content = {
            "game": "vlad", "model": "outpost", "seed": SEED,
            "setup": {"inside": 2, "crossings": 1, "stays": 4}, "sweep": {"setup.stay_chance": values},
        }  # fmt: skip
        scenario = simlab.load(content, many_cases=True)
        assert len(simlab.run(scenario, trials=trials, jobs=JOBS, exact=False).answers) >= count

    run(1)
    seconds = [seconds_of(run, count) for count in amounts]
    alone = seconds_of(lambda cases: run(1, cases * CASE_TRIALS), amounts[-1])
    note = (
        f"{amounts[-1]:,} cases of {CASE_TRIALS:,} trials take {seconds[-1] / alone:.2g} times as long as one case of "
        "as many; what they cost more is Python's, once for each case: reading it, its tally, its answers."
    )
    line = Line("outpost", list(amounts), seconds, LONG)
    return Panel("Cases of a sweep", f"cases of {CASE_TRIALS:,} trials", "a run", (line,), note)


def seconds_of(run: Callable[[int], None], count: int) -> float:
    """How long this takes."""
    begin = time.perf_counter()
    run(count)
    return time.perf_counter() - begin


def panels(amounts: Amounts, effort: Effort, say: Callable[[str], None]) -> list[Panel]:
    """All growths, in the order of the plot."""
    made = []
    for name, panel in (
        ("troops", lambda: troops(amounts.troops, effort)),
        ("turns", lambda: turns(amounts.turns, effort)),
        ("players", lambda: players(amounts.players, effort) if amounts.players else None),
        ("trials", lambda: trials(amounts.trials)),
        ("cases", lambda: cases(amounts.cases)),
    ):
        say(f"growth: {name}")
        made.append(panel())
    return [panel for panel in made if panel is not None]
