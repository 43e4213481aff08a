"""How many random words a trial asks for, and what a loop that does nothing but ask for them reaches.

Words are counted where they are made, in plain Python: also those that put cards into an order and those of dice that
turn out not to matter, which the witness of a trial (chance/witness.py) does not note.
"""

import sys
from dataclasses import dataclass

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import SPLITMIX, at, trial_stream, word
from simlab.contract import Case
from simlab.runs.batches import ROWS_AT_ONCE, Sampler

SEED = 1462


@dataclass(frozen=True)
class Draws:
    """What a trial draws on average: words, and events that they belong to."""

    words: float
    events: float

    @property
    def shape(self) -> tuple[int, int]:
        """Whole numbers for a loop of about the same form: events, and words of each."""
        return max(round(self.events), 1), max(round(self.words / self.events), 1)


def count_draws(case: Case, trials: int) -> Draws:
    """The words that some trials of a case ask for."""
    sampler, code = Sampler(case, "splitmix", SEED, {}), word.py_func.__code__
    keys: list[int] = []

    def note(frame, event, argument):
        if event == "call" and frame.f_code is code:
            keys.append(int(frame.f_locals["stream"].key))

    sampler.plain_rows(0, 0)
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        sampler.plain_rows(0, trials)
    finally:
        sys.setprofile(before)
    return Draws(len(keys) / trials, len(set(keys)) / trials)


@kernel
def only_words(events, words, rng, seed, first, out):
    """Every word of so many events of every trial, at its address, and nothing else."""
    for i in range(out.shape[0]):
        trial = trial_stream(rng, seed, first + i)
        mixed = np.uint64(0)
        for number in range(events):
            event = at(trial, 1, 0, number)
            for draw in range(words):
                mixed ^= word(event, draw)
        out[i] = mixed


def empty_loop(draws: Draws, first: int, trials: int) -> None:
    """The words of so many trials."""
    out, end = np.zeros(min(ROWS_AT_ONCE, trials), np.uint64), first + trials
    for start in range(first, end, ROWS_AT_ONCE):
        only_words(*draws.shape, SPLITMIX, SEED, start, out[: min(ROWS_AT_ONCE, end - start)])


def words_a_second(draws: Draws, trials_a_second: float) -> float:
    """The loop's words a second, from its trials."""
    events, words = draws.shape
    return events * words * trials_a_second
