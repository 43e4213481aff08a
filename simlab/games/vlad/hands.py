"""From decks and hands as a scenario has them to rows of packs and fighters (V-36, V-37, V-38)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from simlab.chance.cards import LARGEST_NUMBER
from simlab.chance.plain import plain
from simlab.contract import Case
from simlab.games.vlad.rules.s5_v36_cards import matches
from simlab.games.vlad.rules.s7_v58_attacks import answer_order
from simlab.games.vlad.rules.s7_v65_neutral_fight import attack_order, rank
from simlab.games.vlad.state import (
    ANSWER_ORDERS,
    ANY_TIME,
    DAY,
    MAGIC,
    NIGHT,
    NOT_MATCHING,
    PACKS,
    SMALLEST_HAND,
    SMALLEST_PACK,
    TIMES,
    Card,
    card_id,
    fighter_type,
    pack_type,
)
from simlab.rows import room_for, rows_of

Hand = str | list[list]
RANDOM = "random"


class Fighter(NamedTuple):
    """A hand in a setup: its pack, the life of its unit, the cards given, the number of cards dealt at random.

    A seat's magic cards are one as well, with the pack MAGIC and no life.
    """

    pack: int
    life: int
    given: list[Card]
    dealt: int


def stock(case: Case, pack: int) -> Counter:
    """How many of each card a full pack holds."""
    if pack == MAGIC:
        return Counter(("", attack, defence) for attack, defence in case.data.magic_cards or [])
    cards: Counter[Card] = Counter()
    for time, attack, defence, copies, *_ in getattr(case.data.decks, PACKS[pack]):
        cards[time, attack, defence] += copies
    return cards


def undealt(case: Case, pack: int, given: Iterable[Card]) -> Counter:
    """What a pack holds when the cards of given hands have been taken out; a card that it lacks takes nothing out."""
    return stock(case, pack) - Counter(given)


def cards_of(hand: Hand) -> list[Card]:
    """The cards of a given hand; none of a random one."""
    return [] if hand == RANDOM else [tuple(card) for card in hand]


def given_from(fighters: Iterable[Fighter]) -> dict[int, list[Card]]:
    """The cards of given hands, by pack."""
    given: dict[int, list[Card]] = {}
    for fighter in fighters:
        given.setdefault(fighter.pack, []).extend(fighter.given)
    return given


def time_of(card: Card) -> int:
    """V-36, V-37 The time of day that is printed on a card; a magic card has none."""
    return TIMES.index(card[0]) if card[0] else ANY_TIME


class PackTable:
    """The four packs as rows, and which numbers the cards have in them.

    `orders`: by which order cards attack or are played, and by which they answer, as the exact solvers ask for them.
    """

    def __init__(self, case: Case, given: dict[int, list[Card]], orders: tuple[int, int]):
        self.case, self.given, self.orders = case, given, orders
        packs = range(len(PACKS))
        most = max(stock(case, pack).total() + len(given.get(pack, ())) for pack in packs)
        assert most <= LARGEST_NUMBER, "the limits on packs and hands keep card numbers small"
        self.rows = rows_of(pack_type(room_for(most + 1, SMALLEST_PACK)), len(packs))
        self.numbers: dict[tuple[int, Card], list[int]] = {}
        self.held: dict[tuple[int, Card], list[int]] = {}
        for pack in packs:
            self.fill(pack)

    def fill(self, pack: int) -> None:
        """One pack's row: first the cards of the pile, then those that given hands hold."""
        row, given = self.rows[pack], self.given.get(pack, [])
        pile = undealt(self.case, pack, given)
        row.pack, row.pile_count, row.card_count = pack, pile.total(), pile.total() + len(given)
        row.rank[:] = NOT_MATCHING
        # A row's fields are looked up once: a sweep fills thousands of packs.
        attack, defence, ids, ranks = row.attack, row.defence, row.id, row.rank
        for number, card in enumerate([*pile.elements(), *given], start=1):
            _, attack[number], defence[number] = card
            copies = self.numbers.setdefault((pack, card), [])
            ids[number] = card_id(card, time_of(card), len(copies))
            ranks[:, :, number] = ranks_of(card)
            copies.append(number)
            if number > row.pile_count:
                self.held.setdefault((pack, card), []).append(number)

    def attack_rank(self, pack: int, card: Card, time: int) -> int:
        """A card's rank when it is played or attacks."""
        return rank_at(card, time, plain(attack_order)(pack, self.orders[0]))

    def answer_rank(self, pack: int, card: Card, time: int) -> int:
        """A card's rank as an answer."""
        return rank_at(card, time, plain(answer_order)(pack, self.orders[1]))

    def take(self, pack: int, card: Card) -> int:
        """The number of a given card that no other hand has yet."""
        return self.held[pack, card].pop()

    def any_number(self, pack: int, card: Card) -> int:
        """The number of some card of this print."""
        return self.numbers[pack, card][0]


@cache
def ranks_of(card: Card) -> tuple[tuple[int, ...], ...]:
    """A card's ranks in each order, by day and by night."""
    return tuple(tuple(rank_at(card, time, order) for time in (DAY, NIGHT)) for order in range(len(ANSWER_ORDERS)))


@cache
def rank_at(card: Card, time: int, order: int) -> int:
    """A card's rank at a time of day."""
    _, attack, defence = card
    return plain(rank)(order, attack, defence) if plain(matches)(time_of(card), time) else NOT_MATCHING


def fighter_rows(packs: PackTable, fighters: Sequence[Fighter]) -> np.recarray:
    """Rows of fighters, all of the first seat."""
    most = max((len(fighter.given) + fighter.dealt for fighter in fighters), default=0)
    rows = rows_of(fighter_type(room_for(most, SMALLEST_HAND)), len(fighters))
    for row, fighter in zip(rows, fighters):
        row.unit, row.start_life = fighter.pack, fighter.life
        row.dealt, row.given = fighter.dealt, len(fighter.given)
        row.given_cards[: len(fighter.given)] = [packs.take(fighter.pack, card) for card in fighter.given]
    return rows
