"""Section 12: policies. Here: the activation of the Christian heuristics: castle_defence, raider, turtle."""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import (
    CHRISTIAN,
    DEFEND_CASTLES,
    FAR,
    NO_AREA,
    NO_STAKES,
    OTTOMAN,
    RAID,
    STAKES_OWN,
    TURTLE,
    WALLACHIA,
)
from simlab.games.forest.rules.s6_movement import enter, pick_up
from simlab.games.forest.rules.s6_recruiting import may_recruit, recruit
from simlab.games.forest.rules.s6_stakes import room_for_stakes, stake_own_troop, stakes_from_dead
from simlab.games.forest.rules.s7_retreats import clear_general
from simlab.games.forest.rules.s7_who_fights import fight_field
from simlab.games.forest.rules.s8_castles import garrison_to_attack, man_own_castle, take_if_empty
from simlab.games.forest.rules.s8_control import is_castle_of, settle
from simlab.games.forest.rules.s12_marching import (
    at_least,
    attack_castle,
    nearest_recruiting,
    next_step,
    tell_march_ended,
    tell_target,
    twice_counted_strength,
    within_reach,
)


@rule
def christian_activation(game, player, rules, stream):
    """Section 12: 1 recruit, 2 pick up and place markers, 3 choose a target and march, 4 recruit, 5 fight."""
    board, march = game.board, game.march
    recruit_if_wanted(game, player, rules, stream)
    pick_up(game, rules.army_max, rules)
    if player.mode != TURTLE:
        place_stakes(game, player, rules)
    target, has_army = christian_target(game, player, rules), board.troops[march.general] > 0
    tell_target(game, target)
    if target != NO_AREA:
        christian_march(game, target, player, rules, stream)
        if player.mode == TURTLE and has_army and target == board.where[march.general]:
            dig_in(game, player, rules)
    recruit_if_wanted(game, player, rules, stream)
    christian_fight(game, player, rules, stream)


@rule
def recruit_if_wanted(game, player, rules, stream):
    """Section 12, steps 1 and 4: with fewer than `recruit_below` troops he recruits, once."""
    march = game.march
    if march.recruits == 0 and game.board.troops[march.general] < player.recruit_below and may_recruit(game, rules):
        recruit(game, rules, stream)


@rule
def place_stakes(game, player, rules):
    """Section 12, F-29: Dracula's markers: of the dead as many as go, perhaps one of his own troops more.

    That troop may be his last: no siege goes on without troops, and he cannot stay alone among enemies.
    """
    general, board = game.march.general, game.board
    if general != game.generals.dracula or player.stakes == NO_STAKES:
        return
    area = board.where[general]
    allowed = room_for_stakes(board, area, rules)
    placed = stakes_from_dead(board, area, allowed)
    if player.stakes == STAKES_OWN and placed < allowed and board.troops[general] > player.stake_reserve:
        stake_own_troop(board, general)
        settle(area, game, rules)
        clear_general(game, general, rules)


@rule
def christian_target(game, player, rules):
    """Section 12, step 3: without troops the nearest area to recruit in, else by mode; NO_AREA: he stays."""
    if game.board.troops[game.march.general] == 0:
        return nearest_recruiting(game, rules)
    if player.mode == DEFEND_CASTLES:
        castle = castle_to_relieve(game, player, rules)
        return castle if castle != NO_AREA else castle_to_guard(game, rules)
    if player.mode == RAID:
        prey = stack_to_raid(game, player, rules)
        return prey if prey != NO_AREA else game.map.hideout
    here = game.board.where[game.march.general]
    return here if can_attack(here, game, player, rules) else strongest_castle(game, rules)


@rule
def can_attack(area, game, player, rules):
    """Section 12: Ottoman field troops within reach whose counted strength the army can face (attack_ratio)."""
    if game.board.field[OTTOMAN, area] == 0 or not within_reach(area, game, rules):
        return False
    troops = game.board.troops[game.march.general]
    return at_least(2 * troops, player.attack_over, player.attack_under, twice_counted_strength(OTTOMAN, area, game))


@rule
def castle_to_relieve(game, player, rules):
    """Section 12, castle_defence: the castle besieged longest, then with the weakest enemies, then the lowest."""
    board = game.board
    best, longest, weakest = NO_AREA, -1, 0
    for place in range(game.map.castles):
        area = game.map.castle[place]
        if is_castle_of(CHRISTIAN, area, game, rules) and can_attack(area, game, player, rules):
            count, strength = board.siege_count[area], twice_counted_strength(OTTOMAN, area, game)
            if count > longest or (count == longest and strength < weakest):
                best, longest, weakest = area, count, strength
    return best


@rule
def is_free(area, game, rules):
    """Section 12: is this a castle of the Christians without Ottoman field troops before it?"""
    return game.board.field[OTTOMAN, area] == 0 and is_castle_of(CHRISTIAN, area, game, rules)


@rule
def castle_to_guard(game, rules):
    """Section 12, castle_defence: the free castle within reach that an Ottoman army has the fewest moves to."""
    best, fewest = NO_AREA, FAR
    for place in range(game.map.castles):
        area = game.map.castle[place]
        if is_free(area, game, rules) and within_reach(area, game, rules):
            moves = moves_of_nearest_army(area, game)
            if moves < fewest or best == NO_AREA:
                best, fewest = area, moves
    return best


@rule
def moves_of_nearest_army(area, game):
    """Section 12: the fewest moves to an area of any Ottoman army with troops."""
    fewest = FAR
    for general in range(game.generals.count):
        if game.plans.side[general] == OTTOMAN and game.board.troops[general] > 0:
            fewest = min(fewest, game.map.moves[OTTOMAN, game.board.where[general], area])
    return fewest


@rule
def stack_to_raid(game, player, rules):
    """Section 12, raider: the weakest Ottomans within reach, then the lowest area."""
    best, weakest = NO_AREA, FAR
    for area in range(game.map.areas):
        if game.board.field[OTTOMAN, area] > 0:
            strength = twice_counted_strength(OTTOMAN, area, game)
            if strength < weakest and can_attack(area, game, player, rules):
                best, weakest = area, strength
    return best


@rule
def strongest_castle(game, rules):
    """Section 12, turtle: the free Christian castle of Wallachia with the most towers, then the lowest."""
    best, most = NO_AREA, 0
    for place in range(game.map.castles):
        area = game.map.castle[place]
        towers = game.map.towers[area]
        if towers > most and game.map.region[area] == WALLACHIA and is_free(area, game, rules):
            best, most = area, towers
    return best


@rule
def christian_march(game, target, player, rules, stream):
    """Section 12, step 3: on his way he picks up troops and, but for the turtle, then leaves markers, area by area."""
    area = next_step(game, target, rules)
    while area != NO_AREA:
        enter(game, area, rules, stream)
        pick_up(game, rules.army_max, rules)
        if player.mode != TURTLE:
            place_stakes(game, player, rules)
        area = next_step(game, target, rules)
    tell_march_ended(game, target, rules)


@rule
def dig_in(game, player, rules):
    """Section 12, turtle: in his castle he places markers, then fills the garrison from the army."""
    area = game.board.where[game.march.general]
    if game.board.field[OTTOMAN, area] == 0:
        place_stakes(game, player, rules)
        man_own_castle(game, rules.army_max, rules)


@rule
def christian_fight(game, player, rules, stream):
    """Section 12, step 5: whoever is in the field, then an Ottoman garrison: a storm, else a siege."""
    board, march = game.board, game.march
    if board.troops[march.general] > 0:
        fight_field(game, rules, stream)
    take_if_empty(game)
    garrison = garrison_to_attack(game)
    storms = at_least(board.troops[march.general], player.storm_over, player.storm_under, garrison)
    attack_castle(garrison, storms, game, rules, stream)
