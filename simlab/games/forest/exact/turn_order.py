"""Exact distribution of a turn's order (F-20 to F-24).

Who tries, and whether a roll succeeds, is asked of the rules; what follows is sets of chits in place of the cup's row.

What a sequence may come to depends only on the cup, the held chit and who is eligible, not on who acted before; so
each such situation is worked out once, and the orders of acting are laid over it.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import count

from simlab.chance.dice import chance_that
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.rules import s5_turn_order as order
from simlab.games.forest.state import CLOSED

COST_OF_A_SITUATION, COST_OF_AN_ORDER = 5_000, 60  # in steps of the budget
Situation = tuple[frozenset[int], frozenset[int], int]  # chits in the cup, eligible generals, held chit
Order = tuple[tuple[int, ...], Situation]  # who has acted so far, and what is left
Ends = tuple[tuple[tuple[int, Situation], float], ...]  # ((general who acts, situation after), chance)


class Situations:
    """What a sequence makes of each situation of the cup."""

    def __init__(self, cup, plans, rules, budget: Budget):
        self.cup, self.plans, self.rules, self.budget = cup, plans, rules, budget
        self.tries_delay, self.tries_jump = plain(order.tries_delay), plain(order.tries_jump)
        self.sequence, self.after_pick = cache(self._sequence), cache(self._after_pick)

    def lay_out(self, in_cup, eligible, held, picked) -> None:
        """Set the cup row to a situation."""
        cup = self.cup
        cup.held, cup.picked, cup.acted = held, picked, 0
        for chit in range(int(cup.chits)):
            cup.in_cup[chit] = chit in in_cup
            cup.eligible[chit] = chit in eligible

    def succeeds(self, general: int) -> float:
        """F-21 The chance of an attempt."""
        return chance_that(order.alters, self.plans.rating[general])

    def _sequence(self, in_cup: frozenset[int], eligible: frozenset[int], held: int) -> Ends:
        """F-20.2 and F-20.3 Who may act next."""
        if held >= 0:
            return self.after_pick(in_cup, eligible, held, self.rules.held_chit == CLOSED)
        picks = [(self.after_pick(in_cup - {chit}, eligible, chit, False), 1 / len(in_cup)) for chit in in_cup]
        return mixture(picks)

    def _after_pick(self, in_cup: frozenset[int], eligible: frozenset[int], picked: int, closed: bool) -> Ends:
        """F-22 The picked general may delay; on success every other chit of the cup may be drawn."""
        self.budget.spend(COST_OF_A_SITUATION)
        self.lay_out(in_cup, eligible, -1, picked)
        if not self.tries_delay(self.cup, self.plans, closed):
            return self.jumps(in_cup, eligible, picked, closed)
        eligible, success = eligible - {picked}, self.succeeds(picked)
        branches = [(self.jumps(in_cup, eligible, picked, closed), 1 - success)]
        for chit in in_cup if success > 0 else ():
            after = self.after_pick(in_cup - {chit} | {picked}, eligible, chit, False)
            branches.append((after, success / len(in_cup)))
        return mixture(branches)

    def jumps(self, in_cup: frozenset[int], eligible: frozenset[int], picked: int, closed: bool) -> Ends:
        """F-23 Others may jump ahead, one after another; if none succeeds the picked general acts."""
        ends, nobody_yet = [], 1.0
        for general in () if closed else sorted(in_cup):
            self.lay_out(in_cup, eligible, -1, picked)
            if self.tries_jump(self.cup, self.plans, self.rules, general):
                eligible, success = eligible - {general}, self.succeeds(general)
                ends.append(((general, (in_cup - {general}, eligible, picked)), nobody_yet * success))
                nobody_yet *= 1 - success
        return (*ends, ((picked, (in_cup, eligible, -1)), nobody_yet))


def mixture(branches: Iterable[tuple[Ends, float]]) -> Ends:
    """The ends of several branches, each with its chance, merged."""
    ends: defaultdict[tuple[int, Situation], float] = defaultdict(float)
    for branch, weight in branches:
        for end, chance in branch:
            ends[end] += weight * chance
    return tuple(ends.items())


def solve_turn_order(case: Case, cup, plans, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: every order of the generals with its probability."""
    situations, everybody = Situations(cup, plans, rules, budget), frozenset(range(int(cup.chits)))
    mass: dict[Order, float] = {((), (everybody, everybody, -1)): 1.0}
    for _ in everybody:
        after: defaultdict[Order, float] = defaultdict(float)
        for (acted, (in_cup, eligible, held)), probability in mass.items():
            waiting = in_cup | ({held} if held >= 0 else set())
            for (general, situation), chance in situations.sequence(in_cup, eligible & waiting, held):
                after[(*acted, general), situation] += probability * chance
            budget.spend(COST_OF_AN_ORDER * len(waiting))
        mass = after
        budget.hold(100 * len(mass), "orders of acting")
    rows: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for (acted, _), probability in mass.items():
        position = dict(zip(acted, count(1)))
        rows[*(position[general] for general in sorted(everybody)), acted[0], acted[-1]] += probability
    return case.outcomes(rows, [column.name for column in case.columns])
