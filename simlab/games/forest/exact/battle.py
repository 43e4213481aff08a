"""Exact distribution of a battle (F-43 to F-51).

A side is known by its groups' troops and states (Lost, Joined, Lost but fired at); groups that have fallen do not
matter any more, and equal groups may change places unless the order is that of the list. The two sides influence each
other only by the number of shots that they fire. So the mass lies in a table, attacker's states x defender's states,
and a step is a sparse matrix for each side, chosen by the other side's shots.
"""

from collections import defaultdict
from functools import cache

import numpy as np
from scipy import sparse

from simlab.chance.compiled import kernel
from simlab.chance.dice import binomial, chance_at_least, chance_at_most
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes, TooLarge
from simlab.games.forest.rules import s7_battle
from simlab.games.forest.state import (
    ATTACKER,
    BEFORE_BATTLE,
    BY_SIZE,
    DEFENDER,
    NO_RETURN_FIRE,
    SEPARATE,
    SPILL,
    STILL_OPEN,
)
from simlab.solvers.spread import NEGLIGIBLE, as_rows

LOST, JOINED, FIRED_AT = 0, 1, 2
STATUSES = 3
CODES = 7 * STATUSES  # a group has at most 6 troops
NEGLIGIBLE_BLOCK = 1e-21  # a battle has some hundred blocks a round: all that is dropped stays far below 1e-16
MOST_GROUPS = 14  # so many codes fit into 63 bits
Groups = tuple[tuple[int, int], ...]  # (troops, state) of every living group


@kernel
def fire_outcomes(side, shots, fire, rules, most_hits, left):
    """F-47, F-48 Every way in which shots at a side may hit: the hits and the troops left, a row each.

    `most_hits`[g] is written: hits on group g are told apart up to it. `left` has two planes, hits and troops, of as
    many rows as there are ways; with 0 rows only the ways are counted. Returns the number of ways.
    """
    s7_battle.allot(side, shots, fire, rules)
    ways = 1
    for g in range(side.groups):
        most_hits[g] = side.shots[g] if rules.excess_hits == SPILL else min(side.shots[g], side.troops[g])
        ways *= most_hits[g] + 1
    troops = side.troops.copy()
    for way in range(left.shape[1]):
        code = way
        for g in range(side.groups):
            side.troops[g] = troops[g]
            side.hits[g] = code % (most_hits[g] + 1)
            code //= most_hits[g] + 1
            left[0, way, g] = side.hits[g]
        s7_battle.take_losses(side, rules)
        for g in range(side.groups):
            left[1, way, g] = side.troops[g]
    for g in range(side.groups):
        side.troops[g] = troops[g]
    return ways


class SideStates:
    """The states that one side can be in during a battle, and its steps as sparse matrices between them."""

    def __init__(self, side, rating: int, enemy_fire: int, enemy_troops: int, rules, budget: Budget):
        self.side, self.rules, self.budget = side, rules, budget
        self.enemy_fire, self.enemy_troops = enemy_fire, enemy_troops
        self.by_size = bool(rules.group_order == BY_SIZE)
        self.found = chance_at_most(rating)
        self.hit = chance_at_least(int(rules.hit_min))
        self.number: dict[Groups, int] = {}
        self.hits = cache(self.hits)
        self.start = self.state(tuple((int(troops), LOST) for troops in side.troops[: side.groups]))
        self.steps = defaultdict(list)  # step -> (from, to, chance)
        self._explore()
        states = list(self.number)
        self.answering = np.array([sum(t for t, status in groups if status == FIRED_AT) for groups in states])
        #: Numbers of the states without a mark, in which a round begins and ends; what follows is about these.
        self.unmarked = np.flatnonzero(self.answering == 0)
        self.troops = np.array([sum(t for t, _ in states[n]) for n in self.unmarked])
        self.joined = np.array([sum(t for t, status in states[n] if status == JOINED) for n in self.unmarked])
        self.start = int(np.searchsorted(self.unmarked, self.start))

    def state(self, groups: Groups) -> int:
        """The number of a state, a new one if it has not been met."""
        living = tuple(group for group in groups if group[0] > 0)
        if self.by_size:
            living = tuple(sorted(living, reverse=True))
        return self.number.setdefault(living, len(self.number))

    def _explore(self) -> None:
        done = 0
        while done < len(self.number):
            groups = list(self.number)[done:]
            self.budget.spend(100 * len(groups), "states of one side")
            for place, state in enumerate(groups, start=done):
                if any(status == FIRED_AT for _, status in state):
                    self._add("join", place, self._with(state, FIRED_AT, JOINED), 1.0)
                    self._add("forget", place, self._with(state, FIRED_AT, LOST), 1.0)
                    continue
                self._add("join", place, state, 1.0)
                self._add("forget", place, state, 1.0)
                self._add_search(place, state)
                for shots in range(self.enemy_troops + 1):
                    self._add_fire(place, state, shots)
            done += len(groups)

    @staticmethod
    def _with(groups: Groups, before: int, after: int) -> Groups:
        return tuple((troops, after if status == before else status) for troops, status in groups)

    def _add(self, step, place: int, groups: Groups, chance: float) -> None:
        self.steps[step].append((place, self.state(groups), chance))

    def _add_search(self, place: int, groups: Groups) -> None:
        """F-44.1 Every Lost group is found or not."""
        mass = {(): 1.0}
        for troops, status in groups:
            after = defaultdict(float)
            for found, probability in mass.items():
                chances = ((JOINED, 1.0),) if status == JOINED else ((JOINED, self.found), (LOST, 1 - self.found))
                for new_status, chance in chances:
                    joined = (*found, (troops, new_status))
                    after[tuple(sorted(joined)) if self.by_size else joined] += probability * chance
            mass = after
        for found, probability in mass.items():
            if probability > 0:
                self._add("search", place, found, probability)

    def _add_fire(self, place: int, groups: Groups, shots: int) -> None:
        """F-44.2 What the side may be after so many shots at it; Lost groups that were shot at are marked."""
        side, size = self.side, len(groups)
        side.groups = size
        side.troops[:size] = [troops for troops, _ in groups]
        side.joined[:size] = [status == JOINED for _, status in groups]
        most_hits, uncounted = np.zeros(size, np.int64), np.zeros((2, 0, size), np.int64)
        ways = fire_outcomes(side, shots, self.enemy_fire, self.rules, most_hits, uncounted)
        self.budget.spend(10 * ways + 80, "ways in which shots may hit")
        left = np.zeros((2, ways, size), np.int64)
        fire_outcomes(side, shots, self.enemy_fire, self.rules, most_hits, left)
        shots_at = side.shots[:size].tolist()
        chances = np.ones(ways)
        for g, (at, most) in enumerate(zip(shots_at, most_hits.tolist())):
            if at > 0:
                chances *= self.hits(at, most)[left[0, :, g]]
        statuses = [FIRED_AT if s == LOST and at > 0 else s for at, (_, s) in zip(shots_at, groups)]
        for row, chance in self._merged(left[1] * STATUSES + np.array(statuses, np.int64), chances):
            self._add(shots, place, tuple(divmod(code, STATUSES) for code in row), chance)

    def hits(self, shots: int, most: int) -> np.ndarray:
        """F-48 Chances of 0..most hits of so many shots, the last one of `most` or more."""
        chances = binomial(shots, self.hit)
        chances[most] = chances[most:].sum()
        return chances

    def _merged(self, codes: np.ndarray, chances: np.ndarray):
        """Rows of (troops, status) codes with their chances, each different row once."""
        if self.by_size:
            codes.sort(axis=1)
        keys = codes @ (CODES ** np.arange(codes.shape[1]))
        _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
        return zip(codes[firsts].tolist(), np.bincount(places, chances).tolist())

    def matrix(self, step) -> sparse.csr_array:
        """A step (`search`, `join`, `forget`, or a number of shots) as a matrix from states to states."""
        origin, target, chance = zip(*self.steps[step])
        size = len(self.number)
        return sparse.csr_array((chance, (origin, target)), shape=(size, size))

    def fire(self) -> dict:
        """F-44.2 The fire of the Joined: from unmarked states to all."""
        return self._pieces(self.joined, lambda shots: self.matrix(shots)[self.unmarked])

    def answer(self) -> dict:
        """F-44.3 The surprise fire: from all states to unmarked ones, whose marks do not matter any more."""
        join, forget = self.matrix("join"), self.matrix("forget")[:, self.unmarked]
        return self._pieces(self.answering, lambda shots: join @ self.matrix(shots) @ forget)

    def search(self) -> sparse.csr_array:
        """F-44.1 A search, from unmarked states to unmarked ones."""
        return self.matrix("search")[self.unmarked][:, self.unmarked]

    def forget(self) -> sparse.csr_array:
        """F-49 From all states to unmarked ones, if nobody answers fire."""
        return self.matrix("forget")[:, self.unmarked]

    def _pieces(self, own_shots: np.ndarray, step) -> dict:
        """For each (own shots, enemy shots): the states that fire so, those they may come to, and the chances."""
        pieces = {}
        for enemy_shots in range(self.enemy_troops + 1):
            whole = step(enemy_shots)
            for own in np.unique(own_shots):
                rows = np.flatnonzero(own_shots == own)
                part = whole[rows]
                targets = np.unique(part.indices)
                pieces[int(own), enemy_shots] = rows, targets, part[:, targets].toarray()
        return pieces


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

    def __init__(self, field, attacker, defender, rules, budget: Budget):
        self.field, self.rules, self.budget = field, rules, budget
        attackers, defenders = int(attacker.troops.sum()), int(defender.troops.sum())
        if max(attacker.groups, defender.groups) > MOST_GROUPS:
            raise TooLarge("groups of a side", max(attacker.groups, defender.groups), MOST_GROUPS)
        self.a = SideStates(attacker, int(field.attacker.rating), int(field.defender.fire), defenders, rules, budget)
        self.d = SideStates(defender, int(field.defender.rating), int(field.attacker.fire), attackers, rules, budget)
        self.marked_shape = len(self.a.number), len(self.d.number)
        budget.hold(2 * self.marked_shape[0] * self.marked_shape[1], "pairs of states")
        self.searches = self.a.search().T, self.d.search()
        self.fire, self.answer = (self.a.fire(), self.d.fire()), (self.a.answer(), self.d.answer())
        self.leaderless = bool(field.defender.rating == 0)
        self.of_troops = [np.eye(most + 1)[side.troops] for most, side in ((attackers, self.a), (defenders, self.d))]
        self.end_with = cache(self.end_with)
        self.ended: dict = defaultdict(float)
        self.table = np.zeros((len(self.a.troops), len(self.d.troops)))
        self.table[self.a.start, self.d.start] = 1.0

    def end(self, mass: float, attackers: int, defenders: int, end) -> None:
        """Note mass that has ended."""
        left = int(end.attacker_left_field), int(end.defender_left_field)
        self.ended[int(end.winner), int(end.rounds), int(attackers), int(defenders), *left] += float(mass)

    def search(self, rnd: int) -> None:
        """F-44.1, F-46 Both sides search; the mass of those who withdraw ends."""
        before_battle = np.zeros_like(self.table)
        if self.rules.withdraw_window == BEFORE_BATTLE:
            # The window is open only while nobody has ever Joined: both sides still as they began.
            before_battle[self.a.start, self.d.start] = self.table[self.a.start, self.d.start]
        else:
            before_battle[:] = self.table
        self.table -= before_battle
        searched = self.searches[0] @ before_battle @ self.searches[1]
        self.withdraw(searched, rnd)
        self.table = self.searches[0] @ self.table @ self.searches[1] + searched

    def withdraw(self, table: np.ndarray, rnd: int) -> None:
        """F-46 Take the mass of those who withdraw out of the table."""
        leaves, left_field = plain(s7_battle.who_withdraws), plain(s7_battle.left_field)
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
        """F-44.4 to F-44.6, F-51.3 Take out the mass of battles that are over, by the troops of both sides."""
        by_troops = self.of_troops[0].T @ self.table @ self.of_troops[1]
        for attackers, defenders in np.argwhere(by_troops > 0).tolist():
            end, left = self.end_with(attackers, defenders)
            if end.winner != STILL_OPEN:
                self.end(by_troops[attackers, defenders], attackers, left, end._replace(rounds=rnd))
                self.table[np.ix_(self.a.troops == attackers, self.d.troops == defenders)] = 0.0

    def end_with(self, attackers: int, defenders: int):
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
    solver = BattleSolver(field, attacker, defender, rules, budget)
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
    return Outcomes(case.columns, *as_rows(solver.ended, 6), float(lost))
