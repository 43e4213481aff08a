"""I Am Vlad, the full game: vassal tax, and who asks, pays, offers and accepts (V-55, P-9)."""

import pytest

from simlab.games.vlad.state import UNITS
from tests.games.vlad_turns import Turns

ASKS = {"tax_ask": True, "attack_min": -1000.0}  # and attacks whom it can
SILENT = {"tax_ask": False, "attack_min": -1000.0}
FEARFUL, FEARLESS = {"tax_fear": 0.1}, {"tax_fear": 99.0}


def threat(attacker=ASKS, threatened=FEARFUL, gold=5, **rules):
    """The archer of seat 1, who holds a card, has the knight of seat 2 in reach."""
    position = Turns(**rules).plays(1, **attacker).plays(2, **threatened).give(2, gold=gold)
    return position.place(archer1=(20, 2), knight2=(20, 5)).hands(archer1="day 8/8")


def test_who_pays_two_gold_is_not_attacked():
    """V-55, V-23 None of the units of the seat, in this turn."""
    position = threat().place(vlad1=(22, 2), vlad2=(22, 5)).hands(archer1="day 8/8", vlad1="day 11/12").second_stage(1)
    assert position.of(2, "gold", "tax_paid") == [3, 2] and position.of(1, "gold", "tax_got") == [2, 2]
    assert position.attacks() == []
    position.plays(1, **SILENT).second_stage(1)
    assert len(position.attacks()) == 2  # the next turn is another matter


def test_who_has_not_two_gold_is_attacked():
    """V-55"""
    position = threat(gold=1).second_stage(1)
    assert position.of(2, "gold") == 1 and position.attacks() == [("archer1", "knight2")]


def test_who_does_not_agree_is_attacked():
    """V-55 Nothing changes hands."""
    position = threat(threatened=FEARLESS).second_stage(1)
    assert position.of(2, "gold") == 5 and position.attacks() == [("archer1", "knight2")]


CANNOT = {
    "no card of this time": lambda position: position.hands(archer1="night 7/8"),
    "too far away": lambda position: position.place(archer1=(20, 0)),
    "bound to a den": lambda position: position.place(archer1=(12, 3), knight2=(16, 3)),
    "the other in his outpost": lambda position: position.outpost(2, (20, 5), "knight2"),
    "in the own outpost": lambda position: position.outpost(1, (20, 2), "archer1"),
}


@pytest.mark.parametrize("why", CANNOT)
def test_only_who_could_be_attacked_now_is_asked(why):
    """V-55, V-58"""
    position = CANNOT[why](threat())
    position.second_stage(1, dice=[1] if why == "bound to a den" else [])
    assert position.of(2, "tax_paid") == 0


def test_nobody_is_asked_while_a_truce_lasts():
    """V-55, A-3 Nobody could attack."""
    position = threat()
    position.table.card = 5
    assert position.second_stage(1).of(2, "tax_paid") == 0


def test_neutrals_and_outposts_are_not_taxed():
    """V-55 An outpost of seat 2 in range, and units at a den."""
    position = threat().place(knight2=(0, 39), archer1=(12, 3)).outpost(2, (16, 3))
    assert position.second_stage(1, dice=[1]).of(2, "tax_paid") == 0


def test_opponents_are_asked_in_turn_order_and_each_by_itself():
    """V-55 From seat 2 on: 3, 4, 1; seat 4 refuses and alone is attacked."""
    position = Turns().plays(2, **ASKS)
    for seat, (kind, place) in {1: ("vlad", (20, 5)), 3: ("knight", (17, 2)), 4: ("archer", (23, 2))}.items():
        position.place(**{f"{kind}{seat}": place}).give(seat, gold=2).plays(
            seat, **(FEARLESS if seat == 4 else FEARFUL)
        )
    position.place(archer2=(20, 2)).hands(archer2="day 8/8").second_stage(2)
    paid = [(seat, other) for seat, other, _ in position.heard("TAX_PAID")]
    assert paid == [(1, 2), (1, 0)] and position.attacks() == [("archer2", "archer4")]


OFFERS = {"tax_offer": True, "tax_fear": 0.1}


def test_who_is_not_asked_may_offer():
    """V-55, P-9 The attacker takes it if no attack is worth more to him."""
    position = threat(SILENT | {"tax_accept": 10.0}, OFFERS).second_stage(1)
    assert position.of(1, "tax_got") == 2 and position.attacks() == []
    refused = threat(SILENT | {"tax_accept": -10.0}, OFFERS).second_stage(1)
    assert refused.of(1, "tax_got") == 0 and len(refused.attacks()) == 1


def test_nobody_offers_unasked_unless_he_is_of_that_sort_and_afraid():
    """P-9 tax_offer, and the same test as for who is asked."""
    for threatened in (FEARFUL, {"tax_offer": True, "tax_fear": 99.0}):
        assert threat(SILENT | {"tax_accept": 10.0}, threatened).second_stage(1).of(2, "tax_paid") == 0


def test_an_offer_is_taken_if_the_best_attack_is_worth_less():
    """P-9, P-7 The archer's 16/3 on a knight of 18 life: 0.5 of a prey worth 1.0, without caution."""
    worth = {"prey_knight": 1.0, "caution": 0.0, "kill_bonus": 0.0}
    for accept, taken in {0.5: 0, 0.51: 2}.items():
        position = threat(SILENT | worth | {"tax_accept": accept}, OFFERS).hands(archer1="day 16/3")
        assert position.set_life(knight2=18).second_stage(1).of(1, "tax_got") == taken


@pytest.mark.parametrize("life, fear, pays", [(12, 1.0, 2), (13, 1.0, 0), (24, 0.5, 2), (25, 0.5, 0), (8, 1.5, 2)])
def test_a_threat_is_six_life_for_each_unit_that_may_still_attack(life, fear, pays):
    """P-9 Vlad without a card counts as well; the knight, two squares away, does not."""
    position = threat(threatened={"tax_fear": fear}).set_life(knight2=life)
    position.place(vlad1=(23, 5), knight1=(20, 3)).second_stage(1)
    assert position.of(2, "tax_paid") == pays


def test_one_unit_in_danger_is_enough():
    """P-9 The weak archer is threatened, not the strong knight."""
    position = threat(threatened={"tax_fear": 1.0}).place(archer2=(22, 4)).set_life(archer2=6).second_stage(1)
    assert position.of(2, "tax_paid") == 2


@pytest.mark.parametrize("scope", ["turn", "unit"])
def test_tax_saves_all_units_or_by_the_option_the_dearest(scope):
    """V-55 tax_scope: the archer is the better prey, so by `unit` the knight is attacked after all."""
    position = threat(ASKS | {"prey_archer": 5.0, "prey_knight": 1.0}, tax_scope=scope).place(archer2=(22, 4))
    position.second_stage(1)
    assert position.of(2, "tax_paid") == 2
    assert position.attacks() == ([("archer1", "knight2")] if scope == "unit" else [])


def test_of_equally_dear_units_vlad_is_safe_then_the_knight():
    """V-55, P-8 Ties as with attacks."""
    worth = {f"prey_{kind}": 1.0 for kind in UNITS} | {"kill_bonus": 0.0}
    position = threat(ASKS | worth, tax_scope="unit").place(archer2=(22, 4)).set_life(archer2=20, knight2=20)
    position.second_stage(1)
    assert position.attacks() == [("archer1", "archer2")]
    position = threat(ASKS | worth, tax_scope="unit").place(vlad2=(22, 4)).set_life(vlad2=20, knight2=20)
    assert position.second_stage(1).attacks() == [("archer1", "knight2")]
