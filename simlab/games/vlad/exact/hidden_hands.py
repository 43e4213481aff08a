"""Hands of which only so much is known as has been played: the rest is anything that the pack allows (V-11, V-39).

A card that has been dealt but not looked at is as likely to be any card of its time of day that nobody has seen. So of
an unseen hand only the number of day and of night cards is kept, and a card is revealed when it is its turn. Cards are
numbered by kind, the kind that is played first having the lowest number; the last kind stands for cards whose time of
day does not come again.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from simlab.chance.plain import plain
from simlab.contract import Budget
from simlab.games.vlad.exact.hands import order_count, orders
from simlab.games.vlad.hands import time_of
from simlab.games.vlad.rules.s7_v65_neutral_fight import rank
from simlab.games.vlad.state import AS_DEALT, DAY, NIGHT, Card

DAY_AND_NIGHT = (DAY, NIGHT)
STEPS_AN_ORDER, CELLS_AN_ORDER = 40, 150  # as measured; ten million steps take about a second (contract.Budget)


class HiddenHand(NamedTuple):
    """A hand and its pack: kinds known to be in the hand, in hand order; how many more of day and of night are in it;
    how many of each kind nobody has seen, those in the hand included; how many of each kind are used."""

    known: tuple[int, ...]
    hidden: tuple[int, ...]
    unseen: tuple[int, ...]
    used: tuple[int, ...]


Chances = Iterator[tuple[HiddenHand, float]]


class Kinds:
    """The kinds of cards of one pack in the order in which they are played, and what can happen to a hand of them."""

    def __init__(self, cards: set[Card], order: int, budget: Budget):
        self.order, self.budget = order, budget
        ranks = {card: plain(rank)(order, card[1], card[2]) for card in cards}
        self.cards = sorted(cards, key=lambda card: (-ranks[card], card))
        self.ranks = [ranks[card] for card in self.cards]
        self.number = {card: kind for kind, card in enumerate(self.cards)}
        self.times = [time_of(card) for card in self.cards]
        self.idle = len(self.cards)
        self.of_time = [[kind for kind, printed in enumerate(self.times) if printed == time] for time in DAY_AND_NIGHT]
        self.none = (0,) * (self.idle + 1)
        self.empty = HiddenHand((), (0, 0), self.none, self.none)

    def start(self, given: list[Card], pile: dict[Card, int]) -> HiddenHand:
        """A given hand, or none, before a full pile."""
        unseen = tuple(pile.get(card, 0) for card in self.cards)
        return HiddenHand(self.in_order(self.number[card] for card in given), (0, 0), (*unseen, 0), self.none)

    def in_order(self, known) -> tuple[int, ...]:
        """Known cards in hand order if that order matters, else in playing order."""
        return tuple(known) if self.order == AS_DEALT else tuple(sorted(known))

    def unseen_of(self, hand: HiddenHand, time: int) -> int:
        """Cards of a time of day that nobody has seen."""
        return sum(hand.unseen[kind] for kind in self.of_time[time])

    def matching(self, hand: HiddenHand, time: int) -> int:
        """Cards of a time of day in the hand."""
        return hand.hidden[time] + sum(self.times[kind] == time for kind in hand.known)

    def draw(self, hand: HiddenHand) -> Chances:
        """V-39 One card is drawn, unseen; an empty pile is made of the used cards again."""
        piles = [self.unseen_of(hand, time) - hand.hidden[time] for time in DAY_AND_NIGHT]
        total = sum(piles) + hand.unseen[self.idle]
        if total == 0:
            if any(hand.used):
                for shuffled, chance in self.shuffle_used(hand):
                    for drawn, share in self.draw(shuffled):
                        yield drawn, chance * share
            else:
                yield hand, 1.0
            return
        for time in DAY_AND_NIGHT:
            if piles[time]:
                yield hand._replace(hidden=plus(hand.hidden, time, 1)), piles[time] / total
        if hand.unseen[self.idle]:
            yield hand._replace(unseen=plus(hand.unseen, self.idle, -1)), hand.unseen[self.idle] / total

    def shuffle_used(self, hand: HiddenHand) -> Chances:
        """V-39 The used cards become the pile. What nobody has seen is then all in the hand, in an unknown order."""
        held = tuple(kind for kind in range(self.idle) for _ in range(hand.unseen[kind]))
        ways = order_count(held) if self.order == AS_DEALT else 1
        self.budget.spend(STEPS_AN_ORDER * ways, "orders of a hand")
        self.budget.hold(CELLS_AN_ORDER * ways, "cells of the orders of a hand")
        for order in orders(held) if self.order == AS_DEALT else (held,):
            known = self.in_order((*hand.known, *order))
            yield HiddenHand(known, (0, 0), hand.used, self.none), 1 / ways

    def reveal(self, hand: HiddenHand, kind: int, remember: bool) -> Chances:
        """Which of the hidden cards are of this kind, when all kinds played before it have been revealed."""
        time = self.times[kind]
        hidden, copies = hand.hidden[time], hand.unseen[kind]
        others = sum(hand.unseen[later] for later in self.of_time[time] if later > kind)
        ways = comb(copies + others, hidden)
        for found in range(min(copies, hidden) + 1):
            chance = comb(copies, found) * comb(others, hidden - found) / ways
            if chance:
                yield self.found(hand, kind, found, remember), chance

    def reveal_next(self, hand: HiddenHand, time: int) -> Iterator[tuple[int, HiddenHand, float]]:
        """The next card of a time of day in hand order: (kind, the hand with it known, chance)."""
        known = [kind for kind in hand.known if self.times[kind] == time]
        if known:
            yield known[0], hand, 1.0
            return
        total = self.unseen_of(hand, time)
        for kind in self.of_time[time]:
            if hand.unseen[kind]:
                yield kind, self.found(hand, kind, 1, True), hand.unseen[kind] / total

    def found(self, hand: HiddenHand, kind: int, copies: int, remember: bool) -> HiddenHand:
        """A hand of which so many hidden cards turned out to be of a kind."""
        if copies == 0:
            return hand
        hidden = plus(hand.hidden, self.times[kind], -copies)
        unseen = plus(hand.unseen, kind, -copies) if remember else hand.unseen
        return HiddenHand(self.in_order((*hand.known, *(kind,) * copies)), hidden, unseen, hand.used)

    def play(self, hand: HiddenHand, kind: int, remember: bool) -> HiddenHand:
        """V-39 A known card is used."""
        place = hand.known.index(kind)
        used = plus(hand.used, kind, 1) if remember else hand.used
        return hand._replace(known=hand.known[:place] + hand.known[place + 1 :], used=used)

    def forget(self, hand: HiddenHand, times: set[int], draws: bool) -> HiddenHand:
        """What still matters of a hand if only these times of day come, and cards are drawn or not."""
        unseen, used, hidden = list(hand.unseen), list(hand.used), list(hand.hidden)
        for time in DAY_AND_NIGHT:
            comes = time in times
            if not comes and draws:
                unseen[self.idle] += self.unseen_of(hand, time) - hidden[time]
                used[self.idle] += sum(hand.used[kind] for kind in self.of_time[time])
            hidden[time] = hidden[time] if comes else 0
            for kind in self.of_time[time]:
                unseen[kind] = hand.unseen[kind] if comes and (draws or hidden[time]) else 0
                used[kind] = hand.used[kind] if comes else 0
        known = tuple(kind for kind in hand.known if self.times[kind] in times)
        return HiddenHand(known, tuple(hidden), tuple(unseen), tuple(used) if draws else self.none)

    def forget_unseen(self, hand: HiddenHand, time: int) -> HiddenHand:
        """A hand without what nobody has seen of a time of day."""
        unseen = list(hand.unseen)
        for kind in self.of_time[time]:
            unseen[kind] = 0
        return hand._replace(unseen=tuple(unseen))


def plus(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The counts with so much added to one of them."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
