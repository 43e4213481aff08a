"""Exact distribution of morale at impalements (F-37), group after group."""

from functools import partial

from simlab.chance.dice import chance_that
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.rules.s6_impalements import goes_on, group_in_place, must_roll
from simlab.solvers.spread import spread


def morale_chances(sizes: list[int], markers: int, rules, budget: Budget, at_first, note) -> dict:
    """F-37 The chances of (markers left, what is known of the groups) once all groups have faced the markers.

    `note(known, size, broken)` adds a group to what is known, which is `at_first` before any group.
    """
    rolls, passing = plain(must_roll), chance_that(goes_on, rules)

    def enter(place, state):
        left, known = state
        size = sizes[plain(group_in_place)(place, len(sizes), rules)]
        if not rolls(place, markers, left, rules):
            return [((left, note(known, size, False)), 1.0)]
        return [((left - 1, note(known, size, False)), passing), ((left, note(known, size, True)), 1 - passing)]

    mass = {(markers, at_first): 1.0}
    for place in range(len(sizes)):
        budget.spend(100 * len(mass), "groups that may go on")
        mass = spread(mass, partial(enter, place))
    return mass


def solve_morale(case: Case, sizes: list[int], rules, budget: Budget) -> Outcomes:
    """Exact outcomes: what is known are the groups and the troops broken."""

    def note(known, size, broken):
        return (known[0] + 1, known[1] + size) if broken else known

    all_troops = sum(sizes)
    ended = {
        (len(sizes) - groups, groups, left, all_troops - troops, troops): chance
        for (left, (groups, troops)), chance in morale_chances(
            sizes, case.setup.impalements, rules, budget, (0, 0), note
        ).items()
    }
    return case.outcomes(ended, ("passed", "broken", "impalements_left", "troops_passed", "troops_broken"))
