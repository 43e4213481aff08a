"""I Am Vlad, the full game: death match, the last Vlad, and last Vlads who fall together (V-04 to V-06)."""

import pytest

from simlab.games.vlad.rules.s2_v01_winning import check_death_match, check_tower
from tests.games.vlad_positions import FIGHTS, Position, face_to_face

TOWER = (19, 19)


def test_two_players_are_in_a_death_match_from_the_start():
    """V-04 Three crowns are out of reach when the other seats have two lives together."""
    assert Position(2).table.death_match == 1
    assert Position(3).table.death_match == Position(4).table.death_match == 0


def test_by_the_letter_only_crown_tokens_count():
    """V-04 The option `crown_pool`: with all eight in the box two players may still come to three."""
    position = Position(2, {"crown_pool": "tokens"})
    assert position.table.death_match == 0
    position.table.crown_box = 2
    position.do(check_death_match)
    assert position.table.death_match == 1


@pytest.mark.parametrize("pool", ["lives", "tokens"])
def test_the_box_limits_crowns_that_can_be_reached(pool):
    """V-04, V-08 Of two crowns in the box nobody without one can make three; who has one can."""
    position = Position(4, {"crown_pool": pool})
    position.table.crown_box = 2
    position.do(check_death_match)
    assert position.table.death_match == 1
    position = Position(4, {"crown_pool": pool}).give(3, crowns=1)
    position.table.crown_box = 2
    position.do(check_death_match)
    assert position.table.death_match == 0


def test_without_supply_limits_crowns_never_run_out():
    """V-04, V-08."""
    position = Position(2, {"crown_pool": "tokens", "supply_limits": False})
    position.table.crown_box = 0
    position.do(check_death_match)
    assert position.table.death_match == 0


def test_the_lives_of_those_who_have_left_do_not_count():
    """V-04 Three others with two lives, one of whom is out: 1 + 2 + 0 lives are not enough after one more loss."""
    position = Position(4).lives(seat1=1, seat2=1, seat3=1, seat4=1).kill("vlad4")
    assert position.of(4, "alive") == 0 and position.table.death_match == 1
    assert Position(4).lives(seat1=1, seat2=1, seat3=1, seat4=1).kill("knight4").table.death_match == 0


def test_the_death_match_is_asked_for_after_the_reward():
    """V-04 Seat 1 has one crown and two lives of others to win: just enough; without the crown it would not be."""
    position = Position(3).lives(seat1=1, seat3=1)
    assert position.kill("vlad2", by=1).table.death_match == 0
    position = Position(3).lives(seat1=1, seat3=1)
    assert position.kill("vlad2").table.death_match == 1


def test_no_death_match_begins_when_the_game_is_over():
    """V-04 Two last Vlads fall at once, and nobody is left to win crowns from."""
    position = Position(3).lives(seat2=1, seat3=1).kill("vlad2", "vlad3")
    assert position.end == (1, "last_vlad") and position.row["death_match"] == 0


def test_the_death_match_never_ends():
    """V-04."""
    position = Position(2).give(1, crowns=2)
    position.do(check_death_match)
    assert position.table.death_match == 1 and position.row["death_match"] == 1


def test_crowns_are_won_in_the_death_match_as_well():
    """V-04 A Vlad killed in it is worth a crown, and three of them the game."""
    position = Position(2).kill("vlad2", by=1)
    assert position.of(1, "crowns") == 1
    position = Position(2).give(1, crowns=2).kill("vlad2", by=1)
    assert position.end == (1, "crowns") and position.table.death_match == 1


@pytest.mark.parametrize(("open_way", "end"), [(True, (1, "tower")), (False, None)])
def test_the_tower_may_be_closed_in_the_death_match(open_way, end):
    """V-04 The option `tower_win_in_death_match`."""
    position = Position(2, {"tower_win_in_death_match": open_way}).place(vlad1=TOWER)
    position.table.tower_count[0] = 7
    position.do(check_tower, 1)
    assert position.end == end and position.of(1, "tower_turns") == 8


def test_a_closed_tower_wins_before_the_death_match():
    """V-04."""
    position = Position(rules={"tower_win_in_death_match": False}).place(vlad1=TOWER)
    position.table.tower_count[0] = 7
    assert position.turn(1).end == (1, "tower")


# V-05: the last Vlad


def test_a_seat_leaves_once():
    """V-05, V-72 Its round and its gold are not touched when another follows later."""
    position = Position().lives(seat2=1, seat3=1).give(2, gold=7).kill("vlad2")
    position.table.round_now = 5
    position.kill("vlad3")
    assert position.row["out_round_2"] == 3 and position.row["out_round_3"] == 5
    assert position.table.gold_box == 42 and len(position.heard("LEFT_GAME")) == 2


@pytest.mark.parametrize("pool", ["lives", "tokens"])
def test_the_last_vlad_wins_in_a_battle(pool):
    """V-05 In the death match (lives) and outside it (tokens): a whole game of one attack."""
    position = face_to_face(2, {"crown_pool": pool}).lives(seat2=1).set_life(vlad1=34).play_on()
    assert position.end == (1, "last_vlad") and position.row["death_match"] == (pool == "lives")
    assert position.of(2, "out_round", "vlad_deaths") == [1, 1] and position.of(1, "crowns") == 1
    assert len(position.heard("TURN_BEGINS")) == 1


def test_the_last_vlad_wins_although_he_did_not_strike():
    """V-05 Nobody is rewarded for the others' deaths, and the game is over at once."""
    position = Position(3).lives(seat2=1, seat3=1).kill("vlad2")
    assert position.end is None and position.of(2, "alive") == 0
    assert position.kill("vlad3").end == (1, "last_vlad") and position.of(1, "crowns") == 0


def test_a_curse_at_upkeep_can_end_the_game():
    """V-05, V-27 In the turn of the seat that leaves."""
    position = Position(2).lives(seat1=1).set_life(vlad1=2)
    position.table.cursed, position.table.caster = 0, 1
    assert position.turn(1).end == (2, "last_vlad") and position.of(2, "crowns") == 1


# V-06: last Vlads who fall together


def test_last_vlads_that_fall_together_are_ranked_by_crowns():
    """V-06 Both sides of one exchange: the one with more crowns wins, the other leaves; a whole game."""
    position = face_to_face(2).lives(seat1=1, seat2=1).give(2, crowns=1).play_on()
    assert position.end == (2, "tie_break") and position.row["tie_respawns"] == 0
    assert position.of(1, "out_round", "crowns") == [1, 0] and position.of(2, "out_round", "crowns") == [0, 1]


@pytest.mark.parametrize(("crowns", "end"), [((0, 1, 0), (2, "tie_break")), ((2, 1, 0), (1, "tie_break"))])
def test_an_akathist_card_can_fell_all_last_vlads(crowns, end):
    """V-06, V-64 Even its buyer, who is not paid, falling as well."""
    position = Position(3).lives(seat1=1, seat2=1, seat3=1).set_life(vlad1=4, vlad2=1, vlad3=3).akathist("altar_wrath")
    position.place(vlad1=(8, 8), vlad2=(8, 9), vlad3=(9, 8)).give(1, gold=1).plays(1, akathist_gold=1)
    for seat, count in enumerate(crowns, 1):
        position.give(seat, crowns=count)
    position.turn(1)
    assert position.end == end and [position.of(seat, "crowns") for seat in (1, 2, 3)] == list(crowns)


def test_only_those_with_most_crowns_come_back():
    """V-06 Two share the highest count, the third leaves; what they have stays with them."""
    position = Position(3).lives(seat1=1, seat2=1, seat3=1).give(1, crowns=1, gold=5).give(3, crowns=1, flags=(2,))
    position.place(vlad1=(20, 3), vlad2=(20, 5), vlad3=(20, 7), knight1=(21, 3))
    position.kill("vlad1", "vlad2", "vlad3")
    assert position.end is None
    assert [position.of(seat, "alive", "lives") for seat in (1, 2, 3)] == [
        [1, 1],
        [0, 0],
        [1, 1],
    ]
    assert position.where("vlad1") == (2, 2) and position.where("vlad3") == (37, 37) and position.life("vlad1") == 34
    assert position.of(1, "crowns", "gold") == [1, 5] and position.where("knight1") == (21, 3)
    assert position.of(3, "banners") == 1 << 2 and position.row["tie_respawns"] == 1


def test_the_tie_break_asks_only_those_who_still_played():
    """V-06 A seat that has left with most crowns does not count any more."""
    position = Position(3).lives(seat1=1, seat2=1, seat3=1).give(3, crowns=2).kill("vlad3")
    assert position.kill("vlad1", "vlad2").end is None and position.of(1, "alive") == position.of(2, "alive") == 1


def brothers_in_death(option):
    """A whole game of two Vlads with one life point who go for each other and always fall together."""
    rules = {"unit_life": {"vlad": 1, "knight": 28, "archer": 24}, "vlad_lives": 1, "move_squares": 20}
    position = Position(2, rules | {"tie_repeat": option, "corners_2": [0, 1], "max_rounds": 9})
    cards = ("day 17/8", "day 16/8", "day 15/9", "night 19/8", "night 18/9", "night 17/9")
    for seat in (1, 2):
        position.plays(seat, goals_vlad=["chase"], **FIGHTS).hand(f"vlad{seat}", *cards)
    return position.play_on()


def test_a_second_tie_is_a_draw_by_the_option():
    """V-06 `tie_repeat`: they come back once, and the second time the game ends without a winner."""
    position = brothers_in_death("draw")
    assert position.end == (0, "none") and position.row["tie_respawns"] == 1 and position.row["rounds"] < 9
    assert position.of(1, "vlad_deaths") == position.of(2, "vlad_deaths") == 2


def test_ties_are_repeated_without_end():
    """V-06 By default they come back every time, until the rounds are over."""
    position = brothers_in_death("respawn")
    assert position.end is None and position.row["tie_respawns"] > 1 and position.row["rounds"] == 9
    assert position.of(1, "vlad_deaths") == position.row["tie_respawns"]
