"""What the heuristic players of I Am Vlad want: the condition of each goal and where it leads (P-3)."""

import pytest

from simlab.games.vlad import game_state as state
from tests.games.vlad_turns import Turns

TOWER = [(19, 19), (19, 20), (20, 19), (20, 20)]
INSIDE = (18, 18)


def wants(kind, *goals, **parameters):
    """A unit of seat 1 has these goals."""
    return Turns().plays(1, **{f"goals_{kind}": list(goals)}, **parameters)


def goal_of(position, unit):
    """The goal that a unit gets now."""
    position.plans(int(unit[-1]))
    return position.goal(unit)


def test_cure_is_for_the_infected():
    """P-3 cure: on any square of the own church, which heals at once."""
    position = wants("archer", "cure").place(archer1=(10, 8))
    assert goal_of(position, "archer1") == "hold"
    position.infect("archer1")
    assert position.heads_for("archer1") == (9, 8) and position.mark("archer1") == "immune"


PLAIN_WORTH = {"prey_vlad": 1.0, "prey_knight": 1.0, "prey_archer": 1.0, "caution": 0.0, "kill_bonus": 0.0}


@pytest.mark.parametrize("least, goal", [(0.32, "strike"), (0.33, "hold")])
def test_strike_needs_a_value_that_is_high_enough(least, goal):
    """P-3 strike, strike_min: nine in twenty-eight."""
    position = wants("archer", "strike", strike_min=least, **PLAIN_WORTH).place(archer1=(20, 0), knight2=(20, 6))
    position.hands(archer1="day 16/3")
    assert goal_of(position, "archer1") == goal
    assert position.acts("archer1").where("archer1") == ((16, 2) if goal == "strike" else (20, 0))


def test_strike_is_made_from_as_far_away_as_it_can_be():
    """P-3 strike: four squares, the first such one to read; not from a den, and not from where no move leads."""
    position = wants("archer", "strike", strike_min=0.1, **PLAIN_WORTH).hands(archer1="day 16/3")
    assert position.place(archer1=(6, 11), knight2=(3, 15)).heads_for("archer1") == (7, 15)
    assert position.place(archer1=(20, 0), knight2=(20, 9)).heads_for("archer1") == (20, 5)
    position.place(archer1=(20, 0), knight2=(20, 10))
    assert position.heads_for("archer1") == (20, 0) and position.goal("archer1") == "hold"


def test_strike_is_on_the_best_prey_then_on_vlad_then_in_turn_order():
    """P-3 strike: ties go by kind, then by seat."""
    for prey, place in ({}, (16, 2)), ({"prey_knight": 1.5}, (22, 2)):
        position = wants("archer", "strike", **(PLAIN_WORTH | {"strike_min": 0.1} | prey)).hands(archer1="day 16/3")
        position.place(archer1=(20, 0), vlad2=(20, 6), knight3=(26, 2)).set_life(vlad2=28)
        assert position.heads_for("archer1") == place
    position = wants("archer", "strike", strike_min=0.1, **PLAIN_WORTH).hands(archer1="day 16/3")
    position.place(archer1=(20, 0), knight4=(20, 6), knight2=(26, 2))
    assert position.heads_for("archer1") == (22, 2)


def test_a_strike_that_has_lost_its_object_is_not_made():
    """P-3 strike: it is looked for again when the unit moves; the knight is gone by then."""
    position = wants("archer", "strike", strike_min=0.1, **PLAIN_WORTH).place(archer1=(20, 0), knight2=(20, 6))
    assert goal_of(position.hands(archer1="day 16/3"), "archer1") == "strike"
    assert position.kill("knight2").acts("archer1").where("archer1") == (20, 0)


STRONG = ["day 19/7", "day 18/7"]


def hunter(goal="hunt", **parameters):
    """Vlad alone can beat a neutral, and would."""
    return wants("vlad", goal, **({"hunt_until": 8, "flags_wanted": 4} | parameters)).hands(vlad1=STRONG)


def test_hunt_needs_a_den_too_little_gold_life_and_a_party_that_can():
    """P-3 hunt: hunt_until, hunt_life and the cards; without one of them there is none."""
    assert goal_of(hunter(), "vlad1") == "hunt"
    assert goal_of(hunter().give(1, gold=8), "vlad1") == "hold" and goal_of(hunter().give(1, gold=7), "vlad1") == "hunt"
    assert goal_of(hunter(hunt_life=0.5).set_life(vlad1=17), "vlad1") == "hunt"
    assert goal_of(hunter(hunt_life=0.5).set_life(vlad1=16), "vlad1") == "hold"
    assert goal_of(hunter().hands(vlad1=["day 19/7", "night 19/8"]), "vlad1") == "hold"
    beaten = hunter()
    beaten.table.den_stands[:] = 0
    assert goal_of(beaten, "vlad1") == "hold"


@pytest.mark.parametrize("flags, wanted, goal", [([], 1, "gate"), ([0], 1, "hold"), ([0], 2, "gate"), ([], 0, "hold")])
def test_gate_needs_a_flag_to_be_wanted(flags, wanted, goal):
    """P-3 gate: flags_wanted."""
    assert goal_of(hunter("gate", flags_wanted=wanted).give(1, flags=flags), "vlad1") == goal


def test_gate_needs_a_gate_life_and_a_party_that_can():
    """P-3 gate"""
    assert goal_of(hunter("gate", flags_wanted=9).give(1, flags=[0, 1, 2, 3]), "vlad1") == "hold"
    assert goal_of(hunter("gate", hunt_life=0.6).set_life(vlad1=20), "vlad1") == "hold"
    assert goal_of(hunter("gate").hands(vlad1="day 19/7"), "vlad1") == "hold"


def sitter(kind="archer", count=2, **parameters):
    """The Vlad of seat 2 has been on the tower for some turns; a unit of seat 1 contests him from two on."""
    position = wants(kind, "contest", **({"contest_at": 2, "hunt_margin": 9.0} | parameters)).place(vlad2=TOWER[0])
    position.table.tower_count[1] = count
    return position


def test_contest_needs_an_enemy_on_the_tower_for_long():
    """P-3 contest, contest_at: with a flag, as `chase` on him."""
    assert goal_of(sitter(count=1).give(1, flags=[0]), "archer1") == "hold"
    position = sitter().give(1, flags=[0]).place(archer1=(13, 19))
    assert goal_of(position, "archer1") == "contest" and position.heads_for("archer1") == (18, 18)
    gone = sitter().give(1, flags=[0]).place(vlad2=(18, 19))
    gone.table.tower_count[1] = 5
    assert goal_of(gone, "archer1") == "hold"


def test_contest_leads_on_without_a_flag_from_inside():
    """P-3 contest: no way in and no party that could make one, no contest."""
    assert goal_of(sitter(), "archer1") == "hold"
    assert goal_of(sitter().place(archer1=(15, 15)), "archer1") == "contest"


def test_contest_without_a_flag_is_winning_a_gate_for_a_party_that_can():
    """P-3 contest: whatever flags_wanted says, and whatever life is left."""
    position = sitter("vlad", hunt_margin=1.0, flags_wanted=0, hunt_life=0.0).hands(vlad1=STRONG).set_life(vlad1=1)
    assert goal_of(position, "vlad1") == "gate"
    assert position.place(vlad1=(9, 18)).heads_for("vlad1") == (11, 18)


def test_contest_is_with_the_nearest_sitter():
    """P-3 contest: far to the squares around him, ties in turn order."""
    for place, stop in {(20, 17): (19, 18), (18, 22): (18, 21)}.items():
        position = sitter().place(vlad2=TOWER[2], vlad3=TOWER[1], archer1=place)
        position.table.tower_count[2] = 2
        assert position.heads_for("archer1") == stop


def test_tower_is_for_a_vlad_with_a_flag_or_inside():
    """P-3 tower: to a free tower square; on one he stays."""
    assert goal_of(wants("vlad", "tower"), "vlad1") == "hold"
    assert goal_of(wants("vlad", "tower").give(1, flags=[3]), "vlad1") == "tower"
    position = wants("vlad", "tower").place(vlad1=(17, 19), archer1=TOWER[0])
    assert position.heads_for("vlad1") == TOWER[1]
    assert position.place(vlad1=TOWER[3], archer1=(2, 5)).heads_for("vlad1") == TOWER[3]
    assert goal_of(wants("knight", "tower").place(knight1=INSIDE), "knight1") == "hold"


def test_curse_run_is_for_a_vlad_with_the_right_whose_curse_lies_on_nobody():
    """P-3 curse_run: and who can come to the tower."""
    assert goal_of(wants("vlad", "curse_run").give(1, crowns=1).place(vlad1=INSIDE), "vlad1") == "hold"
    assert goal_of(wants("vlad", "curse_run").give(1, crowns=2), "vlad1") == "hold"
    position = wants("vlad", "curse_run").give(1, flags=[0, 1, 2, 3])
    assert goal_of(position, "vlad1") == "curse_run"
    position.table.cursed, position.table.caster = 2, 1
    assert goal_of(position, "vlad1") == "curse_run"  # another's curse
    position.table.caster = 0
    assert goal_of(position, "vlad1") == "hold"
    assert wants("vlad", "curse_run").give(1, crowns=2).place(vlad1=INSIDE).heads_for("vlad1") == TOWER[0]


def shopper(kind, gold=5, **parameters):
    """A unit of seat 1 would go shopping."""
    return wants(kind, "shop", shop_list=[["impale", 1]], **({"shop_gold": 5} | parameters)).give(1, gold=gold)


def test_shop_needs_gold_and_something_to_buy():
    """P-3 shop, shop_gold: and what the list lacks, with the reserve left."""
    assert goal_of(shopper("knight"), "knight1") == "shop" and goal_of(shopper("knight", 4), "knight1") == "hold"
    assert goal_of(shopper("knight").give(1, impales=1), "knight1") == "hold"
    assert goal_of(shopper("knight", gold_reserve=4), "knight1") == "shop"
    assert goal_of(shopper("knight", gold_reserve=5), "knight1") == "hold"


def test_the_field_unit_nearest_to_a_tavern_goes_shopping():
    """P-3 shop: of equals the archer, then the knight, then Vlad; who is in an outpost is not asked."""
    for kind, nearest in {"archer": True, "knight": False, "vlad": False}.items():
        position = shopper(kind).place(archer1=(9, 28), knight1=(4, 23), vlad1=(9, 18))
        assert (goal_of(position, f"{kind}1") == "shop") == nearest
    inside = shopper("knight").outpost(1, (30, 20), "archer1").place(knight1=(4, 23))
    assert goal_of(inside, "knight1") == "shop"
    assert shopper("knight").place(knight1=(5, 23)).heads_for("knight1") == (9, 23)


def prayer(kind, gold=5, **rules):
    """A unit of seat 1 would buy an Akathist card."""
    return Turns(**rules).plays(1, **{f"goals_{kind}": ["pray"]}, akathist_gold=5).give(1, gold=gold)


def test_pray_needs_gold_and_a_card_for_sale():
    """P-3 pray, akathist_gold: none while a timed card runs or the stock is empty, and one a turn."""
    assert goal_of(prayer("archer"), "archer1") == "pray" and goal_of(prayer("archer", 4), "archer1") == "hold"
    running = prayer("archer")
    running.table.card = state.DEEP_MUD
    assert goal_of(running, "archer1") == "hold"
    assert goal_of(prayer("archer").akathist(), "archer1") == "hold"


def test_the_field_unit_nearest_to_any_church_that_sells_goes_to_pray():
    """P-3 pray: the church need not be the own one; by the option each has one square for it."""
    position = prayer("knight").akathist("tithe").place(knight1=(10, 33))
    assert position.heads_for("knight1") == (8, 31) and position.of(1, "akathist") == 1
    assert goal_of(prayer("knight"), "knight1") == "hold"  # the archer is as near
    one = prayer("archer", church_squares="one_each").akathist("tithe").place(archer1=(6, 8))
    assert one.heads_for("archer1") == (8, 9)


def test_settle_is_for_a_vlad_whose_outpost_waits_to_be_placed():
    """P-3 settle: towards the squares of its site."""
    position = wants("vlad", "settle", site="church", site_radius=0).place(vlad1=(20, 8))
    assert goal_of(position, "vlad1") == "hold"
    position.table.outpost_state[0] = state.BOUGHT
    assert position.heads_for("vlad1") == (15, 3)
    position.table.outpost_state[0] = state.PLACED
    assert goal_of(position, "vlad1") == "hold"


@pytest.mark.parametrize("below, life, goal", [(0.5, 12, "shelter"), (0.5, 13, "hold"), (1.0, 24, "shelter")])
def test_shelter_is_for_who_has_lost_enough(below, life, goal):
    """P-3 shelter, shelter_below: into the own outpost."""
    position = wants("archer", "shelter", shelter_below=below).outpost(1, (20, 3)).place(archer1=(20, 6))
    position.set_life(archer1=life)
    assert goal_of(position, "archer1") == goal
    assert position.acts("archer1").where("archer1") == ("outpost" if goal == "shelter" else (20, 6))


def test_shelter_leads_towards_an_outpost_that_is_too_far_and_keeps_inside():
    """P-3 shelter: none without an outpost."""
    position = wants("archer", "shelter", shelter_below=1.0).place(archer1=(20, 9))
    assert goal_of(position, "archer1") == "hold"
    assert position.outpost(1, (20, 2)).heads_for("archer1") == (18, 4)
    inside = wants("archer", "shelter", shelter_below=1.0).outpost(1, (20, 2), "archer1")
    assert inside.heads_for("archer1") == "outpost"


def test_escort_keeps_within_two_squares_of_the_own_vlad():
    """P-3 escort: not for Vlad himself."""
    position = wants("knight", "escort").place(vlad1=(20, 5), knight1=(20, 0))
    assert position.heads_for("knight1") == (18, 3)
    assert position.place(knight1=(21, 6)).heads_for("knight1") == (21, 6)
    assert position.place(vlad1=(1, 3), knight1=(0, 0)).heads_for("knight1") == (0, 1)
    assert goal_of(wants("vlad", "escort"), "vlad1") == "hold"


def test_chase_is_for_the_nearest_enemy_vlad_outside_outposts():
    """P-3 chase: to a square beside him; of equally near ones the next in turn order."""
    position = wants("archer", "chase").place(archer1=(20, 5), vlad2=(24, 5), vlad3=(20, 1))
    assert position.heads_for("archer1") == (23, 4)
    assert position.place(archer1=(20, 5), vlad2=(26, 5)).heads_for("archer1") == (19, 2)
    assert position.outpost(3, (38, 20), "vlad3").place(archer1=(20, 5)).heads_for("archer1") == (25, 4)
    position.outpost(2, (26, 20), "vlad2").outpost(4, (30, 30), "vlad4")
    assert goal_of(position, "archer1") == "hold"


def test_a_chase_whose_vlad_has_gone_is_not_made():
    """P-3 chase: all are in outposts by the time the unit moves."""
    position = Turns(2).plays(1, goals_archer=["chase"]).place(archer1=(20, 5), vlad2=(24, 5))
    assert goal_of(position, "archer1") == "chase"
    assert position.outpost(2, (24, 5), "vlad2").acts("archer1").where("archer1") == (20, 5)


def test_home_is_where_the_own_start_squares_are():
    """P-3 home: any of the three that is free."""
    position = wants("archer", "home").place(archer1=(4, 5), vlad1=(20, 3))
    assert position.heads_for("archer1") == (2, 5)
    position.place(knight2=(2, 5), archer1=(4, 5))
    assert position.heads_for("archer1") == (2, 2)


def test_hold_stays():
    """P-3 hold: also on a combat square."""
    position = wants("archer", "hold", "home").place(archer1=(3, 12))
    assert position.heads_for("archer1") == (3, 12) and position.goal("archer1") == "hold"
