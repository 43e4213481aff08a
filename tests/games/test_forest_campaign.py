"""Rules of Forest's campaign on small positions: pieces, map, control, movement, recruiting, markers (F-01 to F-39)."""

import pytest

from simlab.games.forest.rules import (
    s1_pieces,
    s3_map,
    s4_armies,
    s5_turn_order,
    s6_movement,
    s6_recruiting,
    s6_stakes,
    s8_castles,
)
from tests.games.forest_positions import AREAS, Position


def on_the_march(area="ford", troops=6, general="sultan", **more):
    """A general of the Ottomans who has just been activated."""
    return Position({general: (area, troops)}, **more)


def may_go(position, area, troops):
    """May the activated general go to an area?"""
    return bool(position.do(s6_movement.may_go, position.game, position.area(area), troops, position.rules))


def recruits(position):
    """May the activated general recruit where he is?"""
    return bool(position.do(s6_recruiting.may_recruit, position.game, position.rules))


@pytest.mark.parametrize(("radu", "side"), [("muslim", 0), ("loyal", 1)])
def test_radu_is_on_the_side_of_his_variant(radu, side):
    """F-01."""
    position = Position({"radu": ("vale", 3)}, radu)
    assert position.game.plans.side[position.general("radu")] == side


def test_troops_and_markers_share_a_sides_pieces():
    """F-02: 40 pieces, of which 30 live and 4 are markers; with three dead there are still 6 to be raised."""
    position = Position({"dracula": ("vale", 12)}).put({("christian", "vale"): 18}, stakes={"ford": 4}, dead=(0, 3))
    assert position.do(s1_pieces.pieces_available, position.board, 1, position.rules) == 6
    position.do(s1_pieces.raise_troops, position.board, 1, 5)
    assert position.board.dead.tolist() == [0, 1] and position.board.living[1] == 35


def test_without_a_piece_limit_nothing_is_cut():
    """F-02."""
    position = Position({"dracula": ("vale", 12)}, pieces=(70, 12), piece_limit=False).activated("dracula")
    assert recruits(position)
    assert position.plays(s6_recruiting.recruit, [6]).board.living[1] == 18


def test_every_chit_is_in_the_cup_and_free_to_alter_the_order():
    """F-07."""
    position = Position({"sultan": ("camp", 1), "ali": ("bank", 1)})
    position.do(s5_turn_order.fill_cup, position.game.cup)
    assert position.game.cup.in_cup[:3].tolist() == position.game.cup.eligible[:3].tolist() == [1, 1, 1]


def test_mountains_are_for_christians():
    """F-09."""
    position = Position({"dracula": ("castle", 3), "sultan": ("castle", 3), "radu": ("vale", 3)})
    assert may_go(position.activated("dracula"), "peak", 3)
    assert not may_go(position.activated("sultan"), "peak", 3) and not may_go(position, "peak", 0)
    assert not may_go(position.activated("radu"), "peak", 3)
    assert may_go(Position({"radu": ("vale", 3)}, "loyal").activated("radu"), "peak", 3)


def test_homes_and_radus_moldavia():
    """F-11."""
    at_home = {
        side: [name for n, name in enumerate(AREAS) if Position({}).do(s3_map.is_home, n, place, Position({}).game)]
        for place, side in enumerate(("ottoman", "christian"))
    }
    assert at_home["ottoman"] == ["camp", "bank"]
    assert at_home["christian"] == ["ford", "castle", "vale", "peak", "fort", "field"]
    for radu, option, his in (
        ("muslim", "muslim_only", True),
        ("loyal", "muslim_only", False),
        ("loyal", "always", True),
    ):
        position = Position({"radu": ("steppe", 3)}, radu, radu_moldavia=option).activated("radu")
        assert recruits(position) == his


@pytest.mark.parametrize(("factor", "limit"), [(1, 2), (3, 6)])
def test_towers_limit_a_garrison(factor, limit):
    """F-12."""
    position = Position({"dracula": ("castle", 9)}, garrison_per_tower=factor).activated("dracula")
    position.do(s8_castles.man_own_castle, position.game, 12, position.rules)
    assert position.garrison("christian", "castle") == limit and position.where("dracula") == ("castle", 9 - limit)


def test_control_needs_troops_and_no_enemy_but_a_besieged_one():
    """F-13, F-14: field troops, a lone garrison, a garrison that is besieged or not."""
    position = Position({"sultan": ("castle", 3)}).put(garrisons={("christian", "castle"): 2})
    assert not position.asks(s3_map.controls, "ottoman", "castle")
    assert not position.asks(s3_map.controls, "christian", "castle"), "enemy field troops are there"
    position.put(sieges={"castle": ("ottoman", 0)})
    assert position.asks(s3_map.controls, "ottoman", "castle")
    position.put(garrisons={("christian", "castle"): 1})
    assert not position.asks(s3_map.controls, "ottoman", "castle"), "too few for a siege now"
    assert not position.asks(s3_map.controls, "christian", "ford"), "nobody is there"


def test_friendly_areas():
    """F-15."""
    position = Position({"sultan": ("ford", 3)}).put(garrisons={("christian", "castle"): 1})
    friends = {side: [n for n in AREAS if position.asks(s3_map.friendly, side, n)] for side in ("ottoman", "christian")}
    assert friends["ottoman"] == ["camp", "bank", "ford"]
    assert friends["christian"] == ["castle", "vale", "peak", "fort", "field"]


def test_an_army_picks_up_loose_troops_up_to_its_largest_size():
    """F-16, F-27."""
    position = on_the_march(troops=9).put({("ottoman", "ford"): 5}).activated("sultan")
    position.do(s6_movement.pick_up, position.game, 12, position.rules)
    assert position.where("sultan") == ("ford", 12) and position.loose("ottoman", "ford") == 2


def test_each_move_costs_a_point():
    """F-25."""
    position = Position({"dracula": ("fort", 0)}).activated("dracula").enters("vale", "castle", "ford")
    assert position.game.march.points == 0 and position.where("dracula") == ("ford", 0)


@pytest.mark.parametrize(("option", "leadable"), [("per_activation", 6), ("per_turn", 0)])
def test_troops_are_led_into_two_areas(option, leadable):
    """F-26: led twice by the Sultan and left, they can be led on by Ali, or only in the next turn."""
    position = Position({"sultan": ("camp", 6), "ali": ("castle", 0)}, troop_moves=option)
    position.put(holders={"castle": "ottoman"}).activated("sultan").enters("ford", "castle")
    assert position.do(s6_movement.leadable, position.game, position.rules) == 0
    position.do(s6_movement.leave_behind, position.game, 6)
    position.activated("ali").do(s6_movement.pick_up, position.game, 12, position.rules)
    assert position.do(s6_movement.leadable, position.game, position.rules) == leadable


def test_those_led_furthest_stay_and_those_led_least_are_picked_up():
    """F-26: of 2 fresh, 2 led once and 2 led twice, three are left: 2 led twice and 1 led once; then one is taken."""
    position = on_the_march(troops=6, troop_moves="per_turn").activated("sultan")
    position.board.army_led[position.general("sultan"), 1:3] = [2, 2]
    position.do(s6_movement.leave_behind, position.game, 3)
    assert position.board.loose_led[0, position.area("ford"), 1:3].tolist() == [1, 2]
    position.do(s6_movement.pick_up, position.game, 1, position.rules)
    assert position.board.loose_led[0, position.area("ford"), 1:3].tolist() == [0, 2]


def test_only_the_activated_army_moves():
    """F-19, F-27: another general's army and a garrison stay where they are."""
    position = Position({"sultan": ("camp", 4), "ali": ("camp", 5)}).activated("sultan")
    position.do(s6_movement.pick_up, position.game, 12, position.rules)
    position.enters("ford")
    assert position.where("sultan") == ("ford", 4) and position.where("ali") == ("camp", 5)


def test_an_army_takes_an_empty_castle_on_its_way():
    """F-28.3: and goes on; a general alone takes nothing."""
    position = on_the_march().activated("sultan").enters("castle")
    assert position.heard("CASTLE_TAKEN") == [(position.area("castle"), 0)] and not position.game.march.stopped
    assert position.board.empty == 1 and position.board.fell[position.area("castle")] == 1
    assert on_the_march(troops=0).activated("sultan").enters("castle").board.empty == 0


@pytest.mark.parametrize(("loose", "garrison", "siege"), [(1, 0, None), (0, 1, None), (0, 2, ("ottoman", 1))])
def test_enemies_stop_a_march_unless_they_are_besieged(loose, garrison, siege):
    """F-28.4, F-28.5."""
    position = on_the_march().put({("christian", "castle"): loose}, {("christian", "castle"): garrison})
    if siege:
        position.put({("ottoman", "castle"): 3}, sieges={"castle": siege})
    position.activated("sultan").enters("castle")
    assert position.game.march.stopped == (siege is None)


def test_a_general_alone_goes_nowhere_that_would_stop_him():
    """F-29."""
    position = on_the_march(troops=0).put(garrisons={("christian", "castle"): 1}).activated("sultan")
    assert not may_go(position, "castle", 0) and may_go(position, "castle", 1) and may_go(position, "field", 0)


def test_a_general_alone_makes_way_for_an_army():
    """F-29, F-53: Ali alone in the ford goes to the nearest friendly area, the lowest of camp and bank."""
    position = Position({"dracula": ("castle", 5), "ali": ("ford", 0)}).activated("dracula").enters("ford")
    assert position.where("ali") == ("camp", 0)


def test_a_general_alone_makes_way_for_recruits():
    """F-29: the enemy general raises troops beside him."""
    position = Position({"dracula": ("vale", 0), "ali": ("vale", 0)}).activated("dracula")
    position.plays(s6_recruiting.recruit, [4])
    assert position.where("dracula") == ("vale", 4) and position.where("ali")[0] in ("camp", "ford")


def test_who_besieges_may_leave_without_a_roll():
    """F-30, F-59: the siege ends when nobody is left to besiege."""
    position = on_the_march("castle").put(garrisons={("christian", "castle"): 2}, sieges={"castle": ("ottoman", 2)})
    position.activated("sultan").enters("ford")
    assert position.siege("castle") is None and position.where("sultan") == ("ford", 6)


@pytest.mark.parametrize(
    ("general", "area", "may"),
    [
        ("dracula", "vale", True),  # a village
        ("dracula", "castle", True),  # a castle of his
        ("dracula", "peak", True),  # his hideout
        ("stefan", "peak", False),
        ("dracula", "ford", False),
        ("dracula", "steppe", False),  # a village abroad
        ("sultan", "camp", True),
        ("sultan", "bank", False),
        ("sultan", "vale", False),
    ],
)
def test_where_one_recruits(general, area, may):
    """F-10, F-31."""
    assert recruits(Position({general: (area, 1)}).activated(general)) == may


def test_nobody_recruits_beside_enemies_or_in_a_castle_under_siege():
    """F-31."""
    position = Position({"dracula": ("castle", 0)}).put({("ottoman", "castle"): 1}).activated("dracula")
    assert not recruits(position)


def test_recruits_join_the_army_as_far_as_it_goes_and_as_pieces_last():
    """F-32: a 6 with three pieces left and an army of 11."""
    position = Position({"dracula": ("vale", 11)}, pieces=(70, 14)).activated("dracula")
    position.plays(s6_recruiting.recruit, [6])
    assert position.where("dracula") == ("vale", 12) and position.loose("christian", "vale") == 2
    assert position.board.recruited[1] == 3 and not recruits(position)


@pytest.mark.parametrize(("repeat", "may"), [(False, False), (True, True)])
def test_one_recruits_once_or_again_in_the_same_area(repeat, may):
    """F-33."""
    position = Position({"dracula": ("vale", 0)}, recruit_repeat=repeat).activated("dracula")
    position.plays(s6_recruiting.recruit, [3])
    assert recruits(position) == may
    assert not recruits(position.enters("peak")), "nowhere else in any case"


def test_new_troops_are_led_at_once():
    """F-33."""
    position = Position({"dracula": ("vale", 0)}).activated("dracula").plays(s6_recruiting.recruit, [3])
    assert position.enters("castle", "ford").where("dracula") == ("ford", 3)


@pytest.mark.parametrize(("standing", "room"), [(0, 3), (4, 2), (6, 0)])
def test_three_markers_a_visit_and_six_in_an_area(standing, room):
    """F-34."""
    position = Position({}).put(stakes={"vale": standing})
    assert position.do(s6_stakes.room_for_stakes, position.board, position.area("vale"), position.rules) == room


def test_markers_come_from_the_dead_pile_ottomans_first_and_from_the_living():
    """F-35."""
    position = Position({"dracula": ("vale", 5)}).put(dead=(1, 4))
    position.do(s6_stakes.stakes_from_dead, position.board, position.area("vale"), 3)
    assert position.board.dead.tolist() == [0, 2] and position.board.staked.tolist() == [1, 2]
    position.do(s6_stakes.stake_own_troop, position.board, position.general("dracula"))
    assert position.where("dracula") == ("vale", 4) and position.stakes("vale") == 4
    assert position.board.dead.tolist() == [0, 2] and position.board.impaled == 4


def test_markers_taken_down_are_dead_ottomans_first():
    """F-36."""
    position = Position({}).put(stakes={"vale": 2})
    position.board.stakes[0, position.area("vale")], position.board.staked[0] = 1, 1
    position.do(s6_stakes.take_stakes_down, position.board, position.area("vale"), 2)
    assert position.board.dead.tolist() == [1, 1] and position.stakes("vale") == 1


def test_a_broken_group_stays_where_it_came_from_and_cannot_be_led_again():
    """F-37: 5 troops in groups of 2, 2 and 1 face two markers; the first group breaks, the second takes one down."""
    position = on_the_march(troops=5, lead_points=3).put(stakes={"castle": 2})
    position.activated("sultan").enters("castle", dice=[3, 4])
    assert position.where("sultan") == ("castle", 3) and position.loose("ottoman", "ford") == 2
    assert position.stakes("castle") == 1 and position.board.sent_back == 2
    position.enters("ford").do(s6_movement.pick_up, position.game, 12, position.rules)
    assert position.do(s6_movement.leadable, position.game, position.rules) == 3


@pytest.mark.parametrize(
    ("option", "dice", "army", "back"),
    [
        ({"morale_order": "last"}, [1, 4], 4, 1),
        ({"morale_scheme": "until_cleared"}, [1, 1, 1], 0, 5),
        ({"morale_min": 3}, [3, 3], 5, 0),
        ({"morale_fail_on_entry": "eliminated"}, [1, 4], 3, 0),
    ],
)
def test_options_of_morale(option, dice, army, back):
    """F-37."""
    position = (
        on_the_march(troops=5, **option).put(stakes={"castle": 2}).activated("sultan").enters("castle", dice=dice)
    )
    assert (position.where("sultan")[1] if army else 0) == army
    assert position.loose("ottoman", "ford") == back
    assert position.board.dead[0] == (2 if "morale_fail_on_entry" in option else 0)


def test_a_general_whose_groups_all_break_goes_back_with_them_and_is_done():
    """F-37, F-59: what happens between leaving and coming back counts as one moment, so a siege goes on."""
    position = on_the_march("castle", 4).put(garrisons={("christian", "castle"): 2}, stakes={"ford": 6})
    position.put(sieges={"castle": ("ottoman", 1)}).activated("sultan").enters("ford", dice=[1, 2])
    assert position.where("sultan") == ("castle", 0) and position.loose("ottoman", "castle") == 4
    assert position.game.march.ended and position.siege("castle") == ("ottoman", 1)


def test_a_siege_ends_when_its_army_dies_at_impalements():
    """F-37, F-59: by the option they are eliminated, so no besieger is left."""
    position = on_the_march("castle", 4, morale_fail_on_entry="eliminated")
    position.put(garrisons={("christian", "castle"): 2}, stakes={"ford": 6}, sieges={"castle": ("ottoman", 1)})
    position.activated("sultan").enters("ford", dice=[1, 2])
    assert position.siege("castle") is None and position.game.march.ended


def test_groups_sent_back_can_be_led_by_the_next_general():
    """F-37: only in this activation they cannot."""
    position = on_the_march(troops=2).put(stakes={"castle": 1}).activated("sultan").enters("castle", dice=[1])
    position.board.where[position.general("sultan")] = position.area("ford")
    position.activated("sultan").do(s6_movement.pick_up, position.game, 12, position.rules)
    assert position.do(s6_movement.leadable, position.game, position.rules) == 2


def test_markers_do_not_hinder_christians_nor_a_general_alone():
    """F-36, F-39."""
    Position({"dracula": ("castle", 4)}).put(stakes={"vale": 6}).activated("dracula").enters("vale")
    position = on_the_march(troops=0).put(stakes={"castle": 6}).activated("sultan").enters("castle")
    assert position.where("sultan") == ("castle", 0) and position.stakes("castle") == 6


def test_leads_of_an_army_that_dies_go_with_its_furthest_troops():
    """F-26."""
    position = on_the_march(troops=4)
    position.board.army_led[position.general("sultan"), 1:3] = [1, 2]
    position.do(s4_armies.army_loses, position.board, 0, position.general("sultan"), 3)
    assert position.board.army_led[position.general("sultan"), 1:3].tolist() == [0, 0]
