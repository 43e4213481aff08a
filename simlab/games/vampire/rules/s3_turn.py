"""Sections 2, 3 and 6: what a player does with his cards, whatever his policy (E-08, E-17, E-33, E-44, E-48)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.rules.s1_set_up import use_held
from simlab.games.vampire.state import BLOCK, CHARACTERS, SUPPORT_ON


@rule
def is_payable(player, card, rules):
    """E-44 Can the card pay for a hide or for holy water: red or water, half-coloured ones if the rules allow them."""
    if rules.half_cards_pay:
        return (player.colours[card] & player.special) != 0
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
    """E-20, E-44 Pay with the lowest cards that can; returns the value of the lowest."""
    lowest, place = 0, 0
    while number > 0 and place < player.hand:
        card = player.held[place]
        if is_payable(player, card, rules):
            lowest = player.value[card] if lowest == 0 else lowest
            use_held(player, place)
            number -= 1
        else:
            place += 1
    return lowest


@rule
def support_in_hand(player, kind, rules):
    """E-33 A support card of this kind in the hand that can be played; -1 if there is none."""
    found = -1
    if rules.support_cards == SUPPORT_ON:
        for place in range(player.hand):
            card = player.held[place]
            found = card if player.support[card] == kind else found
    return found


@rule
def holds_block(player, rules):
    """E-38 Can the player block."""
    return support_in_hand(player, BLOCK, rules) >= 0


@rule
def castle_colours(table):
    """The professions of the characters now in the castle, as bits."""
    colours = 0
    for one in range(CHARACTERS):
        if table.in_castle[one]:
            colours |= table.profession[one]
    return colours


@rule
def discard_group(player, card, castle):
    """E-48 Which cards go first: useless combat cards, other ones, those with the special colour, support cards."""
    if player.support[card] > 0:
        return 3
    if player.colours[card] & player.special:
        return 2
    return 1 if player.colours[card] & castle else 0


@rule
def discard_in_order(player, number, groups, table):
    """E-48 Discard so many cards in discard order, of groups below `groups` only."""
    castle = castle_colours(table)
    for group in range(groups):
        place = 0
        while number > 0 and place < player.hand:
            if discard_group(player, player.held[place], castle) == group:
                use_held(player, place)
                number -= 1
            else:
                place += 1
