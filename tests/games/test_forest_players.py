"""The players of Forest's campaign (section 12), its default data (section 10), and the numbers of its options."""

import pytest

from simlab.games.forest import campaign_state as codes
from simlab.games.forest.rules import s12_christian, s12_marching, s12_ottoman, s12_random
from simlab.scenario.schema import starter_case
from tests.games.forest_positions import Position
from tests.games.forest_referee import position
from tests.games.forest_setups import FOREST

CODES = {
    "troop_moves": {"per_activation": codes.PER_ACTIVATION, "per_turn": codes.PER_TURN},
    "radu_moldavia": {"muslim_only": codes.MUSLIM_ONLY, "always": codes.ALWAYS},
    "morale_fail_on_entry": {"back": codes.BACK, "eliminated": codes.ELIMINATED},
    "several_armies": {"one_by_one": codes.ONE_BY_ONE, "merged": codes.MERGED},
    "garrison_on_entry": {"fill": codes.FILL, "as_placed": codes.AS_PLACED},
    "general_fate": {"nearest_friendly": codes.NEAREST_FRIENDLY, "home": codes.HOME},
    "christian_supply": {"home": codes.SUPPLIED_AT_HOME, "castle": codes.SUPPLIED_FROM_CASTLES},
    "garrison_supply": {"home": codes.GARRISON_AT_HOME, "cut": codes.GARRISON_CUT},
    "castle_control": {"presence": codes.PRESENCE, "last_holder": codes.LAST_HOLDER},
    "victory_gap": {"dracula": codes.DRACULA_WINS_GAP, "none": codes.NOBODY_WINS_GAP},
    "token_target": {"own": codes.OWN_DICE, "any": codes.ANY_DICE},
}


@pytest.mark.parametrize("name", CODES)
def test_codes_are_the_places_of_the_choices(name):
    assert {choice: place for place, choice in enumerate(FOREST.options[name].choices)} == CODES[name]


def test_the_default_campaign_has_seven_generals_in_the_order_of_their_jumps():
    """F-03, section 10."""
    case = starter_case(FOREST, FOREST.models["campaign"])
    game, _ = position(case)
    ids = [general.id for general in case.data.start.generals]
    assert ids == ["dracula", "radu", "sultan", "mahmud", "omer", "ali", "evrenos"]
    assert game.plans.rating[:7].tolist() == [4, 3, 2, 2, 2, 2, 2] and game.plans.side[:7].tolist() == [1] + [0] * 6
    assert game.board.living.tolist() == [72, 32] and game.board.staked.tolist() == [0, 4]


def player(side, name, **parameters):
    """Policies with one side's player changed."""
    return {side: {"name": name} | parameters}


def test_the_march_takes_fewest_moves_and_ends_with_the_first_tired_troop():
    """Section 12: from the ford to the fort Ottomans have two ways of three moves; the lowest area is the camp."""
    march = Position({"sultan": ("ford", 4)}).activated("sultan")
    assert march.areas[march.do(s12_marching.next_step, march.game, march.area("fort"), march.rules)] == "camp"
    march.board.army_led[march.general("sultan"), 2] = 1
    assert march.do(s12_marching.next_step, march.game, march.area("fort"), march.rules) == codes.NO_AREA


@pytest.mark.parametrize(("area", "within"), [("vale", True), ("castle", True), ("ford", False), ("fort", True)])
def test_within_reach(area, within):
    """Section 12: two moves, if he need not stop on the way: from the peak the vale is free, the castle is not."""
    reach = Position({"dracula": ("peak", 4)}).put({("ottoman", "castle"): 1}).activated("dracula")
    assert bool(reach.do(s12_marching.within_reach, reach.area(area), reach.game, reach.rules)) == within


def test_counted_strength_takes_half_of_loose_troops():
    """Section 12: not rounded."""
    counted = Position({"sultan": ("ford", 4)}).put({("ottoman", "ford"): 3})
    assert counted.do(s12_marching.twice_counted_strength, 0, counted.area("ford"), counted.game) == 11


@pytest.mark.parametrize(("radu", "target"), [("muslim", "fort"), ("loyal", None)])
def test_ottomans_want_the_castles_of_the_victory_condition(radu, target):
    """Section 12, step 4: the castle has fallen; the fort counts only with Radu."""
    spread = Position({"sultan": ("castle", 6)}, radu, player("ottoman", "methodical_siege")).activated("sultan")
    found = spread.do(s12_ottoman.ottoman_target, spread.game, spread.game.players[0], spread.rules)
    assert (None if found < 0 else spread.areas[found]) == target


def test_converging_ottomans_go_for_the_largest_army_in_the_open():
    """Section 12, step 4: not for the one in the mountains."""
    armies = {"sultan": ("camp", 6), "dracula": ("peak", 9), "stefan": ("vale", 3)}
    hunt = Position(armies, policies=player("ottoman", "converge")).activated("sultan")
    assert hunt.areas[hunt.do(s12_ottoman.army_to_converge_on, hunt.game)] == "vale"


def test_an_ottoman_leaves_a_besieging_force_and_goes_on():
    """Section 12, step 3: garrison 2, margin 1 and reserve 1 make four who stay; six march to the fort."""
    besieger = Position({"sultan": ("castle", 10)}, policies=player("ottoman", "methodical_siege", min_army=4))
    besieger.put(garrisons={("christian", "castle"): 2}, sieges={"castle": ("ottoman", 1)}).activated("sultan")
    besieger.plays_activation(s12_ottoman.ottoman_activation, 0)
    assert besieger.loose("ottoman", "castle") == 4 and besieger.where("sultan") == ("fort", 6)
    assert besieger.siege("castle") == ("ottoman", 1)


@pytest.mark.parametrize(("turn", "storms"), [(1, False), (4, True)])
def test_a_methodical_ottoman_storms_in_the_last_turn(turn, storms):
    """Section 12: six against two, ratio 99 before and 1.5 then."""
    last = Position({"sultan": ("castle", 6)}, policies=player("ottoman", "methodical_siege"))
    last.board.turn = turn
    assert bool(last.do(s12_ottoman.wants_storm, 6, 2, last.game, last.game.players[0], last.rules)) == storms


def test_a_raider_strikes_the_weakest_and_goes_home_otherwise():
    """Section 12."""
    raid = Position({"dracula": ("vale", 8)}, policies=player("christian", "raider")).activated("dracula")
    assert raid.areas[raid.do(s12_christian.christian_target, raid.game, raid.game.players[1], raid.rules)] == "peak"
    raid.put({("ottoman", "castle"): 6, ("ottoman", "fort"): 4})
    assert raid.areas[raid.do(s12_christian.christian_target, raid.game, raid.game.players[1], raid.rules)] == "fort"


def test_a_defender_of_castles_relieves_the_one_besieged_longest():
    """Section 12."""
    relief = Position({"dracula": ("vale", 8)}, policies=player("christian", "castle_defence")).activated("dracula")
    relief.put({("ottoman", "castle"): 3, ("ottoman", "fort"): 3}, {("christian", a): 1 for a in ("castle", "fort")})
    relief.put(sieges={"castle": ("ottoman", 1), "fort": ("ottoman", 2)})
    found = relief.do(s12_christian.christian_target, relief.game, relief.game.players[1], relief.rules)
    assert relief.areas[found] == "fort"


def test_a_turtle_fills_its_castle():
    """Section 12: markers of the dead and a full garrison in the strongest castle of Wallachia; then he recruits."""
    turtle = Position({"dracula": ("vale", 12)}, policies=player("christian", "turtle")).put(dead=(2, 0))
    turtle.activated("dracula").plays_activation(s12_christian.christian_activation, 1, dice=[1])
    assert turtle.where("dracula") == ("castle", 11) and turtle.garrison("christian", "castle") == 2
    assert turtle.stakes("castle") == 2 and turtle.stakes("vale") == 0


@pytest.mark.parametrize(("stakes", "placed", "army"), [("all", 1, 12), ("own", 2, 11), ("none", 0, 12)])
def test_markers_by_the_parameter_stakes(stakes, placed, army):
    """Section 12: one dead piece; `own` gives a troop more while the reserve stays."""
    policy = player("christian", "raider", stakes=stakes, stake_reserve=8)
    raid = Position({"dracula": ("vale", 12)}, policies=policy).put(dead=(1, 0)).activated("dracula")
    raid.do(s12_christian.place_stakes, raid.game, raid.game.players[1], raid.rules)
    assert (raid.stakes("vale"), raid.where("dracula")[1]) == (placed, army)


def test_a_random_player_has_every_legal_choice():
    """Section 12: to stop, to recruit, or one of the areas next to him that he may enter."""
    lot = Position({"sultan": ("camp", 3)}, policies=player("ottoman", "random_legal")).activated("sultan")
    chosen = [lot.do(s12_random.random_choice, lot.game, lot.rules, lot.stream, dice=[n]) for n in range(1, 6)]
    assert chosen == [0, 1, 2 + lot.area("bank"), 2 + lot.area("ford"), 2 + lot.area("steppe")]
