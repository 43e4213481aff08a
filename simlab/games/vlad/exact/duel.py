"""Exact battles: every hand that matters, with its chance (V-11, V-36, V-38).

With the hands given, the rules leave nothing to chance, and the compiled ones are run (V-58, V-59, V-60, V-61, V-63).

An attacker plays one card, so only the card that comes first in his hand matters. The defender may answer every attack,
so all his matching cards do. Units of one type draw on one pack, which ties their hands together.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, prod

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.contract import Budget, Case, Outcomes, by_name
from simlab.games.vlad.duel_rows import DuelRows, write_row
from simlab.games.vlad.exact.hands import first_cards, hand_count, matching, matching_hands, order_count, orders
from simlab.games.vlad.hands import Fighter, given_from, undealt
from simlab.games.vlad.rules.s7_v58_attacks import Table
from simlab.games.vlad.rules.s7_v61_battle import whole_battle
from simlab.games.vlad.state import (
    AS_DEALT,
    ATTACKER,
    DEFENDER,
    MAGIC,
    MAGIC_ALWAYS,
    MAGIC_NEVER,
    MAGIC_POLICIES,
    NEVER,
    VLAD,
    Card,
)

Cards = tuple[Card, ...]
Chances = list[tuple[Cards, float]]
CELLS_A_BATTLE, STEPS_A_BATTLE, STEPS_AN_ORDER = 40, 90, 40  # as measured; ten million steps take about a second


class Dealer:
    """All that may be dealt to the hands of a battle."""

    def __init__(self, rows: DuelRows):
        case, fighters = rows.case, rows.fighters
        self.packs, self.time = rows.packs, rows.time
        self.magic_policy = MAGIC_POLICIES.index(case.setup.magic_policy)
        *self.attackers, self.defender = fighters[:-2]
        self.magic = fighters[-2:]
        self.pools = {pack: undealt(case, pack, given) for pack, given in given_from(fighters).items()}

    @property
    def magic_fight(self) -> bool:
        """V-36 Can a magic card be used at all: by an attacking Vlad who has one, on a Vlad."""
        vlads = self.defender.pack == VLAD and any(attacker.pack == VLAD for attacker in self.attackers)
        return (
            vlads
            and self.magic_policy != MAGIC_NEVER
            and bool(self.magic[ATTACKER].dealt or self.magic[ATTACKER].given)
        )

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
        ordered: Chances = []
        for hand, chance in hands:
            ways = order_count(hand)
            budget.spend(STEPS_AN_ORDER * ways, "orders of the defender's hand")
            budget.hold(CELLS_A_BATTLE * (len(ordered) + ways), "cells of the orders of the defender's hand")
            ordered += [(order, chance / ways) for order in orders(hand)]
        return ordered

    def attacker_hands(self, attacker: Fighter, defender_hand: Cards) -> Chances:
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
            return [(tuple(self.magic[ATTACKER].given), tuple(self.magic[DEFENDER].given), 1.0)]
        cards = list(self.pools[MAGIC].elements())
        budget.spend(40 * len(cards) ** 2 * max(dealt), "pairs of magic cards")
        return list(self.magic_pairs(cards, *dealt))

    def magic_pairs(self, cards: list[Card], attacking: int, defending: int) -> Iterator[tuple[Cards, Cards, float]]:
        """V-36 Which card of a stock comes first in each of two hands dealt from it, with the chances."""
        attack = by_rank(cards, lambda card: self.packs.attack_rank(MAGIC, card, self.time))
        if defending == 0 or self.packs.orders[1] == NEVER:
            for worse, first in enumerate(attack):
                yield (cards[first],), (), comb(worse, attacking - 1) / comb(len(cards), attacking)
            return
        answer = by_rank(cards, lambda card: self.packs.answer_rank(MAGIC, card, self.time))
        ways_in_all = comb(len(cards), attacking) * comb(len(cards) - attacking, defending)
        behind = behind_both(attack, answer)
        places = {card: place for place, card in enumerate(attack)}, {card: place for place, card in enumerate(answer)}
        for worse, first in enumerate(attack):
            for weaker, second in enumerate(answer):
                to_first, to_second = worse - (places[0][second] < worse), weaker - (places[1][first] < weaker)
                ways = ways_to_deal(to_first, to_second, behind[worse, weaker], attacking - 1, defending - 1)
                if first != second and ways:
                    yield (cards[first],), (cards[second],), ways / ways_in_all


def by_rank(cards: list[Card], rank) -> list[int]:
    """Places of the cards, the one that comes last first."""
    return sorted(range(len(cards)), key=lambda place: (rank(cards[place]), -place))


def behind_both(attack: list[int], answer: list[int]) -> np.ndarray:
    """How many cards are among the first so many of one list and of the other, (of one, of the other)."""
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


def all_hands(rows: DuelRows, budget: Budget) -> tuple[np.ndarray, np.ndarray]:
    """Hands as numbers of cards, (combinations, fighters, cards), and their chances. Raises TooLarge."""
    dealer = Dealer(rows)
    magic = dealer.magic_hands(budget)
    combinations: list[tuple[Cards, ...]] = []
    chances: list[float] = []
    for hand, chance in dealer.defender_hands(budget):
        attacks = [dealer.attacker_hands(attacker, hand) for attacker in dealer.attackers]
        count = len(magic) * prod(len(choices) for choices in attacks)
        budget.spend(STEPS_A_BATTLE * count, "combinations of hands")
        budget.hold(CELLS_A_BATTLE * (len(chances) + count))
        for attacking, (first, second, magic_chance) in product(product(*attacks), magic):
            combinations.append((*(cards for cards, _ in attacking), hand, first, second))
            chances.append(chance * magic_chance * prod(share for _, share in attacking))
    width = max([1, *(len(hand) for hands in combinations for hand in hands)])
    numbers = np.zeros((len(combinations), len(rows.fighters), width), np.int64)
    for row, hands in zip(numbers, combinations):
        for cells, fighter, hand in zip(row, rows.fighters, hands):
            cells[: len(hand)] = [rows.packs.any_number(fighter.pack, card) for card in hand]
    return numbers, np.array(chances)


@rule
def hold(fighter, cards):
    """Give a fighter a hand; card 0 is none."""
    fighter.dealt, fighter.given = 0, 0
    for place in range(cards.size):
        if cards[place] > 0:
            fighter.given_cards[fighter.given] = cards[place]
            fighter.given += 1


@kernel
def duels_with_hands(attackers, defenders, seats, magic, packs, time, rules, hands, out):
    """The battle with every row of `hands` in turn, (rows, attackers + defender + two magic hands, cards)."""
    table, defender = Table(seats, magic, packs), defenders[0]
    stream = trial_stream(0, 0, 0)
    for i in range(out.shape[0]):
        for place in range(attackers.size):
            hold(attackers[place], hands[i, place])
        hold(defender, hands[i, attackers.size])
        hold(magic[ATTACKER], hands[i, attackers.size + 1])
        hold(magic[DEFENDER], hands[i, attackers.size + 2])
        whole_battle(attackers, defender, table, time, rules, stream)
        write_row(attackers, defender, seats, out[i])


def solve_duel(case: Case, budget: Budget) -> Outcomes:
    """Exact outcomes of a battle. Raises TooLarge."""
    rows = DuelRows(case)
    hands, chances = all_hands(rows, budget)
    ends = np.zeros((len(hands), len(case.columns)), np.int32)
    arguments = *rows.arguments, hands, by_name(ends, case.columns)
    duels_with_hands(*arguments)
    ends, places = np.unique(ends[chances > 0], axis=0, return_inverse=True)
    return Outcomes(case.columns, ends, np.bincount(places.ravel(), chances[chances > 0]))
