"""Section 12: policies. Here: the Ottomans who look ahead (calculating_siege).

All is weighed in castles: what a choice adds to the chances of castles at the end of the game, and troops by worth.
"""

import math

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import (
    ATTACKER_WINS,
    ATTACKERS_LEFT,
    CHRISTIAN,
    DEFENDERS_LEFT,
    FALLS,
    FAR,
    NO_AREA,
    NO_GENERAL,
    OTTOMAN,
    RUMELIA,
    STORMERS_LEFT,
)
from simlab.games.forest.rules.s6_movement import enter, has_moved, leave_behind, pick_up
from simlab.games.forest.rules.s6_recruiting import may_recruit, recruit
from simlab.games.forest.rules.s7_who_fights import fight_field, next_opponent
from simlab.games.forest.rules.s8_castles import garrison_to_attack, man_own_castle, take_if_empty
from simlab.games.forest.rules.s8_control import castle_side, is_castle_of
from simlab.games.forest.rules.s8_victory import is_wanted
from simlab.games.forest.rules.s12_marching import attack_castle, tell_target
from simlab.games.forest.rules.s12_odds import (
    battle_odds,
    past_stakes,
    prospect_of_attack,
    siege_odds,
    siege_then_storm,
    storm_odds,
    whole,
)
from simlab.games.forest.rules.s12_ottoman import needed_behind, others_here, raise_army
from simlab.games.forest.rules.s12_ways import open_step, open_ways, turns_on_the_way

CLEAR_FIELD = 1.0, 0.0  # the chances of an army that need not win the field first


@rule
def calculating_siege(game, player, rules, stream):
    """Section 12: 1 pick up, 2 raise troops, 3 choose where to go, 4 leave what is needed, 5 march, 6 fight."""
    board, march = game.board, game.march
    general = march.general
    board.goal[general] = NO_AREA
    take_along(game, player, rules)
    if board.troops[general] == 0:
        raise_army(game, player, rules, stream)
    elif board.troops[general] < rules.army_max and may_recruit(game, rules):
        recruit(game, rules, stream)
    if not march.ended and not march.stopped and board.troops[general] > 0:
        goal = best_goal(game, player, rules)
        tell_target(game, goal)
        board.goal[general] = goal
        if goal != board.where[general]:
            leave_what_is_needed(game, player, rules)
            march_on_open_ways(game, goal, player, rules, stream)
    if not march.ended:
        fight_by_odds(game, player, rules, stream)


@rule
def rolls_left(game, rules):
    """F-59 Siege rolls still to come, that of this turn included."""
    return rules.turns - game.board.turn + 1


@rule
def future(troops, rolls, player):
    """What troops free to go on are worth with so many siege rolls to come, that of this turn included."""
    return player.free_worth * troops * max(rolls - 1, 0)


@rule
def needed_here(game, player, rules):
    """Section 12: field troops that have to stay: for a siege or a castle, else one abroad for the supply.

    The latter only if he is bound for a castle far from home.
    """
    general = game.march.general
    area, goal = game.board.where[general], game.board.goal[general]
    abroad = game.map.region[area] != RUMELIA and game.board.garrison[OTTOMAN, area] == 0
    far = goal == NO_AREA or game.map.from_rumelia[goal] >= player.outposts_from
    return max(needed_behind(game, player, rules), int(abroad and far))


@rule
def take_along(game, player, rules):
    """Section 12: he picks up loose troops that are not needed here."""
    pick_up(game, others_here(game) - needed_here(game, player, rules), rules)


@rule
def can_leave(game, player, rules):
    """Troops of the army that have to stay here; 0 if they would not be enough."""
    troops, lacking = game.board.troops[game.march.general], needed_here(game, player, rules) - others_here(game)
    return max(lacking, 0) if lacking < troops else 0


@rule
def leave_what_is_needed(game, player, rules):
    """Section 12: a besieging force stays in the field, the garrison of a castle of his own goes into it."""
    area = game.board.where[game.march.general]
    lacking = can_leave(game, player, rules)
    if game.board.garrison[CHRISTIAN, area] == 0 and is_castle_of(OTTOMAN, area, game, rules):
        man_own_castle(game, lacking, rules)
    else:
        leave_behind(game, lacking)


@rule
def best_goal(game, player, rules):
    """Section 12: where the activated army gains most, the lowest area first; where it is unless it is better to go."""
    board, general = game.board, game.march.general
    here = board.where[general]
    remaining = can_leave(game, player, rules)
    staying = gain_here(here, board.troops[general], game, player, rules)
    leaving = gain_here(here, remaining, game, player, rules) if remaining > 0 else 0.0
    best, most = here, staying
    open_ways(here, OTTOMAN, game, rules)
    for area in range(game.map.areas):
        worth_a_visit = board.field[CHRISTIAN, area] > 0 or is_enemy_castle(area, game, rules)
        if area != here and worth_a_visit and game.scratch.reached[area] < FAR:
            going = gain_there(area, game.scratch.reached[area], board.troops[general] - remaining, game, player, rules)
            if leaving + going > most:
                best, most = area, leaving + going
    return best


@rule
def gain_here(area, troops, game, player, rules):
    """What so many of his troops here add to the chance of this castle, with what they are free for later."""
    if not is_enemy_castle(area, game, rules) or game.board.field[CHRISTIAN, area] > 0:
        return future(troops, rolls_left(game, rules), player)
    others, rolls = others_here(game), rolls_left(game, rules)
    without = standing(chance_without(area, others, game, rules), player)
    return before_castle(area, (troops, others), rolls, CLEAR_FIELD, game, player, rules) - without


@rule
def is_enemy_castle(area, game, rules):
    """F-64, F-66 A castle that the Ottomans need and do not hold."""
    return game.map.towers[area] > 0 and is_wanted(area, game) and castle_side(area, game.board, rules) == CHRISTIAN


@rule
def gain_there(area, moves, troops, game, player, rules):
    """What so many troops gain that march to an area: the castle, if they win the field, and the dead of both sides."""
    rating = game.plans.rating[game.march.general]
    turns = turns_on_the_way(moves, rules)
    rolls = rolls_left(game, rules) - turns
    if rolls <= 0:
        return 0.0
    coming = past_stakes(troops, rating, area, game, rules)
    ahead = prospect_of_attack(whole(coming), rating, CHRISTIAN, area, game)
    gain = player.enemy_worth * ahead.killed - player.troop_worth * ahead.lost
    if turns > 0:
        gain = 0.0  # an army in the field will be elsewhere by then
    if not is_enemy_castle(area, game, rules):
        return gain + future(ahead.wins * ahead.left, rolls, player)
    others, defenders = game.board.field[OTTOMAN, area], float(game.board.field[CHRISTIAN, area])
    without, otherwise = chance_without(area, others, game, rules), 0.0
    if defenders > 0 and turns == 0 and ahead.wins < 1:  # what others might do without him makes him no idler
        still_there = (defenders - ahead.killed) / (1 - ahead.wins)
        otherwise = (1 - ahead.wins) * chance_of_followers(area, still_there, rolls, game, rules)
    chances = ahead.wins, otherwise
    taking = before_castle(area, (whole(ahead.left), others), rolls, chances, game, player, rules)
    return gain + taking - standing(without, player)


@rule
def chance_of_followers(area, defenders, rolls, game, rules):
    """The chance of the castle if those who have not yet acted and are in reach attack its field army in turn."""
    rating, chance, undecided = rating_met(area, game), 0.0, 1.0
    for general in range(game.generals.count):
        if follows(general, area, game, rules) and whole(defenders) > 0:
            ratings, troops = (game.plans.rating[general], rating), game.board.troops[general]
            wins = battle_odds(ATTACKER_WINS, ratings, troops, whole(defenders), game)
            if wins > 0:
                left = whole(battle_odds(ATTACKERS_LEFT, ratings, troops, whole(defenders), game) / wins)
                garrison = game.board.garrison[CHRISTIAN, area]
                chance += undecided * wins * siege_then_storm(area, left, left, rolls, garrison, game, rules)
            stay = battle_odds(DEFENDERS_LEFT, ratings, troops, whole(defenders), game)
            undecided *= 1 - wins
            defenders = stay / (1 - wins) if wins < 1 else 0.0
    return chance


@rule
def follows(general, area, game, rules):
    """Is this another Ottoman general with troops who may yet attack this area in this turn?"""
    board = game.board
    if general == game.march.general or game.plans.side[general] != OTTOMAN or game.cup.position[general] > 0:
        return False
    return board.troops[general] > 0 and game.map.moves[OTTOMAN, board.where[general], area] <= rules.lead_points


@rule
def rating_met(area, game):
    """F-41 The rating under which the Christian field army of an area fights first."""
    leader = next_opponent(CHRISTIAN, area, True, 0, game)
    return game.plans.rating[leader] if leader != NO_GENERAL else 0


@rule
def chance_without(area, others, game, rules):
    """The chance that the castle falls to those who are there or bound for it, without the activated army."""
    board, best = game.board, 0.0
    garrison, rolls = board.garrison[CHRISTIAN, area], rolls_left(game, rules)
    if others > 0 and board.field[CHRISTIAN, area] == 0:
        army = largest_army_at(area, game)
        best = siege_then_storm(area, others, army, rolls, garrison, game, rules)
    for general in range(game.generals.count):
        if general != game.march.general and board.goal[general] == area and board.where[general] != area:
            moves = game.map.moves[OTTOMAN, board.where[general], area]
            later = rolls - 1 - turns_on_the_way(moves, rules)
            troops = board.troops[general]
            if later > 0 and troops > 0:
                best = max(best, siege_then_storm(area, troops, troops, later, garrison, game, rules))
    return best


@rule
def largest_army_at(area, game):
    """The largest army of another Ottoman general in an area, 0 if there is none."""
    most = 0
    for general in range(game.generals.count):
        other = general != game.march.general and game.plans.side[general] == OTTOMAN
        if other and game.board.where[general] == area:
            most = max(most, game.board.troops[general])
    return most


@rule
def standing(chance, player):
    """F-66 What a castle's chance counts, from 0 to 1: all are needed, so a doubtful one gains most by a little."""
    return math.log(1 + chance * player.need) / player.full_need if player.need > 0 else chance


@rule
def before_castle(area, besiegers, rolls, chances, game, player, rules):
    """The worth of a castle's chance with his army and others before it.

    `chances` are those that he wins the field before, and that the castle falls to others if he does not. It is the
    best of a storm now, a siege in full, and a siege to be left behind.
    """
    garrison, (army, others) = game.board.garrison[CHRISTIAN, area], besiegers
    if army <= 0:
        return standing(chance_without(area, others, game, rules), player)
    if garrison == 0:
        return standing(chances[0] + chances[1], player) + chances[0] * future(army - 1, rolls, player)
    storming = storm_now(army, garrison, rolls, chances, game, player)
    return max(storming, siege_now(area, besiegers, rolls, chances, game, player, rules))


@rule
def storm_now(army, garrison, rolls, chances, game, player):
    """The worth of a storm in this activation."""
    left = storm_odds(STORMERS_LEFT, army, garrison, game)
    falls = storm_odds(FALLS, army, garrison, game)
    return standing(chances[0] * falls + chances[1], player) + chances[0] * future(left, rolls, player)


@rule
def siege_now(area, besiegers, rolls, chances, game, player, rules):
    """The worth of a siege: of the whole army, storming in the end, or of as many as it needs; the others go on."""
    garrison, (army, others) = game.board.garrison[CHRISTIAN, area], besiegers
    needed = max(garrison + rules.siege_margin + player.siege_reserve - others, 0)
    in_full = siege_then_storm(area, army + others, army, rolls, garrison, game, rules) if rolls > 1 else 0.0
    staying = standing(chances[0] * in_full + chances[1], player)
    if army < needed:
        return staying
    in_part = standing(chances[0] * siege_odds(area, rolls, game) + chances[1], player)
    return max(staying, in_part + chances[0] * future(army - needed, rolls, player))


@rule
def march_on_open_ways(game, goal, player, rules, stream):
    """Section 12: march, picking up troops on the way and leaving those that are needed."""
    area = open_step(game, goal, rules)
    while area != NO_AREA:
        enter(game, area, rules, stream)
        if not game.march.ended:
            take_along(game, player, rules)
        area = open_step(game, goal, rules)
        if area != NO_AREA:
            leave_what_is_needed(game, player, rules)


@rule
def fight_by_odds(game, player, rules, stream):
    """Section 12: the field if he must, then a storm if it is worth more than a siege, else a siege if he may."""
    board, march = game.board, game.march
    if has_moved(march) and board.troops[march.general] > 0:
        fight_field(game, rules, stream)
    take_if_empty(game)
    garrison = garrison_to_attack(game)
    if garrison > 0:
        area, army, rolls = board.where[march.general], board.troops[march.general], rolls_left(game, rules)
        storming = storm_now(army, garrison, rolls, CLEAR_FIELD, game, player)
        besieging = siege_now(area, (army, others_here(game)), rolls, CLEAR_FIELD, game, player, rules)
        attack_castle(garrison, storming > besieging, game, rules, stream)
