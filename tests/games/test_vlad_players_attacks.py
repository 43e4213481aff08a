"""What attacks are worth to the heuristic players of I Am Vlad, and which they make (P-7, P-8)."""

import pytest

from simlab.games.vlad.game_state import TRUCE, UNWANTED
from simlab.games.vlad.rules.p7_values import value_of
from tests.games.vlad_turns import Turns

WORTH = {"prey_vlad": 2.0, "prey_knight": 1.0, "prey_archer": 0.5, "kill_bonus": 0.7, "caution": 0.6, "gang_bonus": 0.5}
PLAIN = {"prey_vlad": 1.0, "prey_knight": 1.0, "prey_archer": 1.0, "kill_bonus": 0.0, "caution": 0.0}


def foes(worth=WORTH, **rules):
    """The units of seat 1 know what those of seat 2 are worth."""
    return Turns(**rules).plays(1, **worth).place(archer1=(20, 2), knight2=(20, 5))


def value(position, unit, target, gang=0.0):
    """P-7 What an attack is worth."""
    return float(position.do(value_of, unit, target, gang))


@pytest.mark.parametrize("target, prey", [("vlad2", 2.0), ("knight2", 1.0), ("archer2", 0.5)])
def test_an_attack_is_worth_the_harm_it_does_less_what_comes_back(target, prey):
    """P-7 14/5 is expected to do 7, and to cost 8 of 24 life."""
    position = foes().hands(archer1=["day 8/8", "day 14/5"])
    life = position.life(target)
    assert value(position, "archer1", target) == pytest.approx(prey * 7 / life - 0.6 * 8 / 24, abs=1e-9)


@pytest.mark.parametrize("life, worth", [(7, 1.0 + 0.7), (8, 7 / 8), (1, 1.7)])
def test_a_kill_is_worth_a_bonus(life, worth):
    """P-7 kill_bonus: if the expected harm is all the life that is left."""
    position = foes().hands(archer1="day 14/5").set_life(knight2=life)
    assert value(position, "archer1", "knight2") == pytest.approx(worth - 0.2, abs=1e-9)


def test_harm_and_pain_are_between_nothing_and_all():
    """P-7 A card of 7 does nothing; 5 less than 13 is more than the archer has; 12 and a bonus leave nothing of 13."""
    weak = foes().dial(2).hands(archer1="night 7/8").set_life(archer1=3)
    assert value(weak, "archer1", "knight2") == pytest.approx(-0.6)
    strong = foes().give(1, crowns=2).dial(2).hands(vlad1="night 12/12")
    assert value(strong, "vlad1", "knight2") == pytest.approx((12 + 3 - 7) / 28, abs=1e-9)


def test_crowns_and_rusty_blades_change_what_a_card_is_expected_to_do():
    """P-7, V-28, A-3 Two more for a crown; three less, before bonuses, for blunt blades."""
    position = foes(PLAIN).hands(archer1="day 14/5").give(1, crowns=1)
    assert value(position, "archer1", "knight2") == pytest.approx(9 / 28, abs=1e-9)
    position.play.seats.of[0].blunted = 3
    assert value(position, "archer1", "knight2") == pytest.approx(6 / 28, abs=1e-9)


def test_impaling_is_a_kill_without_pain():
    """P-7, V-34 Whatever card Vlad holds."""
    position = foes().hands(vlad1="day 19/7").give(1, impales=1).set_life(knight2=5)
    assert value(position, "vlad1", "knight2") == pytest.approx(1.7)
    assert value(foes().give(1, impales=1).set_life(knight2=6), "vlad1", "knight2") == UNWANTED


MAGIC = [("20/10", 2.0 * 20 / 34), ("19/13", 2.0 * 12 / 34 - 0.6 * 6 / 34), ("18/14", 2.0 * 12 / 34 - 0.6 * 6 / 34)]


@pytest.mark.parametrize("magic, worth", MAGIC)
def test_a_magic_card_of_more_attack_is_used_on_a_vlad(magic, worth):
    """P-7, V-36 Its whole attack is harm, and nothing comes back; one of less or as much is kept."""
    position = foes().hands(vlad1="day 19/7").magic(1, magic)
    assert value(position, "vlad1", "vlad2") == pytest.approx(worth, abs=1e-9)
    assert value(position, "vlad1", "knight2") == pytest.approx(12 / 28 - 0.6 * 6 / 34, abs=1e-9)


@pytest.mark.parametrize("counts, attack", [(True, 26 + 2), (False, 26)])
def test_without_a_card_the_best_magic_card_is_what_a_vlad_has(counts, attack):
    """P-7, V-28 crown_bonus_magic."""
    position = foes(crown_bonus_magic=counts).give(1, crowns=1).magic(1, "18/14", "26/6")
    assert value(position, "vlad1", "vlad2") == pytest.approx(2.0 * attack / 34, abs=1e-9)


def test_without_means_or_in_a_truce_an_attack_is_worth_less_than_anything():
    """P-7 Also with a bonus for a gang."""
    assert value(foes(), "archer1", "knight2", 9.0) == UNWANTED
    position = foes().hands(archer1="day 14/5")
    position.table.card = TRUCE
    assert value(position, "archer1", "knight2") == UNWANTED


def test_values_are_rounded_to_nine_decimals():
    """P-7 So that equal ones are equal."""
    position = foes(PLAIN).hands(archer1="day 16/3")
    assert value(position, "archer1", "knight2") == round(9 / 28, 9) != 9 / 28
    assert value(position, "archer1", "knight2", 0.5) == round(9 / 28 + 0.5, 9)


@pytest.mark.parametrize("least, attacks", [(0.32, 1), (0.33, 0)])
def test_an_attack_is_made_if_it_is_worth_enough(least, attacks):
    """P-8 attack_min: nine in twenty-eight."""
    position = foes(PLAIN | {"attack_min": least}).hands(archer1="day 16/3")
    assert len(position.second_stage(1).attacks()) == attacks


def test_the_best_attack_is_made_first_then_the_next_best():
    """P-8 Vlad's on the archer before the archer's on the knight."""
    position = foes(PLAIN | {"attack_min": 0.1}).place(vlad1=(22, 2), archer2=(25, 2))
    position.hands(vlad1="day 19/7", archer1="day 14/5").second_stage(1)
    assert position.attacks() == [("vlad1", "archer2"), ("archer1", "knight2")]


def test_of_equal_attacks_the_archers_comes_first_then_the_knights():
    """P-8 All three are as good on the same knight: nine life."""
    position = foes(PLAIN | {"attack_min": 0.1}).place(vlad1=(22, 5), knight1=(21, 5))
    position.hands(vlad1="day 16/8", archer1="day 16/3", knight1="day 16/6").second_stage(1)
    assert [who for who, _ in position.attacks()] == ["archer1", "knight1"]  # who kills it


def test_of_equal_targets_vlad_comes_first_then_the_next_seat():
    """P-8, P-3 One archer, three targets of the same life."""
    position = foes(PLAIN | {"attack_min": 0.1}).hands(archer1="day 16/3")
    position.place(knight3=(22, 2), vlad4=(18, 2)).set_life(knight2=20, knight3=20, vlad4=20)
    assert position.second_stage(1).attacks() == [("archer1", "vlad4")]
    later = foes(PLAIN | {"attack_min": 0.1}).hands(archer1="day 16/3").place(knight2=(22, 2), knight3=(20, 5))
    assert later.second_stage(1).attacks() == [("archer1", "knight2")]


GANG = PLAIN | {"gang_bonus": 0.5, "attack_min": 0.8}


@pytest.mark.parametrize("life, attacks", [(21, 2), (22, 0)])
def test_units_that_can_kill_together_get_a_bonus(life, attacks):
    """P-8 gang_bonus: nine of the archer and twelve of Vlad; alone neither is worth eight tenths."""
    position = foes(GANG).place(vlad1=(20, 8)).hands(vlad1="day 19/7", archer1="day 16/3").set_life(knight2=life)
    assert len(position.second_stage(1).attacks()) == attacks


@pytest.mark.parametrize("bonus, attacks", [(0.5, 2), (0.2, 0)])
def test_the_bonus_of_a_gang_can_be_set_and_is_kept_to_the_end_of_its_battle(bonus, attacks):
    """P-8 After Vlad's attack the archer's alone would not kill, and without the bonus would be worth nine in 13."""
    position = foes(GANG | {"gang_bonus": bonus}).place(vlad1=(20, 8)).set_life(knight2=21)
    position.hands(vlad1="day 19/7", archer1="day 16/3", knight2="day 8/11").second_stage(1)
    assert len(position.attacks()) == attacks
    assert (position.where("knight2") == "fallen") == (attacks == 2)


def test_magic_and_impaling_count_in_full_for_a_gang():
    """P-8 Magic without the seven that a card is less by; impaling as all the life there is."""
    magic = foes(GANG | {"attack_min": 1.3}).place(vlad1=(22, 2), vlad2=(20, 4), knight2=(0, 39)).set_life(vlad2=29)
    magic.magic(1, "20/10").hands(archer1="day 16/3").second_stage(1)
    assert magic.attacks() == []  # 0.5 + 20/29 is below 1.3
    magic.plays(1, **(GANG | {"attack_min": 1.1})).second_stage(1)
    assert magic.attacks() == [("vlad1", "vlad2"), ("archer1", "vlad2")]
    alone = foes(GANG | {"attack_min": 1.4}).place(vlad1=(20, 8)).give(1, impales=1).set_life(knight2=5)
    assert alone.second_stage(1).attacks() == [("vlad1", "knight2")]


def test_stage_two_goes_from_tax_to_neutral_fights_to_attacks():
    """P-8"""
    position = foes(PLAIN | {"attack_min": 0.1, "tax_ask": True}).plays(3, tax_fear=0.0).give(3, gold=2)
    position.place(vlad1=(3, 12), archer3=(22, 2)).hands(archer1="day 16/3").second_stage(1, dice=[1])
    events = [event for event, *_ in position.told if event in ("TAX_PAID", "FIGHT_BEGINS", "ATTACK_BEGINS")]
    assert events == ["TAX_PAID", "FIGHT_BEGINS", "ATTACK_BEGINS"]
