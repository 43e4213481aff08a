"""Cards of I Am Vlad in tests: printed as "day 14/5" or, magic ones, as "26/6"; given to hands and put on piles."""

import numpy as np

from simlab.chance.cards import LARGEST_NUMBER, NOT_IN_PILE, place_in_pile
from simlab.chance.plain import run_plain
from simlab.chance.streams import at
from simlab.games.vlad.state import AS_DEALT, DAY, MAGIC, NO_CARD, SHUFFLE, TIMES

NUMBER_BITS = LARGEST_NUMBER.bit_length()
MOST_ON_TOP = 64  # cards that tests put on top of a pile


def printed(pack, number):
    """A card as tests write it."""
    values = f"{pack.attack[number]}/{pack.defence[number]}"
    return values if pack.pack == MAGIC else f"{TIMES[int(pack.rank[AS_DEALT, DAY, number] < 0)]} {values}"


def shown(hand, pack):
    """The cards of a hand."""
    return [printed(pack, int(card)) for card in hand.hand[: hand.held] if card != NO_CARD]


def pile_of(pack):
    """The cards of a pile, the top one first."""
    keys = pack.keys[1 : pack.card_count + 1]
    return [1 + int(number) for number in np.argsort(keys, kind="stable") if keys[number] != NOT_IN_PILE]


def take_up(hand, cards, pack, hands, stream):
    """A hand is these cards; those that it held are in the pile again."""
    for number in hand.hand[: hand.held]:
        event = run_plain(at, stream, SHUFFLE, 0, pack.pack)
        pack.keys[number] = run_plain(place_in_pile, event, int(pack.id[number]), int(number))
    hand.held = hand.used = 0
    for card in cards:
        number = take_out(pack, card, hands)
        pack.keys[number] = NOT_IN_PILE
        hand.hand[hand.held] = number
        hand.held += 1


def put_on_top(cards, pack, hands):
    """These cards lie on top of a pile, the first of them first."""
    for place, card in enumerate(cards):
        number = take_out(pack, card, hands)
        pack.keys[number] = np.uint64(place << NUMBER_BITS | number)


def leave_only(cards, pack, hands):
    """A pile is these cards and there are no discards; all others that no hand holds are out of the game."""
    numbers = []
    for card in cards:
        numbers.append(take_out(pack, card, hands))
        pack.keys[numbers[-1]] = NOT_IN_PILE
    pack.keys[1 : pack.card_count + 1], pack.discarded = NOT_IN_PILE, 0
    for place, number in enumerate(numbers):
        pack.keys[number] = np.uint64(place << NUMBER_BITS | number)


def take_out(pack, card, hands):
    """The number of a copy of a card: in the pile below those put on top, in the discards, or in a hand."""
    copies = [number for number in range(1, int(pack.card_count) + 1) if printed(pack, number) == card]
    assert copies, f"no card {card} in this pack"
    for number in copies:
        if MOST_ON_TOP << NUMBER_BITS < pack.keys[number] < NOT_IN_PILE:
            return number
    for place in range(int(pack.discarded)):
        if pack.discards[place] in copies:
            number = int(pack.discards[place])
            pack.discards[place : pack.discarded - 1] = pack.discards[place + 1 : pack.discarded]
            pack.discarded -= 1
            return number
    for hand in hands:
        for place in range(int(hand.held)):
            if hand.hand[place] in copies:
                number, hand.hand[place] = int(hand.hand[place]), pile_of(pack)[-1]
                pack.keys[hand.hand[place]] = NOT_IN_PILE
                return number
    raise AssertionError(f"all cards {card} are in use")
