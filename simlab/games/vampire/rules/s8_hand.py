"""Section 8: what a player's hand can pay, and what he discards first, whatever his policy (E-44, E-45, E-48)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_hands import discard, use_held
from simlab.games.vampire.rules.s2_cards import is_valid
from simlab.games.vampire.rules.s8_knowledge import count_unknown
from simlab.games.vampire.state import CHARACTERS, NO_SUPPORT

# Groups of the discard order (E-48).
USELESS, USEFUL, WITH_SPECIAL, SUPPORT_CARD = 0, 1, 2, 3
ALL_GROUPS = 4


@rule
def is_payable(player, card, rules):
    """E-19, E-20, E-44 Can a card pay for a hide or for holy water: red or water, half-coloured if the rules allow."""
    if rules.half_cards_pay:
        return is_valid(player.colours[card], player.special)
    return player.colours[card] == player.special


@rule
def payable_cards(player, rules):
    """E-44 How many cards of the hand can pay."""
    count = 0
    for place in range(player.hand):
        count += is_payable(player, player.held[place], rules)
    return count


@rule
def pay(player, number, rules):
    """E-44 Pay with the lowest cards that can; returns the value of the lowest."""
    lowest, place = 0, 0
    while number > 0 and place < player.hand:
        card = player.held[place]
        if is_payable(player, card, rules):
            lowest = player.value[card] if lowest == 0 else lowest
            tell(story.PAID, player.side, card)
            use_held(player, place)
            number -= 1
        else:
            place += 1
    return lowest


@rule
def can_hide(table, player, rules):
    """E-19, E-45 Enough red cards, and a city: out of an empty one the same character would come back."""
    payable = payable_cards(player, rules)
    tell(story.MAY_HIDE, payable, table.city_count)
    return table.city_count > 0 and payable >= rules.hide_cards


@rule
def can_ask(knowledge, player, rules):
    """E-23, E-45 Enough water cards, and somebody unknown: about others no policy asks."""
    payable, unknown = payable_cards(player, rules), count_unknown(knowledge)
    tell(story.MAY_ASK, payable, unknown)
    return unknown > 0 and payable >= rules.water_cards


@rule
def castle_colours(table):
    """E-48 The professions of the characters now in the castle, as bits."""
    colours = 0
    for character in range(CHARACTERS):
        if table.in_castle[character]:
            colours |= table.profession[character]
    return colours


@rule
def discard_group(player, card, castle):
    """E-48 Which cards go first: useless combat cards, other ones, those with the special colour, support cards."""
    if player.support[card] != NO_SUPPORT:
        return SUPPORT_CARD
    if is_valid(player.colours[card], player.special):
        return WITH_SPECIAL
    return USEFUL if is_valid(player.colours[card], castle) else USELESS


@rule
def discard_in_order(table, player, number, groups):
    """E-48 Discard so many cards in discard order, of the first `groups` groups only."""
    castle = castle_colours(table)
    for group in range(groups):
        place = 0
        while number > 0 and place < player.hand:
            if discard_group(player, player.held[place], castle) == group:
                discard(player, player.held[place])
                number -= 1
            else:
                place += 1
