"""Chances of hands: what is dealt from a pack without replacement (V-11, V-39)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import comb, factorial, prod

from simlab.games.vlad.state import NOT_MATCHING, Card

Rank = Callable[[Card], int]


def hand_count(pool: Counter, size: int) -> int:
    """How many different hands of at most so many cards there are."""
    ways = [1] + [0] * size
    for copies in pool.values():
        ways = [sum(ways[cards - taken] for taken in range(min(copies, cards) + 1)) for cards in range(size + 1)]
    return sum(ways)


def matching_hands(pool: Counter, others: int, size: int) -> list[tuple[tuple[Card, ...], float]]:
    """The cards of a pool that are in a hand of this size, with their chances; `others` lie in the pack as well."""
    hands = [((), 1)]
    for card, copies in pool.items():
        hands = [
            (hand + (card,) * taken, ways * comb(copies, taken))
            for hand, ways in hands
            for taken in range(min(copies, size - len(hand)) + 1)
        ]
    total = comb(pool.total() + others, size)
    return [(hand, ways * comb(others, size - len(hand)) / total) for hand, ways in hands if others >= size - len(hand)]


def order_count(cards: Iterable) -> int:
    """In how many ways these cards can lie in a row, equal ones not told apart."""
    counts = Counter(cards)
    return factorial(counts.total()) // prod(factorial(copies) for copies in counts.values())


def orders(cards: Iterable) -> Iterator[tuple]:
    """All different ways in which these cards can lie in a row."""
    counts = Counter(cards)
    if not counts:
        yield ()
    for card in counts:
        for rest in orders((counts - Counter([card])).elements()):
            yield (card, *rest)


def first_cards(pool: Counter, others: int, size: int, rank: Rank) -> list[tuple[Card | None, float]]:
    """Which card of a pool comes first in a hand of this size, None if none is in it, with their chances.

    Cards of equal rank come as they were dealt, so each of them is equally likely to be the first.
    """
    total, left = comb(pool.total() + others, size), pool.total() + others
    none_so_far, first = 1.0, []
    for value in sorted({rank(card) for card in pool}, reverse=True):
        equal = {card: copies for card, copies in pool.items() if rank(card) == value}
        left -= sum(equal.values())
        none = comb(left, size) / total
        share = (none_so_far - none) / sum(equal.values())
        first += [(card, copies * share) for card, copies in equal.items()]
        none_so_far = none
    return [(card, chance) for card, chance in [*first, (None, none_so_far)] if chance > 0]


def matching(pool: Counter, ranks: Rank) -> tuple[Counter, int]:
    """The cards that match, and the number of those that do not."""
    right = Counter({card: copies for card, copies in pool.items() if ranks(card) != NOT_MATCHING})
    return right, pool.total() - right.total()
