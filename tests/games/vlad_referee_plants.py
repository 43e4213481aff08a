"""Rules of I Am Vlad that are broken on purpose: the referee has to object to each (test_vlad_referee.py)."""

from typing import NamedTuple

from simlab.games.vlad.game_state import KINDS, ON_MAP
from simlab.games.vlad.models.game import seat_result
from simlab.games.vlad.rules.p11_random_attacks import fight_at_random, random_pick
from simlab.games.vlad.rules.s2_v01_winning import end_game, remaining
from simlab.games.vlad.rules.s3_v09_board import CHURCH_SIGN, note_squares, put, sign_under
from simlab.games.vlad.rules.s5_v15_resurrection import come_back, use_token
from simlab.games.vlad.rules.s5_v23_purse import take_crown
from simlab.games.vlad.rules.s5_v24_purchases import drink
from simlab.games.vlad.rules.s5_v32_lives import bury, has_died, stand_up
from simlab.games.vlad.rules.s5_v36_cards import draw, play
from simlab.games.vlad.rules.s5_v43_spread import end_infection
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches, direction_to, distance
from simlab.games.vlad.rules.s7_v61_battle import refill
from simlab.games.vlad.rules.s7_v61_game_battle import exchange_blows
from simlab.games.vlad.rules.s7_v62_aftermath import lose
from simlab.games.vlad.rules.s7_v65_game_fights import beat, is_bound, may_still_attack
from simlab.games.vlad.rules.s7_v72_leaving import leave
from tests.games.vlad_boards import SMALL

RANDOM = ("random", "random")
#: Two bases side by side, so that there are many battles.
NEIGHBOURS = (
    "AKVVKA",
    "+....+",
    ".XXXX.",
    ".gGoX.",
    ".XXXX.",
)


class Plant(NamedTuple):
    """A broken rule: its name (or module.name), its stand-in, what the referee may say, and the games that show it."""

    name: str
    function: object
    items: tuple
    policies: tuple = RANDOM
    rules: dict = {}
    data: dict = {}
    board: tuple | None = SMALL


def put_without_trace(unit, square, play):
    """Units that nobody sees, so that others come to stand on their squares."""
    put(unit, square, play)
    play.table.occupied[:] = 0


def attacks_again(unit, target, play, rules, stream):
    """An attack that leaves the unit able to attack."""
    exchange_blows(unit, target, play, rules, stream)
    play.table.acted[unit] = 0


def attacked_again(unit, seat, play, rules):
    """A target may be in several battles."""
    table = play.table
    return unit // KINDS != seat and unit // KINDS < table.players and table.place[unit] == ON_MAP


def reaches_in_truce(unit, target, only, play):
    """Attacks in spite of a truce."""
    if not may_still_attack(unit, only, play) or is_bound(unit, play):
        return False
    return attack_reaches(unit, play.table.square[target], play)


def sees_through(square, other, reach, play):
    """Lines through rocks."""
    if distance(square, other, play.ground) > reach:
        return False
    return direction_to(square, other, play.ground) >= 0


def gold_from_nowhere(seat, amount, play, rules):
    """Gold that is not taken from the box."""
    play.table.gold[seat] += amount


def crown_from_nowhere(seat, play, rules):
    """Crowns that are not taken from the box."""
    take_crown(seat, play, rules)
    play.table.crown_box += 1


def leaves_with_gold(seat, play, rules):
    """A seat that takes its gold with it."""
    play.table.gold_box -= play.table.gold[seat]
    leave(seat, play, rules)


def dies_without_cost(unit, play, rules):
    """A death of Vlad that costs no life."""
    bury(unit, play, rules)
    play.table.lives[unit // KINDS] += unit % KINDS == 0


def stands_up_weak(seat, play, rules):
    """A Vlad who comes back with one life less."""
    stand_up(seat, play, rules)
    play.units.of[seat, 0].life -= 1


def wins_early(seat, play, rules):
    """One turn on the tower is enough."""
    if play.table.on_tower[seat]:
        end_game(seat, 3, play)


def tokens_without_end(unit, play, rules, stream):
    """A resurrection token that is not used up."""
    use_token(unit, play, rules, stream)
    play.table.resurrection[unit // KINDS] += 1


def rises_at_once(seat, play, rules, stream):
    """Figures do not walk; they come back when their time is."""
    for unit in range(KINDS * seat + 1, KINDS * seat + KINDS):
        if play.table.place[unit] == 3:
            play.table.road[unit] = 13
            come_back(unit, play, rules, stream)


def cures_anywhere(unit, play):
    """A cure on any square."""
    end_infection(unit, True, play)


def tolls_at_any_time(unit, play, rules):
    """A bell that may be tolled by day and by night."""
    on_church = sign_under(unit, play) == CHURCH_SIGN
    return on_church and play.table.bell_round == 0


def sells_any_number(seat, play):
    """Akathist cards while one acts, and several in a turn."""
    return play.table.cards_left > 0 and play.table.gold[seat] >= 1


def refills_less(fighter, pack, stream):
    """A hand that draws a card less than it has used."""
    fighter.used -= 1
    refill(fighter, pack, stream)


def draws_a_copy(pack, stream):
    """A card that is drawn and stays in the pile."""
    keys = pack.keys.copy()
    card = draw(pack, stream)
    pack.keys[:] = keys
    return card


def uses_for_good(fighter, pack, place):
    """Used cards that get lost."""
    card = play(fighter, pack, place)
    pack.discarded -= 1
    return card


def drinks_more(kind, seat, play):
    """A potion that gives a life more."""
    fighter = play.units.of[seat, kind]
    drink(kind, seat, play)
    fighter.life += 1


def beats_in_vain(neutral, seat, play, rules):
    """A den that can be beaten again."""
    beat(neutral, seat, play, rules)
    if neutral.is_den:
        play.table.den_stands[neutral.number] = 1
        for other in range(play.table.players):
            note_squares(other, play, rules)


def forgets_who_moved(seat, table):
    """What was noted of the last turn stays."""
    table.attacks = 0


def stops_short(seat, only, play, rules, stream):
    """Nobody has to fight neutrals."""
    while remaining(play.table) > 1:
        pick = random_pick(seat, -1, only, play, rules, stream)
        if pick.unit < 0:
            return
        fight_at_random(pick, only, play, rules, stream)


def counts_more(seat, play):
    """A row with more gold than the seat has."""
    return seat_result(seat, play)._replace(gold=play.table.gold[seat] + 1)


def kills_in_the_wrong_name(unit, loss, killer, play):
    """Nobody is paid for kills by curses, outposts and Akathist cards."""
    lose(unit, loss, -1, play)


def lie_where_they_fell(play, rules):
    """In a battle the dead are only noted; they leave the map, and Vlads stand up, when it is over."""
    for unit in range(KINDS * play.table.players):
        play.table.fell[unit] |= has_died(unit, play)


LONG = {"max_rounds": 60}
CHEAP = LONG | {"outpost_price": 0}
#: What is broken -> how.
PLANTS = {
    "two units on a square": Plant("put", put_without_trace, ("V-50",)),
    "six steps": Plant("move_limit", lambda unit, play, rules: rules.move_squares + 1, ("V-50",)),
    "mud without effect": Plant(
        "move_limit", lambda unit, play, rules: rules.move_squares, ("V-50",), data={"akathist_cards": ["deep_mud"]}
    ),
    "a bell that locks nothing": Plant("bell_locks", lambda table: False, ("V-50",), rules=LONG),
    "gates open to all": Plant("has_flag", lambda seat, gate, table: True, ("V-50", "V-65", "V-51")),
    "nobody has to fight": Plant("fight_neutrals", stops_short, ("V-65",)),
    "any range": Plant("range_of", lambda kind: 9, ("V-56", "V-14 plague")),
    "lines through rocks": Plant("sees", sees_through, ("V-56", "V-14 plague")),
    "attacks without end": Plant("exchange_blows", attacks_again, ("V-58",)),
    "battles without end": Plant("may_be_attacked", attacked_again, ("V-58, V-61",)),
    "truce without effect": Plant("has_in_reach", reaches_in_truce, ("V-58",), data={"akathist_cards": ["truce"]}),
    "always night": Plant("time_now", lambda play, rules: 1, ("V-38", "V-66", "V-68", "V-67")),
    "impaling the strong": Plant(
        "can_impale",
        lambda impaler, victim, seat, rules: impaler.unit == 0 and seat.tokens > 0 and victim.unit != 0,
        ("V-34",),
    ),
    "larger bonuses": Plant("attack_bonus", lambda crowns, rules: 3 * crowns, ("V-28",)),
    "no defence": Plant("loss_from", lambda blow, answer: blow.attack, ("V-60",)),
    "halved losses": Plant("bare_loss", lambda blow, seat, rules: blow.attack // 2, ("V-60",)),
    "four gold a unit": Plant("gold_for", lambda unit: 4 * (unit > 0), ("V-08 gold",)),
    "gold from nowhere": Plant("receive", gold_from_nowhere, ("V-08 gold",)),
    "crowns from nowhere": Plant("take_crown", crown_from_nowhere, ("V-08 crown", "V-08 death_match", "V-04")),
    "gold that leaves": Plant("leave", leaves_with_gold, ("V-08 gold",), rules=LONG | {"vlad_lives": 1}),
    "everything for a coin": Plant("price_of", lambda item, rules: 1, ("V-08 gold", "V-24")),
    "no win by crowns": Plant(
        "check_crowns", lambda seat, play: None, ("V-01",), ("hero_hunter",) * 2, {"vlad_lives": 5, "max_rounds": 40}
    ),
    "rewards of the dead": Plant("earns_reward", lambda lived, life, rules: True, ("V-08 gold", "V-08 crown")),
    "hands that leave": Plant("discard_hand", lambda fighter, pack: None, ("V-39", "V-62", "V-08")),
    "deaths without cost": Plant("bury", dies_without_cost, ("V-08 lives",)),
    "a Vlad who stands up weak": Plant("stand_up", stands_up_weak, ("V-14 life",)),
    "a Vlad who stands up anywhere": Plant(
        "place_to_stand_up", lambda seat, play, rules: play.ground.church_square[0, 0], ("V-50", "V-07")
    ),
    "a tower that wins at once": Plant(
        "check_tower", wins_early, ("V-14", "V-47", "V-48", "V-12", "V-08", "V-01", "V-65")
    ),
    "a dial that stands still": Plant("dial_after", lambda position, turns: position, ("V-12", "V-08 dial")),
    "walks that are too long": Plant("walk", lambda square, roll, rules: min(square + roll + 1, 16), ("V-15",)),
    "figures that never walk": Plant("walk_and_return", rises_at_once, ("V-15", "V-47")),
    "exits at any time": Plant("may_return", lambda square, position, rules: True, ("V-47", "V-12", "V-01")),
    "tokens without end": Plant("use_token", tokens_without_end, ("V-08 resurrection",)),
    "no death match": Plant("check_death_match", lambda play, rules: None, ("V-04",)),
    "a plague that stays": Plant(
        "spread_plague", lambda play: None, ("V-08 plagued", "V-14 plague"), data={"akathist_cards": ["plague"] * 4}
    ),
    "a plague without ways": Plant(
        "catch_on_path",
        lambda unit, play, rules: None,
        ("V-08 plagued", "V-14 plague"),
        data={"akathist_cards": ["plague"] * 4},
    ),
    "a cure anywhere": Plant(
        "cure", cures_anywhere, ("V-08 plagued", "V-14 plague"), data={"akathist_cards": ["plague"] * 4}
    ),
    "a plague that costs nothing": Plant(
        "plague_losses",
        lambda seat, play, rules, stream: None,
        ("V-14 LIFE_LOST",),
        data={"akathist_cards": ["plague"] * 4},
    ),
    "a bell at any time": Plant("may_toll", tolls_at_any_time, ("V-29",)),
    "any number of Akathist cards": Plant("sells_card_to", sells_any_number, ("V-40",), rules=LONG),
    "effects without end": Plant("end_effects", lambda seat, by, play: None, ("V-08 card", "V-08 bell")),
    "outposts anywhere": Plant("fits", lambda square, play: True, ("V-18",), rules=CHEAP),
    "outposts that hit nobody": Plant(
        "outpost_volley", lambda seat, play, rules, stream: None, ("V-14 LIFE_LOST",), rules=CHEAP
    ),
    "ways that no outpost sees": Plant(
        "hits_on_path", lambda owner, inside, play, rules: 0, ("V-14 life",), rules=CHEAP
    ),
    "hands that shrink": Plant("refill", refills_less, ("V-62", "V-39")),
    "cards that are drawn twice": Plant("draw", draws_a_copy, ("V-08", "V-39")),
    "used cards that get lost": Plant("play", uses_for_good, ("V-39", "V-08")),
    "strong potions": Plant("drink", drinks_more, ("V-14 life",), rules=LONG),
    "a den that stands again": Plant("beat", beats_in_vain, ("V-65", "V-48")),
    "turns that nobody forgets": Plant("begin_turn", forgets_who_moved, ("V-65",)),
    "rows with more gold": Plant("seat_result", counts_more, ("K-6",)),
    "curses from anywhere": Plant(
        "may_curse", lambda seat, play: True, ("V-26",), ("balanced", "balanced"), board=SMALL
    ),
    "tax of everybody": Plant(
        "could_attack", lambda seat, other, only, play, rules: True, ("V-55",), ("shopper", "random")
    ),
    "kills that nobody is paid for": Plant(
        "lose",
        kills_in_the_wrong_name,
        ("V-08 gold", "V-08 kills", "V-08 crown"),
        data={"akathist_cards": ["hail", "altar_wrath"] * 6},
    ),
    "the dead who lie until a battle is over": Plant(
        "s7_v61_game_battle.clear_dead",
        lie_where_they_fell,
        ("V-50 square",),
        ("balanced", "balanced"),
        {"corners_2": [0, 1], "vlad_lives": 9, "unit_life": {"vlad": 8, "knight": 24, "archer": 24}},
        board=NEIGHBOURS,
    ),
    "an uneven first seat": Plant("seat_after", lambda seat, number, table: number, ("V-11", "V-47", "V-62")),
}
