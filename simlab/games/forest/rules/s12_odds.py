"""Section 12: policies. Here: the exact odds of battles, storms and sieges, looked up by those who look ahead."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.games.forest.campaign_state import (
    ATTACKER_WINS,
    ATTACKERS_LEFT,
    DEFENDERS_LEFT,
    FALLS,
    MOST_TROOPS_KNOWN,
    NO_GENERAL,
    OTTOMAN,
    STORMERS_LEFT,
)
from simlab.games.forest.rules.s6_stakes import stakes_in
from simlab.games.forest.rules.s7_who_fights import next_opponent


class Prospect(NamedTuple):
    """What an attack may come to: the chance to hold the field, the troops left if so, and the dead of both sides."""

    wins: float
    left: float
    lost: float
    killed: float


@rule
def whole(troops):
    """Expected troops as a number of troops."""
    return int(troops + 0.5)


@rule
def in_proportion(own, enemy, most):
    """Armies beyond the table count in proportion."""
    larger = max(own, enemy)
    return own if larger <= most else max(own * most // larger, min(own, 1))


@rule
def battle_odds(worth, ratings, attackers, defenders, game):
    """F-43 to F-51 A worth of a battle between so many troops under these ratings (attacker, defender)."""
    most = MOST_TROOPS_KNOWN
    a, d = in_proportion(attackers, defenders, most), in_proportion(defenders, attackers, most)
    found = game.odds.battles[game.odds.pair[ratings[0], ratings[1]], worth, a, d]
    if worth == ATTACKERS_LEFT and a > 0:
        return found * attackers / a
    if worth == DEFENDERS_LEFT and d > 0:
        return found * defenders / d
    return found


@rule
def prospect_of_attack(troops, rating, enemy, area, game):
    """F-41 What becomes of so many troops that attack all enemy field troops of an area, one army after another."""
    board = game.board
    wins, left, lost, killed = 1.0, float(troops), 0.0, 0.0
    if board.field[enemy, area] == 0:
        return Prospect(wins, left, lost, killed)
    loose, fought = board.loose[enemy, area], 0
    opponent = next_opponent(enemy, area, True, 0, game)
    while (opponent != NO_GENERAL or loose > 0) and whole(left) > 0:
        facing, defending = loose, 0
        if opponent != NO_GENERAL:
            facing, defending = loose + board.troops[opponent], game.plans.rating[opponent]
            fought |= 1 << opponent
            opponent = next_opponent(enemy, area, True, fought, game)
        ratings = rating, defending
        chance = battle_odds(ATTACKER_WINS, ratings, whole(left), facing, game)
        stay = battle_odds(ATTACKERS_LEFT, ratings, whole(left), facing, game)
        killed += wins * (facing - battle_odds(DEFENDERS_LEFT, ratings, whole(left), facing, game))
        lost += wins * (left - stay)
        wins, left, loose = wins * chance, stay / chance if chance > 0 else 0.0, 0
    return Prospect(wins, left, lost, killed)


@rule
def past_stakes(troops, rating, area, game, rules):
    """F-37 How many of so many Ottoman troops may be expected to go on past the markers of an area."""
    rolling = min(stakes_in(game.board, area) * rating, troops)
    return troops - rolling * max(min(rules.morale_min - 1, FACES), 0) / FACES


@rule
def storm_odds(what, attackers, garrison, game):
    """F-56 The chance that a storm succeeds, or the attackers left who have taken the castle."""
    most = MOST_TROOPS_KNOWN
    a, d = in_proportion(attackers, garrison, most), in_proportion(garrison, attackers, most)
    found = game.odds.storms[what, a, d]
    return found * attackers / a if what == STORMERS_LEFT and a > 0 else found


@rule
def siege_odds(area, rolls, game):
    """F-59 The chance that an Ottoman siege here, going on or laid now, ends well within so many rolls."""
    already = game.board.siege_count[area] if game.board.siege[area] == OTTOMAN else 0
    return game.odds.sieges[already, max(rolls, 0)]


@rule
def siege_then_storm(area, besiegers, army, rolls, garrison, game, rules):
    """F-56, F-59 The chance of a siege that ends with a storm of the army in the last turn, if that is better."""
    storm = storm_odds(FALLS, army, garrison, game)
    if besiegers < garrison + rules.siege_margin:
        return storm
    before, all_rolls = siege_odds(area, rolls - 1, game), siege_odds(area, rolls, game)
    return max(all_rolls, before + (1 - before) * storm)
