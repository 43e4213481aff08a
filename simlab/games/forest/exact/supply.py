"""Exact distribution of troops out of supply (F-62), turn by turn."""

from simlab.chance.dice import binomial, chance_that
from simlab.contract import Budget, Case, Outcomes, TooLarge
from simlab.games.forest.rules.s8_siege import starves
from simlab.solvers.spread import spread

MOST_STARVING = 1000  # beyond, binomial coefficients pass what a float can hold


def starving(troops: int, rules, budget: Budget) -> list[tuple[int, float]]:
    """F-62 How many of the troops may live on, with their chances."""
    if troops > MOST_STARVING:
        raise TooLarge("troops out of supply", troops, MOST_STARVING)
    budget.spend(troops + 1)
    return list(enumerate(binomial(troops, 1 - chance_that(starves, rules))))


def solve_supply(case: Case, rules, budget: Budget) -> Outcomes:
    """Exact outcomes of troops that starve for some turns."""
    troops = case.setup.troops
    budget.spend(troops * troops * case.setup.turns)
    mass = {troops: 1.0}
    for _ in range(case.setup.turns):
        mass = spread(mass, lambda left: starving(left, rules, budget))
    return case.outcomes({(left, troops - left): chance for left, chance in mass.items()}, ("left", "lost"))
