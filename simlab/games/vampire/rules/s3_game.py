"""Section 3: the turns of a full game (E-12 to E-17, E-49, E-58, E-59, E-62)."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, word
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_set_up import draw_cards, set_up_characters, set_up_player, use_held
from simlab.games.vampire.rules.s3_turn import discard_in_order
from simlab.games.vampire.rules.s4_hide_and_water import hide_action, water_action
from simlab.games.vampire.rules.s5_game_fight import game_fight
from simlab.games.vampire.rules.s6_support import support_step
from simlab.games.vampire.rules.s8_human import attack_after_unmasking, human_action
from simlab.games.vampire.rules.s8_knowledge import think
from simlab.games.vampire.rules.s8_vampire import reveal_step, vampire_action
from simlab.games.vampire.rules.s9_end import has_cards, test_after_turn
from simlab.games.vampire.state import (
    ASK,
    DISCARDING,
    FIGHT,
    HIDE,
    HUMAN,
    IDLE,
    NOBODY,
    NOBODY_YET,
    PASSING,
    RANDOM_PLAYER,
    VAMPIRE,
)


@rule
def discard_step(table, player, rules, stream):
    """E-13, E-49, E-58, E-59 Step 1: discard, then fill the hand up."""
    event = at(stream, DISCARDING, table.turn, player.side)
    if player.policy == RANDOM_PLAYER or player.policy == IDLE:
        chance = 1.0 if player.policy == IDLE else player.discard_chance
        place = 0
        while place < player.hand:
            if happens(event, player.id[player.held[place]], chance):
                use_held(player, place)
            else:
                place += 1
    elif player.pile > 0:
        discard_in_order(player, player.cycle, 1, table)
    draw_cards(player, rules.hand_size - player.hand)


@rule
def discard_at_random(player, number, event):
    """E-58, E-59 So many random cards of the hand."""
    for _ in range(min(number, player.hand)):
        drawn, key = 0, np.uint64(0)
        for place in range(player.hand):
            own = word(event, player.id[player.held[place]])
            if own >= key:
                drawn, key = place, own
        use_held(player, drawn)


@rule
def pass_turn(table, player, rules, stream):
    """E-17, E-49 A pass costs cards."""
    tell(story.PASSED, player.side)
    if player.policy == RANDOM_PLAYER or player.policy == IDLE:
        discard_at_random(player, rules.pass_discards, at(stream, PASSING, table.turn, player.side))
    else:
        discard_in_order(player, rules.pass_discards, 4, table)


@rule
def ask_and_attack(table, secret, knowledge, players, forces, one, rules, marked, stream):
    """E-20 to E-22 Holy water, and perhaps an attack on the vampire that it has revealed."""
    player, other = players[HUMAN], players[VAMPIRE]
    effect, lowest = water_action(table, secret, knowledge, player, other, one, rules, stream)
    open_attack = effect and table.revealed[one] and table.in_castle[one] and rules.water_attack
    if open_attack and table.winner == NOBODY_YET:
        pair = attack_after_unmasking(table, player, one, lowest, rules, marked, stream)
        if pair.attacker != NOBODY:
            game_fight(table, secret, knowledge, players, forces, HUMAN, pair, lowest, rules, stream)


@rule
def act(table, secret, knowledge, players, forces, side, action, rules, marked, stream):
    """E-16 Step 4: the action that was chosen."""
    if action.kind == FIGHT:
        game_fight(table, secret, knowledge, players, forces, side, action.pair, 0, rules, stream)
    elif action.kind == HIDE:
        hide_action(table, secret, players[side], players[1 - side], action.one, rules, stream)
    elif action.kind == ASK:
        ask_and_attack(table, secret, knowledge, players, forces, action.one, rules, marked, stream)
    else:
        pass_turn(table, players[side], rules, stream)


@rule
def show_castle(c):
    """Tell who is in the castle."""
    tell(story.CASTLE_IS, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8])


@rule
def show_vampires(v):
    """Tell who the vampires are."""
    tell(story.VAMPIRES_ARE, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])


@rule
def show_knowledge(s):
    """Tell what the human player knows."""
    tell(story.KNOWS, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8])


@rule
def take_turn(table, secret, knowledge, players, forces, side, rules, marked, stream):
    """E-12 One turn: discard and draw, reveal, support, action."""
    player = players[side]
    table.turn += 1
    tell(story.TURN_BEGINS, table.turn, side)
    discard_step(table, player, rules, stream)
    show_castle(table.in_castle)
    for place in range(player.hand):
        tell(story.HOLDS, side, player.held[place])
    tell(story.HAND_SHOWN, side)
    if side == VAMPIRE:
        reveal_step(table, secret, player, rules, marked, stream)
        if table.winner != NOBODY_YET:
            return
    think(table, knowledge)
    support_step(table, secret, knowledge, player, rules, marked, stream)
    if side == HUMAN:
        show_knowledge(knowledge.status)
        action = human_action(table, knowledge, player, rules, marked, stream)
    else:
        action = vampire_action(table, secret, player, rules, marked, stream)
    act(table, secret, knowledge, players, forces, side, action, rules, marked, stream)


@rule
def set_up_game(table, secret, knowledge, players, rules, marked, stream):
    """E-01 to E-05 Everything before the first turn."""
    set_up_characters(table, secret, knowledge, rules, marked, stream)
    set_up_player(players[HUMAN], rules, stream)
    set_up_player(players[VAMPIRE], rules, stream)
    show_vampires(secret.vampire)


@rule
def play_game(table, secret, knowledge, players, forces, rules, marked, stream):
    """E-12, E-60 to E-63 Turns until the game is over; a player without cards is skipped."""
    side = rules.first_player
    while table.winner == NOBODY_YET:
        if has_cards(players[side]):
            take_turn(table, secret, knowledge, players, forces, side, rules, marked, stream)
            test_after_turn(table, secret, players, rules)
        side = 1 - side
