"""The publisher's two stories of a campaign with scripted dice on the default map, as far as they give numbers."""

from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.games.forest.rules.s5_turn import activate
from simlab.games.forest.rules.s5_turn_order import fill_cup, next_to_act
from simlab.games.forest.rules.s6_recruiting import recruit
from simlab.games.forest.rules.s7_who_fights import fight_field
from simlab.scenario.data import default
from tests.games.forest_positions import Position
from tests.games.forest_referee import position
from tests.games.forest_setups import case

FOUND, LOST, HIT, MISS = 1, 6, 6, 1
RAID = {"name": "raider", "jump": "always", "delay": "never"}
OTTOMANS = {
    "name": "methodical_siege",
    "fire": "surprise_first",
    "retreat": "below",
    "retreat_below": 3,
    "withdraw": "never",
}


class Story(Position):
    """The default map with armies anywhere."""

    def __init__(self, armies, ottoman=None, christian=None, **rules):
        usual = {name: dict(default("forest", name).content) for name in ("map", "start")}
        camps = {name: {"area": area, "troops": troops} for name, (area, troops) in armies.items()}
        forces = {"armies": camps, "garrisons": {}, "impalements": {}, "loose": {}}
        usual["start"] |= {"muslim": forces, "loyal": forces}
        policies = {"ottoman": ottoman or OTTOMANS, "christian": christian or RAID}
        self.case = case("campaign", {}, rules, usual, policies)
        self.game, self.rules = position(self.case)
        self.board, self.areas = self.game.board, [area["id"] for area in usual["map"]["areas"]]
        self.ids = [general["id"] for general in usual["start"]["generals"] if general["id"] in armies]
        self.stream, self.told, self.board.turn = plain(trial_stream)(0, 5, 0), [], 1

    def acts(self, name, dice):
        """A whole activation of a general."""
        return self.do(activate, self.game, self.general(name), self.rules, self.stream, dice=dice)


def test_dracula_strikes():
    """With 4 troops he recruits 4, goes into the mountains and comes down on Targoviste with two groups of four.

    Of four Ottoman groups of two he finds two, and they fire at his second group, which had not found anybody and
    answers by surprise, at one of the groups that failed as well; that one does not fire in this round, but searches
    again. After round 2 the survivors retreat to Pitesti, and he has 4 left.
    """
    story = Story({"dracula": ("poenari", 4), "sultan": ("targoviste", 8), "omer": ("pitesti", 2)})
    story.put(holders={"targoviste": "ottoman"}).activated("dracula")
    story.plays(recruit, [4]).enters("bucegi", "targoviste")
    assert story.game.march.points == 0 and story.where("dracula") == ("targoviste", 8)
    first = [*(FOUND, LOST), *(FOUND, FOUND, LOST, LOST), *(HIT, HIT, HIT, MISS), *(HIT, HIT, MISS, MISS), *(MISS, HIT)]
    second = [*(FOUND, LOST), *(HIT, MISS, HIT, MISS, MISS, MISS), *(HIT, HIT), *(MISS, MISS)]
    story.plays(fight_field, [*first, *second])
    assert story.heard("BATTLE_BEGINS") == [(0, 1, story.area("targoviste"), 8, 8, 1)]
    assert story.heard("ANSWERS")[0] == (0, 1, 2), "his second group, by surprise"
    assert (1, 2, 1, 1, 1) in story.heard("SEARCHED"), "shot at by surprise only, it searches again"
    assert [rnd for (rnd,) in story.heard("ROUND_BEGINS")] == [1, 2]
    assert story.where("sultan") == ("pitesti", 2) and story.heard("RETREATED") == [(1,)]
    assert story.where("dracula") == ("targoviste", 4) and story.board.won.tolist() == [0, 1]
    assert story.board.holder[story.area("targoviste")] == 1 and story.board.retaken == 1


def test_the_turn_after_he_jumps_first_recruits_at_targoviste_and_comes_down_on_the_next_army():
    """The Sultan's chit is drawn; Dracula jumps ahead with a 3, and strikes a third army beyond the mountains."""
    story = Story({"dracula": ("targoviste", 4), "sultan": ("pitesti", 8), "omer": ("bran", 4)})
    sultan, omer = story.general("sultan"), story.general("omer")
    story.do(fill_cup, story.game.cup)
    acts = story.do(next_to_act, story.game.cup, story.game.plans, story.rules, story.stream, dice=[sultan, 3])
    assert acts == story.general("dracula") and story.heard("JUMP_TRIED") == [(0, sultan, 3, 1)]
    story.activated("dracula").plays(recruit, [4]).enters("bucegi", "bran")
    story.plays(fight_field, [FOUND, FOUND, LOST, LOST, *[HIT] * 8])
    assert story.heard("RECRUITED") == [(0, story.area("targoviste"), 4, 0)]
    assert story.heard("BATTLE_BEGINS") == [(0, omer, story.area("bran"), 8, 4, 0)]
    assert story.where("dracula") == ("bran", 8) and story.board.won.tolist() == [0, 1]


def test_what_now_two_armies_are_destroyed_at_pitesti_one_after_the_other():
    """The Sultan's army, then another, attack Dracula's twelve and are gone; he has lost a third of his own."""
    ottomans = {"name": "converge", "withdraw": "never"}
    story = Story({"dracula": ("pitesti", 12), "sultan": ("slatina", 4), "ali": ("slatina", 4)}, ottomans)
    for name in ("sultan", "ali"):
        dracula = story.where("dracula")[1]
        found = [FOUND] * (2 + -(-dracula // 4))
        story.acts(name, [*found, *(HIT, HIT, MISS, MISS), *[HIT] * dracula])
    assert story.board.battles == 2 and story.board.won.tolist() == [0, 2]
    assert story.where("dracula") == ("pitesti", 8) and story.board.dead.tolist() == [8, 4]
    assert {story.where(name)[1] for name in ("sultan", "ali")} == {0}


def test_what_now_a_third_army_loses_three_fifths_at_the_stakes_and_withdraws():
    """Ten troops in five groups face six markers: three groups flee; Dracula's groups are not found, so he who attacks
    leaves without loss, back where he came from.
    """
    ottomans = {"name": "converge", "withdraw": "always"}
    story = Story({"dracula": ("pitesti", 8), "omer": ("slatina", 10)}, ottomans).put(stakes={"pitesti": 6})
    story.acts("omer", [1, 2, 3, 4, 5, *[LOST, LOST], *[LOST, LOST]])
    assert story.board.sent_back == 6 and story.stakes("pitesti") == 4
    assert story.heard("WITHDREW") == [(0,)] and story.board.dead.sum() == 2, "only the markers taken down are dead"
    assert story.where("omer") == ("slatina", 4) and story.loose("ottoman", "slatina") == 6
    assert story.where("dracula") == ("pitesti", 8)


def test_what_now_castles_left_and_right_are_besieged():
    """Giurgiu and Braila are reached and besieged in the first turn."""
    story = Story({"dracula": ("pitesti", 8), "mahmud": ("rusciuk", 12), "evrenos": ("dobruja", 12)})
    story.put(garrisons={("christian", "giurgiu"): 2, ("christian", "braila"): 2})
    for name in ("mahmud", "evrenos"):
        story.acts(name, [])
    assert story.siege("giurgiu") == story.siege("braila") == ("ottoman", 0)
