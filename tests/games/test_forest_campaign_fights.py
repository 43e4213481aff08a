"""Rules of Forest's campaign on small positions: who fights whom, and where they go (F-40 to F-53)."""

import pytest

from simlab.games.forest.rules import s7_retreats, s7_who_fights
from tests.games.forest_positions import Position

FOUND, LOST, HIT, MISS = 1, 6, 6, 1
NEVER_LEAVE = {"ottoman": {"name": "methodical_siege"}, "christian": {"name": "castle_defence", "retreat": "never"}}
LEAVE_BELOW_9 = {side: player | {"retreat": "below", "retreat_below": 9} for side, player in NEVER_LEAVE.items()}


def attack(armies, area="castle", origin="ford", policies=NEVER_LEAVE, **more):
    """Dracula has come from one area to another, where enemies are."""
    position = Position(armies, policies=policies, **more).activated("dracula")
    position.game.march.came_from = position.area(origin) if origin else -1
    return position


def battles(position):
    """Who fought, with how many on both sides."""
    names = [*position.ids, "nobody"]
    told = position.heard("BATTLE_BEGINS")
    return [(names[opponent], attackers, defenders) for _, opponent, _, attackers, defenders, _ in told]


def test_only_the_activated_army_fights():
    """F-40, F-41: Stefan stands by; Dracula's four find and shoot two Ottomans."""
    position = attack({"dracula": ("castle", 4), "stefan": ("castle", 9), "sultan": ("castle", 2)})
    position.plays(s7_who_fights.fight_field, [FOUND, LOST, *[HIT] * 4])
    assert battles(position) == [("sultan", 4, 2)] and position.where("stefan") == ("castle", 9)
    assert position.board.battles == 1 and position.board.won.tolist() == [0, 1]


def test_armies_are_met_by_rating_then_troops_then_id_and_loose_troops_last():
    """F-41: Radu, rated 3, then Ali before Omer and the Sultan; 12 are the most that loose troops can join to."""
    armies = {"dracula": ("castle", 12), "sultan": ("castle", 1), "omer": ("castle", 2), "ali": ("castle", 2)}
    position = attack(armies | {"radu": ("castle", 11)}).put({("ottoman", "castle"): 3})
    position.do(s7_who_fights.join_loose, 0, position.area("castle"), position.game, position.rules)
    assert position.where("radu") == ("castle", 12) and position.loose("ottoman", "castle") == 2
    met = []
    while len(met) < 4:
        fought = sum(1 << general for general in met)
        met.append(position.do(s7_who_fights.next_opponent, 0, position.area("castle"), True, fought, position.game))
    assert [position.ids[general] for general in met] == ["radu", "ali", "omer", "sultan"]


def test_loose_troops_join_a_general_without_army():
    """F-41: he leads them, so they search."""
    position = attack({"dracula": ("castle", 4), "sultan": ("castle", 0)}).put({("ottoman", "castle"): 2})
    position.plays(s7_who_fights.fight_field, [FOUND, LOST, *[HIT] * 4])
    assert battles(position) == [("sultan", 4, 2)]


def test_without_the_option_loose_troops_are_fought_last():
    """F-41: option loose_join; the general without troops takes no part and makes way."""
    position = attack({"dracula": ("castle", 4), "sultan": ("castle", 0)}, loose_join=False)
    position.put({("ottoman", "castle"): 2}).plays(s7_who_fights.fight_field, [FOUND, *[HIT] * 4])
    assert battles(position) == [("nobody", 4, 2)] and position.where("sultan") == ("camp", 0)


def test_every_fight_begins_with_lost_groups():
    """F-18, F-41: after Ali's army Dracula's group searches again for the Sultan's."""
    position = attack({"dracula": ("castle", 4), "sultan": ("castle", 1), "ali": ("castle", 2)})
    position.plays(s7_who_fights.fight_field, [FOUND, LOST, *[HIT] * 4, FOUND, LOST, *[HIT] * 4])
    assert battles(position) == [("ali", 4, 2), ("sultan", 4, 1)] and position.board.won[1] == 2


def test_merged_armies_fight_as_one():
    """F-41: option several_armies; loose troops die first, then those of the general met last."""
    position = attack({"dracula": ("castle", 4), "radu": ("castle", 3), "ali": ("castle", 3)}, several_armies="merged")
    position.put({("ottoman", "castle"): 1})
    position.do(s7_who_fights.merged_losses, position.game, 0, position.area("castle"), 3)
    assert position.loose("ottoman", "castle") == 0
    assert (position.where("ali")[1], position.where("radu")[1]) == (1, 3)
    leader = position.do(s7_who_fights.leader_of_merged, 0, position.area("castle"), position.game)
    assert position.ids[leader] == "radu"
    position.plays(s7_who_fights.fight_field, [FOUND, LOST, LOST, *[HIT] * 4])
    assert battles(position) == [("radu", 4, 4)]


@pytest.mark.parametrize(("option", "inside"), [("fill", 2), ("as_placed", 0)])
@pytest.mark.parametrize(("side", "general"), [("christian", "sultan"), ("ottoman", "dracula")])
def test_loose_troops_man_their_castle_against_an_army(option, inside, side, general):
    """F-42: whose the castle was before the enemy came; by presence an Ottoman one too."""
    position = Position({general: ("ford", 5)}, garrison_on_entry=option).put({(side, "castle"): 5})
    position.put(holders={"castle": side}).activated(general).enters("castle")
    assert position.garrison(side, "castle") == inside and position.loose(side, "castle") == 5 - inside


def test_nobody_mans_a_castle_that_is_not_his():
    """F-42: the loose Ottomans before a Christian garrison stay outside."""
    position = Position({"dracula": ("vale", 5)}).put({("ottoman", "castle"): 3}, {("christian", "castle"): 1})
    position.activated("dracula").enters("castle")
    assert position.garrison("ottoman", "castle") == 0 and position.loose("ottoman", "castle") == 3


@pytest.mark.parametrize(
    ("policy", "value", "leaves"),
    [("never", 0, 0), ("below", 5, 1), ("below", 4, 0), ("outnumbered", 2.0, 1), ("outnumbered", 2.5, 0)],
)
def test_the_defender_leaves_by_his_policy(policy, value, leaves):
    """F-50: four Ottomans against eight; nobody is hit in the first round."""
    retreat = {"retreat": policy, "retreat_below" if policy == "below" else "retreat_ratio": value, "withdraw": "never"}
    position = attack(
        {"dracula": ("ford", 8), "sultan": ("ford", 4)},
        *("ford", "castle"),
        policies=NEVER_LEAVE | {"ottoman": {"name": "methodical_siege"} | retreat},
    )
    missing = [FOUND, FOUND, LOST, LOST, *[MISS] * 8, *[MISS] * 4]  # both Ottoman groups are fired at and answer
    hitting = [*[HIT] * 8, *[MISS] * 4]
    position.plays(s7_who_fights.fight_field, missing if leaves else [*missing, *hitting])
    assert position.heard("RETREATED") == ([(1,)] if leaves else [])


def test_the_attacker_goes_back_where_he_came_from():
    """F-52: and does nothing more."""
    position = attack({"dracula": ("castle", 8), "sultan": ("castle", 3)}, origin="vale", policies=LEAVE_BELOW_9)
    position.game.battlefield.can_retreat = 0
    position.put({("christian", "ford"): 1, ("christian", "vale"): 0})
    position.game.players[0].orders.retreat = 0
    position.plays(s7_who_fights.fight_field, [LOST, LOST, LOST, LOST])
    assert position.where("dracula") == ("vale", 8) and position.game.march.ended
    assert position.heard("WITHDREW") == [(0,)] and position.board.won.tolist() == [1, 0]


def test_a_defender_goes_to_the_friendly_area_with_most_own_troops_not_where_the_attacker_came_from():
    """F-52: from the ford to the camp or the bank; the attacker came from the castle."""
    position = Position({"sultan": ("ford", 3)}).put({("ottoman", "bank"): 2})
    refuge = position.do(s7_retreats.refuge, 0, position.area("ford"), -1, position.game, position.rules)
    assert position.areas[refuge] == "bank"
    barred = position.area("bank")
    refuge = position.do(s7_retreats.refuge, 0, position.area("ford"), barred, position.game, position.rules)
    assert position.areas[refuge] == "camp"


def test_among_equals_the_lowest_area_is_the_refuge():
    """F-52."""
    position = Position({"dracula": ("castle", 3)})
    refuge = position.do(s7_retreats.refuge, 1, position.area("castle"), -1, position.game, position.rules)
    assert position.areas[refuge] == "ford"


def test_who_has_nowhere_to_go_stays():
    """F-50, F-52: in the dead end behind the attacker's area."""
    position = attack({"dracula": ("field", 8), "sultan": ("field", 2)}, "field", "ford", policies=LEAVE_BELOW_9)
    position.do(s7_who_fights.give_orders, position.game, 2, position.rules)
    assert not position.game.battlefield.can_retreat


@pytest.mark.parametrize(("option", "inside", "outside"), [(False, 0, 5), (True, 2, 3)])
def test_a_beaten_army_may_fill_its_castle(option, inside, outside):
    """F-52: option retreat_into_castle."""
    position = Position({"stefan": ("castle", 5), "sultan": ("castle", 9)}, retreat_into_castle=option)
    arguments = (position.game, position.general("stefan"), position.area("vale"), position.rules, position.stream)
    position.do(s7_retreats.army_retreats, *arguments)
    assert position.where("stefan") == ("vale", outside) and position.garrison("christian", "castle") == inside


def test_ottomans_who_flee_into_markers_die_by_groups():
    """F-38: five in groups of 2, 2 and 1, two markers: the first group fails, the second takes one down."""
    position = Position({"sultan": ("ford", 5)}).put(stakes={"bank": 2})
    arguments = (position.game, position.general("sultan"), position.area("bank"), position.rules, position.stream)
    position.do(s7_retreats.army_retreats, *arguments, dice=[3, 4])
    assert position.where("sultan") == ("bank", 3) and position.stakes("bank") == 1 and position.board.dead[0] == 2
    assert position.board.sent_back == 0, "those are counted on entering only"


def test_if_all_fail_the_general_is_there_alone():
    """F-38."""
    position = Position({"sultan": ("ford", 2)}).put(stakes={"bank": 2})
    arguments = (position.game, position.general("sultan"), position.area("bank"), position.rules, position.stream)
    position.do(s7_retreats.army_retreats, *arguments, dice=[1])
    assert position.where("sultan") == ("bank", 0)


def test_leaderless_troops_flee_one_by_one_into_markers():
    """F-38, F-51: each is a group of one."""
    position = Position({}).put({("ottoman", "ford"): 3}, stakes={"bank": 2})
    arguments = (position.game, 0, position.area("ford"), position.area("bank"), position.rules, position.stream)
    position.do(s7_retreats.loose_retreat, *arguments, dice=[1, 6])
    assert position.loose("ottoman", "bank") == 2 and position.loose("ottoman", "ford") == 0


def test_leaderless_troops_are_driven_off_or_die_where_they_cannot_go():
    """F-51: three loose Ottomans in the ford flee to the camp; in the field, behind Dracula's way, they are gone."""
    position = attack({"dracula": ("ford", 4)}, origin="castle").put({("ottoman", "ford"): 3})
    position.plays(s7_who_fights.fight_field, [FOUND, *[MISS] * 4, *[MISS] * 3])
    assert position.loose("ottoman", "camp") == 3
    position = attack({"dracula": ("field", 4)}, origin="ford").put({("ottoman", "field"): 3})
    position.plays(s7_who_fights.fight_field, [FOUND, *[MISS] * 4, *[MISS] * 3])
    assert position.board.living[0] == 0 and position.board.dead[0] == 3


@pytest.mark.parametrize(("option", "safe"), [("nearest_friendly", "bank"), ("home", "camp")])
def test_a_defender_without_army_is_put_into_a_friendly_area(option, safe):
    """F-53: from the ford the bank and the camp are one move away, but the camp is taken here; or home first."""
    position = Position({"sultan": ("ford", 0)}, general_fate=option)
    if option == "nearest_friendly":
        position.put({("christian", "camp"): 1})
    found = position.do(s7_retreats.safe_area, position.game, position.general("sultan"), position.rules)
    assert position.areas[found] == safe


def test_a_general_who_finds_no_friendly_area_goes_home():
    """F-53."""
    position = Position({"sultan": ("ford", 0)}).put({("christian", "camp"): 1, ("christian", "bank"): 1})
    found = position.do(s7_retreats.safe_area, position.game, position.general("sultan"), position.rules)
    assert position.areas[found] == "camp"


@pytest.mark.parametrize(("origin", "back"), [("vale", "vale"), (None, "ford")])
def test_an_attacker_without_army_goes_back_if_he_has_moved(origin, back):
    """F-53, F-04: he lives; without a move the nearest friendly area, lowest first."""
    position = attack({"dracula": ("castle", 1), "sultan": ("castle", 9)}, origin=origin)
    position.board.troops[0], position.board.field[1, position.area("castle")] = 0, 0
    position.do(s7_retreats.attacker_is_gone, position.game, position.rules)
    assert position.where("dracula") == (back, 0) and position.game.march.ended


def test_both_armies_gone_is_won_by_nobody():
    """F-44, F-53: one against one, both hit."""
    position = attack({"dracula": ("ford", 1), "sultan": ("ford", 1)}, origin="castle")
    position.plays(s7_who_fights.fight_field, [FOUND, FOUND, HIT, HIT])
    assert position.board.won.tolist() == [0, 0] and position.board.battles == 1
    assert position.where("dracula") == ("castle", 0) and position.where("sultan") == ("camp", 0)


def test_nobody_is_hurt_when_all_miss():
    """F-48: and the next round begins, until someone is hit."""
    position = attack({"dracula": ("ford", 1), "sultan": ("ford", 1)}, origin="castle")
    position.plays(s7_who_fights.fight_field, [FOUND, FOUND, MISS, MISS, HIT, MISS])
    assert position.board.won.tolist() == [0, 1]
