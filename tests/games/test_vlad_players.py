"""How the heuristic players of I Am Vlad see the board, and the first stage of their turns (P-1, P-2)."""

import pytest

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p1_go import far
from simlab.games.vlad.rules.p7_values import attack_at
from simlab.games.vlad.rules.s6_v50_distance import aim_at, aim_at_nothing
from simlab.games.vlad.state import DAY, NIGHT
from tests.games.vlad_turns import Turns, name_of

TOWER = [(19, 19), (19, 20), (20, 19), (20, 20)]


def steps_from(position, unit, *targets):
    """far of a unit to some squares."""
    position.do(aim_at_nothing)
    for target in targets:
        position.do(aim_at, target)
    return position.do(far, unit)


def test_far_ignores_all_units():
    """P-1 A wall of them around the archer, and one more on the way."""
    position = Turns().place(archer1=(0, 0), vlad1=(0, 1), knight1=(1, 0), knight2=(1, 1))
    assert steps_from(position, "archer1", (4, 4), (9, 0)) == 4 and len(position.reach("archer1")) == 1


def test_far_minds_the_gates_that_are_closed_to_the_seat_but_not_the_bell():
    """P-1 Ninety-nine without a flag; far around with one on another gate, six steps with one on this."""
    position = Turns().place(archer1=(13, 19)).give(2, flags=[0])
    assert steps_from(position, "archer1", *TOWER) == 99
    assert steps_from(position.give(1, flags=[1]), "archer1", *TOWER) == 25
    position.give(1, flags=[0])
    position.table.bell_round = 5
    assert steps_from(position, "archer1", *TOWER) == 6


def test_far_goes_around_outposts():
    """P-1 To the corner past two of them; with a third it is closed."""
    position = Turns().place(archer1=(2, 0))
    assert steps_from(position, "archer1", (0, 0)) == 2
    position.outpost(2, (1, 0)).outpost(3, (1, 1))
    assert steps_from(position, "archer1", (0, 0)) == 4
    assert steps_from(position.outpost(4, (0, 1)), "archer1", (0, 0)) == 99


def test_squares_on_which_nobody_can_stand_do_not_count():
    """P-1 A rock, the abyss and an outpost, each nearer than the last square."""
    position = Turns().place(archer1=(10, 10)).outpost(2, (12, 9))
    assert steps_from(position, "archer1", (10, 9), (11, 11), (12, 9), (10, 15)) == 5
    assert steps_from(position, "archer1", (10, 9)) == 99


def test_squares_that_others_hold_are_left_out_unless_all_are_held():
    """P-1 The own square counts as free."""
    position = Turns().place(archer1=(20, 0), knight2=(20, 2))
    assert steps_from(position, "archer1", (20, 2), (20, 5)) == 5
    assert steps_from(position, "archer1", (20, 2)) == 2
    assert steps_from(position, "archer1", (20, 0), (20, 2)) == 0


def test_the_strength_of_a_unit_is_the_attack_of_its_matching_cards_with_bonuses():
    """P-1 m(u): two by day, one by night, each with two for a crown; blunted by rusty blades."""
    position = Turns().give(1, crowns=1).hands(archer1=["day 14/5", "day 8/8", "night 15/3"])
    assert [position.do(attack_at, "archer1", time) for time in (DAY, NIGHT)] == [26, 17]
    position.play.seats.of[0].blunted = 3
    assert position.do(attack_at, "archer1", DAY) == 20


def test_a_unit_goes_where_it_is_nearest_then_with_fewest_steps_then_by_reading_order():
    """P-1 go: five steps bring the sick archer within six of its church from (15, 3) to (15, 13)."""
    position = Turns().plays(1, goals_archer=["cure"]).infect("archer1").place(archer1=(20, 8))
    assert position.heads_for("archer1") == (15, 3)
    near = Turns().plays(1, goals_archer=["cure"]).infect("archer1").place(archer1=(9, 11))
    assert near.heads_for("archer1") == (8, 9)  # the first church square that it reaches with fewest steps


def test_every_corner_reads_the_board_from_its_own_side():
    """P-1 Words: the same way from the top right, a quarter turn on."""
    position = Turns().plays(2, goals_archer=["cure"]).infect("archer2").place(archer2=(8, 19))
    assert position.heads_for("archer2") == (3, 24)


@pytest.mark.parametrize("fear, place", [(0, (5, 2)), (1, (6, 1)), (2, (6, 1))])
def test_the_range_of_an_enemy_outpost_counts_some_steps(fear, place):
    """P-1 fear: the knight's start lies in it; the squares before it do not. An own outpost frightens nobody."""
    for owner in (2, 1):
        position = Turns().plays(1, goals_knight=["home"], fear=fear).place(knight1=(7, 2)).outpost(owner, (5, 5))
        assert position.heads_for("knight1") == (place if owner == 2 else (5, 2))


def test_nobody_stops_on_a_live_combat_square_on_his_way():
    """P-1 With three steps out of the fortress one comes only onto the bridge, so one waits inside."""
    position = Turns(move_squares=3).plays(1, goals_archer=["home"]).place(archer1=(14, 19))
    assert position.heads_for("archer1") == (14, 19)
    assert position.give(1, flags=[0]).heads_for("archer1") == (11, 18)


def test_who_stands_on_a_live_combat_square_steps_off_if_he_can():
    """P-1 Between seven units and the drawn werewolves he stays."""
    position = Turns().plays(1, goals_archer=["home"]).place(archer1=(3, 12), vlad1=(0, 20))
    around = [(2, 11), (2, 13), (3, 11), (3, 13), (4, 11), (4, 12), (4, 13)]
    units = ["vlad1", "knight1", "vlad2", "knight2", "archer2", "vlad3", "knight3"]
    assert position.heads_for("archer1")[1] == 7
    position.place(archer1=(3, 12), **dict(zip(units, around)))
    assert position.heads_for("archer1") == (3, 12)


def test_the_own_outpost_is_no_place_to_stop_unless_it_is_the_goal():
    """P-1 The archer goes around it; who is inside comes out."""
    position = Turns().plays(1, goals_archer=["home"]).outpost(1, (4, 7)).place(archer1=(4, 8), vlad1=(0, 20))
    assert position.heads_for("archer1") == (2, 5)
    out = Turns().plays(1, goals_archer=["home"]).outpost(1, (4, 7), "archer1")
    assert out.heads_for("archer1") == (2, 5)


@pytest.mark.parametrize("uses", [True, False])
def test_tokens_are_used_for_the_knight_then_the_archer(uses):
    """P-2, V-15 use_tokens: a die each."""
    position = Turns().plays(1, use_tokens=uses).fallen("archer1", "knight1").turn(1, dice=[3, 5] if uses else [])
    assert [name_of(unit) for (unit,) in position.heard("TOKEN_USED")] == (["knight1", "archer1"] if uses else [])
    assert position.of(1, "resurrection") == (0 if uses else 2)
    if uses:
        position.table.round_now += 1
        position.turn(1, dice=[4, 6])
        assert position.table.road[[1, 2]].tolist() == [7, 11]


def test_units_return_before_potions_goals_and_moves():
    """P-2 The knight comes back at its exit's dial position and moves in the same turn."""
    position = Turns().plays(1, goals_knight=["home"]).fallen("knight1").dial(2)
    position.table.place[1], position.table.road[1], position.table.placed_in[1] = state.ON_ROAD, 14, 2
    assert position.turn(1).where("knight1") == (4, 3)


def potions(count=2, **lives):
    """The life of Vlad, knight and archer after a turn with so many potions, drunk at half life."""
    position = Turns().plays(1, heal_below=0.5).give(1, potions=count).set_life(**lives).turn(1)
    assert position.of(1, "flasks") + position.of(1, "potions") == count
    return position.life("vlad1", "knight1", "archer1")


def test_whole_potions_go_to_those_at_or_below_the_limit():
    """P-2, V-33 Vlad at 17 of 34 drinks once; then at 24 no more."""
    assert potions(vlad1=17) == [24, 28, 24]
    assert potions(vlad1=18) == [18, 28, 24]


def test_a_potion_goes_to_the_one_that_has_lost_most():
    """P-2 Of equals Vlad, then the knight; asked again for each potion."""
    assert potions(vlad1=17, archer1=3) == [24, 28, 10]
    assert potions(1, vlad1=17, knight1=11) == [24, 11, 24]
    assert potions(1, knight1=8, archer1=4) == [34, 15, 4]


@pytest.mark.parametrize("below, life", [(0.5, 17), (0.41, 10), (0.9, 17)])
def test_when_a_potion_is_drunk_can_be_set(below, life):
    """P-2 heal_below; whoever has lost less than seven drinks none in any case."""
    position = Turns().plays(1, heal_below=below).give(1, potions=1).set_life(archer1=10, vlad1=28).turn(1)
    assert position.life("archer1", "vlad1") == [life, 28]


def test_a_unit_in_an_outpost_drinks_as_well_but_none_in_the_underworld():
    """P-2, V-33"""
    position = Turns().plays(1, heal_below=0.5, goals_archer=[]).give(1, potions=2).outpost(1, (20, 3), "archer1")
    position.fallen("knight1").set_life(archer1=6).turn(1)
    assert position.life("archer1", "knight1") == [14, 0] and position.of(1, "flasks") == 1


def test_the_first_goal_whose_condition_holds_is_fixed_for_the_turn():
    """P-2, P-3 None that holds is `hold`; a cure on the way changes nothing."""
    lists = {
        "goals_vlad": ["cure", "escort"],
        "goals_knight": ["cure", "escort", "home"],
        "goals_archer": ["cure", "home"],
    }
    position = Turns().plays(1, **lists).infect("archer1")
    assert position.plans(1) == ["hold", "escort", "cure"]
    position.table.plague[2] = state.IMMUNE
    assert position.goal("archer1") == "cure"


def test_vlad_moves_and_acts_before_the_knight_and_the_archer():
    """P-2 All go home from where they are."""
    homes = {f"goals_{kind}": ["home"] for kind in ("vlad", "knight", "archer")}
    position = Turns().plays(1, **homes).place(archer1=(9, 5), knight1=(9, 4), vlad1=(9, 3)).turn(1)
    assert [name_of(unit) for unit, *_ in position.heard("MOVED")] == ["vlad1", "knight1", "archer1"]


def test_a_unit_in_an_outpost_acts_nowhere():
    """P-2 Beside a tavern, with gold."""
    position = Turns().plays(1, shop_list=[["impale", 1]]).give(1, gold=9).outpost(1, (9, 23), "archer1").turn(1)
    assert position.of(1, "gold") == 9
