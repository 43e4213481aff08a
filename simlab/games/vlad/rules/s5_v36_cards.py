"""Section V: magic cards, battle cards, hands and used cards (V-36, V-38, V-39)."""

from simlab.chance.cards import EMPTY, NOT_IN_PILE, place_in_pile, top_of_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import rolled, tell
from simlab.games.vlad import story
from simlab.games.vlad.state import (
    ANY_TIME,
    AS_DEALT,
    CHOSEN,
    DAY,
    MAGIC_ALWAYS,
    MAGIC_NEVER,
    NIGHT,
    NO_CARD,
    SHUFFLE,
)


@rule
def prefers_magic(policy, magic_attack, rank, battle_attack):
    """V-36 Does a Vlad who holds a magic card use it against a Vlad: always, never, or if its attack is higher.

    `rank` is that of the battle card that he would use, -1 if he has none.
    """
    if policy == MAGIC_ALWAYS or policy == MAGIC_NEVER:
        return policy == MAGIC_ALWAYS
    return rank < 0 or magic_attack > battle_attack


@rule
def matches(printed_time, time):
    """V-36, V-38 Only a card of the present time of day can be used; a magic card by day and by night."""
    return printed_time == time or printed_time == ANY_TIME


@rule
def blunted(attack, loss):
    """A-3 The attack of a card of which rusty blades take so much away."""
    return max(attack - loss, 0)


@rule
def first_in_hand(fighter, pack, order, time):
    """V-38, V-66 (rank, place in hand) of the matching card that comes first; rank -1 if there is none."""
    first, best = 0, -1
    for place in range(fighter.held):
        value = pack.rank[order, time, fighter.hand[place]]
        first = place if value > best else first
        best = max(value, best)
    return best, first


@rule
def card_to_use(hand, pack, order, time):
    """V-58, V-59 (rank, place in hand) of the card that a seat uses by its order, or has chosen; rank -1 for none."""
    if order == CHOSEN:
        return min(hand.chosen, 0), max(hand.chosen, 0)
    return first_in_hand(hand, pack, order, time)


@rule
def play(fighter, pack, place):
    """V-39 Use a card of the hand: it goes to its pack's discards. Returns the card."""
    card = fighter.hand[place]
    fighter.hand[place] = NO_CARD
    fighter.used += 1
    pack.discards[pack.discarded] = card
    pack.discarded += 1
    return card


@rule
def shuffle_discards(pack, stream):
    """V-39 The discards become the pile."""
    event = at(stream, SHUFFLE, pack.shuffles, pack.pack)
    tell(story.RESHUFFLED, pack.pack, pack.discarded)
    for place in range(pack.discarded):
        card = pack.discards[place]
        pack.keys[card] = place_in_pile(event, pack.id[card], card)
    pack.key, pack.drawn, pack.discarded = event.key, 0, 0
    pack.shuffles += 1


@rule
def draw(pack, stream):
    """V-39 Draw a card; the discards are shuffled when the pile is empty. NO_CARD if both are."""
    card = top_of_pile(pack.keys, pack.card_count + 1)
    if card == EMPTY and pack.discarded > 0:
        shuffle_discards(pack, stream)
        card = top_of_pile(pack.keys, pack.card_count + 1)
    if card != EMPTY:
        card = rolled(pack.key, pack.drawn, pack.card_count, card)
        pack.keys[card] = NOT_IN_PILE
        pack.drawn += 1
    return NO_CARD if card == EMPTY else card


@rule
def add_cards(fighter, pack, number, stream):
    """V-39 Draw so many cards, as far as there are any, to the end of the hand."""
    for _ in range(number):
        card = draw(pack, stream)
        if card != NO_CARD:
            tell_card(fighter, pack, card)
            fighter.hand[fighter.held] = card
            fighter.held += 1


@rule
def tell_card(fighter, pack, card):
    """Tell of a card that comes into a hand."""
    by_day, by_night = pack.rank[AS_DEALT, DAY, card] >= 0, pack.rank[AS_DEALT, NIGHT, card] >= 0
    tell(story.TAKEN_UP, pack.pack, fighter.seat, pack.attack[card], pack.defence[card], by_day, by_night)
