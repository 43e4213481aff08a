"""Section VI: vassal tax: who is asked, what is paid, who is then safe (V-55), and who agrees (P-9, P-11)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import KINDS, NO_UNIT, ONE_UNIT, RANDOM, TAX, TAX_WISH, UNWANTED
from simlab.games.vlad.rules.p7_values import means_against, value_of
from simlab.games.vlad.rules.s3_v09_board import fighter_of, is_on_map, seat_after, turn_of
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches
from simlab.games.vlad.rules.s7_v61_game_battle import has_in_reach, may_be_attacked
from simlab.games.vlad.rules.s7_v65_game_fights import is_bound, may_still_attack

EXPECTED_HIT = 6  # P-9
ACCEPTS = 1  # P-11 of an offer, beside the wish of the seat that pays


@rule
def levy_tax(seat, only, play, rules, stream):
    """V-55 Each opponent whom the seat could attack now may be asked for gold, or may offer it, in turn order."""
    for number in range(1, play.table.players):
        other = seat_after(seat, number, play.table)
        if is_tax_open(seat, other, only, play, rules):
            discuss_tax(seat, other, only, play, rules, stream)


@rule
def is_tax_open(seat, other, only, play, rules):
    """V-55 Is there an opponent with enough gold to talk to, which has not paid yet, and one of the two who begins?"""
    table, players = play.table, play.players
    if not table.alive[other] or table.paid[other] or table.gold[other] < TAX:
        return False
    begins = players.of[seat].tax_ask == 1 or players.of[other].tax_offer == 1
    return begins and could_attack(seat, other, only, play, rules)


@rule
def discuss_tax(seat, other, only, play, rules, stream):
    """V-55, P-9 The seat asks, or else the opponent offers; the tax is paid if both want it."""
    asks = play.players.of[seat].tax_ask == 1
    agrees = agrees_to_pay(seat, other, only, play, rules, stream)
    settled = agrees and (asks or accepts(seat, other, only, play, rules, stream))
    tell(story.TAX_DISCUSSED, seat, other, asks, agrees, settled)
    if settled:
        pay_tax(seat, other, only, play, rules)


@rule
def could_attack(seat, other, only, play, rules):
    """V-55, V-58 Is there a unit that could attack one of an opponent's now?"""
    for target in range(KINDS * other, KINDS * other + KINDS):
        if may_be_attacked(target, seat, play, rules):
            for unit in range(KINDS * seat, KINDS * seat + KINDS):
                if has_in_reach(unit, target, only, play) and means_against(unit, target, play, rules).able:
                    return True
    return False


@rule
def agrees_to_pay(seat, other, only, play, rules, stream):
    """P-9, P-11 Does an opponent pay rather than be attacked?"""
    player = play.players.of[other]
    if player.policy == RANDOM:
        return happens(at(stream, TAX_WISH, turn_of(seat, play.table), wish_number(other, only)), 0, 0.5)
    for target in range(KINDS * other, KINDS * other + KINDS):
        if is_on_map(target, play.table):
            threat = EXPECTED_HIT * attackers_of(target, seat, only, play)
            if threat >= player.tax_fear * fighter_of(target, play).life:
                return True
    return False


@rule
def wish_number(other, only):
    """P-11 The third part of the address of a wish about tax: whose it is, and in whose stage 2."""
    return 16 * (only + 1) + 2 * other


@rule
def attackers_of(target, seat, only, play):
    """P-9 How many units that may still attack have a target in range and line, whatever their cards."""
    attackers = 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if may_still_attack(unit, only, play) and not is_bound(unit, play):
            attackers += attack_reaches(unit, play.table.square[target], play)
    return attackers


@rule
def accepts(seat, other, only, play, rules, stream):
    """P-9, P-11 Does the attacker take an offer?"""
    player = play.players.of[seat]
    if player.policy == RANDOM:
        event = at(stream, TAX_WISH, turn_of(seat, play.table), wish_number(other, only) + ACCEPTS)
        return happens(event, 0, 0.5)
    best = most_wanted(seat, other, only, play, rules)
    return best_value_on(best, seat, only, play, rules) < player.tax_accept


@rule
def best_value_on(target, seat, only, play, rules):
    """P-9 The highest value of an attack on a unit, without the bonus for a gang."""
    best = UNWANTED
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if has_in_reach(unit, target, only, play):
            best = max(best, value_of(unit, target, 0.0, play, rules))
    return best


@rule
def most_wanted(seat, other, only, play, rules):
    """V-55 The unit of an opponent on which the attacker's value is highest; ties by Vlad, knight, archer."""
    best, found = UNWANTED, NO_UNIT
    for target in range(KINDS * other, KINDS * other + KINDS):
        if may_be_attacked(target, seat, play, rules):
            value = best_value_on(target, seat, only, play, rules)
            if found == NO_UNIT or value > best:
                best, found = value, target
    return found


@rule
def pay_tax(seat, other, only, play, rules):
    """V-55 The tax is paid; no unit of the opponent, or one by the option, is attacked in this turn."""
    table = play.table
    safe = most_wanted(seat, other, only, play, rules)
    table.gold[other] -= TAX
    table.gold[seat] += TAX
    table.tax_paid[other] += TAX
    table.tax_got[seat] += TAX
    table.paid[other] = 1
    tell(story.TAX_PAID, seat, other, safe)
    for target in range(KINDS * other, KINDS * other + KINDS):
        table.spared[target] = target == safe or rules.tax_scope != ONE_UNIT
