"""Section 2: which cards count (E-08, E-09)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.state import HUMAN, RED, VAMPIRE, WATER


@rule
def valid_colours(side, profession, revealed, other_revealed):
    """E-09 Colours that count for a side: its character's profession, water against and red for a revealed vampire."""
    colours = profession
    if side == HUMAN and other_revealed:
        colours |= WATER
    if side == VAMPIRE and revealed:
        colours |= RED
    return colours


@rule
def is_valid(colours, counting):
    """E-09 A card is valid when at least one of its colours counts; a support card has none."""
    return (colours & counting) != 0


@rule
def valid_sum(player, counting):
    """E-09 The values of the hand's cards with a colour that counts; a card adds its value once. 0 if there is none."""
    total = 0
    for place in range(player.hand):
        card = player.held[place]
        total += player.value[card] if is_valid(player.colours[card], counting) else 0
    return total


@rule
def cards_of_colour(player, colour):
    """E-08 How many cards of the hand have a colour, half-coloured ones included."""
    count = 0
    for place in range(player.hand):
        count += is_valid(player.colours[player.held[place]], colour)
    return count


@rule
def gather(force, player, counting, markers, opening, play):
    """E-09, E-25 A player's force: his valid cards, the markers of his character, how he plays."""
    force.side, force.play, force.markers, force.opening, force.cards = player.side, play, markers, opening, 0
    for place in range(player.hand):
        card = player.held[place]
        if is_valid(player.colours[card], counting):
            force.card[force.cards], force.value[force.cards] = card, player.value[card]
            force.cards += 1
