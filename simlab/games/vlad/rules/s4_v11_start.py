"""Section IV: packs and hands at the start (V-11)."""

from simlab.chance.cards import NOT_IN_PILE, place_in_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.games.vlad.rules.s5_v36_cards import add_cards, tell_card
from simlab.games.vlad.state import NO_CARD, SHUFFLE


@rule
def shuffle_pack(pack, stream):
    """V-11 All cards that no given hand holds are shuffled and make the pile."""
    event = at(stream, SHUFFLE, 0, pack.pack)
    pack.key, pack.shuffles, pack.drawn = event.key, 1, 0
    pack.keys[NO_CARD] = NOT_IN_PILE
    for card in range(1, pack.pile_count + 1):
        pack.keys[card] = place_in_pile(event, pack.id[card], card)
    for card in range(pack.pile_count + 1, pack.card_count + 1):
        pack.keys[card] = NOT_IN_PILE


@rule
def take_up_hand(fighter, pack, stream):
    """V-11 The hand that a unit begins with: the cards given, or cards dealt from its pack."""
    pack.discarded = 0
    fighter.used = 0
    fighter.held = fighter.given
    for place in range(fighter.given):
        fighter.hand[place] = fighter.given_cards[place]
        tell_card(fighter, pack, fighter.hand[place])
    add_cards(fighter, pack, fighter.dealt, stream)
