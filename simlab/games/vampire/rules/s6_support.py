"""Section 6: support cards (E-33, E-34, E-35, E-36, E-37, E-38)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_hands import take_from_deck, use_card
from simlab.games.vampire.state import ATTACK_MARKER, BLOCK, NO_CARD, SUPPORT_ON


@rule
def support_in_hand(player, kind, rules):
    """E-33 A support card of this kind in the hand, if the rules let it be played; NO_CARD if there is none."""
    found = NO_CARD
    if rules.support_cards == SUPPORT_ON:
        for place in range(player.hand):
            card = player.held[place]
            found = card if player.support[card] == kind else found
    return found


@rule
def can_fetch(player):
    """E-34 A card can be fetched from a deck that has some."""
    return player.pile > 0


@rule
def fetch(player, card):
    """E-34 The player takes a card of his choice out of his deck.

    The deck is shuffled after that, which changes nothing: the places of the other cards are still unknown to all.
    """
    tell(story.FETCHED, player.side, card)
    take_from_deck(player, card)


@rule
def put_marker(table, player, kind, character):
    """E-35, E-36 A marker comes on a castle character: for its attacks, or for its defence."""
    if kind == ATTACK_MARKER:
        table.attack_markers[character] += 1
    else:
        table.defence_markers[character] += 1
    tell(story.MARKED, player.side, kind, character)


@rule
def has_room(table, kind, character, rules):
    """E-35, E-36, E-37 Can another marker of this kind be put on a character: in the castle, and up to the cap."""
    markers = table.attack_markers[character] if kind == ATTACK_MARKER else table.defence_markers[character]
    return table.in_castle[character] == 1 and markers < rules.marker_cap


@rule
def can_block(player, rules):
    """E-38 Does the player hold a block card that can be played."""
    return support_in_hand(player, BLOCK, rules) != NO_CARD


@rule
def block(table, player, rules):
    """E-38 One block card is gone; what was blocked has no effect."""
    use_card(player, support_in_hand(player, BLOCK, rules))
    table.blocks += 1
    tell(story.BLOCKED, player.side)
