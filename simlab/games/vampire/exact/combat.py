"""Exact fights (E-25, E-28, E-64): mass over what both sides have laid down and still hold, round by round.

In a fight only the values of valid cards matter, so a hand is the sorted values of its valid cards. What a side plays,
what is carried over and what beats what is asked of the rules; the order of the rounds (`fight`, `play_round`) and what
chance does (the deal, random plays) are written here for many hands at once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vampire.decks import NOT_DEALT
from simlab.games.vampire.rules.s2_cards import is_valid
from simlab.games.vampire.rules.s5_combat import (
    beats,
    carried_attack,
    carried_defence,
    least_to_go_on,
    least_to_start,
    may_start,
)
from simlab.games.vampire.rules.s7_plays import attacks_again, attacks_first, defends
from simlab.games.vampire.state import RANDOM

ENDED = (
    *("defender_dead", "rounds", "attack_total", "defence_total"),
    *("attacker_cards_used", "defender_cards_used"),
)
Values = tuple[int, ...]
STEPS_A_HAND, STEPS_A_PLAY, STEPS_A_STATE = 20, 600, 30  # of the budget, a second is ten million


class Held(NamedTuple):
    """One side in a fight: its total on the table, the cards that it has played, the valid values that it holds."""

    total: int
    played: int
    values: Values


Plays = list[tuple[Values, float]]
Mass = dict[tuple[Held, Held], float]


class ExactCombat:
    """One fight, solved exactly. Raises TooLarge."""

    def __init__(self, case: Case, forces: np.recarray, decks: np.recarray, rules, budget: Budget):
        self.case, self.forces, self.decks, self.rules, self.budget = case, forces, decks, rules, budget
        self.attacker, self.defender = forces[0], forces[1]
        self.start = int(self.defender.markers)
        self.rows: dict[tuple[int, ...], float] = defaultdict(float)
        self.memory: dict[tuple, Plays] = {}

    def solve(self) -> Outcomes:
        """Exact outcomes."""
        attack = int(self.attacker.markers + self.attacker.opening)
        opened = int(self.attacker.opening > 0)
        attackers: dict[Held, float] = defaultdict(float)
        for values, chance in self.hands(0):
            plays = self.first_attacks(values, attack)
            if not plays:
                self.rows[0, 0, 0, 0, 0, 0] += chance
            for play, share in plays:
                attackers[laid_down(Held(attack, opened, values), play)] += chance * share
        defenders = {Held(self.start, 0, values): chance for values, chance in self.hands(1)}
        self.budget.spend(STEPS_A_STATE * len(attackers) * len(defenders), "pairs of hands")
        mass = {(a, d): p * q for (a, p), (d, q) in product(attackers.items(), defenders.items())}
        mass = self.compared(self.answered(mass, self.rules.max_rounds == 1), 1)
        if self.rules.max_rounds == 2:
            mass = self.compared(self.answered(self.second_attacks(mass), True), 2)
        self.end(mass, int(self.rules.max_rounds))
        return self.case.outcomes(self.rows, ENDED)

    def hands(self, side: int) -> Iterator[tuple[Values, float]]:
        """The valid values that a side may hold, with their chances."""
        force, deck = self.forces[side], self.decks[side]
        if deck.dealt == NOT_DEALT:
            yield tuple(force.given_value[: force.given].tolist()), 1.0
            return
        count, size = int(deck.card_count), int(deck.dealt)
        counts = [plain(is_valid)(int(deck.colours[card]), int(deck.valid)) for card in range(count)]
        valid = [int(deck.value[card]) for card in range(count) if counts[card]]
        hands: list[tuple[Values, int]] = [((), 1)]
        for value, copies in sorted(Counter(valid).items()):
            self.budget.spend(STEPS_A_HAND * len(hands) * (copies + 1), "hands")
            hands = [
                (hand + (value,) * taken, ways * comb(copies, taken))
                for hand, ways in hands
                for taken in range(min(copies, size - len(hand)) + 1)
            ]
        others, in_all = count - len(valid), comb(count, size)
        for hand, ways in hands:
            if others >= size - len(hand):
                yield hand, ways * comb(others, size - len(hand)) / in_all

    def first_attacks(self, values: Values, attack: int) -> Plays:
        """E-27, E-40 What the attacker may play in round 1; nothing if he does not start."""
        if self.attacker.play != RANDOM:
            return self.chosen(self.attacker, values, attacks_first, attack, self.start)
        if not plain(may_start)(attack + sum(values), self.start, self.rules):
            return []
        return self.random_plays(values, int(plain(least_to_start)(self.attacker, attack, self.start, self.rules)))

    def second_attacks(self, mass: Mass) -> Mass:
        """E-29, E-30 The attacker's play of round 2; where he makes none the fight has ended after round 1."""
        after: Mass = defaultdict(float)
        for (attacker, defender), chance in mass.items():
            attack = int(plain(carried_attack)(attacker.total, self.attacker, self.rules))
            defence = int(plain(carried_defence)(defender.total, self.start, self.rules))
            if self.attacker.play == RANDOM:
                self.attacker.cards = len(attacker.values)
                plays = self.random_plays(attacker.values, int(plain(least_to_go_on)(self.attacker, self.rules)))
                stays = sum(share for play, share in plays if not play)
                plays = [(play, share) for play, share in plays if play]
            else:
                plays = self.chosen(self.attacker, attacker.values, attacks_again, attack, defence)
                stays = 0.0 if plays else 1.0
            if stays:
                self.end({(attacker, defender): chance * stays}, 1)
            for play, share in plays:
                carried = attacker._replace(total=attack), defender._replace(total=defence)
                after[laid_down(carried[0], play), carried[1]] += chance * share
        return after

    def answered(self, mass: Mass, last: bool) -> Mass:
        """E-41 The defender plays, knowing the attack."""
        after: Mass = defaultdict(float)
        for (attacker, defender), chance in mass.items():
            if self.defender.play == RANDOM:
                plays = self.random_plays(defender.values, 0)
            else:
                plays = self.chosen(self.defender, defender.values, defends, defender.total, attacker.total, last)
            for play, share in plays:
                after[attacker, laid_down(defender, play)] += chance * share
        return after

    def compared(self, mass: Mass, rounds: int) -> Mass:
        """E-26, E-28 Where the attack beats the defence the target is dead; the rest goes on."""
        self.budget.spend(STEPS_A_STATE * len(mass), "states of the fight")
        self.budget.hold(30 * len(mass), "cells of the states of the fight")
        going: Mass = {}
        for (attacker, defender), chance in mass.items():
            if plain(beats)(attacker.total, defender.total, self.rules):
                self.rows[self.row(1, rounds, attacker, defender)] += chance
            else:
                going[attacker, defender] = chance
        return going

    def end(self, mass: Mass, rounds: int) -> None:
        """E-30, E-31 The target lives."""
        for (attacker, defender), chance in mass.items():
            self.rows[self.row(0, rounds, attacker, defender)] += chance

    def row(self, dead: int, rounds: int, attacker: Held, defender: Held) -> tuple[int, ...]:
        """An outcome row, in the order of ENDED."""
        return dead, rounds, attacker.total, defender.total, attacker.played, defender.played

    def chosen(self, force: np.record, values: Values, choose, *totals) -> Plays:
        """What a side that plays without chance chooses of these values: one play, or none."""
        key = (int(force.side), choose.__name__, values, totals)
        if key not in self.memory:
            self.budget.spend(STEPS_A_PLAY * (1 + len(values)), "plays")
            force.cards = len(values)
            force.value[: len(values)] = values
            stream = None  # these plays need no dice
            plays = plain(choose)(force, *totals, self.rules, stream)
            play = tuple(value for value, in_play in zip(values, force.chosen) if in_play)
            self.memory[key] = [(play, 1.0)] if plays or choose is defends else []
        return self.memory[key]

    def random_plays(self, values: Values, least: int) -> Plays:
        """E-40, E-41 Every play with a sum of at least `least`, each set of cards equally likely."""
        key = (values, least)
        if key not in self.memory:
            counts = sorted(Counter(values).items())
            self.budget.spend(STEPS_A_HAND * prod(copies + 1 for _, copies in counts), "random plays")
            plays = []
            for taken in product(*(range(copies + 1) for _, copies in counts)):
                play = tuple(value for (value, _), number in zip(counts, taken) for _ in range(number))
                if sum(play) >= least:
                    plays.append((play, prod(comb(copies, number) for (_, copies), number in zip(counts, taken))))
            ways = sum(weight for _, weight in plays)
            self.memory[key] = [(play, weight / ways) for play, weight in plays]
        return self.memory[key]


def laid_down(held: Held, play: Values) -> Held:
    """A side after a play."""
    if not play:
        return held
    left = Counter(held.values)
    left.subtract(play)
    return Held(held.total + sum(play), held.played + len(play), tuple(sorted(left.elements())))
