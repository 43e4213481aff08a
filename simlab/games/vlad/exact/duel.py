"""Exact battles: every hand that matters, with its chance; the rules then leave nothing to chance (V-58 to V-63).

An attacker plays one card, so only the card that comes first in his hand matters. The defender may answer every attack,
so all his matching cards do. Units of one type draw on one pack, which ties their hands together.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from simlab.contract import Budget, Case
from simlab.games.vlad.exact.hands import first_cards, hand_count, matching, matching_hands, order_count, orders
from simlab.games.vlad.hands import PackTable, undealt
from simlab.games.vlad.state import AS_DEALT, MAGIC, MAGIC_ALWAYS, MAGIC_NEVER, NEVER, VLAD, Card

Cards = tuple[Card, ...]
Chances = list[tuple[Cards, float]]
CELLS_A_BATTLE, STEPS_A_BATTLE, STEPS_AN_ORDER = 40, 90, 40


class Duellist(NamedTuple):
    """One hand of a battle: its pack, the life of its unit, the cards given, the number of cards dealt at random."""

    pack: int
    life: int
    given: list[Card]
    dealt: int


class Dealer:
    """All that may be dealt to the hands of a battle."""

    def __init__(self, case: Case, fighters: list[Duellist], packs: PackTable, time: int, magic_policy: int):
        self.packs, self.time, self.magic_policy = packs, time, magic_policy
        *self.attackers, self.defender = fighters[:-2]
        self.magic = fighters[-2:]
        self.pools = {}
        for fighter in fighters:
            given = [card for other in fighters if other.pack == fighter.pack for card in other.given]
            self.pools[fighter.pack] = undealt(case, fighter.pack, given)

    @property
    def magic_fight(self) -> bool:
        """V-36 Can a magic card be used at all: by an attacking Vlad who has one, on a Vlad."""
        vlads = self.defender.pack == VLAD and any(attacker.pack == VLAD for attacker in self.attackers)
        return vlads and self.magic_policy != MAGIC_NEVER and bool(self.magic[0].dealt or self.magic[0].given)

    def defender_hands(self, budget: Budget) -> Chances:
        """The defender's matching cards in the order of the hand; equal orders are merged."""
        pack, _, given, dealt = self.defender
        if not dealt:
            return [(tuple(given), 1.0)]
        pool, others = matching(self.pools[pack], lambda card: self.packs.answer_rank(pack, card, self.time))
        budget.spend(20 * hand_count(pool, dealt), "hands of the defender")
        hands = matching_hands(pool, others, dealt)
        if self.packs.orders[1] != AS_DEALT:
            return hands
        ordered = []
        for hand, chance in hands:
            ways = order_count(hand)
            budget.spend(STEPS_AN_ORDER * ways, "orders of the defender's hand")
            budget.hold(CELLS_A_BATTLE * (len(ordered) + ways), "cells of the orders of the defender's hand")
            ordered += [(order, chance / ways) for order in orders(hand)]
        return ordered

    def attacker_hands(self, attacker: Duellist, defender_hand: Cards) -> Chances:
        """What an attacker may play, with the defender's hand known."""
        pack, _, given, dealt = attacker
        if not dealt or (pack == VLAD and self.magic_fight and self.magic_policy == MAGIC_ALWAYS):
            return [(tuple(given), 1.0)]
        pool, others = matching(self.pools[pack], lambda card: self.packs.attack_rank(pack, card, self.time))
        if pack == self.defender.pack and self.defender.dealt and self.packs.orders[1] != NEVER:
            pool = pool - Counter(defender_hand)
            others -= self.defender.dealt - len(defender_hand)
        firsts = first_cards(pool, others, dealt, lambda card: self.packs.attack_rank(pack, card, self.time))
        return [((card,) if card else (), chance) for card, chance in firsts]

    def magic_hands(self, budget: Budget) -> list[tuple[Cards, Cards, float]]:
        """The magic cards that matter: what the attacking Vlad uses, and what the other answers with."""
        if not self.magic_fight:
            return [((), (), 1.0)]
        dealt = [hand.dealt for hand in self.magic]
        if not any(dealt):
            return [(tuple(self.magic[0].given), tuple(self.magic[1].given), 1.0)]
        cards = list(self.pools[MAGIC].elements())
        budget.spend(40 * len(cards) ** 2 * max(dealt), "pairs of magic cards")
        return list(self.magic_pairs(cards, *dealt))

    def magic_pairs(self, cards: list[Card], attacking: int, defending: int) -> Iterator[tuple[Cards, Cards, float]]:
        """V-36 Which card of a stock comes first in each of two hands dealt from it, with the chances."""
        attack = by_rank(cards, lambda card: self.packs.attack_rank(MAGIC, card, self.time))
        if defending == 0 or self.packs.orders[1] == NEVER:
            for behind, first in enumerate(attack):
                yield (cards[first],), (), comb(behind, attacking - 1) / comb(len(cards), attacking)
            return
        answer = by_rank(cards, lambda card: self.packs.answer_rank(MAGIC, card, self.time))
        ways_in_all = comb(len(cards), attacking) * comb(len(cards) - attacking, defending)
        behind = behind_both(attack, answer)
        places = {card: place for place, card in enumerate(attack)}, {card: place for place, card in enumerate(answer)}
        for a, first in enumerate(attack):
            for d, second in enumerate(answer):
                to_first, to_second = a - (places[0][second] < a), d - (places[1][first] < d)
                ways = ways_to_deal(to_first, to_second, behind[a, d], attacking - 1, defending - 1)
                if first != second and ways:
                    yield (cards[first],), (cards[second],), ways / ways_in_all


def by_rank(cards: list[Card], rank) -> list[int]:
    """Places of the cards, the one that comes last first."""
    return sorted(range(len(cards)), key=lambda place: (rank(cards[place]), -place))


def behind_both(attack: list[int], answer: list[int]) -> np.ndarray:
    """How many cards are among the first a of one list and among the first d of the other, (a, d)."""
    places = {card: place for place, card in enumerate(answer)}
    grid = np.zeros((len(attack) + 1, len(answer) + 1), np.int64)
    for place, card in enumerate(attack):
        grid[place + 1, places[card] + 1] = 1
    return grid.cumsum(axis=0).cumsum(axis=1)


def ways_to_deal(one: int, other: int, both: int, to_one: int, to_other: int) -> int:
    """In how many ways so many cards of either set, `both` of which are in both, can be dealt to two hands."""
    return sum(
        comb(int(both), shared) * comb(one - int(both), to_one - shared) * comb(other - shared, to_other)
        for shared in range(min(int(both), to_one) + 1)
        if to_one - shared <= one - both
    )


def all_hands(
    case: Case, fighters: list[Duellist], packs: PackTable, time: int, magic_policy: int, budget: Budget
) -> tuple[np.ndarray, np.ndarray]:
    """Hands as numbers of cards, (combinations, fighters, cards), and their chances. Raises TooLarge."""
    dealer = Dealer(case, fighters, packs, time, magic_policy)
    magic, combinations, chances = dealer.magic_hands(budget), [], []
    for hand, chance in dealer.defender_hands(budget):
        attacks = [dealer.attacker_hands(attacker, hand) for attacker in dealer.attackers]
        count = prod(len(choices) for choices in (*attacks, magic))
        budget.spend(STEPS_A_BATTLE * count, "combinations of hands")
        budget.hold(CELLS_A_BATTLE * (len(chances) + count))
        for *attacking, (first, second, magic_chance) in product(*attacks, magic):
            combinations.append((*(cards for cards, _ in attacking), hand, first, second))
            chances.append(chance * magic_chance * prod(share for _, share in attacking))
    width = max((len(hand) for hands in combinations for hand in hands), default=0)
    numbers = np.zeros((len(combinations), len(fighters), max(width, 1)), np.int64)
    places = [fighter.pack for fighter in fighters]
    for row, hands in zip(numbers, combinations):
        for cells, pack, hand in zip(row, places, hands):
            cells[: len(hand)] = [packs.any_number(pack, card) for card in hand]
    return numbers, np.array(chances)
