"""Policies: the means of an attack and of an answer, each card one of its own, and how `random` answers (P-11)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.games.vlad.game_state import ANSWER_WISH, KINDS
from simlab.games.vlad.rules.s3_v09_board import fighter_of, turn_of
from simlab.games.vlad.rules.s5_v34_impaling import can_impale, impales
from simlab.games.vlad.rules.s7_v58_attacks import choose_card
from simlab.games.vlad.rules.s7_v65_game_fights import time_now
from simlab.games.vlad.state import AS_DEALT, CHOSEN, MAGIC, NO_CARD, VLAD

TOKEN, NO_MEANS = -1, -2  # in place of a place in a hand
MAGIC_PLACES = 1 << 20  # added to the place of a magic card


@rule
def means_at(number, unit, target, play, rules):
    """P-11 The means of a unit against a target by number, each card one of its own; NO_MEANS past the last."""
    one, other, seat = fighter_of(unit, play), fighter_of(target, play), play.seats.of[unit // KINDS]
    time, pack, magic = time_now(play, rules), play.packs.of[unit % KINDS], play.magic.of[unit // KINDS]
    if can_impale(one, other, seat, rules):
        if number == 0:
            return TOKEN
        number -= 1
    for place in range(one.held):
        if pack.rank[AS_DEALT, time, one.hand[place]] >= 0:
            if number == 0:
                return place
            number -= 1
    if one.unit == VLAD and other.unit == VLAD:
        place = magic_at(number, magic)
        return NO_MEANS if place < 0 else MAGIC_PLACES + place
    return NO_MEANS


@rule
def magic_at(number, magic):
    """V-36 The place of a magic card in a hand by number; -1 past the last."""
    for place in range(magic.held):
        if magic.hand[place] != NO_CARD:
            if number == 0:
                return place
            number -= 1
    return -1


@rule
def kind_of_attack(unit, target, play, rules):
    """V-58 What an attack is going to be made with: TOKEN, MAGIC_PLACES for a magic card, 0 for a battle card."""
    one, other, seat = fighter_of(unit, play), fighter_of(target, play), play.seats.of[unit // KINDS]
    if impales(one, other, seat, rules):
        return TOKEN
    packs, magic = play.packs.of, play.magic.of[unit // KINDS]
    choice = choose_card(one, packs[one.unit], magic, packs[MAGIC], other, seat, time_now(play, rules))
    return MAGIC_PLACES if choice.is_magic else 0


@rule
def draw_answer(unit, target, play, rules, stream):
    """P-11 A random seat that is attacked draws its answer: none, or one of the legal means."""
    seat, one, magic = play.seats.of[target // KINDS], fighter_of(target, play), play.magic.of[target // KINDS]
    attack = kind_of_attack(unit, target, play, rules)
    seat.answer_order, seat.impales, one.chosen, magic.chosen = CHOSEN, 0, -1, -1
    if attack == TOKEN:
        return
    count = 0
    while answer_at(count, unit, target, attack, play, rules) != NO_MEANS:
        count += 1
    event = at(stream, ANSWER_WISH, turn_of(play.table.active, play.table), play.table.attacks)
    chosen = die(event, 0, count + 1) - 1
    if chosen < count:
        means = answer_at(chosen, unit, target, attack, play, rules)
        if means >= MAGIC_PLACES:
            magic.chosen = means - MAGIC_PLACES
        elif means == TOKEN:
            seat.impales = 1
        else:
            one.chosen = means


@rule
def answer_at(number, unit, target, attack, play, rules):
    """V-59, P-11 The legal answers by number: to magic a magic card, to a battle card a card or a token."""
    if attack == MAGIC_PLACES:
        place = magic_at(number, play.magic.of[target // KINDS])
        return NO_MEANS if place < 0 else MAGIC_PLACES + place
    means = means_at(number, target, unit, play, rules)
    return NO_MEANS if means >= MAGIC_PLACES else means
