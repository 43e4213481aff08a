"""The benchmark page: every model's speed, start, memory and dice, and what more work costs, in one run.

`make benchmarks` writes docs/benchmarks.md and docs/benchmarks.svg; it takes about ten minutes on two idle cores.
`--quick` measures everything for a moment, and `--only GAME.MODEL` some models without the growths; neither writes
anything unless told where. A quick run of all leaves out cold starts and the numbers of players, which have to compile.
"""

import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measured.dice import count_draws
from benchmarks.measured.growth import QUICK_AMOUNTS, WHOLE_AMOUNTS, Panel, panels
from benchmarks.measured.plot import save_growth
from benchmarks.measured.rates import QUICK, TWO_JOBS, WHOLE, Effort, measured_rates
from benchmarks.measured.situations import SITUATIONS, Situation
from benchmarks.measured.starts import starts_of
from benchmarks.measured.text import Measured, machine, page

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {f"{situation.game}.{situation.name}": situation for situation in SITUATIONS}
COUNTED, COUNTED_GAMES = 200, 4  # trials in plain Python whose words are counted; fewer of whole games
BEGIN = time.monotonic()


def say(text: str) -> None:
    """Tell how far it is."""
    print(f"{time.monotonic() - BEGIN:5.0f} s  {text}", file=sys.stderr, flush=True)


def measure(situation: Situation, effort: Effort, cold: bool) -> Measured:
    """All figures of a model."""
    say(f"{situation.game} {situation.name}")
    draws = count_draws(situation.case, COUNTED_GAMES if situation.model.policies else COUNTED)
    rates = measured_rates(situation, draws, effort)
    return Measured(situation, rates, draws, starts_of(situation, rates[TWO_JOBS].a_second, effort, cold))


@click.command()
@click.option("--quick", is_flag=True, help="Measure for a moment only.")
@click.option("--only", multiple=True, type=click.Choice(list(NAMES)), help="This model; can be given several times.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to write to.")
def main(quick: bool, only: tuple[str, ...], out: Path | None) -> None:
    """Measure every model and print the page."""
    effort, whole = QUICK if quick else WHOLE, not quick and not only
    chosen = [NAMES[name] for name in only] or SITUATIONS
    measured = [measure(situation, effort, cold=bool(only) or not quick) for situation in chosen]
    growth = [] if only else panels(QUICK_AMOUNTS if quick else WHOLE_AMOUNTS, effort, say)
    text = page(measured, growth)
    print(text)
    folder = out or (DOCS if whole else None)
    if folder is not None:
        write(folder, text, growth)


def write(folder: Path, text: str, growth: list[Panel]) -> None:
    """The page and its plot."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.md").write_text(text, encoding="utf-8")
    if growth:
        save_growth(growth, machine(), folder / "benchmarks.svg")
    say(f"written to {folder}")


if __name__ == "__main__":
    main()
