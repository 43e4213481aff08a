"""Section VII: the neutral fights of a turn, and what is won by them (V-65 to V-71 in a game)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import DEN_COINS, FIGHT, KINDS, LONG_NIGHT, NOBODY, SEATS
from simlab.games.vlad.ground_state import LARGEST_SIDE
from simlab.games.vlad.rules.k6_traces import trace_fight
from simlab.games.vlad.rules.s2_v01_winning import has_fallen, is_playing
from simlab.games.vlad.rules.s3_v09_board import DEN_SIGN, is_live, is_on_map, note_squares, rank_of, turn_of
from simlab.games.vlad.rules.s5_v12_dials import time_at
from simlab.games.vlad.rules.s5_v23_purse import receive
from simlab.games.vlad.rules.s7_v62_aftermath import clear_dead, settle
from simlab.games.vlad.rules.s7_v65_neutral_fight import (
    Fight,
    first_card,
    goes_on,
    is_over,
    next_card,
    trade_blows,
)
from simlab.games.vlad.rules.s7_v69_hunt import neutral_reward
from simlab.games.vlad.state import NEUTRAL, NEUTRAL_GOLD, NIGHT

GUARD_GOLD = NEUTRAL_GOLD["guard"]
MOST_SQUARES = LARGEST_SIDE**2
ANY_UNIT = -1  # in place of the unit whose stage 2 it is


class Neutral(NamedTuple):
    """Werewolves of a den or guards of a gate; number -1 for none."""

    is_den: bool
    number: int


@rule
def time_now(play, rules):
    """V-12, A-3 Day or night, as battle cards are judged."""
    return NIGHT if play.table.card == LONG_NIGHT else time_at(play.table.dial, rules)


@rule
def is_bound(unit, play):
    """V-52, V-65 Does a unit stand on a live combat square, so that it has to fight there?"""
    return is_on_map(unit, play.table) and is_live(unit // KINDS, play.table.square[unit], play)


@rule
def may_still_attack(unit, only, play):
    """V-58, V-48 Is a unit on the map that has not attacked, and whose stage 2 it is?"""
    table = play.table
    its_stage = only == ANY_UNIT or unit == only
    return its_stage and is_on_map(unit, table) and not (table.acted[unit] or table.resting[unit])


@rule
def neutral_under(unit, play):
    """V-65 The neutral on whose live square a unit stands."""
    square = play.table.square[unit]
    return Neutral(play.ground.sign[square] == DEN_SIGN, play.ground.group[square])


@rule
def combat_square(neutral, place, ground):
    """V-65 A combat square of a neutral by its place among them."""
    if neutral.is_den:
        return ground.den_square[neutral.number, place]
    return ground.gate_square[neutral.number, place]


@rule
def first_rank(neutral, seat, play):
    """V-65 The place in reading order of a neutral's first combat square."""
    ground, first = play.ground, play.ground.squares
    for place in range(ground.den_size[neutral.number] if neutral.is_den else ground.gate_size[neutral.number]):
        first = min(first, rank_of(combat_square(neutral, place, ground), seat, play))
    return first


@rule
def next_neutral(seat, only, play):
    """V-65 The first neutral in reading order on whose squares units stand that have not fought yet."""
    found, first = Neutral(False, -1), play.ground.squares
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if may_still_attack(unit, only, play) and is_bound(unit, play):
            neutral = neutral_under(unit, play)
            rank = first_rank(neutral, seat, play)
            if rank < first:
                found, first = neutral, rank
    return found


@rule
def fight_neutrals(seat, only, play, rules, stream):
    """V-65 All neutrals on whose squares units stand, one after another."""
    neutral = next_neutral(seat, only, play)
    while neutral.number >= 0 and is_playing(seat, play.table):
        fight_one(neutral, seat, only, play, rules, stream)
        neutral = next_neutral(seat, only, play)


@rule
def fight_one(neutral, seat, only, play, rules, stream):
    """V-65, V-66 All units on the squares of a neutral fight it; then rewards, refill, deaths."""
    table, fighters = play.table, play.units.of[seat]
    for kind in range(KINDS):
        unit = KINDS * seat + kind
        fighters[kind].fights = 0
        if may_still_attack(unit, only, play) and is_bound(unit, play):
            there = neutral_under(unit, play)
            if there.is_den == neutral.is_den and there.number == neutral.number:
                fighters[kind].fights, table.acted[unit], table.killer[unit] = 1, 1, NOBODY
                tell(story.JOINS_FIGHT, unit)
                trace_fight(unit, play)
    make_plan(seat, play)
    table.hunts[seat] += 1
    tell(story.FIGHT_BEGINS, seat, neutral.is_den, neutral.number)
    place = MOST_SQUARES * (only + 1) + first_rank(neutral, seat, play)
    event = at(stream, FIGHT, turn_of(seat, table), place)  # as the seat sees it: corners change no draw
    neutral_left = fight_card_by_card(seat, play, rules, at(event, NEUTRAL, 0, 0))
    tell(story.FIGHT_ENDS, seat, neutral_left)
    if neutral_left == 0:
        beat(neutral, seat, play, rules)
    settle(play, rules, stream)


@rule
def fight_card_by_card(seat, play, rules, event):
    """V-66, V-67, V-72 A fight until it ends, or its seat has lost its last Vlad; returns the neutral's life left."""
    fighters, packs, plan, time = play.units.of[seat], play.packs.of, play.plan, time_now(play, rules)
    fight, following = Fight(rules.neutral_life, 0), first_card(fighters, packs, plan, time, rules, event)
    going = not is_over(fight.neutral_left, following.rank >= 0)
    while going:
        fighter = fighters[following.who]
        fight = trade_blows(fighter, packs[fighter.unit], following.place, fight, plan, rules, event)
        if fighter.life == 0:
            fighter.fights = 0
            clear_dead(play, rules)
        following = next_card(fighters, packs, plan.order, time)
        going = not has_fallen(seat, play.table) and goes_on(fighters, fight, following, plan)
    return fight.neutral_left


@rule
def make_plan(seat, play):
    """V-66, V-67, V-28 What a seat brings to a neutral fight."""
    plan, row, player = play.plan, play.seats.of[seat], play.players.of[seat]
    plan.attack_bonus, plan.defence_bonus, plan.blunted = row.attack_bonus, row.defence_bonus, row.blunted
    plan.order, plan.surrender_below = player.order, player.surrender_below


@rule
def fighters_left(seat, play):
    """V-70, V-72 How many units that took part in the fight live; none if their seat has lost its last Vlad."""
    if has_fallen(seat, play.table):
        return 0
    alive = 0
    for kind in range(KINDS):
        fighter = play.units.of[seat, kind]
        alive += fighter.fights == 1 and fighter.life > 0
    return alive


@rule
def beat(neutral, seat, play, rules):
    """V-70, V-71 A den is cleared for all; guards leave the bridge to the seat's flag. The reward needs a survivor."""
    table, alive = play.table, fighters_left(seat, play)
    if neutral.is_den:
        table.dens[seat] += 1
        table.den_stands[neutral.number] = 0
        coins = neutral_reward(0, alive, DEN_COINS)
        table.gold[seat] += coins
        table.gold_box += DEN_COINS - coins
        tell(story.DEN_CLEARED, seat, neutral.number, coins, table.gold[seat])
        for other in range(SEATS):
            note_squares(other, play, rules)
    else:
        table.guards[seat] += 1
        if alive > 0:
            table.banners[seat] |= 1 << neutral.number
            tell(story.FLAG_WON, seat, neutral.number)
            receive(seat, GUARD_GOLD, play, rules)
            note_squares(seat, play, rules)
