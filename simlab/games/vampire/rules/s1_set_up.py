"""Section 1: characters, castle, city, vampires and hands (E-01 to E-05)."""

from simlab.chance.cards import NOT_IN_PILE, draw_one, top_of_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.games.vampire.rules.s1_decks import shuffle_deck
from simlab.games.vampire.state import (
    CASTLE,
    CHARACTERS,
    HAND,
    NOBODY_YET,
    PILE,
    SET_UP,
    TOLD,
    USED,
    VAMPIRES,
)


@rule
def set_up_characters(table, secret, knowledge, rules, free, stream):
    """E-02, E-03, E-04 Castle and city, the vampires, and the humans that the human player knows."""
    for one in range(CHARACTERS):
        table.alive[one], table.revealed[one], table.in_castle[one] = 1, 0, 0
        table.attack_markers[one], table.defence_markers[one] = 0, 0
        table.defended_cards[one], table.attacked_fights[one] = 0, 0
        secret.vampire[one], knowledge.told[one], free[one] = 0, 0, 1
    table.city_count, table.dead_vampires, table.turn = CHARACTERS - CASTLE, 0, 0
    table.winner, table.way = NOBODY_YET, 0
    table.holy_water_uses, table.hides, table.fights, table.blocks, table.reveals = 0, 0, 0, 0, 0
    for place in range(CHARACTERS):
        one = draw_one(at(stream, SET_UP, 0, place), free)
        free[one] = 0
        if place < CASTLE:
            table.in_castle[one] = 1
        else:
            secret.city[place - CASTLE] = one
    for one in range(CHARACTERS):
        free[one] = 1
    for nth in range(VAMPIRES):
        one = draw_one(at(stream, SET_UP, 1, nth), free)
        secret.vampire[one], free[one] = 1, 0
    for nth in range(rules.known_humans):
        one = draw_one(at(stream, TOLD, 0, nth), free)
        knowledge.told[one], free[one] = 1, 0


@rule
def set_up_player(player, rules, stream):
    """E-05 The deck is shuffled and the hand drawn."""
    shuffle_deck(player, stream)
    for card in range(player.card_count):
        player.place[card] = PILE
    player.pile, player.hand = player.card_count, 0
    draw_cards(player, rules.hand_size)


@rule
def draw_cards(player, number):
    """E-13 Draw so many cards from the top of the deck, as far as there are any."""
    for _ in range(min(number, player.pile)):
        take_from_deck(player, top_of_pile(player.keys, player.card_count))


@rule
def take_from_deck(player, card):
    """A card of the deck comes into the hand."""
    player.keys[card] = NOT_IN_PILE
    player.place[card] = HAND
    player.pile -= 1
    place = player.hand
    while place > 0 and player.held[place - 1] > card:
        player.held[place] = player.held[place - 1]
        place -= 1
    player.held[place] = card
    player.hand += 1


@rule
def use_held(player, place):
    """E-06 The card at this place in the hand is played, paid or discarded, and never comes back."""
    player.place[player.held[place]] = USED
    player.hand -= 1
    for later in range(place, player.hand):
        player.held[later] = player.held[later + 1]


@rule
def use_card(player, card):
    """E-06 A card of the hand is played, paid or discarded, and never comes back."""
    place = 0
    while player.held[place] != card:
        place += 1
    use_held(player, place)
