"""The states that one side of a battle can be in, and its steps as sparse matrices between them.

A side is known by its groups' troops and states (Lost, Joined, Lost but fired at); groups that have fallen do not
matter any more, and equal groups may change places unless the order is that of the list.
"""

from collections import defaultdict
from functools import cache

import numpy as np
from scipy import sparse

from simlab.chance.compiled import kernel
from simlab.chance.dice import binomial, chance_at_least, chance_at_most
from simlab.contract import Budget
from simlab.games.forest.rules import s7_fire
from simlab.games.forest.state import (
    BY_SIZE,
    SPILL,
)

LOST, JOINED, FIRED_AT = 0, 1, 2
STATUSES = 3
CODES = 7 * STATUSES  # a group has at most 6 troops
MOST_GROUPS = 14  # so many codes fit into 63 bits
Groups = tuple[tuple[int, int], ...]  # (troops, state) of every living group


@kernel
def fire_outcomes(side, shots, fire, rules, most_hits, left):
    """F-47, F-48 Every way in which shots at a side may hit: the hits and the troops left, a row each.

    `most_hits`[g] is written: hits on group g are told apart up to it. `left` has two planes, hits and troops, of as
    many rows as there are ways; with 0 rows only the ways are counted. Returns the number of ways.
    """
    s7_fire.allot(side, shots, fire, rules)
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
        s7_fire.take_losses(side, rules)
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
