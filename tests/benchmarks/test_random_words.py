"""The words that batteries of tests are given are those that dice are thrown with, at the addresses that are named."""

import subprocess
import sys

import numpy as np
import pytest

from benchmarks.random_words import ALONG, SEED, address, fill
from benchmarks.random_words import __file__ as script
from simlab.chance.plain import plain, run_plain
from simlab.chance.streams import GENERATORS, at, trial_stream, word

FIRST = {
    "trials": [(SEED, 0, 3, 2, 5, 0), (SEED, 1, 3, 2, 5, 0)],
    "events": [(SEED, 0, 0, 0, 0, 0), (SEED, 0, 0, 0, 1, 0)],
    "draws": [(SEED, 7, 3, 2, 5, 0), (SEED, 7, 3, 2, 5, 1)],
    "seeds": [(0, 7, 3, 2, 5, 0), (1, 7, 3, 2, 5, 0)],
    "games": [(SEED, 0, 0, 0, 0, 0), (SEED, 0, 0, 0, 0, 1)],
}


@pytest.mark.parametrize("along", ALONG)
def test_a_sequence_goes_along_what_it_is_named_by(along):
    addresses = [plain(address)(ALONG[along], place) for place in range(5_000)]
    assert addresses[:2] == FIRST[along]
    assert len(set(addresses)) == 5_000


@pytest.mark.parametrize("rng", GENERATORS)
@pytest.mark.parametrize("along", ALONG)
def test_its_words_are_those_of_the_dice(rng, along):
    words = np.empty(40, np.uint64)
    fill(GENERATORS[rng], ALONG[along], 600, words)
    for place, found in enumerate(words.tolist(), start=600):
        seed, trial, phase, turn, unit, draw = plain(address)(ALONG[along], place)
        stream = run_plain(trial_stream, GENERATORS[rng], seed, trial)
        assert found == int(run_plain(word, run_plain(at, stream, phase, turn, unit), draw))


def test_it_writes_until_nobody_reads():
    words = [sys.executable, script, "games"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        got = np.frombuffer(process.stdout.read(8 * 1_000), np.uint64)
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait(60) == 0
    expected = np.empty(1_000, np.uint64)
    fill(GENERATORS["splitmix"], ALONG["games"], 0, expected)
    assert got.tolist() == expected.tolist()
