"""Exact distribution of an outpost's hits (V-20)."""

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vlad.rules.s5_v20_outpost import may_have_left, outpost_hit


def solve_outpost(case: Case, visit, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: the unit goes away after some hits, dies, or stays to the end."""
    life, stay_chance = int(visit.life), case.setup.stay_chance
    hits, left, still_there, rows = 0, life, 1.0, {}
    while left > 0 and hits < visit.crossings + visit.stays:
        if plain(may_have_left)(hits, visit):
            gone = still_there * (1 - stay_chance)
            rows[hits, life - left, left, 0] = gone
            still_there -= gone
        budget.spend(20)
        left = int(plain(outpost_hit)(left, visit.inside, rules))
        hits += 1
    rows[hits, life - left, left, int(left == 0)] = still_there
    return case.outcomes(rows, ("hits", "damage", "life_left", "dead"))
