"""Words of the event-addressed generators on standard output, for batteries of tests of randomness.

`python benchmarks/random_words.py trials | dieharder -a -g 200` gives dieharder the words of one event's first draw
along the trials; `events` goes along the events of each trial, `draws` along the draws of one event, `seeds` along the
seeds, and `games` takes what a game takes: a few draws of each of some events of each trial.
"""

import sys

import click
import numba
import numpy as np

from simlab.chance.streams import GENERATORS, at, trial_stream, word

AT_ONCE = 1 << 18  # words
SEED = 1462
PHASES, TURNS, UNITS, DRAWS = 4, 8, 16, 4  # of `events` and `games`, in each trial
ALONG = {name: number for number, name in enumerate(("trials", "events", "draws", "seeds", "games"))}


@numba.njit
def address(along, place):
    """Seed, trial, phase, turn, unit and draw of the word at this place of the sequence."""
    if along == 0:
        return SEED, place, 3, 2, 5, 0
    if along == 2:
        return SEED, 7, 3, 2, 5, place
    if along == 3:
        return place, 7, 3, 2, 5, 0
    rest, draw = (place, 0) if along == 1 else divmod(place, DRAWS)
    rest, unit = divmod(rest, UNITS)
    rest, turn = divmod(rest, TURNS)
    trial, phase = divmod(rest, PHASES)
    return SEED, trial, phase, turn, unit, draw


@numba.njit
def fill(kind, along, first, words):
    """Write the words from place `first` of a sequence on."""
    for i in range(words.size):
        seed, trial, phase, turn, unit, draw = address(along, first + i)
        words[i] = word(at(trial_stream(kind, seed, trial), phase, turn, unit), draw)


@click.command()
@click.argument("along", type=click.Choice(list(ALONG)))
@click.option("--rng", type=click.Choice(list(GENERATORS)), default="splitmix", show_default=True)
def main(along: str, rng: str) -> None:
    """Write words until nobody reads them."""
    words, first = np.empty(AT_ONCE, np.uint64), 0
    try:
        while True:
            fill(GENERATORS[rng], ALONG[along], first, words)
            sys.stdout.buffer.write(words.tobytes())
            first += words.size
    except BrokenPipeError:
        sys.stderr.close()  # Python would say that it could not flush


if __name__ == "__main__":
    main()
