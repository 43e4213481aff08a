"""Section 8: the policies `random`, any legal move, and `idle`, which shares some of its moves (E-58, E-59)."""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import branch
from simlab.games.vampire.rules.s1_characters import mark_all
from simlab.games.vampire.rules.s1_hands import discard
from simlab.games.vampire.rules.s6_support import can_fetch, has_room, support_in_hand
from simlab.games.vampire.rules.s8_actions import asking, fighting, hiding, passing
from simlab.games.vampire.rules.s8_at_random import ANY_KIND, random_held
from simlab.games.vampire.rules.s8_hand import can_ask, can_hide
from simlab.games.vampire.rules.s8_pairs import no_pair, startable_pair
from simlab.games.vampire.state import (
    ASK,
    CHARACTERS,
    DEFENCE_MARKER,
    FETCH,
    FIGHT,
    HIDE,
    IN_CASTLE,
    NO_CARD,
    NO_SUPPORT,
    NOBODY,
    PASS,
    UNKNOWN,
)

EVEN = 0.5  # the chance of what is done or not at random
IDLE_DISCARDS = 1.0  # the chance that idle discards a card


@rule
def random_discards(player, chance, event):
    """E-58, E-59 Step 1: each card with this chance, independently."""
    place = 0
    while place < player.hand:
        card = player.held[place]
        if happens(event, player.id[card], chance):
            discard(player, card)
        else:
            place += 1


@rule
def random_pays_pass(player, rules, event):
    """E-58, E-59 A pass costs random cards."""
    for _ in range(min(rules.pass_discards, player.hand)):
        discard(player, random_held(player, ANY_KIND, event))


@rule
def random_reveals(table, secret, marked, rules, event):
    """E-58 Step 2: with chance 1/2 a random one of those that may be revealed (E-14); NOBODY for no."""
    count = 0
    for character in range(CHARACTERS):
        where = table.in_castle[character] == 1 or rules.reveal_where != IN_CASTLE
        marked[character] = (
            where and table.alive[character] and secret.vampire[character] and not table.revealed[character]
        )
        count += marked[character]
    if count == 0 or not happens(branch(event, 1), 0, EVEN):
        return NOBODY
    return draw_one(branch(event, 2), marked)


@rule
def random_support(table, player, places, rules, event):
    """E-58 Step 3: with chance 1/2 a random playable card, each copy counted; its kind, or NO_SUPPORT for no."""
    kinds = 0
    for kind in range(FETCH, DEFENCE_MARKER + 1):
        if support_in_hand(player, kind, rules) != NO_CARD:
            if can_fetch(player) if kind == FETCH else random_places(table, kind, places, rules):
                kinds |= 1 << kind
    card = random_held(player, kinds, branch(event, 0))
    if card == NO_CARD or not happens(branch(event, 1), 0, EVEN):
        return NO_SUPPORT
    return player.support[card]


@rule
def random_places(table, kind, places, rules):
    """E-58 A marker may go to any castle character with room; returns whether there is a place."""
    found = False
    for character in range(CHARACTERS):
        places[character] = has_room(table, kind, character, rules)
        found = found or places[character] == 1
    return found


@rule
def human_random_action(table, knowledge, player, marked, rules, event):
    """E-58 Step 4: one of the kinds that are possible, then one of its ways."""
    mark_all(marked)
    pair = random_pair(table, player, marked, 0, rules, branch(event, 0))
    kind = random_kind(pair.attacker != NOBODY, False, can_ask(knowledge, player, rules), branch(event, 1))
    if kind == FIGHT:
        return fighting(pair)
    if kind == ASK:
        for character in range(CHARACTERS):
            marked[character] = knowledge.status[character] == UNKNOWN
        return asking(marked, branch(event, 2))
    return passing()


@rule
def vampire_random_action(table, player, marked, rules, event):
    """E-58 Step 4: one of the kinds that are possible, then one of its ways."""
    mark_all(marked)
    pair = random_pair(table, player, marked, 0, rules, branch(event, 0))
    kind = random_kind(pair.attacker != NOBODY, can_hide(table, player, rules), False, branch(event, 1))
    if kind == FIGHT:
        return fighting(pair)
    if kind == HIDE:
        for character in range(CHARACTERS):
            marked[character] = table.in_castle[character]
        return hiding(marked, branch(event, 2))
    return passing()


@rule
def random_kind(fights, hides, asks, event):
    """E-58 To pass, or one of the other kinds that are possible, each equally likely."""
    kind, possible = PASS, 1
    for other in range(FIGHT, ASK + 1):
        if (other == FIGHT and fights) or (other == HIDE and hides) or (other == ASK and asks):
            possible += 1
            if happens(event, other, 1.0 / possible):
                kind = other
    return kind


@rule
def random_pair(table, player, targets, opening, rules, event):
    """E-58 Any startable pair."""
    return startable_pair(table, player, targets, opening, False, rules, event)


@rule
def random_attacks_unmasked(table, player, targets, opening, rules, event):
    """E-58 After unmasking: with chance 1/2 an attack with a random startable attacker."""
    pair = random_pair(table, player, targets, opening, rules, branch(event, 0))
    return pair if happens(branch(event, 1), 0, EVEN) else no_pair()
