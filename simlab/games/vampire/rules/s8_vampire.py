"""Section 8: the vampire player's policies (E-55, E-56, E-57)."""

import numpy as np

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.streams import branch, word
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s2_cards import cards_of_colour, valid_sum
from simlab.games.vampire.rules.s8_actions import fighting, hiding, passing
from simlab.games.vampire.rules.s8_at_random import WORST, goes_first
from simlab.games.vampire.rules.s8_hand import can_hide
from simlab.games.vampire.rules.s8_pairs import good_pair
from simlab.games.vampire.rules.s9_end import thrones
from simlab.games.vampire.state import CHARACTERS, HUMAN, NOBODY, RED, VAMPIRE, VAMPIRES

# Parts of the event of step 4.
HIDDEN, RAIDED = 0, 1


@rule
def mark_castle(table, secret, nature, revealed, marked):
    """Mark castle characters: vampires (VAMPIRE) or humans (HUMAN), revealed or not; returns how many."""
    count = 0
    for character in range(CHARACTERS):
        is_so = secret.vampire[character] == nature and table.revealed[character] == revealed
        marked[character] = is_so and table.in_castle[character] == 1
        count += marked[character]
    return count


@rule
def raids(table, secret, player, marked, rules, event):
    """E-55, E-56, E-57 A raid: a good pair against a human; otherwise pass."""
    mark_castle(table, secret, HUMAN, False, marked)
    return fighting(good_pair(table, player, marked, 0, rules, branch(event, RAIDED)))


@rule
def lurker_acts(table, secret, player, marked, rules, event):
    """E-55 Hide a revealed vampire; otherwise raid."""
    if mark_castle(table, secret, VAMPIRE, True, marked) > 0 and can_hide(table, player, rules):
        return hiding(marked, branch(event, HIDDEN))
    return raids(table, secret, player, marked, rules, event)


@rule
def bold_reveals(table, secret, player, marked, event):
    """E-56 Whom to reveal, with enough red cards in hand; NOBODY if nobody."""
    if mark_castle(table, secret, VAMPIRE, False, marked) == 0 or cards_of_colour(player, RED) < player.reveal_red:
        return NOBODY
    return strongest(table, player, marked, event)


@rule
def strongest(table, player, marked, event):
    """E-56 The marked character that red cards and those of its profession support best."""
    character, best, best_key = NOBODY, WORST, np.uint64(0)
    for candidate in range(CHARACTERS):
        if marked[candidate]:
            strength, key = valid_sum(player, RED | table.profession[candidate]), word(event, candidate)
            if goes_first(strength, key, best, best_key):
                character, best, best_key = candidate, strength, key
    return character


@rule
def three_thrones_reveals(table, secret, player, marked, event):
    """E-57 Whom to reveal: with all three in the castle one at random; after a vampire's death like bold."""
    if table.dead_vampires > 0:
        return bold_reveals(table, secret, player, marked, event)
    unrevealed = mark_castle(table, secret, VAMPIRE, False, marked)
    all_there = unrevealed + thrones(table) == VAMPIRES
    return draw_one(event, marked) if all_there and unrevealed > 0 else NOBODY


@rule
def three_thrones_acts(table, secret, player, marked, rules, event):
    """E-57 While no vampire is dead hide a castle human, or pass if there is none; otherwise raid."""
    if table.dead_vampires == 0:
        if mark_castle(table, secret, HUMAN, False, marked) == 0:
            tell(story.NO_HUMAN_THERE)
            return passing()
        if can_hide(table, player, rules):
            return hiding(marked, branch(event, HIDDEN))
    return raids(table, secret, player, marked, rules, event)
