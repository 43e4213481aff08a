"""From decks and hands as a scenario has them to rows of packs and fighters (V-36 to V-39)."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from simlab.chance.cards import LARGEST_NUMBER
from simlab.contract import Case
from simlab.games.vlad.state import (
    ATTACK_DESC,
    DAY,
    DEFENCE_DESC,
    MAGIC,
    NEVER,
    NIGHT,
    NOT_MATCHING,
    PACKS,
    SMALLEST_HAND,
    SMALLEST_PACK,
    TIMES,
    UNITS,
    Card,
    card_id,
    fighter_type,
    pack_type,
    rank,
)
from simlab.options import room_for

Hand = str | list[list]
RANDOM = "random"


def stock(case: Case, pack: int) -> Counter:
    """How many of each card a full pack holds."""
    if pack == MAGIC:
        return Counter(("", attack, defence) for attack, defence in case.data.magic_cards or [])
    cards = Counter()
    for time, attack, defence, copies, *_ in getattr(case.data.decks, UNITS[pack]):
        cards[time, attack, defence] += copies
    return cards


def undealt(case: Case, pack: int, given: Iterable[Card]) -> Counter:
    """What a pack holds when the cards of given hands have been taken out; a card that it lacks takes nothing out."""
    return stock(case, pack) - Counter(given)


class PackTable:
    """The four packs as rows, and which numbers the cards have in them."""

    def __init__(self, case: Case, given: dict[int, list[Card]], orders: tuple[int, int]):
        self.case, self.given, self.orders = case, given, orders
        packs = range(len(PACKS))
        most = max(stock(case, pack).total() + len(given.get(pack, ())) for pack in packs)
        assert most <= LARGEST_NUMBER, "the limits on packs and hands keep card numbers small"
        self.rows = np.zeros(len(packs), pack_type(room_for(most + 1, SMALLEST_PACK))).view(np.recarray)
        self.numbers: dict[tuple[int, Card], list[int]] = {}
        self.held: dict[tuple[int, Card], list[int]] = {}
        for pack in packs:
            self.fill(pack)

    def fill(self, number: int) -> None:
        """One pack's row: first the cards of the pile, then those that given hands hold."""
        row, given = self.rows[number], self.given.get(number, [])
        pile = undealt(self.case, number, given)
        row.pack, row.pile, row.card_count = number, pile.total(), pile.total() + len(given)
        row.attack_rank[:], row.answer_rank[:] = NOT_MATCHING, NOT_MATCHING
        for card, printed in enumerate([*pile.elements(), *given], start=1):
            copies = self.numbers.setdefault((number, printed), [])
            row.attack[card], row.defence[card] = printed[1:]
            row.id[card] = card_id(times_of(printed)[0], *printed[1:], len(copies))
            for time in times_of(printed):
                row.attack_rank[time, card] = self.attack_rank(number, printed, time)
                row.answer_rank[time, card] = self.answer_rank(number, printed, time)
            copies.append(card)
            if card > row.pile:
                self.held.setdefault((number, printed), []).append(card)

    def attack_rank(self, number: int, card: Card, time: int) -> int:
        """V-66 A card's rank when it is played or attacks; magic cards attack by attack (K-3)."""
        return (
            rank(ATTACK_DESC if number == MAGIC else self.orders[0], *card[1:]) if matches(card, time) else NOT_MATCHING
        )

    def answer_rank(self, number: int, card: Card, time: int) -> int:
        """V-59 A card's rank as an answer; magic cards answer by defence, or never (K-3)."""
        order = self.orders[1]
        if number == MAGIC and order != NEVER:
            order = DEFENCE_DESC
        return rank(order, *card[1:]) if matches(card, time) else NOT_MATCHING

    def take(self, number: int, card: Card) -> int:
        """The number of a given card that no other hand has yet."""
        return self.held[number, card].pop()

    def any_number(self, number: int, card: Card) -> int:
        """The number of some card of this print."""
        return self.numbers[number, card][0]


def times_of(card: Card) -> tuple[int, ...]:
    """V-38 The times of day at which a card matches; a magic card always does."""
    return (TIMES.index(card[0]),) if card[0] else (DAY, NIGHT)


def matches(card: Card, time: int) -> bool:
    """V-38 Only a card of the present time of day can be used."""
    return time in times_of(card)


def cards_of(hand: Hand) -> list[Card]:
    """The cards of a given hand; none of a random one."""
    return [] if hand == RANDOM else [tuple(card) for card in hand]


def fighter_rows(packs: PackTable, fighters: Sequence[tuple[int, int, list[Card], int]]) -> np.recarray:
    """Rows of units, each (pack, life, cards given, cards dealt at random)."""
    most = max((len(given) + dealt for _, _, given, dealt in fighters), default=0)
    rows = np.zeros(len(fighters), fighter_type(room_for(most, SMALLEST_HAND))).view(np.recarray)
    for row, (unit, life, given, dealt) in zip(rows, fighters):
        row.unit, row.start_life, row.dealt, row.given = unit, life, dealt, len(given)
        row.given_cards[: len(given)] = [packs.take(unit, card) for card in given]
    return rows
