"""The policies that look ahead: their odds are the solver's, they choose with sense, and they are the stronger ones."""

import numpy as np
import pytest

from simlab.chance import compiled, kept_tables
from simlab.chance.kept_tables import is_kept, kept_table
from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Player
from simlab.games import GAMES
from simlab.games.forest.campaign_rows import campaign_rows, ratings_of
from simlab.games.forest.campaign_state import ATTACKERS_LEFT, CHRISTIAN, DEFENDER_WINS, DEFENDERS_LEFT, FALLS, OTTOMAN
from simlab.games.forest.exact.battle_odds import battle_odds
from simlab.games.forest.exact.odds import BATTLE_OPTIONS, odds_of
from simlab.games.forest.rules.s6_movement import begin_activation
from simlab.games.forest.rules.s12_foresight_christian import safest_goal
from simlab.games.forest.rules.s12_foresight_ottoman import best_goal, siege_now, storm_now
from simlab.runs.batches import Sampler
from simlab.scenario.data import default_data
from tests.games.forest_setups import case as forest_case

FOREST = GAMES["forest"]
CAMPAIGN = FOREST.models["campaign"]
DEFAULTS = {name: option.value for name, option in FOREST.options.items()}
DATA = default_data(FOREST, ("map", "start"))
AREAS = {area.id: number for number, area in enumerate(DATA.map.areas)}


def campaign(ottoman="calculating_siege", christian="calculating_defence", radu="muslim", **rules):
    """A campaign between two policies."""
    names = {"ottoman": ottoman, "christian": christian}
    players = {seat: Player(name, FOREST.policies[name].parameters()) for seat, name in names.items()}
    setup = CAMPAIGN.setup.model_validate({"radu": radu})
    return Case(FOREST, CAMPAIGN, setup, DEFAULTS | rules, data=DATA, players=players)


@pytest.fixture(scope="module")
def odds():
    return odds_of(campaign(), ratings_of(campaign()))


@pytest.mark.parametrize(
    ("pair", "troops", "wins", "loses", "left", "enemies_left"),
    [
        ((4, 2), (1, 1), 0.476190, 0.369048, 0.476190, 0.369048),
        ((4, 2), (8, 5), 0.963883, 0.029921, 5.098697, 0.058707),
        ((4, 2), (8, 12), 0.149208, 0.835998, 0.421814, 4.481638),
        ((4, 2), (12, 12), 0.671684, 0.309677, 3.256726, 1.135762),
        ((2, 4), (12, 12), 0.309677, 0.671684, 1.135762, 3.256726),
    ],
)
def test_battle_odds_are_the_check_figures_of_the_reading(odds, pair, troops, wins, loses, left, enemies_left):
    found = odds.battles[odds.pair[pair], :, troops[0], troops[1]]
    assert found == pytest.approx([wins, loses, left, enemies_left], abs=1e-6)


@pytest.mark.parametrize(
    "rules", [{}, {"surprise_fire": "none", "initial_search": "separate"}, {"group_order": "list"}]
)
@pytest.mark.parametrize(("attacker", "defender"), [((5, 3), (4, 2)), ((4, 2), (3, 0)), ((1, 4), (5, 3))])
def test_battle_odds_are_those_of_the_solver_of_one_battle(rules, attacker, defender):
    sides = {"attacker": attacker, "defender": defender}
    setup = {name: {"troops": troops, "rating": rating} for name, (troops, rating) in sides.items()}
    case = forest_case("battle", setup, rules)
    table = battle_odds(5, attacker[1], defender[1], case.rules_row(*BATTLE_OPTIONS))
    solved = case.model.exact(case, Budget())
    columns = {column.name: solved.rows[:, place] for place, column in enumerate(solved.columns)}
    worths = columns["winner"] == 0, columns["winner"] == 1, columns["attacker_left"], columns["defender_left"]
    expected = [float((solved.weights * worth).sum()) for worth in worths]
    assert table[:, attacker[0] - 1, defender[0] - 1] == pytest.approx(expected, abs=1e-10)


def test_storm_and_siege_odds_are_the_check_figures_of_the_reading(odds):
    assert odds.storms[FALLS, [2, 8, 12], [2, 3, 4]] == pytest.approx([0.259259, 0.700859, 0.790760], abs=1e-6)
    assert odds.sieges[0, :5] == pytest.approx([0, 1 / 6, 4 / 9, 13 / 18, 49 / 54])


def test_without_enemies_everybody_is_left(odds):
    assert odds.battles[odds.pair[2, 4], ATTACKERS_LEFT, 7, 0] == 7
    assert odds.battles[odds.pair[2, 4], DEFENDERS_LEFT, 0, 7] == 7
    assert odds.battles[odds.pair[2, 4], DEFENDER_WINS, 0, 7] == 1


# Tables on disk


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(kept_tables, "_known", {})
    return tmp_path


def reckoned(monkeypatch):
    """A table from a process that knows nothing yet, and how often it had to be reckoned."""
    monkeypatch.setattr(kept_tables, "_known", {})
    times = []

    def reckon():
        times.append(1)
        return np.arange(3.0)

    assert kept_table("test", ("asked", 1), reckon).tolist() == [0, 1, 2]
    return len(times)


def test_a_table_is_reckoned_once_and_then_read(empty_folder, monkeypatch):
    assert not is_kept("test", ("asked", 1))
    assert [reckoned(monkeypatch), reckoned(monkeypatch)] == [1, 0]
    assert is_kept("test", ("asked", 1))


@pytest.mark.parametrize("damage", [lambda content: content[:-5], lambda content: b"", lambda content: content + b"x"])
def test_a_damaged_table_is_reckoned_again_and_mended(empty_folder, monkeypatch, damage):
    reckoned(monkeypatch)
    (path,) = empty_folder.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert [reckoned(monkeypatch), reckoned(monkeypatch)] == [1, 0]


def test_without_a_folder_a_table_is_reckoned_all_the_same(monkeypatch):
    monkeypatch.setattr(compiled, "CACHE_FOLDER", None)
    assert [reckoned(monkeypatch), reckoned(monkeypatch)] == [1, 1]


# Choices


class Position:
    """A hand-made position: nobody stands anywhere but who is put there; one general is activated."""

    def __init__(self, turn=1, radu="muslim"):
        case = campaign(radu=radu)
        self.boards, _, self.game = campaign_rows(case)
        self.rules = CAMPAIGN.compile(case).arguments[-1]
        self.names = [g.id for g in DATA.start.generals]
        board = self.game.board
        for name in ("troops", "field", "loose", "garrison", "stakes", "living"):
            getattr(board, name)[:] = 0
        board.turn = turn
        board.where[:] = AREAS["dobruja"]
        board.where[self.game.generals.dracula] = AREAS["poenari"]

    def army(self, name, area, troops):
        """An army in an area."""
        general = self.names.index(name)
        self.game.board.where[general], self.game.board.troops[general] = AREAS[area], troops
        self.game.board.field[self.game.plans.side[general], AREAS[area]] += troops
        return self

    def garrison(self, side, area, troops):
        """A garrison."""
        self.game.board.garrison[side, AREAS[area]] = troops
        return self

    def goal(self, name):
        """Where this general goes."""
        general = self.names.index(name)
        plain(begin_activation)(self.game, general, self.rules)
        side = self.game.plans.side[general]
        choose = plain(best_goal if side == OTTOMAN else safest_goal)
        return DATA.map.areas[int(choose(self.game, self.game.players[side], self.rules))].id


def test_an_army_goes_for_the_castle_that_is_sure_rather_than_for_none():
    assert Position(turn=4).garrison(CHRISTIAN, "giurgiu", 2).army("mahmud", "rusciuk", 12).goal("mahmud") == "giurgiu"


def test_an_army_goes_where_nobody_is_bound_for():
    position = Position().garrison(CHRISTIAN, "giurgiu", 2).garrison(CHRISTIAN, "severin", 2)
    position.army("ali", "vidin", 12).army("omer", "nicopolis", 12)
    position.game.board.goal[position.names.index("ali")] = AREAS["severin"]
    assert position.goal("omer") == "giurgiu"


def test_a_storm_at_once_only_where_time_is_short():
    position = Position(turn=4).garrison(CHRISTIAN, "targoviste", 4).army("sultan", "targoviste", 12)
    plain(begin_activation)(position.game, position.names.index("sultan"), position.rules)
    player, area, clear = position.game.players[OTTOMAN], AREAS["targoviste"], (1.0, 0.0)
    for rolls, storms in ((1, True), (4, False)):
        now = plain(storm_now)(12, 4, rolls, clear, position.game, player)
        assert (now > plain(siege_now)(area, (12, 0), rolls, clear, position.game, player, position.rules)) == storms


def test_dracula_strikes_a_weak_army_in_reach():
    assert Position().army("dracula", "poenari", 12).army("sultan", "pitesti", 2).goal("dracula") == "pitesti"


def test_a_small_army_gets_out_of_the_reach_of_three_large_ones():
    position = Position(turn=2).army("dracula", "campulung", 4)
    for name in ("sultan", "omer", "mahmud"):
        position.army(name, "pitesti", 12)
    assert DATA.map.areas[AREAS[position.goal("dracula")]].terrain == "mountain"


def test_in_the_last_turn_dracula_stands_before_a_castle():
    position = Position(turn=4).army("dracula", "bucegi", 8).garrison(OTTOMAN, "targoviste", 1)
    assert position.game.map.towers[AREAS[position.goal("dracula")]] > 0


# Whole campaigns


@pytest.mark.parametrize("radu", ["muslim", "loyal"])
def test_compiled_and_plain_rules_make_the_same_choices(radu):
    sampler = Sampler(campaign(radu=radu), "splitmix", 7, {})
    assert np.array_equal(sampler.rows(0, 3).copy(), sampler.plain_rows(0, 3))


def share_of_ottomans(ottoman, christian, radu):
    """The share of campaigns that the Ottomans win."""
    return (Sampler(campaign(ottoman, christian, radu), "splitmix", 3, {}).rows(0, 4000)[:, 0] == 0).mean()


@pytest.mark.parametrize("radu", ["muslim", "loyal"])
def test_each_side_plays_better_with_foresight_than_by_heuristics(radu):
    usual = share_of_ottomans("methodical_siege", "castle_defence", radu)
    assert share_of_ottomans("calculating_siege", "castle_defence", radu) > usual + 0.05
    assert share_of_ottomans("methodical_siege", "calculating_defence", radu) < usual - 0.05


def test_armies_beyond_the_table_are_refused_where_somebody_looks_ahead():
    (fault,) = CAMPAIGN.faults(campaign(army_max=14))
    assert "up to 12 troops" in fault.message
    assert not list(CAMPAIGN.faults(campaign("methodical_siege", "turtle", army_max=14)))
