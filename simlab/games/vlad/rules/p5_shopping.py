"""Policies: what a seat buys, tolls and curses where its units stand, and where its outpost goes (P-5, P-6)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import (
    BOUGHT,
    CHURCH_SITE,
    GATE_SITE,
    IMPALE_ITEM,
    KINDS,
    MAGIC_ITEM,
    NO_ITEM,
    NO_SQUARE,
    NOBODY,
    NOT_BOUGHT,
    POTION_ITEM,
)
from simlab.games.vlad.ground_state import DIRECTIONS
from simlab.games.vlad.rules.p1_go import far, leave_out_taken
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import (
    CHURCH_SIGN,
    TAVERN_SIGN,
    flags_of,
    is_enemy,
    is_inside,
    is_on_map,
    rank_of,
    seat_after,
    sign_under,
)
from simlab.games.vlad.rules.s5_v18_outposts import build, may_build
from simlab.games.vlad.rules.s5_v24_purchases import buy, is_for_sale, price_of
from simlab.games.vlad.rules.s5_v26_curse_and_bell import lay_curse, may_curse, may_toll, toll
from simlab.games.vlad.rules.s5_v40_akathist import buy_card, may_buy_card
from simlab.games.vlad.rules.s6_v50_distance import aim_at_all, far_from
from simlab.games.vlad.rules.s6_v56_lines import distance
from simlab.games.vlad.state import VLAD


@rule
def holds(item, seat, play):
    """P-5 How many of an item a seat holds; of an outpost, whether it has ever bought one."""
    if item == MAGIC_ITEM:
        return play.magic.of[seat].held
    if item == IMPALE_ITEM:
        return play.seats.of[seat].tokens
    if item == POTION_ITEM:
        return play.table.flasks[seat]
    return int(play.table.outpost_state[seat] != NOT_BOUGHT)


@rule
def next_purchase(seat, play, rules):
    """P-5 The first entry of the shop list that is lacking, for sale, and leaves the reserve; NO_ITEM if none is."""
    player, gold = play.players.of[seat], play.table.gold[seat]
    for number in range(player.wishes):
        item = player.wish_item[number]
        if holds(item, seat, play) < player.wish_count[number] and is_for_sale(item, seat, play, rules):
            if gold - price_of(item, rules) >= player.gold_reserve:
                return item
    return NO_ITEM


@rule
def act_where_it_stands(unit, play, rules, stream):
    """P-2, V-53 After its move a unit acts by the square on which it stands: outpost, tavern, church, curse."""
    table, seat = play.table, unit // KINDS
    if table.outpost_state[seat] == BOUGHT and unit % KINDS == VLAD and is_on_map(unit, table):
        place_outpost(seat, play, rules)
    if is_on_map(unit, table) and sign_under(unit, play) == TAVERN_SIGN:
        item = next_purchase(seat, play, rules)
        while item != NO_ITEM:
            buy(item, seat, play, rules, stream)
            item = next_purchase(seat, play, rules)
    if is_on_map(unit, table) and sign_under(unit, play) == CHURCH_SIGN:
        visit_church(unit, play, rules, stream)
    if unit % KINDS == VLAD and is_playing(seat, table) and may_curse(seat, play):
        curse_leader(seat, play)


@rule
def visit_church(unit, play, rules, stream):
    """P-5 The bell, if enough more enemies than own units are inside; then an Akathist card."""
    seat, player = unit // KINDS, play.players.of[unit // KINDS]
    if may_toll(unit, play, rules) and enemies_inside(seat, play) >= player.bell_min:
        toll(seat, play)
    if play.table.gold[seat] >= player.akathist_gold and may_buy_card(unit, play, rules):
        buy_card(unit, play, rules, stream)


@rule
def enemies_inside(seat, play):
    """P-5 How many more enemies than own units are inside the fortress."""
    more = 0
    for unit in range(KINDS * play.table.players):
        if is_inside(unit, play):
            more += 1 if is_enemy(unit, seat, play.table) else -1
    return more


@rule
def curse_leader(seat, play):
    """P-6 The curse goes to the opponent who leads, by crowns, then flags, then by playing soonest."""
    table, leader = play.table, NOBODY
    for number in range(1, table.players):
        other = seat_after(seat, number, table)
        if table.alive[other] and (leader == NOBODY or standing(other, play) > standing(leader, play)):
            leader = other
    if leader != NOBODY and table.cursed != leader:
        lay_curse(seat, leader, play)


@rule
def standing(seat, play):
    """P-6 Crowns, then flags."""
    return 100 * play.table.crowns[seat] + flags_of(seat, play)


@rule
def aim_at_church(corner, play):
    """P-1 The orange squares of a church are aimed at."""
    aim_at_all(play.ground.church_square[corner], play.ground.church_size[corner], play)


@rule
def aim_at_gate(gate, play):
    """P-1 The bridge squares of a gate are aimed at."""
    aim_at_all(play.ground.gate_square[gate], play.ground.gate_size[gate], play)


@rule
def aim_at_site(seat, play, rules):
    """P-6 The squares near which the outpost is wanted: the church's, or the bridge nearest to Vlad or to his start."""
    player, table = play.players.of[seat], play.table
    if player.site == CHURCH_SITE:
        aim_at_church(table.corner[seat], play)
        return
    vlad, start = KINDS * seat + VLAD, play.ground.start_square[table.corner[seat], VLAD]
    square = table.square[vlad] if player.site == GATE_SITE else start
    nearest, fewest = 0, -1
    for number in range(play.ground.gates):
        gate = play.ground.gate_order[table.corner[seat], number]
        aim_at_gate(gate, play)
        leave_out_taken(vlad, play)
        steps = far_from(square, seat, play, rules)
        if fewest < 0 or steps < fewest:
            nearest, fewest = gate, steps
    aim_at_gate(nearest, play)


@rule
def place_outpost(seat, play, rules):
    """P-6 If Vlad is near the site: on the square next to him that may be built on and is nearest to it."""
    table, ground, vlad = play.table, play.ground, KINDS * seat + VLAD
    aim_at_site(seat, play, rules)
    if far(vlad, play, rules) > play.players.of[seat].site_radius:
        return
    aim_at_site(seat, play, rules)
    best, nearest, first = NO_SQUARE, 0, 0
    for direction in range(DIRECTIONS):
        square = ground.neighbour[table.square[vlad], direction]
        if square != NO_SQUARE and may_build(seat, square, play, rules):
            steps, rank = distance_to_targets(square, play), rank_of(square, seat, play)
            if best == NO_SQUARE or steps < nearest or (steps == nearest and rank < first):
                best, nearest, first = square, steps, rank
    if best != NO_SQUARE:
        build(seat, best, play, rules)


@rule
def distance_to_targets(square, play):
    """P-6 The smallest distance of a square from those that are aimed at."""
    smallest = play.ground.squares
    for number in range(play.reach.targets):
        smallest = min(smallest, distance(square, play.reach.target[number], play.ground))
    return smallest
