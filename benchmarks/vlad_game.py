"""The full game of I Am Vlad by who plays: games and moves a second, one core and two jobs, beside plain Python.

A move is a unit that goes to another square; how many a game has is counted in a few games that simlab's own rules tell
in plain Python. What is compared is the second implementation, which was written from the rulebook and the reading
alone; mean rounds of both ways have to agree within their error. All warm.
"""

import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import simlab
from simlab.chance.witness import Witness, watching
from simlab.games.vlad.game_story import MOVED
from simlab.runs.batches import Sampler
from simlab.runs.bench import trials_a_second
from tests.second import vlad_game

TABLES = (
    ("4 x balanced", ("balanced",) * 4),
    ("4 x random", ("random",) * 4),
    ("4, all but balanced and random", ("hero_hunter", "shopper", "tower_sitter", "outpost_turtle")),
    ("3 x balanced", ("balanced",) * 3),
    ("2 x balanced", ("balanced",) * 2),
)
TURNS, GAMES = 5, 1_500  # turns that are taken, and compiled games of each
PLAIN_GAMES, TOLD_GAMES = 6, 4  # of the second implementation, and of those in which moves are counted
JOBS = 2


def sampler_of(policies: Sequence[str]) -> Sampler:
    """The compiled game of these players."""
    seats = {f"seat{number}": {"name": name} for number, name in enumerate(policies, 1)}
    setup = {"players": len(policies)}
    case = simlab.load({"game": "vlad", "model": "game", "setup": setup, "policies": seats}).cases[0]
    return Sampler(case, "splitmix", 1, {})


def compiled(sampler: Sampler) -> tuple[float, float]:
    """Games a second on one core, and mean rounds."""
    place = [column.name for column in sampler.case.columns].index("rounds")
    seconds, rounds = [], []
    sampler.rows(0, GAMES)  # warm
    for turn in range(TURNS):
        begin = time.perf_counter()
        rounds.append(sampler.rows(turn * GAMES, GAMES)[:, place].mean())
        seconds.append(time.perf_counter() - begin)
    return GAMES / statistics.median(seconds), statistics.mean(rounds)


def plain(policies: Sequence[str]) -> tuple[float, float]:
    """The same of the second implementation."""
    dice, tables = random.Random(1), [{"policy": name} for name in policies]
    place, rounds = vlad_game.columns({"players": len(policies)}).index("rounds"), []
    begin = time.perf_counter()
    for _ in range(PLAIN_GAMES):
        row = vlad_game.simulate({"players": len(policies)}, {}, dice, policies=tables)
        rounds.append(row["rounds"] if isinstance(row, dict) else row[place])
    return PLAIN_GAMES / (time.perf_counter() - begin), statistics.mean(rounds)


def moves_a_game(sampler: Sampler) -> float:
    """Units that go to another square, in a game."""
    witness = Witness()
    with watching(witness):
        sampler.plain_rows(0, TOLD_GAMES)
    return sum(event[0] == MOVED for event in witness.events) / TOLD_GAMES


def main() -> None:
    """Measure and print."""
    heads = ("games a s", "two jobs", "ratio", "Python", "ratio", "moves a game", "moves a s", "mean rounds")
    print(f"{'players':<32}" + "".join(f"{head:>13}" for head in heads))
    for name, policies in TABLES:
        sampler = sampler_of(policies)
        rate, rounds = compiled(sampler)
        both = trials_a_second(sampler, JOBS * TURNS * GAMES, JOBS)
        (slow, slow_rounds), moves = plain(policies), moves_a_game(sampler)
        shown = f"{rate:>13,.0f}{both:>13,.0f}{both / rate:>12.2f}x{slow:>13.2f}{rate / slow:>12,.0f}x{moves:>13.0f}"
        print(f"{name:<32}{shown}{moves * rate:>13,.0f}{rounds:>9.2f} {slow_rounds:.1f}", flush=True)


if __name__ == "__main__":
    main()
