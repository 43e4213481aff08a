"""The states that one side of a battle can be in, and its steps as sparse matrices between them.

A side is known by its groups' troops and states (Lost, Joined, Lost but fired at); groups that have fallen do not
matter any more, and equal groups may change places unless the order is that of the list.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.dice import binomial, chance_that
from simlab.contract import Budget
from simlab.games.forest.rules import s7_fire
from simlab.games.forest.rules.s7_search import found
from simlab.games.forest.state import BY_SIZE, SPILL

if TYPE_CHECKING:
    from scipy import sparse

LOST, JOINED, FIRED_AT = 0, 1, 2
STATUSES = 3
CODES = 7 * STATUSES  # a group has at most 6 troops
MOST_GROUPS = 12  # so many codes, and the shots before them, fit into 63 bits
Groups = tuple[tuple[int, int], ...]  # (troops, state) of every living group
Step = str | int  # `search`, `join`, `forget`, or a number of shots


@kernel
def fire_outcomes(side, most_shots, fire, rules, exactly, at_least, codes, chances):
    """F-47, F-48 Every way in which 0 .. most_shots shots at a side may hit, a row each; returns their number.

    A row of `codes` holds the shots, then each group's code: its troops left * STATUSES + its status after the fire.
    `exactly`[n, h] is the chance of h hits of n shots, `at_least` that of h or more. With no rows in `codes` the ways
    are only counted. The side's troops are put back.
    """
    troops = side.troops.copy()
    most_hits, ways = np.zeros(side.groups, np.int64), 0
    for shots in range(most_shots + 1):
        s7_fire.allot(side, shots, fire, rules)
        ways_of_shots = 1
        for g in range(side.groups):
            most_hits[g] = side.shots[g] if rules.excess_hits == SPILL else min(side.shots[g], side.troops[g])
            ways_of_shots *= most_hits[g] + 1
        for way in range(ways_of_shots if codes.shape[0] > 0 else 0):
            number, chance = way, 1.0
            for g in range(side.groups):
                hits, number = number % (most_hits[g] + 1), number // (most_hits[g] + 1)
                side.hits[g] = hits
                chances_of = at_least if hits == most_hits[g] else exactly
                chance *= chances_of[side.shots[g], hits]
            s7_fire.take_losses(side, rules)
            codes[ways + way, 0], chances[ways + way] = shots, chance
            for g in range(side.groups):
                status = JOINED if side.joined[g] else FIRED_AT if side.shots[g] > 0 else LOST
                codes[ways + way, g + 1] = side.troops[g] * STATUSES + status if side.troops[g] > 0 else 0
                side.troops[g] = troops[g]
        ways += ways_of_shots
    return ways


class SideStates:
    """The states that one side can be in during a battle, and its steps as sparse matrices between them."""

    def __init__(self, side, rating: int, enemy_fire: int, enemy_troops: int, rules, budget: Budget, starts=()):
        self.side, self.rules, self.budget = side, rules, budget
        self.enemy_fire, self.enemy_troops = enemy_fire, enemy_troops
        self.by_size = bool(rules.group_order == BY_SIZE)
        self.found = chance_that(found, rating)
        hit = chance_that(s7_fire.is_hit, rules)
        self.exactly = np.zeros((enemy_troops + 1, enemy_troops + 1))
        for shots in range(enemy_troops + 1):
            self.exactly[shots, : shots + 1] = binomial(shots, hit)
        self.at_least = self.exactly[:, ::-1].cumsum(axis=1)[:, ::-1].copy()
        self.number: dict[Groups, int] = {}
        self.state(tuple((int(troops), LOST) for troops in side.troops[: side.groups]))  # state 0: as the battle begins
        for sizes in starts:  # further ways in which the side might begin it
            self.state(tuple((troops, LOST) for troops in sizes))
        self.steps: defaultdict[Step, list[tuple[int, int, float]]] = defaultdict(list)  # (from, to, chance)
        self._explore()
        states = list(self.number)
        self.answering = np.array([sum(t for t, status in groups if status == FIRED_AT) for groups in states])
        #: Numbers of the states without a mark, in which a round begins and ends; what follows is about these.
        self.unmarked = np.flatnonzero(self.answering == 0)
        self.troops = np.array([sum(t for t, _ in states[n]) for n in self.unmarked])
        self.joined = np.array([sum(t for t, status in states[n] if status == JOINED) for n in self.unmarked])

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
                self._add_fire(place, state)
            done += len(groups)

    @staticmethod
    def _with(groups: Groups, before: int, after: int) -> Groups:
        return tuple((troops, after if status == before else status) for troops, status in groups)

    def _add(self, step: Step, place: int, groups: Groups, chance: float) -> None:
        self.steps[step].append((place, self.state(groups), chance))

    def _add_search(self, place: int, groups: Groups) -> None:
        """F-44.1 Every Lost group is found or not."""
        mass: dict[Groups, float] = {(): 1.0}
        for troops, status in groups:
            after: defaultdict[Groups, float] = defaultdict(float)
            for searched, probability in mass.items():
                chances = ((JOINED, 1.0),) if status == JOINED else ((JOINED, self.found), (LOST, 1 - self.found))
                for new_status, chance in chances:
                    joined = (*searched, (troops, new_status))
                    after[tuple(sorted(joined)) if self.by_size else joined] += probability * chance
            mass = after
        for searched, probability in mass.items():
            if probability > 0:
                self._add("search", place, searched, probability)

    def _add_fire(self, place: int, groups: Groups) -> None:
        """F-44.2 What the side may be after any number of shots at it; Lost groups that were shot at are marked."""
        side, size = self.side, len(groups)
        side.groups = size
        side.troops[:size] = [troops for troops, _ in groups]
        side.joined[:size] = [status == JOINED for _, status in groups]
        asked = side, self.enemy_troops, self.enemy_fire, self.rules, self.exactly, self.at_least
        ways = fire_outcomes(*asked, np.zeros((0, size + 1), np.int64), np.zeros(0))
        self.budget.spend(10 * ways + 1000, "ways in which shots may hit")
        codes, chances = np.zeros((ways, size + 1), np.int64), np.zeros(ways)
        fire_outcomes(*asked, codes, chances)
        if self.by_size:
            codes[:, 1:].sort(axis=1)
        keys = codes @ (CODES ** np.arange(size, -1, -1))
        _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
        for row, chance in zip(codes[firsts].tolist(), np.bincount(places, chances).tolist()):
            self._add(row[0], place, tuple(divmod(code, STATUSES) for code in row[1:]), chance)

    def matrix(self, step: Step) -> sparse.csr_array:
        """A step as a matrix from states to states."""
        from scipy import sparse  # a tenth of a second to import

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
