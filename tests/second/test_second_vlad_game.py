"""The slow model `game`: the board of A-4, single rules, and what must hold in every game."""

from random import Random

import pytest

from .vlad_board import MAP, bare_ground, board_of
from .vlad_game import columns, new_game, play, simulate
from .vlad_game_fights import fight_battle, neutral_fight
from .vlad_game_items import buy_akathist, legal_site, place_outpost, toll, upkeep
from .vlad_game_lives import GameOver, conclude, die
from .vlad_game_moves import come_back, move, moves, outpost_range
from .vlad_game_state import AKATHIST, GAME_DEFAULTS, GAME_WORDS
from .vlad_shared import BOOLS, WORDS

BOARD = board_of(None)
GROUND = bare_ground(BOARD, GAME_DEFAULTS)
OPEN = {0, 1, 2, 3}
NAMES = ("hero_hunter", "shopper", "tower_sitter", "outpost_turtle", "balanced", "random")


def game_of(seed=1, players=4, rules=None, policies=None):
    """A game ready to begin."""
    return new_game({"players": players}, rules, Random(seed), None, policies)


def square(row, column):
    """A square of the board by its place."""
    return row * BOARD.width + column


# ------------------------------------------------------------------ the board

def test_counts_of_the_board():
    text = "".join(MAP)
    assert [text.count(sign) for sign in "+wg$G:o."] == [12, 24, 48, 4, 16, 92, 4, 1152]
    assert sum(text.count(sign) for sign in "VAK") == 12
    assert [len(groups) for groups in (BOARD.dens, BOARD.gates, BOARD.churches, BOARD.taverns)] == [8, 4, 4, 4]
    game = game_of()
    game.on = {}
    assert sum(legal_site(game, game.seats[0], s) for s in BOARD.squares) == 648


def test_the_board_is_the_same_after_a_quarter_turn():
    turned = ["".join(MAP[39 - row][column] for row in range(40)) for column in range(40)]
    assert turned == MAP


def distances(start, targets, flags=OPEN):
    """Sorted distances to groups of squares."""
    return sorted(GROUND.wave(flags, group).far(start) for group in targets)


@pytest.mark.parametrize(
    ("kind", "church", "dens", "gates", "taverns", "tower", "others"),
    [
        ("vlad", 6, [9, 9, 24], [16, 16], [14, 21], 24, [35, 35, 42]),
        ("archer", 6, [6, 9, 21], [13, 16], [14, 18], 21, [32, 35, 39]),
        ("knight", 6, [6, 9, 21], [13, 16], [11, 21], 21, [32, 35, 39]),
    ],
)
def test_the_table_of_walking_squares(kind, church, dens, gates, taverns, tower, others):
    for corner in range(4):
        start = BOARD.starts[corner][kind]
        assert GROUND.wave(OPEN, BOARD.church_of[corner]).far(start) == church
        assert distances(start, BOARD.dens)[:3] == dens
        assert distances(start, BOARD.gates)[:2] == gates
        assert distances(start, BOARD.taverns)[:2] == taverns
        assert GROUND.wave(OPEN, BOARD.tower).far(start) == tower
        vlads = [[BOARD.starts[other]["vlad"]] for other in range(4) if other != corner]
        assert distances(start, vlads) == others


def test_closed_gates_shut_the_inside_off():
    start = BOARD.starts[0]["vlad"]
    standing = [s for s in BOARD.squares if BOARD.stands[s]]
    shut = [s for s in standing if GROUND.wave(set(), [s]).far(start) == 99]
    assert len(shut) == 112 and all(BOARD.inside[s] for s in shut)
    assert all(GROUND.wave(OPEN, [s]).far(start) < 99 for s in standing)
    assert GROUND.wave(set(), [start]).far(square(19, 19)) == 24  # going out is free


def test_distances_are_those_of_walking():
    game = game_of()
    vlad = game.seats[0].vlad
    vlad.seat.flags.add(1)
    for start in (square(2, 2), square(19, 30), square(12, 20)):
        game.put(vlad, start)
        game.on = {start: vlad}
        for there, (steps, _) in moves(game, vlad).items():
            assert GROUND.wave({1}, [there]).far(start) == steps


@pytest.mark.parametrize("policy", ["shopper", "outpost_turtle", "balanced", "random"])
def test_no_corner_is_favoured(policy):
    rows = [
        simulate({}, {"corners": {4: corners}, "max_rounds": 50}, Random(11), None, [{"policy": policy}] * 4)
        for corners in ([0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2])
    ]
    assert all(row == rows[0] for row in rows)


# ------------------------------------------------------------------ moves, outposts, plague, bell

def put(game, unit, row, column):
    """A unit stands somewhere."""
    game.put(unit, square(row, column))


def test_gate_needs_a_flag_and_the_bell_locks_it():
    game = game_of()
    vlad = game.seats[0].vlad
    put(game, vlad, 13, 19)
    assert not any(BOARD.inside[s] for s in moves(game, vlad))
    gate = BOARD.gate_of[square(13, 19)]
    vlad.seat.flags.add(gate)
    assert square(18, 19) in moves(game, vlad)
    toll(game, game.seats[1])
    assert not any(BOARD.inside[s] for s in moves(game, vlad))
    put(game, vlad, 16, 19)
    assert list(moves(game, vlad)) == [vlad.square]
    game.bell = None
    vlad.seat.flags.clear()
    assert square(13, 19) in moves(game, vlad)


def test_outpost_hits_a_path_once_and_a_standing_unit_in_upkeep():
    game = game_of()
    owner, other = game.seats[0], game.seats[1].vlad
    owner.outpost = "held"
    place_outpost(game, owner, square(5, 19))
    assert len(outpost_range(game, owner)) == 20
    put(game, other, 4, 24)
    options = moves(game, other)
    move(game, other, options, square(5, 20))
    assert other.life == 32
    upkeep(game, owner)
    assert other.life == 30
    put(game, owner.vlad, 6, 19)
    move(game, owner.vlad, moves(game, owner.vlad), square(5, 19))
    assert owner.vlad.where == "outpost"
    owner.vlad.life = 20
    upkeep(game, owner)
    assert (other.life, owner.vlad.life) == (26, 21)
    assert square(4, 18) in moves(game, owner.vlad)


def test_plague_infects_in_reach_and_church_cures():
    game = game_of()
    seat, other = game.seats[0], game.seats[1].vlad
    archer = seat.units[2]
    game.put(archer, seat.church[0])
    seat.gold, game.akathist = 1, ["plague"]
    row, column = BOARD.place[seat.church[0]]
    game.put(other, square(row, column + 4))
    buy_akathist(game, archer)
    assert archer.plague == other.plague == "infected"
    upkeep(game, seat)
    assert archer.life == archer.full - 1
    move(game, archer, moves(game, archer), archer.square)
    assert archer.plague == "immune"


def test_two_by_two_outpost_has_three_inner_places():
    game = game_of(rules={"outpost_size": 2})
    seat = game.seats[0]
    seat.outpost = "held"
    place_outpost(game, seat, square(5, 19))
    knight = seat.units[1]
    put(game, knight, 7, 18)
    assert square(6, 19) in moves(game, knight)
    assert square(5, 19) not in moves(game, knight)
    assert len(outpost_range(game, seat)) == 34  # 8 arms of 5, two of them cut off by rocks after 2


def test_return_from_the_underworld():
    game = game_of()
    knight = game.seats[2].units[1]
    die(game, [knight])
    knight.where, knight.road = "road", 14
    come_back(game, knight)
    assert knight.where == "road"
    game.dial = 2
    come_back(game, knight)
    assert knight.square == game.seats[2].church[0]


# ------------------------------------------------------------------ deaths and the end

def test_last_vlads_falling_together():
    game = game_of(players=2)
    one, two = game.seats
    one.lives = two.lives = 1
    die(game, [one.vlad, two.vlad])
    conclude(game, [])
    assert game.tie_respawns == 1 and one.vlad.square == one.starts["vlad"]
    one.crowns, game.crowns = 1, game.crowns - 1
    die(game, [one.vlad, two.vlad])
    with pytest.raises(GameOver):
        conclude(game, [])
    assert (game.winner, game.way, two.count["out_round"]) == (one, 4, 1)


def test_third_crown_comes_before_the_last_vlad():
    game = game_of(players=2)
    one, two = game.seats
    one.crowns, game.crowns, two.lives = 2, game.crowns - 2, 1
    die(game, [two.vlad])
    with pytest.raises(GameOver):
        conclude(game, [(one, two.vlad)])
    assert (game.winner, game.way, two.count["out_round"]) == (one, 1, 0)


def test_two_players_are_in_a_death_match_from_the_start():
    assert simulate({"players": 2}, {}, Random(1))["death_match"] == 1
    assert simulate({"players": 2}, {"crown_pool": "tokens", "max_rounds": 1}, Random(1))["death_match"] == 0


# ------------------------------------------------------------------ fights, against F-2 and F-3

@pytest.mark.parametrize(
    ("units", "dial", "chance"),
    [((0,), 1, 0.12689), ((2,), 2, 0.03978), ((0, 2), 1, 0.63731), ((1, 2), 2, 0.50516), ((0, 1), 2, 0.66422)],
)
def test_neutral_fights_of_the_game(units, dial, chance):
    won, fights = 0, 2000
    for seed in range(fights):
        game = game_of(seed, 2)
        game.dial, game.players[0].surrender_below = dial, 0
        seat = game.seats[0]
        neutral_fight(game, seat, "den", 0, [seat.units[place] for place in units])
        won += seat.count["dens"]
    assert abs(won / fights - chance) < 4.5 * (chance * (1 - chance) / fights) ** 0.5


@pytest.mark.parametrize(
    ("kinds", "dial", "lives"),
    [((2, 1), 1, (23.3933, 18.9168)), ((0, 0), 2, (26.0759, 28.4819)), ((1, 0), 1, (29.5729, 23.0412))],
)
def test_battles_of_the_game(kinds, dial, lives):
    fights, sums = 2000, [0, 0]
    for seed in range(fights):
        game = game_of(seed, 2)
        game.dial, game.players[0].attack_min = dial, -99
        mine, yours = game.seats[0].units[kinds[0]], game.seats[1].units[kinds[1]]
        put(game, mine, 20, 5)
        put(game, yours, 20, 6)
        choice = game.players[0].opening(game, [(mine, yours)]) if game.matching(mine) else None
        if choice is not None:
            fight_battle(game, mine.seat, [mine], choice)
        sums[0] += yours.life
        sums[1] += mine.life
    assert abs(sums[0] / fights - lives[0]) < 0.6
    assert abs(sums[1] / fights - lives[1]) < 0.6


# ------------------------------------------------------------------ whole games

@pytest.mark.parametrize("policy", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_state_of_a_game_is_sound(policy, players):
    policies = [{"policy": policy} for _ in range(players)]
    for seed in range(2):
        row = simulate({"players": players}, {"max_rounds": 60}, Random(seed), None, policies, checked=True)
        assert list(row) == columns({"players": players})


def test_every_option_can_be_played():
    random = Random(7)
    switches = list(BOOLS) + [name for name, value in GAME_DEFAULTS.items() if isinstance(value, bool)]
    for _ in range(40):
        rules = {name: random.choice(words) for name, words in (WORDS | GAME_WORDS).items() if random.random() < 0.5}
        rules |= {name: random.random() < 0.5 for name in switches}
        rules |= {"max_rounds": 40, "vlad_lives": random.choice([1, 2, 3]), "curse_damage": random.choice([2, 9])}
        policies = [{"policy": random.choice(NAMES)} for _ in range(3)]
        for table in policies:
            if table["policy"] != "random":
                table |= {"akathist_gold": 1, "shop_list": [["outpost", 1], ["magic", 1]], "gold_reserve": 0}
        play(game_of(random.random(), 3, rules, policies), checked=True)


@pytest.mark.parametrize("key", AKATHIST)
def test_every_akathist_card_acts(key):
    game = game_of(3)
    seat = game.seats[0]
    game.put(seat.units[1], seat.church[1])
    game.put(game.seats[1].vlad, square(4, 4))
    for owner in game.seats:
        owner.gold, game.bank = 3, game.bank - 3
    before = [unit.life for owner in game.seats for unit in owner.units]
    game.akathist = [key]
    buy_akathist(game, seat.units[1])
    lost = [old - unit.life for old, unit in zip(before, [u for owner in game.seats for u in owner.units])]
    totals = {"hail": 18, "lightning": 8}
    if key == "altar_wrath":
        assert lost[1] == 4 and set(lost) <= {0, 4}
    else:
        assert sum(lost) == totals.get(key, 0)
    assert game.dial == (2 if key == "turning_sun" else 1)
    assert seat.gold == (8 if key == "tithe" else 2)
    timed = {"stillness": 2, "deep_mud": 3, "truce": 2, "long_night": 3, "rusty_blades": 3}
    assert (game.card and game.card["until"]) == timed.get(key)


@pytest.mark.parametrize(
    "policies",
    [[{"policy": "nobody"}] * 4, [{"fear": "much"}] * 4, [{"pear": 1}] * 4, [{}] * 3,
     [{"policy": "random", "fear": 1}] * 4],
)
def test_wrong_policies_are_errors(policies):
    with pytest.raises(ValueError):
        simulate({}, {}, Random(1), None, policies)
