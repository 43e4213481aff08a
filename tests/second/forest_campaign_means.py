"""Section 11: column means of many campaigns, in several processes; of names the shares."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random

from .forest_campaign import simulate

BATCH = 500
NAMES = {"winner": ("ottoman", "christian", "none"), "variant": ("muslim", "loyal")}


def figures(row):
    """A row as numbers: a category becomes one column for each of its values, like `winner=ottoman`."""
    numbers = {}
    for name, value in row.items():
        if name in NAMES:
            for possible in NAMES[name]:
                numbers[name + "=" + possible] = int(value == possible)
        else:
            numbers[name] = value
    return numbers


def batch(seed, games, setup, rules, data, policies):
    """Sums and sums of squares by column over a batch of games."""
    random = Random(seed)
    sums, squares = {}, {}
    for _ in range(games):
        for name, value in figures(simulate(setup, rules, random, data, policies)).items():
            sums[name] = sums.get(name, 0) + value
            squares[name] = squares.get(name, 0) + value * value
    return sums, squares


def one_batch(job, setup, rules, data, policies):
    """A batch by its (seed, games)."""
    return batch(*job, setup, rules, data, policies)


def means(games, seed, setup=None, rules=None, data=None, policies=None, processes=2):
    """{column: (mean, standard error)} over so many games; the same for any number of processes."""
    sizes = [min(BATCH, games - done) for done in range(0, games, BATCH)]
    jobs = [(f"{seed}/{number}", size) for number, size in enumerate(sizes)]
    work = partial(one_batch, setup=setup or {}, rules=rules or {}, data=data, policies=policies)
    if processes == 1:
        parts = [work(job) for job in jobs]
    else:
        with ProcessPoolExecutor(processes) as pool:
            parts = list(pool.map(work, jobs))
    sums, squares = {}, {}
    for part_sums, part_squares in parts:
        for name in part_sums:
            sums[name] = sums.get(name, 0) + part_sums[name]
            squares[name] = squares.get(name, 0) + part_squares[name]
    table = {}
    for name, total in sums.items():
        mean = total / games
        variance = max(0.0, squares[name] / games - mean * mean) * games / max(1, games - 1)
        table[name] = (mean, sqrt(variance / games))
    return table
