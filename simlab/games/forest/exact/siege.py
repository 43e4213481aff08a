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


def siege_turn(besiegers: int, defenders: int, count: int, tokens: int, siege, rules, budget: Budget):
    """F-59, F-62 What a turn's end may come to: (besieged, fell, besiegers, defenders, tokens) with the chances."""

    def hungry(defenders, fell):
        outside = [(besiegers, 1.0)] if siege.supplied else starving(besiegers, rules, budget)
        inside = [(defenders, 1.0)] if siege.garrison_supplied or fell else starving(defenders, rules, budget)
        budget.spend(6 * len(outside) * len(inside))
        return [((out, within), p * q) for out, p in outside for within, q in inside]

    besieged, rolls = bool(plain(can_besiege)(besiegers, defenders, rules)), [((False, tokens), 1.0)]
    if besieged:
        rolls = rolls_for_castle(count, tokens)
    for (fell, tokens_left), chance in rolls:
        for (besiegers_left, defenders_left), starved in hungry(0 if fell else defenders, fell):
            taken = fell or bool(plain(starved_out)(besieged, besiegers_left, defenders_left))
            yield (besieged, taken, besiegers_left, defenders_left, tokens_left), chance * starved


def solve_siege(case: Case, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: states are (the turn it fell in, besieged, besiegers, defenders, tokens)."""
    setup = case.setup

    def end_of_turn(turn, state):
        fell_in, besieged, besiegers, defenders, tokens = state
        if fell_in or not besieged:
            yield state, 1.0
            return
        count = plain(turns_besieged)(setup.turns_already, turn, rules)
        for (still, fell, *left), chance in siege_turn(besiegers, defenders, count, tokens, setup, rules, budget):
            yield (turn if fell else 0, still, *left), chance

    mass = {(0, True, setup.besiegers, setup.defenders, setup.reroll_tokens): 1.0}
    for turn in range(1, setup.turns + 1):
        budget.spend(40 * len(mass))
        mass = spread(mass, partial(end_of_turn, turn))
    ended = spread(mass, lambda s: [((int(s[0] > 0), s[0], int(not s[1]), s[2], s[3]), 1.0)])
    return case.outcomes(ended, ("fell", "turn", "lifted", "besiegers_left", "defenders_left"))
