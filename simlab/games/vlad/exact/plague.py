"""Exact distribution of the plague in one unit (V-44); the order of loss, walk and cure is that of `way_to_church`."""

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vlad.rules.s5_v44_plague import cured, plague_loss
from simlab.games.vlad.state import STEPS, UNIFORM_STEP
from simlab.solvers.spread import spread


def solve_plague(case: Case, life: int, rules, budget: Budget) -> Outcomes:
    """Exact outcomes: mass over the squares walked, turn by turn."""
    distance, squares = case.setup.distance, int(rules.move_squares)
    steps = range(1, squares + 1) if STEPS.index(case.setup.step) == UNIFORM_STEP else [squares]
    mass, left, turn, rows = {0: 1.0}, life, 0, {}
    while mass:
        turn += 1
        left = int(plain(plague_loss)(left, rules))
        if left == 0:
            rows[turn, life, 0, 0, 1] = sum(mass.values())
            break
        budget.spend(4 * len(mass) * len(steps))
        mass = spread(mass, lambda walked: [(min(walked + step, distance), 1 / len(steps)) for step in steps])
        arrived = sum(mass.pop(walked) for walked in list(mass) if plain(cured)(walked, distance))
        rows[turn, life - left, left, 1, 0] = arrived
    return case.outcomes(rows, ("turns", "life_lost", "life_left", "cured", "dead"))
