"""K-6: rows and column means of many games, in several processes."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random

from .vlad_game import columns, simulate

BATCH = 50


def batch(job, setup, rules, data, policies):
    """The rows of a batch of games by its (seed, games)."""
    seed, games = job
    random, names = Random(seed), columns(setup, rules, data)
    rows = []
    for _ in range(games):
        values = simulate(setup, rules, random, data, policies)
        rows.append([values[name] for name in names])
    return rows


def many_rows(games, seed, setup=None, rules=None, data=None, policies=None, processes=2):
    """So many games, a row each; the same for any number of processes."""
    sizes = [min(BATCH, games - done) for done in range(0, games, BATCH)]
    jobs = [(f"{seed}/{number}", size) for number, size in enumerate(sizes)]
    work = partial(batch, setup=setup or {}, rules=rules or {}, data=data, policies=policies)
    if processes == 1:
        parts = [work(job) for job in jobs]
    else:
        with ProcessPoolExecutor(processes) as pool:
            parts = list(pool.map(work, jobs))
    return [row for part in parts for row in part]


def means_of_rows(rows, names):
    """{column: (mean, standard error)}."""
    table, games = {}, len(rows)
    for place, name in enumerate(names):
        values = [row[place] for row in rows]
        mean = sum(values) / games
        variance = sum((value - mean) ** 2 for value in values) / max(1, games - 1)
        table[name] = (mean, sqrt(variance / games))
    return table


def means(games, seed, setup=None, rules=None, data=None, policies=None, processes=2):
    """{column: (mean, standard error)} over so many games."""
    rows = many_rows(games, seed, setup, rules, data, policies, processes)
    return means_of_rows(rows, columns(setup or {}, rules, data))
