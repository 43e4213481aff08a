"""Section V: the curse, the church bell, and when timed effects end (V-26, V-29, V-41)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    BELL_POSITION,
    BELL_ROUNDS,
    BELL_SQUARE,
    BLUNTED,
    CROWNS_FOR_CURSE,
    FLAGS_FOR_CURSE,
    KINDS,
    NO_CARD_TURNED,
    NOBODY,
    ROUND_END,
    RUSTY_BLADES,
    SEATS,
)
from simlab.games.vlad.rules.s3_v09_board import TOWER_SIGN, church_serves, flags_of, is_on_map, sign_under
from simlab.games.vlad.state import VLAD


@rule
def has_curse_right(seat, play):
    """V-26 Four flags or two crowns give the right to curse."""
    return play.table.crowns[seat] >= CROWNS_FOR_CURSE or flags_of(seat, play) >= FLAGS_FOR_CURSE


@rule
def may_curse(seat, play):
    """V-26 The right, and Vlad on a tower square."""
    vlad = KINDS * seat + VLAD
    return is_on_map(vlad, play.table) and sign_under(vlad, play) == TOWER_SIGN and has_curse_right(seat, play)


@rule
def lay_curse(seat, other, play):
    """V-26 The token is laid on an opponent, from wherever it lies."""
    play.table.cursed, play.table.caster = other, seat
    play.table.curses[seat] += 1
    tell(story.CURSED, seat, other)


@rule
def may_toll(unit, play, rules):
    """V-29 A unit on an orange church square, the dial on its first position, the bell in the box."""
    table = play.table
    if not is_on_map(unit, table) or table.dial != BELL_POSITION or table.bell_round > 0:
        return False
    return church_serves(table.square[unit], BELL_SQUARE, play, rules)


@rule
def toll(seat, play):
    """V-29 The bell locks the fortress for two rounds."""
    table = play.table
    table.bell_seat, table.bell_round = seat, table.round_now + BELL_ROUNDS
    table.bells[seat] += 1
    tell(story.BELL_TOLLED, seat)


@rule
def end_effects_of(seat, play, rules):
    """V-29, V-41, V-48 At the start of a seat's turn its timed effects end, also when it is out of the game."""
    if rules.effect_clock != ROUND_END:
        end_effects(seat, play.table.round_now, play)


@rule
def end_effects_of_round(play, rules):
    """V-29, V-41 By the option effects end with a round."""
    if rules.effect_clock == ROUND_END:
        for seat in range(SEATS):
            end_effects(seat, play.table.round_now + 1, play)


@rule
def end_effects(seat, by, play):
    """V-29, V-41 A seat's bell and card end if their round has come."""
    table = play.table
    if table.bell_round > 0 and table.bell_seat == seat and table.bell_round <= by:
        table.bell_seat, table.bell_round = NOBODY, 0
        tell(story.EFFECT_OVER, seat, NO_CARD_TURNED)
    if table.card != NO_CARD_TURNED and table.card_seat == seat and table.card_round <= by:
        tell(story.EFFECT_OVER, seat, table.card)
        if table.card == RUSTY_BLADES:
            blunt_all(0, play)
        table.card, table.card_seat, table.card_round = NO_CARD_TURNED, NOBODY, 0


@rule
def start_effect(card, seat, rounds, play):
    """V-41 A card that lasts begins to act."""
    table = play.table
    table.card, table.card_seat, table.card_round = card, seat, table.round_now + rounds
    if card == RUSTY_BLADES:
        blunt_all(BLUNTED, play)


@rule
def blunt_all(loss, play):
    """A-3 Rusty blades take from the attack of every seat's cards."""
    for seat in range(SEATS):
        play.seats.of[seat].blunted = loss
