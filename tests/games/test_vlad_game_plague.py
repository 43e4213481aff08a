"""I Am Vlad, the full game: the plague, how it begins, spreads and ends (V-31, V-42 to V-44)."""

import pytest

from simlab.games.vlad.rules.s5_v43_spread import spread_plague
from tests.games.vlad_positions import DEADLY, Position

CHURCH, CHURCH_OF_2 = (8, 8), (8, 31)
SICK = (20, 3)  # where an infected archer stands, who reaches four squares along his lines


def card_for(**squares):
    """Seat 1 buys the plague card with its archer."""
    position = Position().place(**{"archer1": CHURCH} | squares).give(1, gold=1).plays(1, akathist_gold=1)
    return position.akathist("plague")


def sick_archer(rules=None, **squares):
    """Seat 1's archer is infected; others stand around, and nobody has looked yet whom he reaches."""
    return Position(rules=rules).place(archer1=SICK, **squares).infect("archer1")


# V-31, V-42: marks, the first case


def test_there_are_tokens_for_all_units():
    """V-31 All twelve may be infected, and all become immune."""
    units = [f"{kind}{seat}" for kind in ("vlad", "knight", "archer") for seat in (1, 2, 3, 4)]
    position = Position().infect(*units)
    assert position.mark(*units) == ["infected"] * 12 and position.table.infected == 12
    position.kill(*units)
    assert set(position.mark(*units)) == {"immune"} and position.table.infected == 0


def test_the_card_infects_the_unit_that_bought_it():
    """V-42 Not the others of its seat, who stand elsewhere."""
    position = card_for().turn(1)
    assert position.mark("archer1", "vlad1", "knight1", "vlad2") == ["infected", "healthy", "healthy", "healthy"]
    assert position.of(1, "plagued") == 1


def test_the_card_does_nothing_to_the_immune():
    """V-42 It is used up all the same."""
    position = card_for()
    position.table.plague[2] = 2
    position.turn(1)
    assert position.mark("archer1") == "immune" and position.of(1, "akathist", "plagued") == [1, 0]
    assert position.table.cards_left == 0


def test_after_the_card_all_in_reach_are_infected():
    """V-43 A check follows its purchase; the knight passes it on to his neighbour."""
    position = card_for(knight2=(12, 8), archer3=(13, 8), vlad3=(14, 8)).turn(1)
    assert position.mark("knight2", "archer3", "vlad3") == ["infected", "infected", "infected"]


# V-43: spread


def test_a_plagued_unit_infects_whom_it_could_attack():
    """V-43, V-56 The archer along his lines up to four squares; from unit to unit until nothing changes."""
    position = sick_archer(knight2=(20, 7), archer2=(22, 4), archer3=(20, 8), vlad3=(20, 10)).go("archer1", SICK)
    assert position.mark("knight2", "archer2") == ["infected", "healthy"]
    assert position.mark("archer3", "vlad3") == ["infected", "infected"]  # by the knight, and by the archer


@pytest.mark.parametrize(("kind", "reach"), [("vlad", 3), ("knight", 1), ("archer", 4)])
def test_each_type_has_its_own_reach(kind, reach):
    """V-43, V-56."""
    for distance in (reach, reach + 1):
        position = Position().place(**{f"{kind}1": (20, 3)}).place(vlad2=(20, 3 + distance)).infect(f"{kind}1")
        position.do(spread_plague)
        assert (position.mark("vlad2") == "infected") == (distance == reach)


def test_its_own_company_is_not_spared():
    """V-43 Any seat's units."""
    assert sick_archer(vlad1=(20, 5)).go("archer1", SICK).mark("vlad1") == "infected"


def test_obstacles_stop_the_plague():
    """V-43, V-57 A rock at (17, 6)."""
    position = Position().place(archer1=(15, 6), archer2=(18, 6)).infect("archer1").go("archer1", (15, 6))
    assert position.mark("archer2") == "healthy"


@pytest.mark.parametrize(("spread", "mark"), [("enter_path", "infected"), ("end_only", "healthy")])
def test_who_passes_through_is_infected_or_not(spread, mark):
    """V-43 `plague_spread`: along the row of an archer, and on beyond his reach."""
    rules = {"plague_spread": spread, "movement": "straight"}
    position = sick_archer(rules, vlad2=(18, 8)).go("vlad2", (23, 8))
    assert position.mark("vlad2") == "healthy"  # five squares from him: not in reach at all
    assert sick_archer(rules, vlad2=(18, 7)).go("vlad2", (21, 7)).mark("vlad2") == mark
    assert sick_archer(rules, vlad2=(18, 4)).go("vlad2", (22, 4)).mark("vlad2") == mark


@pytest.mark.parametrize("spread", ["enter_path", "end_only"])
def test_who_stops_within_reach_is_infected(spread):
    """V-43 Under both readings."""
    assert sick_archer({"plague_spread": spread}, vlad2=(18, 5)).go("vlad2", (20, 5)).mark("vlad2") == "infected"


def test_the_square_where_a_move_begins_does_not_count():
    """V-43 Who stood there unseen and leaves at once stays healthy."""
    assert sick_archer(vlad2=(20, 5)).go("vlad2", (21, 6)).mark("vlad2") == "healthy"


def test_the_own_outpost_at_the_end_of_a_move_does_not_count():
    """V-43, V-50 Its square lies in the archer's row, the one before it does not."""
    position = sick_archer(vlad2=(21, 7)).outpost(2, (20, 6)).go("vlad2", (20, 6))
    assert position.where("vlad2") == "outpost" and position.mark("vlad2") == "healthy"


def test_the_way_to_the_own_outpost_counts():
    """V-43 Past a sick knight, who stands beside the last square before it."""
    position = Position(rules={"movement": "straight"}).place(knight1=(21, 8), vlad2=(20, 8)).infect("knight1")
    position.outpost(2, (20, 6)).go("vlad2", (20, 6))
    assert position.where("vlad2") == "outpost" and position.mark("vlad2") == "infected"


def test_a_plagued_unit_that_moves_infects_where_it_stops():
    """V-43 Not on its way."""
    position = sick_archer(vlad2=(17, 2), vlad3=(23, 5)).go("archer1", (23, 3))
    assert position.mark("vlad2", "vlad3") == ["healthy", "infected"]


@pytest.mark.parametrize("acts", [True, False])
def test_a_returning_unit_is_looked_at(acts):
    """V-43, V-44 Near a plagued unit at its church, where standing still, if it still may, cures it at once."""
    position = Position(rules={"return_acts": acts}).place(vlad2=(8, 10)).infect("vlad2").on_road(knight1=13).turn(1)
    assert position.where("knight1") == CHURCH and position.of(1, "plagued") == 1
    assert position.mark("knight1") == ("immune" if acts else "infected")


def test_a_vlad_who_stands_up_is_looked_at():
    """V-43, V-32 Beside a plagued enemy in his base."""
    position = Position().place(vlad1=SICK, archer2=(2, 4)).infect("archer2").kill("vlad1")
    assert position.where("vlad1") == (2, 2) and position.mark("vlad1") == "infected"


def test_the_immune_catch_nothing():
    """V-43, V-44 Neither standing nor passing."""
    position = sick_archer(vlad2=(20, 5), vlad3=(18, 5))
    position.table.plague[[3, 6]] = 2
    position.go("archer1", SICK).go("vlad3", (21, 5))
    assert position.mark("vlad2", "vlad3") == ["immune", "immune"] and position.table.infected == 1


def test_nobody_is_infected_twice():
    """V-31 The count of infections."""
    position = sick_archer(vlad2=(20, 5)).go("archer1", SICK).go("archer1", SICK).go("vlad2", (20, 5))
    assert position.of(2, "plagued") == 1


# V-44: loss, cure, immunity


@pytest.mark.parametrize(("rules", "loss"), [({}, 1), ({"plague_damage": 4}, 4), ({"plague_damage": 0}, 0)])
def test_the_infected_lose_life_at_their_own_upkeep(rules, loss):
    """V-44 `plague_damage`; the healthy and other seats nothing."""
    position = Position(rules=rules).place(archer1=SICK).infect("archer1")
    for seat in (2, 3, 4, 1):
        position.turn(seat)
    assert position.life("archer1", "vlad1", "archer2") == [24 - loss, 34, 24]


def test_nobody_is_paid_for_whom_the_plague_kills():
    """V-44, V-64."""
    position = sick_archer().set_life(archer1=1).turn(1)
    assert position.where("archer1") == "fallen" and sum(position.of(seat, "kills") for seat in (1, 2, 3, 4)) == 0


@pytest.mark.parametrize("place", [(8, 8), (8, 9), (9, 8)])
def test_the_own_church_cures_who_has_moved_there(place):
    """V-44 On any of its orange squares; immune from then on."""
    position = Position().place(archer1=(11, 9)).infect("archer1").go("archer1", place)
    assert position.mark("archer1") == "immune" and position.table.infected == 0
    position.place(vlad2=(20, 3), archer1=(20, 5)).infect("vlad2").go("vlad2", (20, 3))
    assert position.mark("archer1") == "immune"


def test_standing_still_on_the_own_church_cures_too():
    """V-44 After one loss, if it was infected there after its move."""
    position = card_for().turn(1)
    assert position.mark("archer1") == "infected" and position.life("archer1") == 24
    position.turn(1)
    assert position.mark("archer1") == "immune" and position.life("archer1") == 23


def test_other_churches_cure_nobody():
    """V-44, V-10."""
    position = Position().place(archer1=CHURCH_OF_2, vlad2=CHURCH).infect("archer1", "vlad2")
    position.go("archer1", CHURCH_OF_2).go("vlad2", CHURCH)
    assert position.mark("archer1", "vlad2") == ["infected", "infected"]


def test_a_cure_comes_before_the_plague_spreads():
    """V-44, V-50 Who comes to his church infects nobody there."""
    position = Position().place(archer1=(11, 8), vlad2=(9, 9 - 2)).infect("archer1").go("archer1", CHURCH)
    assert position.mark("archer1", "vlad2") == ["immune", "healthy"]


def test_who_catches_it_on_the_way_to_his_church_is_cured_there():
    """V-43 a, V-50 Infection by the path comes before the cure."""
    position = Position(rules={"movement": "straight"}).place(archer1=(12, 8), vlad2=(11, 11)).infect("vlad2")
    position.go("archer1", (9, 8))
    assert position.of(1, "plagued") == 1 and position.mark("archer1") == "immune"


@pytest.mark.parametrize(("immunises", "mark"), [(True, "immune"), (False, "healthy")])
def test_death_cures(immunises, mark):
    """V-44 `death_immunises`: for good, or only this once."""
    position = Position(rules={"death_immunises": immunises}).place(vlad1=SICK).infect("vlad1", "knight2")
    position.kill("vlad1", "knight2")
    assert position.mark("vlad1", "knight2") == [mark, mark] and position.table.infected == 0
    position.place(archer3=(2, 4)).infect("archer3").go("archer3", (2, 4))
    assert position.mark("vlad1") == ("immune" if immunises else "infected")


def test_the_healthy_who_die_are_not_immune():
    """V-44 Only a cured unit is."""
    position = Position().place(vlad1=SICK).kill("vlad1")
    assert position.mark("vlad1") == "healthy"


def test_a_plagued_unit_fights_as_ever():
    """V-44 Plague costs life, nothing else; being attacked does not infect by itself."""
    position = sick_archer(vlad2=(20, 5)).hand("vlad2", *DEADLY).hand("archer1").battle("archer1", "vlad2")
    assert position.life("archer1") == 5 and position.mark("vlad2") == "healthy"
