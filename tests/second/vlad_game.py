"""V-01, V-47, V-48, K-6: the model `game`, whole games with program players, slow and plain.

`policies` is a list with one table per seat: {"policy": name, ...parameters of P-10}.
"""

from .shared import need, whole
from .vlad_game_fights import attacks, neutral_fights, tax
from .vlad_game_items import check_tower, end_effects_of_round, end_effects_of_turn, upkeep
from .vlad_game_lives import ask_death_match
from .vlad_game_moves import move, moves, underworld
from .vlad_game_players import Heuristic
from .vlad_game_random import RandomPlayer
from .vlad_game_referee import check_state
from .vlad_game_state import SEAT_COLUMNS, Game, GameOver, game_rules
from .vlad_shared import check_names

WHOLE_GAME = ["winner", "way", "rounds", "death_match", "first_seat", "tie_respawns"]


def players_of(setup):
    """K-6: the number of players."""
    check_names(setup, ("players",), "game")
    players = setup.get("players", 4)
    need(whole(players, 2, 4), "parameter players")
    return players


def columns(setup, rules=None, data=None):
    """K-6: outcome columns, seat by seat."""
    seats = range(1, players_of(setup) + 1)
    return WHOLE_GAME + [f"{name}_{seat}" for seat in seats for name in SEAT_COLUMNS]


def player_of(table, random):
    """Section P: the player of one seat."""
    if table.get("policy") == "random":
        return RandomPlayer(table, random)
    return Heuristic(table)


def new_game(setup, rules, random, data, policies):
    """V-10, V-11: a game ready to begin."""
    players = players_of(setup)
    tables = [{}] * players if policies is None else policies
    need(len(tables) == players, "policies: one table per seat")
    game = Game(players, game_rules(rules, players), data, random)
    game.players = [player_of(table, random) for table in tables]
    return game


def simulate(setup, rules, random, data=None, policies=None, checked=False):
    """K-6: one game, a value for each column; `checked` looks after every turn whether the state is sound."""
    game = new_game(setup, rules, random, data, policies)
    play(game, checked)
    return row(game)


def play(game, checked=False):
    """V-01, V-47: round after round until the game is over."""
    try:
        ask_death_match(game)
        while True:
            for seat in game.order_from(game.first):
                end_effects_of_turn(game, seat)
                if seat.living:
                    turn(game, seat)
                if checked:
                    check_state(game)
            end_effects_of_round(game)
            if game.round == game.rules["max_rounds"]:
                return
            game.round += 1
            game.dial = game.dial % 4 + 1
    except GameOver:
        if checked:
            check_state(game)


def turn(game, seat):
    """V-48: one turn."""
    game.active, game.bought = seat, False
    game.battled, game.safe, game.paid = set(), set(), set()
    for unit in seat.units:
        unit.attacked = unit.idle = False
    if game.rules["tower_check"] == "before_upkeep":
        check_tower(game, seat)
    upkeep(game, seat)
    if not seat.living:
        return
    if game.rules["tower_check"] == "after_upkeep":
        check_tower(game, seat)
    player = game.players[seat.number]
    underworld(game, seat, player.wants_token)
    player.drink_potions(game, seat)
    player.plan(game, seat)
    per_unit = game.rules["stage_order"] == "per_unit"
    for unit in seat.units:
        stage_one(game, unit)
        if per_unit and seat.living:
            stage_two(game, seat, [unit])
        if not seat.living:
            return
    if not per_unit:
        stage_two(game, seat, seat.units)


def stage_one(game, unit):
    """V-48, V-53: a unit moves, then acts on its square."""
    player = game.players[unit.seat.number]
    if unit.idle or unit.where not in ("map", "outpost"):
        return
    options = moves(game, unit)
    move(game, unit, options, player.move(game, unit, options))
    if unit.seat.living and unit.where == "map":
        player.act(game, unit)


def stage_two(game, seat, units):
    """V-48, V-55, V-58, V-65: tax, neutral fights, attacks."""
    tax(game, seat, units)
    neutral_fights(game, seat, units)
    attacks(game, seat, units)


def row(game):
    """K-6: the outcome."""
    values = {
        "winner": 0 if game.winner is None else game.winner.number + 1,
        "way": game.way,
        "rounds": game.round,
        "death_match": int(game.death_match),
        "first_seat": game.first + 1,
        "tie_respawns": game.tie_respawns,
    }
    for seat in game.seats:
        if seat.living:
            seat.count["crowns"], seat.count["gold"] = seat.crowns, seat.gold
            seat.count["flags"] = len(seat.flags)
        for name in SEAT_COLUMNS:
            values[f"{name}_{seat.number + 1}"] = seat.count[name]
    return values
