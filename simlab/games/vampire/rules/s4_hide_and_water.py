"""Section 4: hide and holy water, which the opponent may block (E-18, E-20, E-21, E-22)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_characters import reveal
from simlab.games.vampire.rules.s5_game_fight import game_fight, leave_castle, refill_castle
from simlab.games.vampire.rules.s6_support import block
from simlab.games.vampire.rules.s8_choices import attack_after_unmasking, wants_to_block
from simlab.games.vampire.rules.s8_hand import pay
from simlab.games.vampire.rules.s9_end import test_at_once
from simlab.games.vampire.state import HUMAN, NOBODY, NOBODY_YET, VAMPIRE


@rule
def hide_action(board, character, rules, stream):
    """E-18 The vampire player pays red cards and names a castle character, which goes away unless that is blocked."""
    pay(board.players.of[VAMPIRE], rules.hide_cards, rules)
    tell(story.HIDES, character)
    if not is_blocked(board.table, board.players.of[HUMAN], rules, stream):
        hide(board.table, board.secret, character)


@rule
def hide(table, secret, character):
    """E-18, E-37 To the bottom of the city without its markers; the top of the city comes up, maybe with the end."""
    leave_castle(table, character)
    secret.city[table.city_count] = character
    table.city_count += 1
    table.hides += 1
    tell(story.HIDDEN, character)
    refill_castle(table, secret)
    test_at_once(table, secret)


@rule
def ask_and_attack(board, character, rules, stream):
    """E-20, E-21 Holy water, and perhaps an attack on the vampire that it has revealed, as part of the same action."""
    table = board.table
    took_effect, lowest = holy_water(board, character, rules, stream)
    if took_effect and may_attack_at_once(table, character, rules):
        human = board.players.of[HUMAN]
        pair = attack_after_unmasking(table, human, character, lowest, board.scratch.marked, rules, stream)
        if pair.attacker == NOBODY:
            tell(story.NO_ATTACK, HUMAN, character)
        else:
            game_fight(board, HUMAN, pair, lowest, rules, stream)


@rule
def holy_water(board, character, rules, stream):
    """E-20 The human player pays water cards, and the answer is true; (did it take effect, value of the lowest)."""
    lowest = pay(board.players.of[HUMAN], rules.water_cards, rules)
    tell(story.ASKS, character)
    if is_blocked(board.table, board.players.of[VAMPIRE], rules, stream):
        return False, lowest
    board.table.holy_water_uses += 1
    if board.secret.vampire[character]:
        reveal(board.table, board.secret, character)
    else:
        board.knowledge.told[character] = 1
        tell(story.IS_HUMAN, character)
    return True, lowest


@rule
def may_attack_at_once(table, character, rules):
    """E-21 Only a vampire that was just revealed in the castle, and only if the rules have this attack at all."""
    unmasked = table.revealed[character] == 1 and table.in_castle[character] == 1
    return unmasked and rules.water_attack and not reveal_has_won(table)


@rule
def reveal_has_won(table):
    """E-22 With the third throne by holy water the vampire player has won before any attack."""
    return table.winner != NOBODY_YET


@rule
def is_blocked(table, opponent, rules, stream):
    """E-18, E-20, E-38 What has been paid for has no effect if the opponent can block it and does."""
    if not wants_to_block(table, opponent, rules, stream):
        return False
    block(table, opponent, rules)
    return True
