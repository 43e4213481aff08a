"""Policies: `random`, every choice evenly among the legal ones: stage 1 (P-11)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, die
from simlab.games.vlad.game_state import (
    BOUGHT,
    CHURCH_WISH,
    CURSE_WISH,
    FAR,
    IN_OUTPOST,
    ITEMS,
    KINDS,
    MOVE_WISH,
    NO_ITEM,
    NO_SQUARE,
    PER_UNIT,
    POTION_WISH,
    SITE_WISH,
    TAVERN_WISH,
    TOKEN_WISH,
)
from simlab.games.vlad.ground_state import DIRECTIONS, STEPS
from simlab.games.vlad.rules.p11_random_attacks import second_random_stage
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import (
    CHURCH_SIGN,
    NOTHING,
    ONE,
    TAVERN_SIGN,
    is_on_map,
    sign_under,
    stands_somewhere,
    turn_of,
)
from simlab.games.vlad.rules.s5_v15_resurrection import may_rise, use_token, walk_and_return
from simlab.games.vlad.rules.s5_v18_outposts import build, may_build
from simlab.games.vlad.rules.s5_v24_purchases import buy, drink, is_for_sale, price_of
from simlab.games.vlad.rules.s5_v26_curse_and_bell import lay_curse, may_curse, may_toll, toll
from simlab.games.vlad.rules.s5_v40_akathist import buy_card, may_buy_card
from simlab.games.vlad.rules.s6_v50_arrival import move
from simlab.games.vlad.rules.s6_v50_movement import is_reachable, look_around
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT
from simlab.games.vlad.state import KNIGHT, VLAD

HALF = 0.5
EAST, SOUTH = STEPS.index((0, 1)), STEPS.index((1, 0))


@rule
def wish(kind_of_wish, seat, number, play, stream):
    """P-11 The event of one free choice in a seat's turn."""
    return at(stream, kind_of_wish, turn_of(seat, play.table), number)


@rule
def play_random_turn(seat, play, rules, stream):
    """P-11, V-48 Tokens, road, potions, unit by unit; then tax, neutral fights and attacks."""
    table = play.table
    for unit in range(KINDS * seat + KNIGHT, KINDS * seat + KINDS):
        if may_rise(unit, table) and happens(wish(TOKEN_WISH, seat, unit, play, stream), 0, HALF):
            use_token(unit, play, rules, stream)
    walk_and_return(seat, play, rules, stream)
    drink_at_random(seat, play, stream)
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if is_playing(seat, table) and stands_somewhere(unit, table) and not table.resting[unit]:
            square = random_square(unit, play, rules, stream)
            move(unit, square, play, rules, stream)
            act_at_random(unit, play, rules, stream)
        if rules.stage_order == PER_UNIT:
            second_random_stage(seat, unit, play, rules, stream)
    if rules.stage_order != PER_UNIT:
        second_random_stage(seat, ANY_UNIT, play, rules, stream)


@rule
def drink_at_random(seat, play, stream):
    """P-11 Each potion with chance 1/2, for one of those that have lost life."""
    for number in range(play.table.flasks[seat]):
        event = wish(POTION_WISH, seat, number, play, stream)
        wounded = 0
        for kind in range(KINDS):
            wounded += is_wounded(kind, seat, play)
        if wounded > 0 and happens(event, 0, HALF):
            chosen = die(event, 1, wounded)
            for kind in range(KINDS):
                if is_wounded(kind, seat, play):
                    chosen -= 1
                    if chosen == 0:
                        drink(kind, seat, play)
                        break


@rule
def is_wounded(kind, seat, play):
    """P-11 Has a unit on the map lost life?"""
    fighter = play.units.of[seat, kind]
    return stands_somewhere(KINDS * seat + kind, play.table) and fighter.life < fighter.start_life


@rule
def random_square(unit, play, rules, stream):
    """P-11 One of the squares that a unit can reach, its own and the inside of its outpost included."""
    look_around(unit, play, rules)
    reach, corner = play.reach, play.table.corner[unit // KINDS]
    outside = play.table.place[unit] != IN_OUTPOST
    enters = outside and reach.outpost_steps < FAR
    event = wish(MOVE_WISH, unit // KINDS, unit, play, stream)
    chosen = die(event, 0, count_reachable(play) + enters)
    square = reachable_square(chosen, corner, play)
    return reach.outpost_square if square == NO_SQUARE else square


@rule
def reachable_square(number, corner, play):
    """P-11 By number, in reading order as a corner sees them, a square that the unit that looked around can reach."""
    reach, ground, limit = play.reach, play.ground, play.reach.limit
    south, east = STEPS[ground.direction[corner, SOUTH]], STEPS[ground.direction[corner, EAST]]
    for down in range(-limit, limit + 1):
        for right in range(-limit, limit + 1):
            row = reach.start_row + down * south[0] + right * east[0]
            column = ground.column[reach.start] + down * south[1] + right * east[1]
            if reach.low <= row <= reach.high and 0 <= column < ground.columns:
                number -= is_reachable(reach.layer[limit, row], column)
                if number == 0:
                    return row * ground.columns + column
    return NO_SQUARE


@rule
def count_reachable(play):
    """P-11 How many squares of the map the unit that looked around can reach."""
    reach, count = play.reach, 0
    for row in range(reach.low, reach.high + 1):
        count += count_of(reach.layer[reach.limit, row])
    return count


@rule
def count_of(bits):
    """How many squares a row's bits have; each turn takes the lowest away."""
    count = 0
    while bits != NOTHING:
        bits &= bits - ONE
        count += 1
    return count


@rule
def act_at_random(unit, play, rules, stream):
    """P-11 Tavern, bell, Akathist card, curse, outpost, as far as the unit stands where that is done."""
    table, seat = play.table, unit // KINDS
    if is_playing(seat, table) and is_on_map(unit, table) and sign_under(unit, play) == TAVERN_SIGN:
        shop_at_random(unit, play, rules, stream)
    if is_playing(seat, table) and is_on_map(unit, table) and sign_under(unit, play) == CHURCH_SIGN:
        event = wish(CHURCH_WISH, seat, unit, play, stream)
        if may_toll(unit, play, rules) and happens(event, 0, HALF):
            toll(seat, play)
        if may_buy_card(unit, play, rules) and happens(event, 1, HALF):
            buy_card(unit, play, rules, stream)
    if unit % KINDS == VLAD and is_playing(seat, table) and is_on_map(unit, table):
        if may_curse(seat, play):
            curse_at_random(seat, play, stream)
        if table.outpost_state[seat] == BOUGHT:
            build_at_random(unit, play, rules, stream)


@rule
def can_buy(item, seat, play, rules):
    """P-11 Is an item for sale that the seat can pay?"""
    return play.table.gold[seat] >= price_of(item, rules) and is_for_sale(item, seat, play, rules)


@rule
def shop_at_random(unit, play, rules, stream):
    """P-11 One item after another, evenly among those and stopping."""
    seat = unit // KINDS
    event = wish(TAVERN_WISH, seat, unit, play, stream)
    bought, item = 0, random_item(event, 0, seat, play, rules)
    while item != NO_ITEM:
        buy(item, seat, play, rules, stream)
        bought += 1
        item = random_item(event, bought, seat, play, rules)


@rule
def random_item(event, number, seat, play, rules):
    """P-11 An item that can be bought, or NO_ITEM, evenly."""
    affordable = 0
    for item in range(len(ITEMS)):
        affordable += can_buy(item, seat, play, rules)
    chosen = die(event, number, affordable + 1) - 1
    for item in range(len(ITEMS)):
        if can_buy(item, seat, play, rules):
            if chosen == 0:
                return item
            chosen -= 1
    return NO_ITEM


@rule
def curse_at_random(seat, play, stream):
    """P-11 With chance 1/2 one of the opponents is cursed."""
    table, others = play.table, 0
    event = wish(CURSE_WISH, seat, 0, play, stream)
    for other in range(table.players):
        others += other != seat and table.alive[other]
    if happens(event, 0, HALF):
        chosen = die(event, 1, others)
        for other in range(table.players):
            if other != seat and table.alive[other]:
                chosen -= 1
                if chosen == 0:
                    lay_curse(seat, other, play)
                    return


@rule
def build_at_random(vlad, play, rules, stream):
    """P-11 With chance 1/2 the outpost is placed on one of the legal squares."""
    seat, legal = vlad // KINDS, 0
    event = wish(SITE_WISH, seat, 0, play, stream)
    for direction in range(DIRECTIONS):
        legal += is_site(seat, square_beside(vlad, direction, play), play, rules)
    if legal > 0 and happens(event, 0, HALF):
        chosen = die(event, 1, legal)
        for direction in range(DIRECTIONS):
            square = square_beside(vlad, direction, play)
            if is_site(seat, square, play, rules):
                chosen -= 1
                if chosen == 0:
                    build(seat, square, play, rules)
                    return


@rule
def square_beside(unit, direction, play):
    """Words: the square next to a unit in a direction as its seat sees the board; NO_SQUARE off it."""
    seen = play.ground.direction[play.table.corner[unit // KINDS], direction]
    return play.ground.neighbour[play.table.square[unit], seen]


@rule
def is_site(seat, square, play, rules):
    """V-18 Is a square on the board, and may the outpost stand there?"""
    return square != NO_SQUARE and may_build(seat, square, play, rules)
