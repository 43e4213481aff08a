"""Exact distribution of an assault (section 11), chained from the exact pieces of its parts.

The impalements give lists of groups that go on; each list that differs has its battle; each number of attackers that
may come to the castle, its turns before it. What comes up in several ways is worked out once.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, partial

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.forest.exact.battle import battle_chances
from simlab.games.forest.exact.morale import morale_chances
from simlab.games.forest.exact.siege import siege_turn
from simlab.games.forest.exact.storm import storm_chances
from simlab.games.forest.exact.supply import starving
from simlab.games.forest.rules.s8_siege import turns_besieged
from simlab.games.forest.rules.s11_assault import comes_to_the_castle, storms
from simlab.games.forest.state import (
    ATTACKER,
    BY_SIEGE,
    BY_SIZE,
    BY_STORM,
    DEFENDER,
    EMPTY,
    FROM_LAST,
    NO_BATTLE,
    NOT_TAKEN,
    side_row,
)
from simlab.solvers.spread import spread

BEFORE_CASTLE = ("sent_back", "field_winner", "field_left", "reached")
AT_CASTLE = ("fell", "turn", "method", "attackers_left", "garrison_left")
COST_OF_A_STATE = 500  # in steps of the budget, for a turn before the castle
LOST = ()  # in place of a state: mass that the solution of a battle or storm leaves out
Numbers = tuple[int, ...]
Chances = dict[Numbers, float]
Branches = Iterator[tuple[Numbers, float]]


class AssaultSolver:
    """The parts of an assault, each from what the one before may come to."""

    def __init__(self, opponents, assault, rules, budget: Budget):
        self.field, attacker, defender = opponents
        self.assault, self.rules, self.budget = assault, rules, budget
        self.groups: list[int] = attacker.troops[: attacker.groups].tolist()
        self.field_groups: list[int] = defender.troops[: defender.groups].tolist()
        self.storm, self.castle = cache(self._storm), cache(self._castle)

    def groups_that_go_on(self) -> Chances:
        """F-37 The sizes of the groups that go on, in group order unless the battle does not mind their order."""
        in_any_order, from_last = self.rules.group_order == BY_SIZE, self.rules.morale_order == FROM_LAST

        def note(gone_on: Numbers, size: int, broken: bool) -> Numbers:
            if broken:
                return gone_on
            gone_on = (size, *gone_on) if from_last else (*gone_on, size)
            return tuple(sorted(gone_on)) if in_any_order else gone_on

        markers = int(self.assault.impalements)
        faced = morale_chances(self.groups, markers, self.rules, self.budget, (), note)
        return spread(faced, lambda state: [(state[1], 1.0)])

    def meet_field_army(self, groups: Numbers) -> Branches:
        """F-54 After the field: (troops sent back, who wins, field army left, attackers left)."""
        attackers, defenders = sum(groups), sum(self.field_groups)
        sent_back = sum(self.groups) - attackers
        if not attackers or not defenders:
            yield (sent_back, NO_BATTLE, defenders, attackers), 1.0
            return
        most = max(attackers, defenders)  # a battle's solution uses its rows up, so each has its own
        rows = side_row(ATTACKER, list(groups), most), side_row(DEFENDER, self.field_groups, most)
        chances, lost = battle_chances(self.field, *rows, self.rules, self.budget)
        yield LOST, lost
        for (winner, _, attackers_left, defenders_left, *_), chance in chances.items():
            yield (sent_back, winner, defenders_left, attackers_left), chance

    def meet_castle(self, state: Numbers) -> Branches:
        """Whole outcomes of those who come to the castle, and of those who do not."""
        if state == LOST:
            yield LOST, 1.0
            return
        *before, attackers = state
        if not plain(comes_to_the_castle)(attackers, before[1]):
            yield (*before, 0, 0, 0, NOT_TAKEN, attackers, int(self.assault.garrison)), 1.0
            return
        for end, chance in self.castle(attackers).items():
            yield LOST if end == LOST else (*before, 1, *end), chance

    def _castle(self, attackers: int) -> Chances:
        """The turns before the castle for so many attackers: AT_CASTLE."""
        open_mass: Chances = {(attackers, int(self.assault.garrison), 0): 1.0}
        ended: defaultdict[Numbers, float] = defaultdict(float)
        for turn in range(1, int(self.assault.turns) + 1):
            self.budget.spend(COST_OF_A_STATE * len(open_mass), "turns before the castle")
            after, open_mass = spread(open_mass, partial(self.turn, turn)), {}
            ended[LOST] += after.pop(LOST, 0.0)
            for (method, attackers_left, garrison, besieged), chance in after.items():
                if method == NOT_TAKEN and attackers_left > 0:
                    open_mass[attackers_left, garrison, besieged] = chance
                else:
                    fell = int(method != NOT_TAKEN)
                    ended[fell, fell * turn, method, attackers_left, garrison] += chance
        for (attackers_left, garrison, _), chance in open_mass.items():
            ended[0, 0, NOT_TAKEN, attackers_left, garrison] += chance
        return ended

    def turn(self, turn: int, state: Numbers) -> Branches:
        """F-55 A turn before the castle: (how it is taken, attackers, garrison, turns besieged in a row)."""
        attackers, garrison, besieged = state
        stormed: Chances = {(EMPTY if garrison == 0 else NOT_TAKEN, attackers, garrison): 1.0}
        if garrison > 0 and plain(storms)(attackers, garrison, turn, self.assault):
            stormed = self.storm(attackers, garrison)
        for after, chance in stormed.items():
            for end, share in self.end_of_turn(after, besieged):
                yield end, chance * share

    def _storm(self, attackers: int, garrison: int) -> Chances:
        """F-56 (how the castle is taken, attackers, garrison) after a storm."""
        chances, lost = storm_chances(attackers, garrison, self.assault, self.rules, self.budget)
        after = spread(chances, lambda end: [((BY_STORM if end[0] == ATTACKER else NOT_TAKEN, end[2], end[3]), 1.0)])
        return after | {LOST: lost}

    def end_of_turn(self, after_storm: Numbers, besieged: int) -> Branches:
        """F-59, F-62 The siege roll if the castle still stands, and hunger."""
        if after_storm == LOST:
            yield LOST, 1.0
            return
        method, attackers, garrison = after_storm
        if method == NOT_TAKEN and attackers > 0:
            count = plain(turns_besieged)(besieged, 1, self.rules)
            ends = siege_turn(attackers, garrison, count, 0, self.assault, self.rules, self.budget)
            for (still, fell, attackers_left, garrison_left, _), chance in ends:
                taken = BY_SIEGE if fell else NOT_TAKEN
                yield (taken, attackers_left, garrison_left, besieged + 1 if still else 0), chance
            return
        hungry = [(attackers, 1.0)] if self.assault.supplied else starving(attackers, self.rules, self.budget)
        for attackers_left, chance in hungry:
            yield (method, attackers_left, garrison, besieged), chance


def solve_assault(case: Case, opponents, assault, rules, budget: Budget) -> Outcomes:
    """Exact outcomes; battles and storms leave out at most 1e-16 of the mass that comes to them."""
    solver = AssaultSolver(opponents, assault, rules, budget)
    mass = spread(solver.groups_that_go_on(), solver.meet_field_army)
    ended = spread(mass, solver.meet_castle)
    lost = ended.pop(LOST, 0.0)
    return case.outcomes(ended, (*BEFORE_CASTLE, *AT_CASTLE), lost)
