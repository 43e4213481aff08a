"""Section 4: hide and holy water, and what may block them (E-18 to E-22, E-38)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_set_up import use_card
from simlab.games.vampire.rules.s3_turn import holds_block, pay, payable_cards, support_in_hand
from simlab.games.vampire.rules.s8_knowledge import count_unknown
from simlab.games.vampire.rules.s9_end import hide, reveal
from simlab.games.vampire.state import BLOCK, BLOCKING, IDLE, RANDOM_PLAYER


@rule
def can_hide(table, player, rules):
    """E-19, E-45 Enough red cards, and a city."""
    return table.city_count > 0 and payable_cards(player, rules) >= rules.hide_cards


@rule
def can_ask(knowledge, player, rules):
    """E-23, E-45 Enough water cards, and somebody unknown: about others no policy asks."""
    return count_unknown(knowledge) > 0 and payable_cards(player, rules) >= rules.water_cards


@rule
def is_blocked(table, other, rules, stream):
    """E-38, E-49, E-58 The opponent may block what has been paid for."""
    if other.policy == IDLE or not holds_block(other, rules):
        return False
    if other.policy == RANDOM_PLAYER and not happens(at(stream, BLOCKING, table.turn, other.side), 0, 0.5):
        return False
    use_card(other, support_in_hand(other, BLOCK, rules))
    table.blocks += 1
    tell(story.BLOCKED, other.side)
    return True


@rule
def hide_action(table, secret, player, other, one, rules, stream):
    """E-18 Pay red cards and hide a castle character."""
    pay(player, rules.hide_cards, rules)
    tell(story.HIDES, one)
    if not is_blocked(table, other, rules, stream):
        hide(table, secret, one)


@rule
def water_action(table, secret, knowledge, player, other, one, rules, stream):
    """E-20 Pay water cards and ask about a character; returns (did it take effect, value of the lowest card paid)."""
    lowest = pay(player, rules.water_cards, rules)
    tell(story.ASKS, one)
    if is_blocked(table, other, rules, stream):
        return False, lowest
    table.holy_water_uses += 1
    if secret.vampire[one]:
        reveal(table, secret, one)
    else:
        knowledge.told[one] = 1
        tell(story.IS_HUMAN, one)
    return True, lowest
