"""Section VI: rounds, turns and their parts (V-47, V-48, V-12)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import AFTER_UPKEEP, BEFORE_UPKEEP, KINDS, RANDOM
from simlab.games.vlad.rules.k6_traces import trace_position
from simlab.games.vlad.rules.p2_turn import play_heuristic_turn
from simlab.games.vlad.rules.p11_random import play_random_turn
from simlab.games.vlad.rules.s2_v01_winning import check_tower, is_playing
from simlab.games.vlad.rules.s3_v09_board import fighter_of, seat_after
from simlab.games.vlad.rules.s5_v12_dials import dial_after
from simlab.games.vlad.rules.s5_v26_curse_and_bell import end_effects_of, end_effects_of_round
from simlab.games.vlad.rules.s6_v49_upkeep import upkeep


@rule
def play_game(play, rules, stream):
    """V-01, V-47 Round after round, until somebody has won or the rounds are over."""
    table = play.table
    while not table.over and table.round_now < rules.max_rounds:
        table.round_now += 1
        play_round(play, rules, stream)
    if not table.over:
        tell(story.ROUNDS_OVER, table.round_now)


@rule
def play_round(play, rules, stream):
    """V-47, V-12 Every living seat takes a turn; then the dial goes on."""
    table = play.table
    tell(story.ROUND_BEGINS, table.round_now, table.dial)
    for number in range(table.players):
        seat = seat_after(table.first_seat, number, table)
        table.active = seat
        end_effects_of(seat, play, rules)
        if is_playing(seat, table):
            take_turn(seat, play, rules, stream)
    tell_position(play)
    trace_position(play)
    if not table.over:
        end_effects_of_round(play, rules)
        table.dial = dial_after(table.dial, 1)


@rule
def take_turn(seat, play, rules, stream):
    """V-48 One turn: tower check, upkeep, then the stages as the seat's policy plays them."""
    table = play.table
    tell(story.TURN_BEGINS, seat)
    begin_turn(seat, table)
    if rules.tower_check == BEFORE_UPKEEP:
        check_tower(seat, play, rules)
    if is_playing(seat, table):
        upkeep(seat, play, rules, stream)
    if is_playing(seat, table) and rules.tower_check == AFTER_UPKEEP:
        check_tower(seat, play, rules)
    if is_playing(seat, table):
        if play.players.of[seat].policy == RANDOM:
            play_random_turn(seat, play, rules, stream)
        else:
            play_heuristic_turn(seat, play, rules, stream)


@rule
def begin_turn(seat, table):
    """V-48, V-61, V-55 What is noted of one turn only is forgotten."""
    table.attacks, table.akathist_bought[seat] = 0, 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        table.acted[unit], table.resting[unit] = 0, 0
    for unit in range(KINDS * table.players):
        table.battled[unit], table.spared[unit] = 0, 0
    for other in range(table.players):
        table.paid[other] = 0


@rule
def tell_position(play):
    """Where everybody stands at the end of a round, and what each seat has."""
    table = play.table
    for unit in range(KINDS * table.players):
        life, road, plague = fighter_of(unit, play).life, table.road[unit], table.plague[unit]
        tell(story.UNIT_STANDS, unit, table.place[unit], table.square[unit], life, road, plague)
    for seat in range(table.players):
        tell(story.SEAT_STANDS, seat, table.alive[seat], table.lives[seat], table.crowns[seat], table.gold[seat])
        tokens, cards = play.seats.of[seat].tokens, play.magic.of[seat].held
        tell(story.SEAT_HOLDS, seat, table.flasks[seat], tokens, cards, table.resurrection[seat], table.banners[seat])
    tell(story.ROUND_ENDS, table.round_now)
