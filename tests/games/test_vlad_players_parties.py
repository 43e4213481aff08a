"""How the heuristic players of I Am Vlad go together, shop, build and curse (P-4, P-5, P-6)."""

import pytest

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p4_parties import nearest_neutral, party_able
from tests.games.vlad_turns import Turns

HUNT = {f"goals_{kind}": ["hunt"] for kind in ("vlad", "knight", "archer")} | {"hunt_margin": 1.0, "hunt_life": 0.5}


class Hunters(Turns):
    """Positions in which seat 1 hunts."""

    def __init__(self, **parameters):
        super().__init__()
        self.plays(1, **(HUNT | parameters))

    def asks_party(self):
        """P-4 the party test now."""
        self.play.intent.party_tested = 0
        return bool(self.do(party_able, 1))


def test_a_party_needs_cards_of_one_time_of_day_against_a_neutral():
    """P-4 Thirty-six by day or by night; both together do not count."""
    for hands, able in (
        ({"vlad1": "day 19/7", "archer1": "day 16/3"}, False),
        ({"vlad1": "day 19/7", "archer1": ["day 16/3", "day 8/8"]}, True),
        ({"vlad1": "night 20/8", "knight1": "night 16/7"}, True),
        ({"vlad1": ["night 20/8", "day 17/8"], "knight1": ["night 9/11", "day 9/10"]}, False),
    ):
        assert Hunters().hands(**hands).asks_party() == able


def test_the_bonus_of_a_crown_counts_for_a_party():
    """P-4, V-28 Two more for each of two cards."""
    position = Hunters().hands(vlad1="day 16/8", archer1="day 16/3")
    assert not position.asks_party() and position.give(1, crowns=1).asks_party()


@pytest.mark.parametrize("margin, able", [(0.9, True), (0.98, False), (1.0, False)])
def test_how_much_a_party_wants_to_have_can_be_set(margin, able):
    """P-4 hunt_margin: thirty-five attack."""
    assert Hunters(hunt_margin=margin).hands(vlad1="day 19/7", archer1="day 16/3").asks_party() == able


def test_only_fit_units_on_the_map_outside_outposts_are_a_party():
    """P-4 hunt_life"""
    strong = {"vlad1": ["day 19/7", "day 18/7"]}
    assert Hunters().hands(**strong).set_life(vlad1=17).asks_party()
    assert not Hunters().hands(**strong).set_life(vlad1=16).asks_party()
    assert not Hunters().hands(**strong).outpost(1, (20, 3), "vlad1").asks_party()


def test_the_den_that_is_nearest_to_all_field_units_together_is_the_target():
    """P-4 By the sum; a beaten one is none, and who is in an outpost does not count."""
    position = Turns().place(vlad1=(36, 20), knight1=(3, 10), archer1=(3, 14))
    assert position.do(nearest_neutral, state.HUNT_DEN, 1) == 0
    position.table.den_stands[0] = 0
    assert position.do(nearest_neutral, state.HUNT_DEN, 1) == 2
    position.place(vlad1=(36, 14)).outpost(1, (20, 3), "knight1", "archer1")
    assert position.do(nearest_neutral, state.HUNT_DEN, 1) == 6


def test_of_equally_near_targets_the_first_number_is_taken_as_the_corner_counts():
    """P-4 At the start two dens and two gates are as near; the second corner numbers them on the board turned."""
    position = Turns()
    assert [position.do(nearest_neutral, state.HUNT_DEN, seat) for seat in (1, 2)] == [0, 3]
    assert [position.do(nearest_neutral, state.WIN_GATE, seat) for seat in (1, 2)] == [0, 2]


def test_the_nearest_gate_without_own_flag_is_the_target():
    """P-4 Others' flags do not matter."""
    position = Turns().give(1, flags=[0]).give(2, flags=[1])
    assert position.do(nearest_neutral, state.WIN_GATE, 1) == 1
    position.place(vlad1=(38, 20), knight1=(38, 21), archer1=(38, 22))
    assert position.do(nearest_neutral, state.WIN_GATE, 1) == 3


def hunters(vlad="day 19/7", knight=("day 16/6", "day 8/11"), **parameters):
    """Vlad and knight of seat 1 near a den, the archer far away."""
    position = Hunters(**parameters).place(vlad1=(3, 9), knight1=(4, 9), archer1=(20, 5))
    return position.hands(vlad1=vlad, knight1=list(knight))


def moved(position):
    """Where Vlad, knight and archer stand after they have moved."""
    position.plans(1)
    return [position.acts(f"{kind}1").where(f"{kind}1") for kind in ("vlad", "knight", "archer")]


def test_those_who_arrive_with_enough_cards_take_the_combat_squares():
    """P-4 Each the free one with fewest steps; the archer follows from afar."""
    assert moved(hunters()) == [(3, 11), (3, 12), (15, 1)]


def test_those_who_have_not_enough_now_wait_beside_the_combat_squares():
    """P-4 Their cards are of the night; and with the archer's they would do, but it is too far away."""
    assert moved(hunters("night 20/8", ["night 16/7"]))[:2] == [(2, 10), (3, 10)]
    far = hunters("day 19/7", ["day 8/11"]).hands(archer1="day 16/3")
    assert moved(far)[:2] == [(2, 10), (3, 10)]


@pytest.mark.parametrize("margin, arrives", [(0.7, True), (0.8, False)])
def test_the_margin_counts_for_those_who_arrive(margin, arrives):
    """P-4 hunt_margin: twenty-seven of thirty-six."""
    position = hunters("day 19/7", ["day 8/11"], hunt_margin=margin).hands(archer1="day 16/3")
    assert (moved(position)[0] == (3, 11)) == arrives


def test_who_finds_no_combat_square_left_waits():
    """P-4 Foes hold two of three; all could have reached the third."""
    position = hunters().place(knight2=(3, 12), archer2=(3, 13))
    assert moved(position)[:2] == [(3, 11), (3, 10)]


def test_who_stands_on_a_combat_square_stays_with_the_party_or_steps_off_without():
    """P-4 No steps are the fewest."""
    assert moved(hunters().place(vlad1=(3, 13)))[:2] == [(3, 13), (3, 11)]
    waiting = hunters("night 20/8", ["night 16/7"]).place(vlad1=(3, 13), knight1=(20, 20))
    assert moved(waiting)[0] == (2, 13)


def test_who_has_another_goal_does_not_count_as_arriving():
    """P-4 The knight would bring the cards, but goes home."""
    assert moved(hunters(goals_knight=["home"]))[0] == (2, 10)


def test_a_party_wins_a_gate_in_the_same_way():
    """P-4 With the gate target: on the bridge."""
    gate = {f"goals_{kind}": ["gate"] for kind in ("vlad", "knight")} | {"flags_wanted": 1}
    position = hunters(**gate).place(vlad1=(9, 18), knight1=(9, 20))
    assert moved(position)[:2] == [(11, 18), (11, 19)]
    weak = hunters("night 20/8", ["night 16/7"], **gate).place(vlad1=(9, 18), knight1=(9, 20))
    assert moved(weak)[:2] == [(10, 17), (10, 19)]


def shopping(gold, *wishes, **parameters):
    """The archer of seat 1 has been at a tavern: gold left, impale tokens, potions, magic cards, outpost."""
    position = Turns().plays(1, shop_list=[list(wish) for wish in wishes], **({"gold_reserve": 0} | parameters))
    position.give(1, gold=gold).place(archer1=(9, 23)).plans(1)
    position.acts("archer1")
    return bought(position)


def bought(position):
    """Gold left, then impale tokens, potions, magic cards and outposts held."""
    table = position.table
    held = (position.play.seats.of[0].tokens, table.flasks[0], len(position.magic_cards(1)), table.outpost_state[0])
    return [int(table.gold[0]), *map(int, held)]


LIST = (["impale", 2], ["potion", 3], ["magic", 1], ["outpost", 1])


@pytest.mark.parametrize(
    "gold, reserve, result",
    [
        (1, 0, [0, 1, 0, 0, 0]),
        (9, 1, [1, 2, 3, 0, 0]),
        (15, 0, [0, 2, 3, 1, 1]),
        (15, 1, [3, 2, 3, 1, 0]),
        (30, 1, [15, 2, 3, 1, 1]),
    ],
)
def test_the_shop_list_is_gone_through_until_nothing_is_bought(gold, reserve, result):
    """P-5 shop_list, gold_reserve: the first that is lacking and leaves the reserve."""
    assert shopping(gold, *LIST, gold_reserve=reserve) == result


def test_what_is_too_dear_does_not_keep_from_the_next():
    """P-5 Magic costs four, a token one."""
    assert shopping(3, ["magic", 1], ["impale", 1]) == [2, 1, 0, 0, 0]


def test_an_outpost_is_bought_once_for_ever():
    """P-5, V-18 Also if it is not held any more."""
    position = Turns().plays(1, shop_list=[["outpost", 1]]).give(1, gold=9).place(archer1=(9, 23))
    position.table.outpost_state[0] = state.LOST
    position.plans(1)
    assert bought(position.acts("archer1"))[0] == 9


def visit(more, bell_min=1, dial=1, own=0):
    """Whether the archer in its church tolls with so many enemies, and own units, inside the fortress."""
    position = Turns().plays(1, bell_min=bell_min).dial(dial).place(archer1=(8, 8))
    units = [f"{kind}{seat}" for seat in (2, 3) for kind in ("vlad", "knight")][:more] + ["vlad1", "knight1"][:own]
    position.place(**{unit: (15 + number, 15) for number, unit in enumerate(units)}).plans(1)
    return position.acts("archer1").of(1, "bells")


def test_the_bell_is_tolled_if_enough_more_enemies_than_own_units_are_inside():
    """P-5 bell_min: and the dial is on its first position."""
    assert [visit(1), visit(0), visit(2, own=1), visit(2, own=2), visit(2, dial=3)] == [1, 0, 1, 0, 0]
    assert [visit(1, bell_min=2), visit(2, bell_min=2), visit(0, bell_min=0)] == [0, 1, 1]


@pytest.mark.parametrize("gold, cards", [(7, 0), (8, 1)])
def test_an_akathist_card_is_bought_with_enough_gold(gold, cards):
    """P-5 akathist_gold"""
    position = Turns().plays(1, akathist_gold=8).give(1, gold=gold).akathist("tithe").place(archer1=(8, 8))
    position.plans(1)
    assert position.acts("archer1").of(1, "akathist") == cards


def settler(site, vlad, radius=6):
    """Where the outpost of seat 1 stands that its Vlad would place from a square; None if nowhere."""
    position = Turns().plays(1, site=site, site_radius=radius).place(vlad1=vlad)
    position.table.outpost_state[0] = state.BOUGHT
    position.plans(1)
    position.acts("vlad1")
    return divmod(int(position.table.outpost_square[0]), 40) if position.of(1, "outpost") else None


def test_the_outpost_stands_beside_vlad_as_near_to_its_site_as_may_be():
    """P-6 site: the own church, the gate nearest to Vlad, or the one nearest to his start; then by reading order."""
    assert settler("church", (12, 8)) == (12, 9) and settler("church", (20, 8), 20) == (19, 7)
    assert settler("gate", (32, 20)) == (31, 19) and settler("gate", (20, 6)) == (19, 7)
    assert settler("tower_gate", (8, 20)) == (9, 19)
    assert settler("tower_gate", (32, 20)) is None


@pytest.mark.parametrize("radius, stands", [(3, False), (4, True)])
def test_the_outpost_waits_until_vlad_is_near_enough(radius, stands):
    """P-6 site_radius: four steps from the church."""
    assert (settler("church", (13, 8), radius) is not None) == stands


def test_the_outpost_waits_where_no_square_is_legal():
    """P-6, V-18 On the bridge there is no plain ground."""
    assert settler("gate", (12, 19)) is None


def curser():
    """Vlad of seat 1, with the right, on the tower."""
    return Turns().plays(1, goals_vlad=["curse_run"]).place(vlad1=(18, 18)).give(1, crowns=2)


def lays(position):
    """The seat that is cursed after Vlad has come to the tower."""
    position.plans(1)
    position.acts("vlad1")
    return int(position.table.cursed) + 1


def test_the_curse_goes_to_the_opponent_with_most_crowns_then_flags_then_next_in_turn_order():
    """P-6 Of those who are in the game."""
    assert lays(curser()) == 2
    assert lays(curser().give(3, flags=[0])) == 3
    assert lays(curser().give(3, flags=[0, 1, 2]).give(4, crowns=1)) == 4
    assert lays(curser().lives(seat2=1).kill("vlad2")) == 3


def test_a_curse_that_lies_there_already_is_not_laid_again():
    """P-6 Whoever has cast it; one that lies elsewhere is moved."""
    position = curser()
    position.table.cursed, position.table.caster = 1, 2
    assert lays(position) == 2 and position.of(1, "curses") == 0 and position.table.caster == 2
    position = curser()
    position.table.cursed, position.table.caster = 3, 2
    assert lays(position) == 2 and position.of(1, "curses") == 1 and position.table.caster == 0
