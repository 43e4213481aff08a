"""Exact distribution of a storm (F-56): the mass over (attackers, defenders), round by round."""

from collections import defaultdict
from functools import cache

from simlab.chance.dice import chance_that
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.rules.s7_fire import is_hit
from simlab.games.forest.rules.s8_storm import end_of_storm_round, pair_losses, pairs_in_round
from simlab.games.forest.state import STILL_OPEN
from simlab.solvers.spread import NEGLIGIBLE, spread

ENDED = ("winner", "rounds", "attackers_left", "defenders_left", "withdrawn")
Ends = dict[tuple[int, ...], float]


def pair_outcomes(hit: float) -> list[tuple[tuple[int, int], float]]:
    """What a pair may come to, (attackers lost, defenders lost), by what the two dice may say."""
    chances = []
    for defender_hits, first in ((True, hit), (False, 1 - hit)):
        for attacker_hits, second in ((True, hit), (False, 1 - hit)):
            lost = plain(pair_losses)(defender_hits, attacker_hits)
            chances.append(((int(lost[0]), int(lost[1])), first * second))
    return chances


def solve_storm(case: Case, plan, rules, budget: Budget) -> Outcomes:
    """Exact outcomes; rounds have no limit, what is left after 1e-16 of mass is reported as lost."""
    ended, lost = storm_chances(case.setup.attackers, case.setup.defenders, plan, rules, budget)
    return case.outcomes(ended, ENDED, lost)


def storm_chances(attackers: int, defenders: int, plan, rules, budget: Budget) -> tuple[Ends, float]:
    """The chance of every end of a storm, as ENDED names it, and what is lost."""
    pair = pair_outcomes(chance_that(is_hit, rules))
    pairs_of, end_of = plain(pairs_in_round), plain(end_of_storm_round)

    @cache
    def losses(pairs: int) -> tuple:
        """Losses of so many pairs with their chances."""
        mass = {(0, 0): 1.0}
        for _ in range(pairs):
            mass = spread(mass, lambda lost: [((lost[0] + a, lost[1] + d), chance) for (a, d), chance in pair])
        return tuple(mass.items())

    def fight(state):
        attackers, defenders = state
        for (a, d), chance in losses(pairs_of(attackers, defenders, rules)):
            yield (attackers - a, defenders - d), chance

    smaller = min(attackers, defenders)
    budget.spend(6 * attackers * defenders * smaller**2)
    budget.hold(attackers * defenders * smaller, "states of the storm")
    open_mass, rounds = {(attackers, defenders): 1.0}, 0
    ended: Ends = defaultdict(float)
    while True:
        still_open = {}
        for (attackers, defenders), probability in open_mass.items():
            end = end_of(attackers, defenders, rounds, plan)
            if end.winner == STILL_OPEN:
                still_open[attackers, defenders] = probability
            else:
                ended[end.winner, end.rounds, end.attackers, end.defenders, end.withdrawn] += probability
        lost = sum(still_open.values())
        if lost < NEGLIGIBLE:
            return ended, lost
        open_mass, rounds = spread(still_open, fight), rounds + 1
