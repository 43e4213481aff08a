"""Section V: packs, hands and used cards (V-37 to V-39)."""

from simlab.chance.cards import EMPTY, NOT_IN_PILE, place_in_pile, top_of_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import rolled, tell
from simlab.games.vlad import story
from simlab.games.vlad.state import DAY, NIGHT, NO_CARD, SHUFFLE


@rule
def shuffle_pack(pack, stream):
    """V-11, V-39 All cards that no given hand holds are shuffled and make the pile."""
    event = at(stream, SHUFFLE, 0, pack.pack)
    pack.key, pack.shuffles, pack.drawn = event.key, 1, 0
    pack.keys[NO_CARD] = NOT_IN_PILE
    for card in range(1, pack.pile + 1):
        pack.keys[card] = place_in_pile(event, pack.id[card], card)
    for card in range(pack.pile + 1, pack.card_count + 1):
        pack.keys[card] = NOT_IN_PILE


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
def take_up_hand(fighter, pack, stream):
    """V-11 The hand that a unit begins with: the cards given, or cards dealt from its pack."""
    pack.discarded = 0
    fighter.used = 0
    fighter.cards = fighter.given
    for place in range(fighter.given):
        fighter.hand[place] = fighter.given_cards[place]
        show_card(fighter, pack, fighter.hand[place])
    add_cards(fighter, pack, fighter.dealt, stream)


@rule
def show_card(fighter, pack, card):
    """Tell of a card that comes into a hand."""
    by_day, by_night = pack.attack_rank[DAY, card] >= 0, pack.attack_rank[NIGHT, card] >= 0
    tell(story.TAKEN_UP, pack.pack, fighter.seat, pack.attack[card], pack.defence[card], by_day, by_night)


@rule
def add_cards(fighter, pack, number, stream):
    """V-39, V-62 Draw so many cards, as far as there are any, to the end of the hand."""
    for _ in range(number):
        card = draw(pack, stream)
        if card != NO_CARD:
            show_card(fighter, pack, card)
            fighter.hand[fighter.cards] = card
            fighter.cards += 1


@rule
def first_in_hand(fighter, ranks, time):
    """V-38, V-66 (rank, place in hand) of the matching card that comes first; rank -1 if there is none."""
    place, best = 0, -1
    for i in range(fighter.cards):
        value = ranks[time, fighter.hand[i]]
        place = i if value > best else place
        best = max(value, best)
    return best, place


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
def refill(fighter, pack, stream):
    """V-62 After a battle a hand draws as many cards as it used in it."""
    kept = 0
    for place in range(fighter.cards):
        if fighter.hand[place] != NO_CARD:
            fighter.hand[kept] = fighter.hand[place]
            kept += 1
    fighter.cards = kept
    used, fighter.used = fighter.used, 0
    add_cards(fighter, pack, used, stream)
