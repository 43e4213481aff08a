"""Section 12: policies. Here: the Christians who look ahead (calculating_defence).

All is weighed in castles, as the Ottomans do: how much a strike takes from their chances, troops by worth, and what is
to be feared from armies in reach. A castle with Christian troops before it has not fallen, so it ends in one.
"""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import CHRISTIAN, DEFENDERS_LEFT, FALLS, NO_AREA, OTTOMAN, STORMERS_LEFT
from simlab.games.forest.rules.s6_movement import enter, has_moved, pick_up
from simlab.games.forest.rules.s6_recruiting import may_recruit, recruit
from simlab.games.forest.rules.s7_who_fights import fight_field
from simlab.games.forest.rules.s8_castles import garrison_to_attack, man_own_castle, take_if_empty
from simlab.games.forest.rules.s8_control import castle_side
from simlab.games.forest.rules.s8_victory import is_wanted
from simlab.games.forest.rules.s12_christian import place_stakes
from simlab.games.forest.rules.s12_marching import attack_castle, nearest_recruiting, tell_target
from simlab.games.forest.rules.s12_odds import battle_odds, prospect_of_attack, siege_odds, storm_odds, whole
from simlab.games.forest.rules.s12_ways import open_step, open_ways


@rule
def calculating_defence(game, player, rules, stream):
    """Section 12: 1 recruit, 2 pick up and place markers, 3 choose where to go and march, 4 recruit, 5 fight."""
    recruit_what_he_can(game, rules, stream)
    pick_up(game, rules.army_max, rules)
    place_stakes(game, player, rules)
    goal = safest_goal(game, player, rules)
    tell_target(game, goal)
    if goal != NO_AREA:
        area = open_step(game, goal, rules)
        while area != NO_AREA:
            enter(game, area, rules, stream)
            pick_up(game, rules.army_max, rules)
            place_stakes(game, player, rules)
            area = open_step(game, goal, rules)
    recruit_what_he_can(game, rules, stream)
    strike(game, goal, player, rules, stream)
    dig_in_at_last(game, rules)


@rule
def recruit_what_he_can(game, rules, stream):
    """Section 12: he recruits, once, whenever he has room for more: troops have a point less to go than he."""
    march = game.march
    if march.recruits == 0 and game.board.troops[march.general] < rules.army_max and may_recruit(game, rules):
        recruit(game, rules, stream)


@rule
def is_last_turn(game, rules):
    """F-20 After this turn it is settled who has won."""
    return game.board.turn == rules.turns


@rule
def safest_goal(game, player, rules):
    """Section 12: where the activated army gains most within this activation, the lowest area first."""
    board, general = game.board, game.march.general
    if board.troops[general] == 0:
        return nearest_recruiting(game, rules)
    here = board.where[general]
    reach = min(rules.lead_points, game.march.points)
    best, most = here, gain_at(here, game, player, rules)
    open_ways(here, CHRISTIAN, game, rules)
    for area in range(game.map.areas):
        if area != here and game.scratch.reached[area] <= reach:
            gain = gain_at(area, game, player, rules)
            if gain > most:
                best, most = area, gain
    return best


@rule
def gain_at(area, game, player, rules):
    """What the activated army gains in an area: the fight there, the castle, less what it has to fear afterwards."""
    general = game.march.general
    troops, rating = game.board.troops[general], game.plans.rating[general]
    ahead = prospect_of_attack(troops, rating, OTTOMAN, area, game)
    gain = player.enemy_worth * ahead.killed - player.troop_worth * ahead.lost
    left = whole(ahead.left)
    kept = left_after_attacks(area, left, rating, game, rules)
    if is_last_turn(game, rules):
        return gain + ahead.wins * last_stand(area, left, kept, game, rules)
    gain += ahead.wins * relief(area, game, rules)
    return gain - player.danger * player.troop_worth * ahead.wins * (left - kept)


@rule
def last_stand(area, left, kept, game, rules):
    """F-64, F-66 In the last turn: the chance, roughly, that this castle is Christian because his army lives in it."""
    if game.map.towers[area] == 0 or not is_wanted(area, game) or left <= 0:
        return 0.0
    return kept / left


@rule
def relief(area, game, rules):
    """F-57, F-64 What the Ottomans lose if their troops in an area are beaten: a castle, or the odds of their siege."""
    board = game.board
    if game.map.towers[area] == 0 or not is_wanted(area, game) or board.field[OTTOMAN, area] == 0:
        return 0.0
    if castle_side(area, board, rules) == OTTOMAN:
        return 1.0
    rolls = rules.turns - board.turn + 1
    garrison = board.garrison[CHRISTIAN, area]
    storm = storm_odds(FALLS, board.field[OTTOMAN, area], garrison, game)
    return max(siege_odds(area, rolls, game), storm)


@rule
def left_after_attacks(area, troops, rating, game, rules):
    """What may be expected to be left of so many troops in an area once the armies in reach have attacked in turn.

    In the last turn only those attack that have not acted; otherwise all may before he acts again.
    """
    left = float(troops)
    if game.map.mountain[area]:
        return left
    for general in range(game.generals.count):
        attacks = game.plans.side[general] == OTTOMAN and game.board.troops[general] > 0
        if is_last_turn(game, rules) and game.cup.position[general] > 0:
            attacks = False
        if attacks and game.map.moves[OTTOMAN, game.board.where[general], area] <= rules.lead_points:
            ratings = game.plans.rating[general], rating
            left = battle_odds(DEFENDERS_LEFT, ratings, game.board.troops[general], whole(left), game)
    return left


@rule
def strike(game, goal, player, rules, stream):
    """Section 12: the field, if he came for it, then an Ottoman garrison: a storm if it pays, else a siege."""
    board, march = game.board, game.march
    if board.troops[march.general] > 0 and (has_moved(march) or goal == board.where[march.general]):
        fight_field(game, rules, stream)
    take_if_empty(game)
    garrison, army = garrison_to_attack(game), board.troops[march.general]
    lost = army - storm_odds(STORMERS_LEFT, army, garrison, game)
    worth = storm_odds(FALLS, army, garrison, game) * (1 + player.enemy_worth * garrison) - player.troop_worth * lost
    storms = worth > player.storm_worth and not is_last_turn(game, rules)
    attack_castle(garrison, storms, game, rules, stream)


@rule
def dig_in_at_last(game, rules):
    """Section 12: in the last turn half of his army mans the castle that he has come to."""
    march, board = game.march, game.board
    area = board.where[march.general]
    if is_last_turn(game, rules) and game.map.towers[area] > 0 and board.field[OTTOMAN, area] == 0:
        man_own_castle(game, board.troops[march.general] // 2, rules)
