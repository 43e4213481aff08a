"""I Am Vlad, the full game: how an outpost is bought, where it may stand and what it reaches (V-18, V-19)."""

import pytest

from simlab.games.vlad.game_state import NOT_BOUGHT, PLACED
from simlab.games.vlad.rules.s5_v18_outposts import build, may_build, outpost_reaches
from tests.games.vlad_positions import Position

TAVERN = (9, 23)
BUYS = {"shop_list": [["outpost", 3]], "gold_reserve": 0}
LARGE = {"outpost_size": 2}


def bought(**squares):
    """Seat 1 has an outpost to place, and units on these squares."""
    position = Position().place(**squares).plays(1, site="church", site_radius=99)
    position.table.outpost_state[0] = 1
    return position


def reached(position, seat, squares):
    """Those of some squares that a seat's outpost reaches."""
    return [place for place in squares if position.do(outpost_reaches, seat, place)]


# V-18: buying and placing


@pytest.mark.parametrize("kind", ["vlad", "knight", "archer"])
def test_any_unit_buys_one_outpost_for_three_gold(kind):
    """V-18, V-24 However many are wanted, at most one."""
    position = Position().place(**{f"{kind}1": TAVERN}).give(1, gold=9).plays(1, **BUYS, site_radius=0).turn(1)
    assert position.of(1, "gold") == 6 and position.of(1, "outpost_state") != NOT_BOUGHT
    assert position.turn(1).of(1, "gold") == 6


@pytest.mark.parametrize(("price", "gold", "left"), [(3, 2, 2), (3, 3, 0), (5, 5, 0), (0, 0, 0)])
def test_an_outpost_has_its_price(price, gold, left):
    """V-18 `outpost_price`; who cannot pay gets none."""
    position = Position(rules={"outpost_price": price}).place(knight1=TAVERN).give(1, gold=gold)
    position.plays(1, **BUYS).turn(1)
    assert position.of(1, "gold") == left and (position.of(1, "outpost_state") == NOT_BOUGHT) == (gold < price)


def test_a_second_outpost_is_never_sold():
    """V-18 Not even while the first has not been placed, or to a seat whose first stands."""
    position = Position().place(knight1=TAVERN).give(1, gold=9).outpost(1, (20, 5)).plays(1, **BUYS).turn(1)
    assert position.of(1, "gold") == 9


def test_vlad_places_it_next_to_him():
    """V-18 In a turn after the purchase."""
    position = bought(vlad1=(20, 5)).turn(1)
    row, column = divmod(position.of(1, "outpost_square"), 40)
    assert max(abs(row - 20), abs(column - 5)) == 1 and position.of(1, "outpost_state", "outpost") == [PLACED, 1]


def test_nobody_else_places_it():
    """V-18 Vlad stands amid a bridge, the others on open ground."""
    position = bought(vlad1=(12, 20), knight1=(20, 5), archer1=(22, 3)).give(1, flags=(0,)).turn(1)
    assert position.of(1, "outpost") == 0


def test_a_vlad_inside_the_fortress_finds_no_place():
    """V-18."""
    assert bought(vlad1=(20, 17)).turn(1).of(1, "outpost") == 0


@pytest.mark.parametrize(
    ("place", "why_not"),
    [
        ((20, 5), ""),
        ((20, 10), ""),  # a bridge beside it is no obstacle
        ((10, 4), ""),  # nor are the combat squares of a den
        ((20, 0), "no square to the west"),
        ((0, 20), "no square to the north"),
        ((20, 12), "a bridge"),
        ((2, 2), "a start square"),
        ((12, 3), "combat squares of a den"),
        ((8, 9), "a church"),
        ((9, 23), "a tavern"),
        ((16, 17), "inside the fortress"),
        ((6, 6), "a rock beside it"),
        ((13, 1), "werewolves drawn beside it"),
        ((10, 12), "the abyss beside it"),
        ((17, 6), "a rock"),
    ],
)
def test_where_an_outpost_may_stand(place, why_not):
    """V-18, V-73 On plain ground outside, with eight squares around it without obstacle and abyss."""
    assert bool(Position().do(may_build, 1, place)) == (not why_not)


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_units_and_outposts_in_the_way(owner):
    """V-18 Nobody may stand on its square; on those around it units do not matter, but outposts do."""
    position = Position().place(knight1=(19, 4), archer2=(19, 5))
    assert not position.do(may_build, 1, (19, 4)) and position.do(may_build, 1, (20, 4))
    position.outpost(owner, (19, 8))
    assert not any(position.do(may_build, 4, place) for place in ((19, 8), (20, 7), (20, 9), (18, 8)))
    assert position.do(may_build, 4, (19, 6))


def test_a_large_outpost_fills_four_squares():
    """V-18 `outpost_size`: the square that is chosen is the top left one, as its seat sees the board."""
    position = Position(rules=LARGE).outpost(1, (20, 5))
    filled = {(20, 5), (20, 6), (21, 5), (21, 6)}
    assert {divmod(number, 40) for number, seat in enumerate(position.table.built[:1600]) if seat} == filled
    position = Position(rules=LARGE).outpost(3, (20, 5))
    filled = {(20, 5), (20, 4), (19, 5), (19, 4)}
    assert {divmod(number, 40) for number, seat in enumerate(position.table.built[:1600]) if seat} == filled


def test_a_large_outpost_needs_twelve_clear_squares():
    """V-18 The rock at (17, 6) is in the ring of a block from (18, 4), but not of the square (18, 4) alone."""
    assert Position().do(may_build, 1, (18, 4)) and not Position(rules=LARGE).do(may_build, 1, (18, 4))
    assert Position(rules=LARGE).do(may_build, 1, (19, 3))
    assert not Position(rules=LARGE).place(knight2=(20, 4)).do(may_build, 1, (19, 3))


def test_inner_places_of_a_large_outpost():
    """V-18 Vlad top left, archer top right, knight bottom left."""
    position = Position(rules=LARGE).outpost(1, (20, 5)).place(vlad1=(20, 3), archer1=(18, 6), knight1=(22, 3))
    for name, inside in (("vlad1", (20, 5)), ("archer1", (20, 6)), ("knight1", (21, 5))):
        assert position.go(name, inside).where(name) == "outpost"


# V-19: range


@pytest.mark.parametrize(
    ("rules", "squares"),
    [
        ({}, [(20, 5), (21, 4), (25, 4)]),
        ({"outpost_range": 6}, [(20, 5), (21, 4), (25, 4), (26, 4)]),
        ({"outpost_range": 1}, [(20, 5), (21, 4)]),
        ({"outpost_arms": "all8"}, [(20, 5), (21, 4), (25, 4), (21, 5), (18, 2)]),
    ],
)
def test_the_arms_of_an_outpost(rules, squares):
    """V-19 Straight along rows and columns, as far as `outpost_range`; diagonally by `outpost_arms`."""
    position = Position(rules=rules).outpost(1, (20, 4))
    tried = [(20, 5), (21, 4), (25, 4), (26, 4), (21, 5), (18, 2), (22, 5), (20, 4)]
    assert reached(position, 1, tried) == squares


def test_obstacles_and_other_outposts_cut_the_range_off():
    """V-19 Rocks at (17, 6) and (22, 6), an outpost at (19, 9); units do not."""
    position = Position().outpost(1, (19, 6)).outpost(2, (19, 9)).place(knight2=(19, 7), archer1=(19, 4))
    column = [(row, 6) for row in (14, 15, 16, 18, 20, 21, 23, 24)]
    assert reached(position, 1, column) == [(18, 6), (20, 6), (21, 6)]
    row = [(19, number) for number in range(11) if number != 9]
    assert reached(position, 1, row) == [(19, 1), (19, 2), (19, 3), (19, 4), (19, 5), (19, 7), (19, 8)]


def test_a_large_outpost_has_arms_from_all_its_squares():
    """V-18, V-19 Five squares from any of the four."""
    position = Position(rules=LARGE).outpost(1, (20, 3))
    assert reached(position, 1, [(20, 9), (21, 9), (20, 10), (26, 4), (27, 4), (25, 5)]) == [(20, 9), (21, 9), (26, 4)]


def test_an_outpost_that_is_not_placed_reaches_nothing():
    """V-19."""
    position = bought(vlad1=(20, 5))
    assert not position.do(outpost_reaches, 1, (20, 4))
    position.do(build, 1, (20, 6))
    assert position.do(outpost_reaches, 1, (20, 4))
