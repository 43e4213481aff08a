"""Exact distribution of an outpost's hits (V-20)."""

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vlad.rules.s5_outpost import outpost_hit


def solve_outpost(case: Case, life: int, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: the unit goes away after some hits, dies, or stays to the end."""
    setup, hit = case.setup, plain(outpost_hit)
    hits, left, still_there, rows = 0, life, 1.0, {}
    while left > 0 and hits < setup.crossings + setup.stays:
        if hits >= setup.crossings:
            gone = still_there * (1 - setup.stay_chance)
            rows[hits, life - left, left, 0] = gone
            still_there -= gone
        budget.spend(20)
        left = int(hit(left, setup.inside, rules))
        hits += 1
    rows[hits, life - left, left, int(left == 0)] = still_there
    return case.outcomes(rows, ("hits", "damage", "life_left", "dead"))
