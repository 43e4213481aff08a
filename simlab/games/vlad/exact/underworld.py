"""Exact distribution of journeys through the underworld (V-15, V-16), turn by turn in the order of `journey`."""

from simlab.chance.dice import FACES
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vlad.rules.s5_v15_underworld import is_exit, throws_again, turns_until_return, walk
from simlab.solvers.spread import NEGLIGIBLE, spread


def throws(square: int, rolls: int, rules) -> list[tuple[tuple[int, int], float]]:
    """V-15 (square, dice thrown) after one own turn, with their chances; endless re-rolls are cut."""
    again, leads = plain(throws_again), plain(walk)
    repeated = sum(bool(again(square, roll, rules)) for roll in range(1, FACES + 1)) / FACES
    reached, chance = [], 1 / FACES
    while chance > NEGLIGIBLE:
        rolls += 1
        for roll in range(1, FACES + 1):
            if not again(square, roll, rules):
                reached.append(((int(leads(square, roll, rules)), rolls), chance))
        chance *= repeated
    return reached


def solve_underworld(case: Case, dial: int, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: mass over (square, dice thrown), until all of it has reached an exit."""
    start = case.setup.start_position
    mass = {(start, 0): 1.0} if start else dict(throws(0, 0, rules))
    rows, turn = {}, 0
    while True:
        for square, rolls in [state for state in mass if plain(is_exit)(state[0])]:
            waited = plain(turns_until_return)(square, dial, turn, rules)
            rows[square, rolls, turn + waited, waited] = mass.pop((square, rolls))
        if sum(mass.values()) <= NEGLIGIBLE:
            return case.outcomes(rows, ("exit", "rolls", "rounds", "waited"), lost=max(1 - sum(rows.values()), 0.0))
        budget.spend(300 * len(mass))
        mass = spread(mass, lambda state: throws(*state, rules))
        turn += 1
