"""Exact distribution of a battle (F-43 to F-51).

The two sides influence each other only by the number of shots that they fire. So the mass lies in a table, attacker's
states x defender's states, and a step is a sparse matrix for each side, chosen by the other side's shots.
"""

from collections import defaultdict
from functools import cache

import numpy as np

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes, TooLarge
from simlab.games.forest.exact.battle_states import MOST_GROUPS, SideStates
from simlab.games.forest.rules import s7_battle, s7_search
from simlab.games.forest.state import (
    ATTACKER,
    DEFENDER,
    NO_RETURN_FIRE,
    SEPARATE,
    STILL_OPEN,
)
from simlab.solvers.one_thread import one_thread
from simlab.solvers.spread import NEGLIGIBLE

ENDED = ("winner", "rounds", "attacker_left", "defender_left", "attacker_retreated", "defender_retreated")
NEGLIGIBLE_BLOCK = 1e-21  # a battle has some hundred blocks a round: all that is dropped stays far below 1e-16


def exchange(table: np.ndarray, shape, attacker_pieces: dict, defender_pieces: dict, budget: Budget) -> np.ndarray:
    """F-44.2 Both sides fire: each block of the table by the shots of either side; `shape` is that of the result."""
    after = np.zeros(shape)
    by_attacker = sorted({own for own, _ in attacker_pieces})
    by_defender = sorted({own for own, _ in defender_pieces})
    for own in by_attacker:
        for enemy in by_defender:
            rows, row_targets, row_chances = attacker_pieces[own, enemy]
            columns, column_targets, column_chances = defender_pieces[enemy, own]
            block = table[np.ix_(rows, columns)]
            if block.sum() > NEGLIGIBLE_BLOCK:
                budget.spend(120 + block.size * len(column_targets) // 300)
                after[np.ix_(row_targets, column_targets)] += row_chances.T @ block @ column_chances
    return after


class BattleSolver:
    """The table of mass over both sides' states, and what one round makes of it."""

    def __init__(self, field, attacker, defender, rules, budget: Budget, starts=((), ())):
        self.field, self.rules, self.budget = field, rules, budget
        attackers, defenders = int(attacker.troops.sum()), int(defender.troops.sum())
        if max(attacker.groups, defender.groups) > MOST_GROUPS:
            raise TooLarge("groups of a side", max(attacker.groups, defender.groups), MOST_GROUPS)
        against_a, against_d = int(field.defender.fire), int(field.attacker.fire)
        self.a = SideStates(attacker, int(field.attacker.rating), against_a, defenders, rules, budget, starts[0])
        self.d = SideStates(defender, int(field.defender.rating), against_d, attackers, rules, budget, starts[1])
        self.marked_shape = len(self.a.number), len(self.d.number)
        budget.hold(2 * self.marked_shape[0] * self.marked_shape[1], "pairs of states")
        self.searches = self.a.search().T, self.d.search()
        self.fire, self.answer = (self.a.fire(), self.d.fire()), (self.a.answer(), self.d.answer())
        self.leaderless = bool(field.defender.rating == 0)
        self.of_troops = [np.eye(most + 1)[side.troops] for most, side in ((attackers, self.a), (defenders, self.d))]
        self.end_with = cache(self._end_with)
        self.ended: dict = defaultdict(float)
        self.table = np.zeros((len(self.a.troops), len(self.d.troops)))
        self.table[0, 0] = 1.0

    def end(self, mass: float, attackers: int, defenders: int, end) -> None:
        """Note mass that has ended, by what ENDED names."""
        left = int(end.attacker_left_field), int(end.defender_left_field)
        self.ended[int(end.winner), int(end.rounds), int(attackers), int(defenders), *left] += float(mass)

    def search(self, rnd: int) -> None:
        """F-44.1, F-46 Both sides search; the mass of those who withdraw ends."""
        may_withdraw = np.zeros_like(self.table)
        if plain(s7_search.window_after)(True, self.rules):
            may_withdraw[:] = self.table
        else:  # only while nobody has ever Joined: both sides still as they began
            may_withdraw[0, 0] = self.table[0, 0]
        self.table -= may_withdraw
        searched = self.searches[0] @ may_withdraw @ self.searches[1]
        self.withdraw(searched, rnd)
        self.table = self.searches[0] @ self.table @ self.searches[1] + searched

    def withdraw(self, table: np.ndarray, rnd: int) -> None:
        """F-46 Take the mass of those who withdraw out of the table."""
        leaves, left_field = plain(s7_search.who_withdraws), plain(s7_battle.left_field)
        for row, column in np.argwhere(table > 0).tolist():
            a, d = self.a, self.d
            who = leaves(a.joined[row], d.joined[column], a.troops[row], d.troops[column], self.field)
            if who in (ATTACKER, DEFENDER):
                self.end(table[row, column], a.troops[row], d.troops[column], left_field(who, rnd))
                table[row, column] = 0.0

    def take_waiting(self) -> np.ndarray:
        """F-51 Take the mass out in which no attacker has found the leaderless defenders: nothing happens to it."""
        waiting = np.zeros_like(self.table)
        if self.leaderless:
            nobody = self.a.joined == 0
            waiting[nobody], self.table[nobody] = self.table[nobody], 0.0
        return waiting

    def fire_round(self) -> None:
        """F-44.2 and F-44.3 The fire of the Joined and the surprise fire."""
        fired = exchange(self.table, self.marked_shape, *self.fire, self.budget)
        if self.rules.surprise_fire == NO_RETURN_FIRE:
            self.table = self.a.forget().T @ fired @ self.d.forget()
        else:
            self.table = exchange(fired, self.table.shape, *self.answer, self.budget)

    def end_round(self, rnd: int) -> None:
        """F-44.4 and F-44.5, F-51.3 Take out the mass of battles that are over, by the troops of both sides."""
        by_troops = self.of_troops[0].T @ self.table @ self.of_troops[1]
        for attackers, defenders in np.argwhere(by_troops > 0).tolist():
            end, left = self.end_with(attackers, defenders)
            if end.winner != STILL_OPEN:
                self.end(by_troops[attackers, defenders], attackers, left, end._replace(rounds=rnd))
                self.table[np.ix_(self.a.troops == attackers, self.d.troops == defenders)] = 0.0

    def _end_with(self, attackers: int, defenders: int):
        """What the rules say with these troops left after the fire, and how many defenders live on."""
        if not self.leaderless:
            return plain(s7_battle.end_of_round)(attackers, defenders, 0, self.field), defenders
        end = plain(s7_battle.end_of_leaderless_round)(attackers, defenders, 0, self.field)
        return end, plain(s7_battle.leaderless_survivors)(attackers, defenders, self.field)

    def break_off(self, rnd: int) -> None:
        """Battles that still go on after the last round to be looked at."""
        for row, column in np.argwhere(self.table > 0).tolist():
            end = s7_battle.BattleEnd(STILL_OPEN, rnd, False, False)
            self.end(self.table[row, column], self.a.troops[row], self.d.troops[column], end)
        self.table[:] = 0.0


def solve_battle(case: Case, field, attacker, defender, rules, budget: Budget) -> Outcomes:
    """Exact outcomes; rounds have no limit, what is left after 1e-16 of mass is reported as lost."""
    ended, lost = battle_chances(field, attacker, defender, rules, budget)
    return case.outcomes(ended, ENDED, lost)


def battle_chances(field, attacker, defender, rules, budget: Budget) -> tuple[dict[tuple[int, ...], float], float]:
    """The chance of every end of a battle, as ENDED names it, and what is lost."""
    with one_thread():
        return run_to_its_end(BattleSolver(field, attacker, defender, rules, budget))


def run_to_its_end(solver: BattleSolver) -> tuple[dict[tuple[int, ...], float], float]:
    """Round after round until the mass that is left is negligible."""
    rules, field = solver.rules, solver.field
    if rules.initial_search == SEPARATE:
        solver.search(0)
    rnd = 0
    while (lost := solver.table.sum()) > NEGLIGIBLE:
        rnd += 1
        solver.search(rnd)
        waiting = solver.take_waiting()
        solver.fire_round()
        solver.end_round(rnd)
        solver.table += waiting
        if rnd == field.stop_after:
            solver.break_off(rnd)
    return solver.ended, float(lost)
