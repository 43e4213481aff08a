"""Exact distribution of a siege (F-57, F-59, F-62, F-68), turn by turn."""

from functools import partial

from simlab.chance.dice import chance_that
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.exact.supply import starving
from simlab.games.forest.rules.s8_siege import can_besiege, castle_falls, starved_out, turns_besieged
from simlab.solvers.spread import spread


def rolls_for_castle(count: int, tokens: int) -> list[tuple[tuple[bool, int], float]]:
    """F-59, F-68 (fell, tokens left) with their chances: every failed roll is made again while tokens last."""
    success = chance_that(castle_falls, count)
    chances, failed = [], 1.0
    for left in range(tokens, -1, -1):
        chances.append(((True, left), failed * success))
        failed *= 1 - success
    return [*chances, ((False, 0), failed)]


def solve_siege(case: Case, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: states are (the turn it fell in, besieged, besiegers, defenders, tokens)."""
    setup = case.setup

    def end_of_turn(turn, state):
        fell_in, besieged, besiegers, defenders, tokens = state
        if fell_in or not besieged:
            yield state, 1.0
            return
        besieged, rolls = bool(plain(can_besiege)(besiegers, defenders, rules)), [((False, tokens), 1.0)]
        if besieged:
            rolls = rolls_for_castle(plain(turns_besieged)(setup.turns_already, turn, rules), tokens)
        for (fell, tokens_left), chance in rolls:
            for (besiegers_left, defenders_left), starved in hungry(besiegers, 0 if fell else defenders, fell):
                taken = fell or plain(starved_out)(besieged, besiegers_left, defenders_left)
                yield (turn if taken else 0, besieged, besiegers_left, defenders_left, tokens_left), chance * starved

    def hungry(besiegers, defenders, fell):
        outside = [(besiegers, 1.0)] if setup.supplied else starving(besiegers, rules, budget)
        inside = [(defenders, 1.0)] if setup.garrison_supplied or fell else starving(defenders, rules, budget)
        budget.spend(6 * len(outside) * len(inside))
        return [((out, within), p * q) for out, p in outside for within, q in inside]

    mass = {(0, True, setup.besiegers, setup.defenders, setup.reroll_tokens): 1.0}
    for turn in range(1, setup.turns + 1):
        budget.spend(40 * len(mass))
        mass = spread(mass, partial(end_of_turn, turn))
    ended = spread(mass, lambda s: [((int(s[0] > 0), s[0], int(not s[1]), s[2], s[3]), 1.0)])
    return case.outcomes(ended, ("fell", "turn", "lifted", "besiegers_left", "defenders_left"))
