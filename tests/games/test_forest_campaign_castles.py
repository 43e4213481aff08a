"""Rules of Forest's campaign on small positions: castles, sieges, supply, victory, the turn (F-20, F-54 to F-68)."""

import pytest

from simlab.games.forest.campaign_state import NO_WINNER
from simlab.games.forest.rules import s5_turn, s6_recruiting, s8_castles, s8_control, s8_supply, s8_victory
from tests.games.forest_positions import SIDES, SIXES, Position

HIT, MISS = 6, 1


def before_the_castle(troops=6, garrison=2, **more):
    """The Sultan before the castle, activated."""
    position = Position({"sultan": ("castle", troops)}, **more).put(garrisons={("christian", "castle"): garrison})
    return position.activated("sultan")


def besieged(troops=6, garrison=2, count=0, **more):
    """The same, with a siege laid."""
    return before_the_castle(troops, garrison, **more).put(sieges={"castle": ("ottoman", count)})


def whose(position, area="castle"):
    """The side that a castle belongs to."""
    return SIDES[position.do(s8_control.castle_side, position.area(area), position.board, position.rules)]


def test_a_castle_is_attacked_only_when_the_field_is_clear():
    """F-54."""
    position = before_the_castle().put({("christian", "castle"): 1})
    assert position.do(s8_castles.garrison_to_attack, position.game) == 0
    assert before_the_castle().do(s8_castles.garrison_to_attack, before_the_castle().game) == 2


def test_a_castle_without_garrison_is_simply_taken():
    """F-55: once the field is clear."""
    position = before_the_castle(garrison=0)
    position.do(s8_castles.take_if_empty, position.game)
    assert position.heard("CASTLE_TAKEN") == [(position.area("castle"), 0)] and position.board.empty == 1


def test_in_a_storm_pair_by_pair_the_defender_fires_first():
    """F-56: six against two: both defenders hit, then both are shot."""
    position = before_the_castle().plays(s8_castles.storm_castle, [HIT, HIT, MISS, HIT, MISS, HIT])
    assert position.where("sultan") == ("castle", 4) and position.garrison("christian", "castle") == 0
    assert position.board.by_storm == 1 and whose(position) == "ottoman" and position.siege("castle") is None


def test_in_a_duel_one_pair_fights_at_a_time():
    """F-56: option storm_pairing."""
    position = before_the_castle(storm_pairing="duel")
    position.plays(s8_castles.storm_castle, [HIT, MISS, MISS, MISS, HIT, MISS, HIT])
    assert position.where("sultan") == ("castle", 5) and position.heard("STORM_ROUND")[-1][0] == 4


def test_a_general_who_loses_his_army_in_a_storm_goes_to_safety():
    """F-53, F-56."""
    position = before_the_castle(1).plays(s8_castles.storm_castle, [HIT])
    assert position.where("sultan") == ("camp", 0) and position.garrison("christian", "castle") == 2


@pytest.mark.parametrize(("troops", "margin", "may"), [(2, 1, False), (3, 1, True), (2, 0, True), (4, 3, False)])
def test_a_siege_needs_more_field_troops_than_the_garrison(troops, margin, may):
    """F-57: all of the side's in the area count."""
    position = before_the_castle(troops - 1, siege_margin=margin).put({("ottoman", "castle"): 1})
    assert bool(position.do(s8_castles.may_besiege, position.game, position.rules)) == may


def test_a_siege_counts_the_turn_in_which_it_was_laid():
    """F-57, F-59: it falls on a 1 in the first turn; a 2 does not suffice, but does a turn later."""
    position = before_the_castle()
    position.do(s8_castles.besiege, position.game)
    assert position.siege("castle") == ("ottoman", 0)
    position.plays(s8_castles.roll_sieges, [2])
    assert position.siege("castle") == ("ottoman", 1) and whose(position) == "christian"
    position.plays(s8_castles.roll_sieges, [2])
    assert position.board.by_siege == 1 and position.board.dead[1] == 2 and whose(position) == "ottoman"


def test_by_the_option_the_first_roll_cannot_succeed():
    """F-59: siege_first_count."""
    assert besieged(siege_first_count=0).plays(s8_castles.roll_sieges, [1]).siege("castle") == ("ottoman", 1)


def test_a_siege_whose_numbers_do_not_hold_is_lifted_without_a_roll():
    """F-59."""
    position = besieged(2, count=3).plays(s8_castles.roll_sieges)
    assert position.siege("castle") is None and position.garrison("christian", "castle") == 2


def test_a_siege_goes_on_when_its_general_chooses_it_again():
    """F-57, F-59."""
    position = besieged(count=2)
    position.do(s8_castles.besiege, position.game)
    assert position.siege("castle") == ("ottoman", 2)


def test_castles_are_rolled_for_from_the_lowest_area_on():
    """F-59."""
    position = besieged().put({("ottoman", "fort"): 3}, {("christian", "fort"): 1}, sieges={"fort": ("ottoman", 1)})
    position.plays(s8_castles.roll_sieges, [6, 2])
    assert whose(position) == "christian" and whose(position, "fort") == "ottoman"


def test_christians_besiege_castles_back():
    """F-60: without tokens of the Ottomans being of use."""
    position = Position({"dracula": ("castle", 4)}, tokens=(3, 0)).put(garrisons={("ottoman", "castle"): 1})
    position.put(sieges={"castle": ("christian", 0)}).plays(s8_castles.roll_sieges, [1])
    assert whose(position) == "christian" and position.board.retaken == 1 and position.board.tokens[0] == 3


@pytest.mark.parametrize(
    ("tokens", "target", "dice", "left", "falls"),
    [
        ((0, 0), "own", [3], (0, 0), False),
        ((2, 0), "own", [3, 4, 1], (0, 0), True),
        ((2, 0), "own", [1], (2, 0), True),
        ((1, 1), "any", [3, 1, 5], (0, 0), False),
        ((0, 2), "own", [1], (0, 2), True),
    ],
)
def test_tokens_reroll_siege_rolls(tokens, target, dice, left, falls):
    """F-68."""
    position = besieged(tokens=tokens, token_target=target).plays(s8_castles.roll_sieges, dice)
    assert tuple(position.board.tokens) == left and (whose(position) == "ottoman") == falls


def test_tokens_reroll_a_recruiting_roll_of_1_or_2():
    """F-68: the Christians', not the Ottomans'."""
    position = Position({"dracula": ("vale", 0)}, tokens=(2, 2)).activated("dracula")
    assert position.plays(s6_recruiting.recruit, [2, 3]).where("dracula") == ("vale", 3)
    position = Position({"sultan": ("camp", 0)}, tokens=(2, 2)).activated("sultan")
    assert position.plays(s6_recruiting.recruit, [1]).where("sultan") == ("camp", 1)


def starved(armies=None, loose=None, garrisons=None, sieges=None, **more):
    """The stacks out of supply of a position in which nobody starves of it."""
    position = Position(armies or {}, starve_max=0, **more).put(loose, garrisons, sieges=sieges)
    position.do(s8_supply.check_supply, position.game, position.rules, position.stream, dice=SIXES)
    return {(kind, position.areas[area]) for kind, area, _, _ in position.heard("OUT_OF_SUPPLY")}


OTTOMAN, CHRISTIAN = "ottoman", "christian"


def test_ottomans_are_supplied_over_areas_with_their_troops():
    """F-61: the army in the castle over the loose troops in the ford; without those it is out of supply."""
    assert starved({"sultan": ("castle", 3)}, {(OTTOMAN, "ford"): 1}) == set()
    assert starved({"sultan": ("castle", 3)}) == {(0, "castle")}
    assert starved({"sultan": ("ford", 3)}) == set(), "next to Rumelia"


def test_a_besieged_garrison_does_not_cut_ottoman_supply():
    """F-57, F-61: a siege controls its area."""
    army, garrison = {"sultan": ("vale", 3)}, {(CHRISTIAN, "castle"): 1}
    loose = {(OTTOMAN, "ford"): 1, (OTTOMAN, "castle"): 2}
    assert starved(army, loose, garrison, {"castle": ("ottoman", 1)}) == set()
    assert starved(army, loose, garrison) == {(0, "vale")}


def test_christian_troops_in_rumelia_are_no_source():
    """F-61: the loose Ottomans in the ford draw on the bank, until it is taken too."""
    assert starved(loose={(OTTOMAN, "ford"): 1, (CHRISTIAN, "camp"): 1}) == set()
    assert (1, "ford") in starved(loose={(OTTOMAN, "ford"): 1, (CHRISTIAN, "camp"): 1, (CHRISTIAN, "bank"): 1})


def test_christians_are_supplied_at_home_and_abroad_over_free_areas():
    """F-61: on the steppe from the fort, unless Ottomans bar the fort, and all other ways are theirs."""
    assert starved({"dracula": ("field", 3)}, {(OTTOMAN, "ford"): 9}) == set()
    assert starved({"dracula": ("steppe", 3)}) == set()
    assert (0, "steppe") in starved({"dracula": ("steppe", 3)}, {(OTTOMAN, "fort"): 1, (OTTOMAN, "camp"): 1})


def test_by_the_option_christians_are_supplied_from_castles_and_the_hideout():
    """F-61: christian_supply."""
    assert starved({"dracula": ("field", 3)}, {(OTTOMAN, "ford"): 1}, christian_supply="castle") == {(0, "field")}
    assert starved({"dracula": ("field", 3)}, christian_supply="castle") == set()
    barred, held = {(OTTOMAN, "ford"): 1, (OTTOMAN, "fort"): 1}, {(CHRISTIAN, "fort"): 1}
    assert (0, "steppe") in starved({"dracula": ("steppe", 3)}, barred, held, christian_supply="castle")
    assert starved({"dracula": ("steppe", 3)}, None, held, christian_supply="castle") == set()


@pytest.mark.parametrize(("option", "cut"), [("home", set()), ("cut", {(2, "castle")})])
def test_a_besieged_garrison_is_at_home_or_cut_off(option, cut):
    """F-61: garrison_supply."""
    loose, garrison = {(OTTOMAN, "ford"): 1, (OTTOMAN, "castle"): 4}, {(CHRISTIAN, "castle"): 2}
    assert starved(None, loose, garrison, {"castle": ("ottoman", 1)}, garrison_supply=option) == cut


def test_radus_army_lives_on_moldavia_but_not_the_others():
    """F-11, F-61: on the steppe, cut off by Christians in the camp."""
    armies, loose = {"radu": ("fort", 3), "sultan": ("fort", 2)}, {(CHRISTIAN, "camp"): 1}
    assert starved(armies, loose) == {(0, "fort")}
    position = Position(armies, starve_max=0).put(loose)
    position.do(s8_supply.check_supply, position.game, position.rules, position.stream, dice=[6, 6])
    assert [position.ids[unit] for _, _, unit, _ in position.heard("OUT_OF_SUPPLY")] == ["sultan"]


def test_each_troop_out_of_supply_rolls():
    """F-62, F-63: on 1 and 2 it is gone."""
    position = Position({"sultan": ("vale", 4)})
    position.plays(s8_supply.check_supply, [1, 2, 3, 6])
    assert position.where("sultan") == ("vale", 2) and position.board.dead[0] == position.board.starved[0] == 2


def test_a_castle_whose_garrison_has_starved_away_is_taken():
    """F-62."""
    position = besieged(garrison_supply="cut").put({("ottoman", "ford"): 1})
    position.plays(s8_supply.check_supply, [1, 2])
    assert whose(position) == "ottoman" and position.board.by_siege == 1 and position.board.starved[1] == 2


def test_a_castle_falls_back_when_the_last_ottoman_is_gone():
    """F-64: by presence; it is retaken only if Christians are there; with last_holder it stays Ottoman."""
    cases = (("presence", "christian", 0), ("presence", "christian", 2), ("last_holder", "ottoman", 0))
    for option, owner, christians in cases:
        position = Position({}, castle_control=option).put({("christian", "castle"): christians})
        position.put(holders={"castle": "ottoman"})
        position.do(s8_control.settle, position.area("castle"), position.game, position.rules)
        assert whose(position) == owner and position.board.retaken == int(christians > 0)


def test_ottomans_hold_a_castle_while_they_alone_are_there():
    """F-64."""
    assert whose(Position({"sultan": ("castle", 1)})) == "ottoman"
    assert whose(Position({"sultan": ("castle", 1)}).put({("christian", "castle"): 1})) == "christian"
    assert whose(Position({})) == "christian"


@pytest.mark.parametrize(("option", "owner"), [(False, "christian"), (True, "ottoman")])
def test_besieging_is_not_holding(option, owner):
    """F-65."""
    assert whose(besieged(siege_controls_castle=option)) == owner


@pytest.mark.parametrize(
    ("radu", "gap", "ottoman", "winner"),
    [
        ("loyal", "dracula", ["castle"], 0),
        ("loyal", "dracula", ["fort"], 1),
        ("muslim", "dracula", ["castle", "fort"], 0),
        ("muslim", "dracula", ["castle"], 1),
        ("muslim", "none", ["castle"], NO_WINNER),
        ("muslim", "none", [], 1),
        ("loyal", "none", ["fort"], 1),
    ],
)
def test_who_wins(radu, gap, ottoman, winner):
    """F-66: the castle lies in Wallachia, the fort in Transylvania."""
    position = Position({}, radu, victory_gap=gap).put({("ottoman", area): 1 for area in ottoman})
    assert position.do(s8_victory.winner, position.game, position.rules) == winner


@pytest.mark.parametrize(("option", "turns"), [(False, 4), (True, 1)])
def test_the_game_ends_early_only_by_the_option(option, turns):
    """F-20, F-67: the Ottomans have nobody, and nobody who could recruit."""
    position = Position({"dracula": ("peak", 1)}, early_end=option, move_points=0)
    position.do(s5_turn.play_campaign, position.game, position.rules, position.stream, dice=[0] * turns)
    assert [turn for (turn,) in position.heard("TURN_BEGINS")] == list(range(1, turns + 1))


def test_sieges_come_before_supply_at_the_end_of_a_turn():
    """F-20.7, F-20.8: the garrison falls first, so it does not starve."""
    position = besieged(garrison_supply="cut", starve_max=6, move_points=0).put({("ottoman", "ford"): 1})
    position.game.players[0].min_army = 99
    position.do(s5_turn.play_turn, position.game, position.rules, position.stream, dice=[0, 1, 1])
    assert position.board.by_siege == 1 and position.board.starved[1] == 0
