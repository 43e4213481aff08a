"""The benchmark page as text: the machine, the tables, and the sentences that explain what one would not expect."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from benchmarks.measured.dice import Draws, words_a_second
from benchmarks.measured.growth import LONG, Panel
from benchmarks.measured.plot import duration
from benchmarks.measured.rates import DICE, KERNEL, LOCKSTEP_TRIALS, NUMPY, ONE_JOB, PYTHON, TWO_JOBS, Rate
from benchmarks.measured.situations import Situation
from benchmarks.measured.starts import FEW, Starts

DASH = "–"
MEGA = 1e6

HEAD = """# Speed, start and memory

Made by `make benchmarks` (`python benchmarks/page.py`), which measures everything in one run on one machine and writes
this page. Ways of doing the same take turns, and figures are medians over the turns, so that a machine whose speed
drifts favours none; trust ratios more than rates. Every model is measured on its starter setup (`simlab init GAME
MODEL`), the battle on `scenarios/forest/battle_twelve.toml`.
"""

SPEED = f"""## Trials a second

One and two jobs: trials all the way to the tally of the model's questions. Kernel: the compiled trials alone on one
thread, which is what the ratios compare. NumPy: all of {LOCKSTEP_TRIALS:,} trials advance together in lock-step
(`benchmarks/lockstep_models.py`), for that one setup. Python: the second implementation under `tests/second`, written
from the rulebook for being right and not for being fast. A mean that differs between the ways stops the page.
"""

STARTS = f"""## Start and memory

Seconds of the command `simlab run SCENARIO --trials {FEW} --json --jobs 2`, Python's own start and exact values where
they are cheap included: with an empty `SIMLAB_CACHE_DIR`, when everything has to be compiled, and again. Memory is the
peak of such a process (`ru_maxrss`) over so many trials; most of it is Python with its libraries.
"""

DICE_TEXT = """## Dice

How many random words a trial asks for on average, counted in plain Python, those that shuffle cards and those of dice
that turn out not to matter included; to how many events (addresses up to the draw) they belong; words a second of one
job; and of a loop on one thread that asks for the same number of words at as many addresses and does nothing else.
Where an event has many words, as the shuffle of a pack has one a card, that loop makes several at once, and a share is
small.
"""

DICE_NOTE = """\
In whole games dice are the least of the work: ways over a map or a board, and players who weigh what they may
do, take the time.
"""

GROWTH = f"""## What more work costs

![What more work costs](benchmarks.svg)

Slopes on logarithmic axes; 1 is linear. Runs shorter than {LONG * 1000:.0f} ms do not count: what a run costs once
would be most of them.
"""

WITHOUT_NUMPY = {
    "forest assault": "an assault is four models one after another, and a trial's battle begins with other groups, of "
    "other sizes, than its neighbour's: what one writes is masks within masks.",
    "forest campaign": "every trial of a whole game is somewhere else; few need what all would do together.",
    "vlad game": "every trial of a whole game is somewhere else.",
    "vampire combat": "a hand is played by looking for the least cards that suffice, a search of its own in each "
    "trial.",
    "vampire game": "every trial of a whole game is somewhere else.",
}

#: Said below the table if the model is in it.
NOTES = {
    "forest supply": "NumPy draws what twelve troops lose as one binomial number; simlab rolls a die for each.",
    "forest morale": "NumPy draws one binomial number; simlab rolls a die for each group.",
}
GROWTH_NOTES = {
    "Siege": "a siege falls in its sixth turn at the latest and mostly in the second or third, so a later turn is "
    "seldom played: less than linear is right.",
    "I Am Vlad": "with more players a game has more turns a round, but not as many rounds.",
}


@dataclass(frozen=True)
class Measured:
    """All figures of a model."""

    situation: Situation
    rates: dict[str, Rate]
    draws: Draws
    starts: Starts

    @property
    def name(self) -> str:
        """Game and model."""
        return f"{self.situation.game} {self.situation.name}"


def cpu() -> str:
    """The processor's name as it calls itself."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> str:
    """Processor, cores and versions, and nothing that names this very machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = f"Python {platform.python_version()}, numba {version('numba')}, NumPy {version('numpy')}"
    return f"{cpu()}, {cores} cores, {platform.system()}; {versions}; {date.today()}"


def page(measured: Sequence[Measured], panels: Sequence[Panel]) -> str:
    """The whole page."""
    parts = [HEAD, machine() + "\n", SPEED, speed_table(measured), notes(measured)]
    parts += [STARTS, starts_table(measured), DICE_TEXT, dice_table(measured), DICE_NOTE]
    if panels:
        parts += [GROWTH, growth_table(panels), growth_notes(panels)]
    return "\n".join(part for part in parts if part)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, its first column to the left and all others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def digits(value: float) -> str:
    """Three digits that count, with commas."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


def speed_table(measured: Sequence[Measured]) -> str:
    """Rates and ratios."""
    rows = []
    for each in measured:
        rates = {name: rate.a_second for name, rate in each.rates.items()}
        row = [
            each.name,
            *(digits(rates[way]) for way in (ONE_JOB, TWO_JOBS)),
            f"{rates[TWO_JOBS] / rates[ONE_JOB]:.2f}",
        ]
        row.append(digits(rates[KERNEL]))
        for way in (NUMPY, PYTHON):
            row += [digits(rates[way]), f"{digits(rates[KERNEL] / rates[way])}×"] if way in rates else [DASH, DASH]
        rows.append(row)
    head = [
        "model",
        "one job",
        "two jobs",
        "of one",
        "kernel",
        "NumPy",
        "kernel to NumPy",
        "Python",
        "kernel to Python",
    ]
    return table(head, rows)


def notes(measured: Sequence[Measured]) -> str:
    """Why some have no NumPy, and what one would not expect."""
    told = [f"No NumPy for {each.name}: {WITHOUT_NUMPY[each.name]}" for each in measured if NUMPY not in each.rates]
    told += [f"{each.name}: {NOTES[each.name]}" for each in measured if each.name in NOTES]
    return "".join(f"- {line}\n" for line in told)


def starts_table(measured: Sequence[Measured]) -> str:
    """Starts and memory."""
    rows = []
    for each in measured:
        cold = DASH if each.starts.cold is None else f"{each.starts.cold:.1f}"
        peak = f"{each.starts.peak_bytes / MEGA:,.0f}"
        rows.append([each.name, cold, f"{each.starts.warm:.2f}", peak, digits(each.starts.trials)])
    return table(["model", "cold start, s", "warm start, s", "peak memory, MB", "over trials"], rows)


def dice_table(measured: Sequence[Measured]) -> str:
    """The share of the raw rate of dice."""
    rows = []
    for each in measured:
        used = each.draws.words * each.rates[ONE_JOB].a_second
        raw = words_a_second(each.draws, each.rates[DICE].a_second)
        words, events = digits(each.draws.words), digits(each.draws.events)
        rows.append([each.name, words, events, digits(used / MEGA), digits(raw / MEGA), f"{100 * used / raw:.1f} %"])
    return table(["model", "words a trial", "events", "million words a s", "empty loop", "share"], rows)


def growth_table(panels: Sequence[Panel]) -> str:
    """Slopes, and the ends of each line."""
    rows = []
    for panel in panels:
        for line in panel.lines:
            slope = DASH if line.slope != line.slope else f"{line.slope:.2f}"
            ends = [f"{line.work[end]:,}: {duration(float(f'{line.seconds[end]:.3g}'))}" for end in (0, -1)]
            name = f"{panel.title}, {line.name}" if len(panel.lines) > 1 else panel.title
            rows.append([name, f"{panel.cost} by {panel.work}", *ends, slope])
    return table(["what", "time of", "least work", "most work", "slope"], rows)


def growth_notes(panels: Sequence[Panel]) -> str:
    """What one would not expect of the slopes."""
    notes = [(panel.title, panel.note or GROWTH_NOTES.get(panel.title)) for panel in panels]
    return "".join(f"- {title}: {note}\n" for title, note in notes if note)
