"""Section 8: the vampire player's choices (E-55 to E-59)."""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, branch, word
from simlab.games.vampire.rules.s1_set_up import draw_cards
from simlab.games.vampire.rules.s4_hide_and_water import can_hide
from simlab.games.vampire.rules.s8_human import Action, fighting, passing, random_kind_of_action
from simlab.games.vampire.rules.s8_pairs import Pair, best_pair
from simlab.games.vampire.rules.s9_end import reveal
from simlab.games.vampire.state import (
    ACTING,
    BOLD,
    CHARACTERS,
    FIGHT,
    HIDE,
    IDLE,
    IN_CASTLE,
    LURKER,
    NOBODY,
    NOBODY_YET,
    RANDOM_PLAYER,
    RED,
    REVEALING,
    THREE_THRONES,
    VAMPIRES,
)


@rule
def red_cards(player):
    """E-56 How many red cards the hand has, half-red ones included."""
    count = 0
    for place in range(player.hand):
        count += (player.colours[player.held[place]] & RED) != 0
    return count


@rule
def strength_of(table, player, one):
    """E-56 The values of the red cards and of those of the character's profession."""
    total = 0
    for place in range(player.hand):
        card = player.held[place]
        total += player.value[card] if player.colours[card] & (RED | table.profession[one]) else 0
    return total


@rule
def mark_castle(table, secret, vampire, revealed, marked):
    """Mark castle characters: vampires (1) or humans (0), revealed or not; returns how many."""
    count = 0
    for one in range(CHARACTERS):
        marked[one] = table.in_castle[one] and secret.vampire[one] == vampire and table.revealed[one] == revealed
        count += marked[one]
    return count


@rule
def strongest(table, player, marked, event):
    """E-56 The marked character that the hand supports best; equally good ones at random."""
    best, strength, key = NOBODY, 0, word(event, 0)
    for one in range(CHARACTERS):
        if marked[one]:
            own, total = word(event, one), strength_of(table, player, one)
            if best == NOBODY or total > strength or (total == strength and own > key):
                best, strength, key = one, total, own
    return best


@rule
def bold_reveals(table, secret, player, marked, event):
    """E-56 Whom to reveal, with enough red cards; NOBODY if nobody."""
    if mark_castle(table, secret, 1, 0, marked) == 0 or red_cards(player) < player.reveal_red:
        return NOBODY
    return strongest(table, player, marked, event)


@rule
def thrones_reveals(table, secret, player, marked, event):
    """E-57 Whom to reveal: with all three in the castle one at random; after a vampire's death like bold."""
    if table.dead_vampires > 0:
        return bold_reveals(table, secret, player, marked, event)
    unrevealed = mark_castle(table, secret, 1, 0, marked)
    there = unrevealed
    for one in range(CHARACTERS):
        there += table.in_castle[one] and table.revealed[one]
    return draw_one(event, marked) if there == VAMPIRES and unrevealed > 0 else NOBODY


@rule
def random_reveals(table, secret, rules, marked, event):
    """E-58 With chance 1/2 a random one of those that may be revealed; NOBODY for no."""
    count = 0
    for one in range(CHARACTERS):
        where = table.in_castle[one] == 1 or rules.reveal_where != IN_CASTLE
        marked[one] = where and table.alive[one] and secret.vampire[one] and not table.revealed[one]
        count += marked[one]
    if count == 0 or not happens(branch(event, 1), 0, 0.5):
        return NOBODY
    return draw_one(branch(event, 2), marked)


@rule
def reveal_step(table, secret, player, rules, marked, stream):
    """E-14 Step 2: up to `reveals_per_turn` vampires are revealed, one after the other."""
    for nth in range(rules.reveals_per_turn):
        event = branch(at(stream, REVEALING, table.turn, 0), nth)
        one = NOBODY
        if player.policy == BOLD:
            one = bold_reveals(table, secret, player, marked, event)
        elif player.policy == THREE_THRONES:
            one = thrones_reveals(table, secret, player, marked, event)
        elif player.policy == RANDOM_PLAYER:
            one = random_reveals(table, secret, rules, marked, event)
        if one == NOBODY or table.winner != NOBODY_YET:
            return
        reveal(table, secret, one)
        table.reveals += 1
        draw_cards(player, rules.reveal_bonus_cards)


@rule
def raid(table, secret, player, rules, marked, event):
    """E-55 to E-57 The best pair against a human, if it is good enough."""
    for one in range(CHARACTERS):
        marked[one] = table.in_castle[one] and not secret.vampire[one]
    pair = best_pair(table, player, marked, 0, rules, event)
    return fighting(pair) if pair.attacker != NOBODY and pair.margin >= player.min_attack else passing()


@rule
def hiding(event, marked):
    """E-18 To hide one of the marked characters at random."""
    return Action(HIDE, Pair(NOBODY, NOBODY, 0), draw_one(event, marked))


@rule
def vampire_action(table, secret, player, rules, marked, stream):
    """E-55 to E-59 Step 4 of the vampire player."""
    event = at(stream, ACTING, table.turn, player.side)
    if player.policy == IDLE:
        return passing()
    if player.policy == RANDOM_PLAYER:
        return vampire_random_action(table, player, rules, marked, event)
    if player.policy == LURKER:
        if mark_castle(table, secret, 1, 1, marked) > 0 and can_hide(table, player, rules):
            return hiding(branch(event, 0), marked)
    elif player.policy == THREE_THRONES and table.dead_vampires == 0:
        if mark_castle(table, secret, 0, 0, marked) == 0:
            return passing()
        if can_hide(table, player, rules):
            return hiding(branch(event, 0), marked)
    return raid(table, secret, player, rules, marked, branch(event, 1))


@rule
def vampire_random_action(table, player, rules, marked, event):
    """E-58 One of the kinds that are possible, then one of its ways."""
    for one in range(CHARACTERS):
        marked[one] = 1
    pair = best_pair(table, player, marked, 0, rules, branch(event, 0))
    kind = random_kind_of_action(pair.attacker != NOBODY, can_hide(table, player, rules), False, branch(event, 1))
    if kind == FIGHT:
        return fighting(pair)
    if kind == HIDE:
        for one in range(CHARACTERS):
            marked[one] = table.in_castle[one]
        return hiding(branch(event, 2), marked)
    return passing()
