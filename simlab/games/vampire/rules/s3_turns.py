"""Section 3: the turns of a full game and their steps (E-12, E-13, E-14, E-15, E-16, E-17)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, branch
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_characters import reveal, tell_marks
from simlab.games.vampire.rules.s1_hands import draw_cards, use_card
from simlab.games.vampire.rules.s4_hide_and_water import ask_and_attack, hide_action
from simlab.games.vampire.rules.s5_game_fight import game_fight
from simlab.games.vampire.rules.s6_support import fetch, put_marker, support_in_hand
from simlab.games.vampire.rules.s8_choices import (
    card_to_fetch,
    character_to_reveal,
    discard_first,
    discard_for_pass,
    human_action,
    place_for_marker,
    support_to_play,
    vampire_action,
)
from simlab.games.vampire.rules.s8_knowledge import think
from simlab.games.vampire.rules.s9_end import has_cards, test_after_turn
from simlab.games.vampire.state import (
    ASK,
    FETCH,
    FIGHT,
    HIDE,
    HUMAN,
    MARKING,
    NO_SUPPORT,
    NOBODY,
    NOBODY_YET,
    REVEALING,
    SUPPORTING,
    VAMPIRE,
)


@rule
def play_game(board, rules, stream):
    """E-12, E-62 Turns of one side after the other until the game is over; a player without cards is skipped."""
    side = rules.first_player
    while board.table.winner == NOBODY_YET:
        if has_cards(board.players.of[side]):
            take_turn(board, side, rules, stream)
            test_after_turn(board.table, board.secret, board.players, rules)
        else:
            tell(story.SKIPPED, side)
        side = 1 - side


@rule
def take_turn(board, side, rules, stream):
    """E-12 One turn: discard and draw, reveal, support, action."""
    table, knowledge, player = board.table, board.knowledge, board.players.of[side]
    table.turn += 1
    tell(story.TURN_BEGINS, table.turn, side)
    discard_step(table, player, rules, stream)
    show_hand(table, player)
    if side == VAMPIRE:
        reveal_step(table, board.secret, player, board.scratch.marked, rules, stream)
        if table.winner != NOBODY_YET:
            return
    think(table, knowledge)
    support_step(board, player, rules, stream)
    if side == HUMAN:
        tell_marks(story.KNOWS, knowledge.status)
        action = human_action(table, knowledge, player, board.scratch.marked, rules, stream)
    else:
        action = vampire_action(table, board.secret, player, board.scratch.marked, rules, stream)
    act(board, side, action, rules, stream)


@rule
def discard_step(table, player, rules, stream):
    """E-13 Step 1: discard any number of cards, then fill the hand up."""
    discard_first(table, player, stream)
    tell(story.DISCARDS_DONE, player.side)
    draw_cards(player, rules.hand_size - player.hand)


@rule
def show_hand(table, player):
    """Tell who is in the castle and what the player holds."""
    tell_marks(story.CASTLE_IS, table.in_castle)
    for place in range(player.hand):
        tell(story.HOLDS, player.side, player.held[place])
    tell(story.HAND_SHOWN, player.side)


@rule
def reveal_step(table, secret, player, marked, rules, stream):
    """E-14 Step 2: up to `reveals_per_turn` vampires are revealed, one after the other."""
    for nth in range(rules.reveals_per_turn):
        event = branch(at(stream, REVEALING, table.turn, 0), nth)
        character = character_to_reveal(table, secret, player, marked, rules, event)
        if character == NOBODY or table.winner != NOBODY_YET:
            return
        reveal(table, secret, character)
        table.reveals += 1
        draw_cards(player, rules.reveal_bonus_cards)


@rule
def support_step(board, player, rules, stream):
    """E-15 Step 3: up to `support_per_turn` support cards."""
    for nth in range(rules.support_per_turn):
        event = branch(at(stream, SUPPORTING, board.table.turn, player.side), nth)
        kind = support_to_play(board, player, rules, event)
        if kind == NO_SUPPORT:
            return
        place = at(stream, MARKING, board.table.turn, player.side)
        play_support(board, player, kind, rules, branch(place, nth))


@rule
def play_support(board, player, kind, rules, event):
    """E-15, E-33 A support card is played and used up."""
    use_card(player, support_in_hand(player, kind, rules))
    if kind == FETCH:
        fetch(player, card_to_fetch(player, rules, event))
    else:
        put_marker(board.table, player, kind, place_for_marker(board, player, kind, rules, event))


@rule
def act(board, side, action, rules, stream):
    """E-16 Step 4: exactly one action."""
    if action.kind == FIGHT:
        game_fight(board, side, action.pair, 0, rules, stream)
    elif action.kind == HIDE:
        hide_action(board, action.character, rules, stream)
    elif action.kind == ASK:
        ask_and_attack(board, action.character, rules, stream)
    else:
        pass_turn(board.table, board.players.of[side], rules, stream)


@rule
def pass_turn(table, player, rules, stream):
    """E-17 Passing is always allowed, and costs cards."""
    tell(story.PASSED, player.side)
    discard_for_pass(table, player, rules, stream)
    tell(story.DISCARDS_DONE, player.side)
