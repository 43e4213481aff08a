"""I Am Vlad, the full game: moves, gates, combat and church squares, ranges and lines (V-50 to V-54, V-56, V-57)."""

import pytest

from simlab.games.vlad.rules.s3_v09_board import is_live
from simlab.games.vlad.rules.s5_v15_resurrection import free_church_square
from simlab.games.vlad.rules.s5_v18_outposts import may_build
from simlab.games.vlad.rules.s5_v24_purchases import is_for_sale
from simlab.games.vlad.rules.s5_v26_curse_and_bell import may_toll
from simlab.games.vlad.rules.s5_v40_akathist import may_buy_card
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches
from tests.games.vlad_turns import Turns

BRIDGE, BEFORE_GATE, BEFORE_WALL, OPENING, TOWER = (11, 19), (13, 19), (13, 18), (14, 19), (19, 19)
CHURCHES = {1: [(8, 8), (8, 9), (9, 8)], 2: [(8, 31), (9, 31), (8, 30)]}  # in reading order as each corner sees them


def test_a_unit_takes_five_steps_around_whoever_stands_in_its_way():
    """V-50 From the corner of the board, where Vlad at (2, 2) costs a step on the diagonal, and a foe as much."""
    for other in ("vlad1", "vlad2"):
        steps = Turns().place(vlad1=(0, 39), archer1=(0, 0)).place(**{other: (2, 2)}).steps("archer1")
        assert (2, 2) not in steps and (steps[3, 3], steps[4, 4], steps[5, 4]) == (4, 5, 5)
        assert (5, 5) not in steps and steps[0, 5] == 5 and (0, 6) not in steps and steps[0, 0] == 0


def test_diagonal_steps_pass_between_two_units():
    """V-50 Whoever stands left and right of the way does not matter."""
    steps = Turns().place(archer1=(0, 0), vlad1=(0, 1), knight1=(1, 0)).steps("archer1")
    assert steps[1, 1] == 1 and steps[0, 2] == 2


def test_no_step_leads_onto_rock_figure_wall_or_abyss():
    """V-50 On the bridge between two chasms, and around the drawn werewolves and a rock."""
    steps = Turns().place(archer1=BEFORE_GATE).steps("archer1")
    assert {column for row, column in steps if row in (11, 12, 13)} == {18, 19, 20, 21}
    around = Turns().place(knight1=(3, 11)).steps("knight1")
    assert (2, 12) not in around and around[1, 13] == 3
    assert (6, 5) not in Turns().steps("knight1")


def test_a_straight_move_keeps_its_direction():
    """V-50 movement: `straight` leads along eight lines, and no farther than to who stands on them."""
    steps = Turns(movement="straight").place(archer1=(0, 0)).steps("archer1")
    expected = {(0, n): n for n in range(6)} | {(n, 0): n for n in range(6)} | {(1, 1): 1}  # Vlad stands on (2, 2)
    assert steps == expected
    assert (1, 2) in Turns(movement="walk").place(archer1=(0, 0)).steps("archer1")


def test_a_straight_move_ends_in_the_outpost_or_crosses_a_range():
    """V-50, V-21, V-20 movement: nobody goes past his own outpost; that of another hits on the way."""
    position = Turns(movement="straight").outpost(1, (20, 5)).place(archer1=(20, 2))
    assert (20, 6) not in position.steps("archer1")
    assert position.go("archer1", (20, 5)).where("archer1") == "outpost"
    crossing = Turns(movement="straight").outpost(2, (24, 5)).place(archer1=(20, 3)).go("archer1", (20, 7))
    assert crossing.life("archer1") == 22


@pytest.mark.parametrize("squares", [1, 3, 7])
def test_how_far_a_unit_moves_can_be_set(squares):
    """V-50 move_squares."""
    steps = Turns(move_squares=squares).place(archer1=(20, 0)).steps("archer1")
    assert max(steps.values()) == squares and (20, squares) in steps and (20, squares + 1) not in steps


def test_a_path_infects_before_outposts_hit_it_and_the_church_cures_at_its_end():
    """V-50, V-43, V-20, V-44 All three in one move to the own church; the cured archer is immune."""
    game = Turns().outpost(2, (8, 4)).infect("knight2").place(knight2=(6, 7), archer1=(8, 5))
    game.go("archer1", (8, 8))
    assert game.life("archer1") == 22 and game.mark("archer1") == "immune" and game.of(1, "plagued") == 1


def test_standing_still_cures_but_meets_no_outpost():
    """V-50 Of what a move brings only the cure and the check of who stands in reach are left."""
    game = Turns().outpost(2, (8, 4)).place(archer1=(8, 8)).infect("archer1")
    game.go("archer1", (8, 8))
    assert game.life("archer1") == 24 and game.mark("archer1") == "immune"
    near = Turns().place(archer1=(20, 3), archer2=(20, 5)).infect("archer2")
    assert near.go("archer1", (20, 3)).mark("archer1") == "infected"


def test_a_unit_that_an_outpost_kills_is_not_cured():
    """V-50, V-20 It falls on its own church, and its killer's owner is paid."""
    game = Turns(death_immunises=False).outpost(2, (8, 4)).place(archer1=(8, 7)).infect("archer1").set_life(archer1=2)
    game.go("archer1", (8, 8))
    assert game.where("archer1") == "fallen" and game.mark("archer1") == "healthy" and game.of(2, "gold") == 3


def test_who_moves_into_his_outpost_is_not_infected_on_its_square():
    """V-50 The last square of the path does not count there; a step before it does."""
    game = Turns().outpost(1, (20, 5)).infect("archer2").place(archer2=(16, 5), archer1=(20, 6))
    assert game.go("archer1", (20, 5)).mark("archer1") == "healthy" and game.where("archer1") == "outpost"
    game = Turns().outpost(1, (20, 5)).infect("archer2").place(archer2=(18, 4), archer1=(19, 7))
    assert game.go("archer1", (20, 5)).where("archer1") == "outpost" and game.mark("archer1") == "infected"


def test_only_the_own_flag_on_that_gate_lets_a_unit_step_inside():
    """V-51 From the bridge to the opening."""
    position = Turns().place(archer1=BEFORE_GATE)
    assert OPENING not in position.steps("archer1")
    position.give(1, flags=[1]).give(2, flags=[0])
    assert OPENING not in position.steps("archer1")
    position.give(1, flags=[0])
    assert position.steps("archer1")[OPENING] == 1 and position.steps("archer1")[18, 19] == 5


@pytest.mark.parametrize("free", [True, False])
def test_going_out_is_free_at_any_gate_unless_the_option_forbids_it(free):
    """V-51 leave_any_gate; with a flag on the gate one may always go out."""
    position = Turns(leave_any_gate=free).place(archer1=OPENING)
    assert (BEFORE_GATE in position.steps("archer1")) == free
    assert BEFORE_GATE in position.give(1, flags=[0]).steps("archer1")


def test_by_the_option_a_closed_bridge_is_entered_from_outside_only():
    """V-51 leave_any_gate, with straight moves: onto it from the land, not from the opening."""
    position = Turns(leave_any_gate=False, movement="straight").place(archer1=(10, 19), knight1=OPENING)
    assert (11, 19) in position.steps("archer1") and BEFORE_GATE not in position.steps("knight1")
    assert BEFORE_GATE in position.give(1, flags=[0]).steps("knight1")


def test_who_cannot_come_there_at_all_stays():
    """V-51, P-1 leave_any_gate: locked up in the fortress without a flag all squares are as far from home."""
    position = Turns(leave_any_gate=False).plays(1, goals_archer=["home"]).place(archer1=(18, 18))
    assert position.heads_for("archer1") == (18, 18)


def test_inside_the_fortress_one_moves_freely_until_the_bell_tolls():
    """V-51, V-29 Openings, floor and tower are the inside; bridges are not."""
    position = Turns().place(archer1=TOWER, knight1=BRIDGE, vlad1=OPENING)
    assert position.steps("archer1")[15, 19] == 4
    position.table.bell_round, position.table.bell_seat = 5, 1
    assert position.steps("archer1") == {TOWER: 0} and position.steps("vlad1") == {OPENING: 0}
    assert BEFORE_GATE in position.steps("knight1") and OPENING not in position.steps("knight1")


def test_combat_squares_are_live_for_all_at_a_den_and_for_those_without_flag_at_a_gate():
    """V-52, V-73 A den that is beaten is nobody's any more."""
    position = Turns().give(1, flags=[0])
    live = {
        place: [bool(position.do(is_live, seat, place)) for seat in (1, 2)] for place in [(3, 12), BRIDGE, (20, 12)]
    }
    assert live == {(3, 12): [True, True], BRIDGE: [False, True], (20, 12): [True, True]}
    assert not position.do(is_live, 1, (3, 14))


def test_live_squares_may_be_crossed():
    """V-52 Along the den to the square behind it, with the drawn werewolves and a row of units on both sides."""
    position = Turns().place(
        archer1=(3, 10), vlad1=(4, 11), knight1=(4, 12), vlad2=(4, 13), archer2=(2, 11), knight2=(2, 13)
    )
    assert position.steps("archer1")[3, 14] == 4


def test_tactical_actions_need_their_square_and_come_before_or_after_others():
    """V-53 One archer buys at the tavern all that its gold allows; on the square beside it, nothing."""
    for place, tokens in {(9, 23): 2, (8, 23): 0}.items():
        position = Turns().plays(1, shop_list=[["impale", 2], ["potion", 1]], gold_reserve=0).give(1, gold=9)
        position.place(archer1=place).plans(1)
        position.acts("archer1")
        assert position.play.seats.of[0].tokens == tokens and position.of(1, "flasks") == tokens / 2


def test_every_church_square_serves_all_purposes():
    """V-54 Bell and Akathist cards on any, the return on the first that is free."""
    position = Turns().give(1, gold=1)
    for place in CHURCHES[1]:
        position.place(archer1=place)
        assert position.do(may_toll, "archer1") and position.do(may_buy_card, "archer1")
    assert not position.place(archer1=(8, 7)).do(may_toll, "archer1") and not position.do(may_buy_card, "archer1")
    position.place(archer1=CHURCHES[1][0])
    assert divmod(position.do(free_church_square, 1), 40) == CHURCHES[1][1]


@pytest.mark.parametrize("church", [1, 2])
def test_by_the_option_each_church_square_has_its_purpose(church):
    """V-54 church_squares: bell, Akathist, return, as the church's corner reads; the cure on all, for its own seat."""
    position = Turns(church_squares="one_each").give(1, gold=1)
    served = []
    for place in CHURCHES[church]:
        position.place(archer1=place)
        served.append((bool(position.do(may_toll, "archer1")), bool(position.do(may_buy_card, "archer1"))))
        position.infect("archer1")
        assert position.go("archer1", place).mark("archer1") == ("immune" if church == 1 else "infected")
    assert served == [(True, False), (False, True), (False, False)]
    position.place(archer1=(20, 3))
    assert divmod(position.do(free_church_square, church), 40) == CHURCHES[church][2]


def test_a_church_square_that_is_taken_lets_nobody_return_by_the_option():
    """V-54, V-17 The only square for returns is not free."""
    position = Turns(church_squares="one_each").place(vlad1=CHURCHES[1][2])
    assert position.do(free_church_square, 1) == -1


def test_a_tavern_sells_all_four_goods():
    """V-54, V-24"""
    assert all(Turns().do(is_for_sale, item, 1) for item in range(4))


def test_nothing_is_built_on_orange_squares_and_combat_squares_stay_free():
    """V-73 Church, den, tavern, bridge and tower squares, beaten or not."""
    position = Turns()
    position.table.den_stands[:] = 0
    for place in [(8, 8), (3, 12), (9, 23), BRIDGE, TOWER]:
        assert not position.do(may_build, 1, place)
    assert position.do(may_build, 1, (4, 20))


SQUARES = [(row, column) for row in range(14, 27) for column in range(12)]
RANGES = {"vlad1": 3, "archer1": 4, "knight1": 1}


@pytest.mark.parametrize("unit", RANGES)
def test_units_strike_so_far_along_eight_lines(unit):
    """V-56 Vlad three squares, the archer four, the knight one; nothing off the lines."""
    position = Turns().place(**{unit: (20, 5)})
    seen = {place for place in SQUARES if position.do(attack_reaches, unit, place)}
    ways = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    lines = {(20 + n * down, 5 + n * right) for n in range(1, 1 + RANGES[unit]) for down, right in ways}
    assert seen == lines - {(23, 8), (24, 9)}  # which lie behind the rock at (22, 7)


def test_units_in_between_do_not_matter():
    """V-56 Own and enemy ones."""
    position = Turns().place(archer1=(20, 1), knight1=(20, 2), knight2=(20, 3), vlad2=(20, 5))
    assert position.do(attack_reaches, "archer1", (20, 5))


HIDDEN = {
    "rock": ((5, 4), (5, 7)),
    "werewolves": ((2, 10), (2, 13)),
    "wall": (BEFORE_WALL, (15, 16)),
    "corner tower": ((15, 15), (13, 13)),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_lines_end_at_rocks_figures_and_walls(what):
    """V-57 Nothing is seen behind them."""
    start, end = HIDDEN[what]
    assert not Turns().place(archer1=start).do(attack_reaches, "archer1", end)


def test_what_lies_beside_a_line_does_not_matter():
    """V-57 From (5, 5) to (7, 7) a rock touches the line on both sides."""
    assert Turns().place(archer1=(5, 5)).do(attack_reaches, "archer1", (7, 7))


@pytest.mark.parametrize("blocks", [False, True])
def test_the_abyss_hides_nobody_unless_the_option_says_so(blocks):
    """V-57 abyss_blocks_line: over a corner of the chasm onto the bridge."""
    position = Turns(abyss_blocks_line=blocks).place(archer1=(10, 16))
    assert bool(position.do(attack_reaches, "archer1", (12, 18))) != blocks


def test_outposts_cut_lines_of_friend_and_foe():
    """V-57, V-22 Strictly between: the square behind is hidden, those before are not."""
    position = Turns().outpost(1, (20, 4)).place(archer1=(20, 2), archer2=(20, 6))
    assert not position.do(attack_reaches, "archer1", (20, 5)) and not position.do(attack_reaches, "archer2", (20, 3))
    assert position.do(attack_reaches, "archer1", (20, 3)) and position.do(attack_reaches, "archer2", (20, 5))
