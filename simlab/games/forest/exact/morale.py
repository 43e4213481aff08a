"""Exact distribution of morale at impalements (F-37), group after group."""

from functools import partial

from simlab.chance.dice import chance_that
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.rules.s6_impalements import goes_on, group_in_place, must_roll
from simlab.solvers.spread import spread


def solve_morale(case: Case, sizes: list[int], rules, budget: Budget) -> Outcomes:
    """Exact outcomes: states are (markers left, groups broken, troops broken)."""
    rolls, markers = plain(must_roll), case.setup.impalements
    passing = chance_that(goes_on, rules)

    def enter(place, state):
        left, groups, troops = state
        if not rolls(place, markers, left, rules):
            return [(state, 1.0)]
        size = sizes[plain(group_in_place)(place, len(sizes), rules)]
        return [((left - 1, groups, troops), passing), ((left, groups + 1, troops + size), 1 - passing)]

    mass = {(markers, 0, 0): 1.0}
    for place in range(len(sizes)):
        budget.spend(100 * len(mass))
        mass = spread(mass, partial(enter, place))
    all_troops = sum(sizes)
    ended = {
        (len(sizes) - groups, groups, left, all_troops - troops, troops): chance
        for (left, groups, troops), chance in mass.items()
    }
    return case.outcomes(ended, ("passed", "broken", "impalements_left", "troops_passed", "troops_broken"))
