"""The battle of 12 (rating 4) against 12 (rating 2) in lock-step NumPy: all trials advance together, by masks.

Default rules: search, even allotment by size, wasted hits, surprise fire, to the end. What one would write without a
compiler, and the measure for one.
"""

import numpy as np

ATTACKER, DEFENDER = (np.array([4, 4, 4]), 4), (np.array([2] * 6), 2)


def allot(troops, joined, shots):
    """Even allotment: Joined groups first, larger first, then the Lost; one shot at a time along all troops."""
    groups = troops.shape[1]
    rank = joined * 1_000 + troops * 20 - np.arange(groups)
    total = troops.sum(axis=1)
    safe = np.maximum(total, 1)
    times, rest = shots // safe, shots % safe
    allotted = np.empty_like(troops)
    for g in range(groups):
        ahead = (troops * (rank > rank[:, [g]])).sum(axis=1)
        once_more = np.minimum(np.maximum(rest - ahead, 0), troops[:, g])
        allotted[:, g] = times * troops[:, g] + once_more
    return allotted


def exchange(sides, shots, random):
    """Both sides fire at once; returns what each side's groups were allotted."""
    allotted = [allot(*sides[1], shots[0]), allot(*sides[0], shots[1])]
    for (troops, _), at in zip((sides[1], sides[0]), allotted):
        troops -= np.minimum(random.binomial(at, 0.5), troops)
    return allotted[1], allotted[0]


def play_round(sides, ratings, random):
    """Search, fire, surprise fire."""
    for (troops, joined), rating in zip(sides, ratings):
        joined |= (troops > 0) & (random.integers(1, 7, troops.shape) <= rating)
    shots = [(troops * joined).sum(axis=1) for troops, joined in sides]
    allotted = exchange(sides, shots, random)
    answers = [(at > 0) & ~joined & (troops > 0) for (troops, joined), at in zip(sides, allotted)]
    shots = [(troops * answer).sum(axis=1) for (troops, _), answer in zip(sides, answers)]
    for (_, joined), answer in zip(sides, answers):
        joined |= answer
    exchange(sides, shots, random)


def battles(trials, random):
    """Rows of winner, rounds, attackers left, defenders left."""
    rows = np.zeros((trials, 4), np.int64)
    alive = np.arange(trials)
    sides = [
        (np.tile(groups, (trials, 1)), np.zeros((trials, groups.size), bool)) for groups, _ in (ATTACKER, DEFENDER)
    ]
    rounds = 0
    while alive.size:
        rounds += 1
        play_round(sides, (ATTACKER[1], DEFENDER[1]), random)
        left = [troops.sum(axis=1) for troops, _ in sides]
        over = (left[0] == 0) | (left[1] == 0)
        winner = np.where(left[0] > 0, 0, np.where(left[1] > 0, 1, 2))
        rows[alive[over]] = np.column_stack([winner, np.full(over.size, rounds), *left])[over]
        alive = alive[~over]
        sides = [(troops[~over], joined[~over]) for troops, joined in sides]
    return rows
