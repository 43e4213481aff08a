"""I Am Vlad, the full game: what each Akathist card does, and for how long (A-3)."""

import pytest

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p7_values import attack_at
from simlab.games.vlad.rules.s5_v40_akathist import buy_card, may_buy_card
from simlab.games.vlad.state import DAY
from tests.games.vlad_setups import case
from tests.games.vlad_turns import Turns

CHURCH = (8, 8)
LASTING = {"stillness": 1, "deep_mud": 2, "truce": 1, "long_night": 2, "rusty_blades": 2}
AT_ONCE = ("plague", "altar_wrath", "tithe", "turning_sun", "hail", "lightning", "mercy")


def with_archer(players=4, **rules):
    """The archer of seat 1 stands in its church with one gold."""
    return Turns(players, **rules).place(archer1=CHURCH).give(1, gold=1)


def turned(card, position, dice=(), unit="archer1"):
    """A unit turns this card."""
    position.akathist(card).do(buy_card, unit, dice=dice)
    return position


def test_the_box_has_one_of_each_of_twelve_cards():
    """A-3 Seven act at once, two last one round, three last two."""
    stock = case("game", {}).data.akathist_cards
    assert sorted(stock) == sorted([*LASTING, *AT_ONCE]) and len(stock) == 12
    assert state.AKATHIST == dict.fromkeys(AT_ONCE, 0) | LASTING


@pytest.mark.parametrize("card", [*LASTING, *AT_ONCE])
def test_a_card_lasts_so_many_rounds_and_no_other_is_sold_meanwhile(card):
    """A-3, V-41 Until its buyer's turn so many rounds later."""
    position = turned(card, with_archer(), dice=[1] if card == "lightning" else [])
    rounds = LASTING.get(card, 0)
    running = position.table.card != state.NO_CARD_TURNED
    assert running == (rounds > 0) and position.of(1, "gold", "akathist") == [0, 1]
    position.akathist("tithe").give(2, gold=1).place(archer2=(8, 31))
    assert bool(position.do(may_buy_card, "archer2")) != running
    for later in range(1, rounds + 1):
        assert position.table.card != state.NO_CARD_TURNED
        position.table.round_now = 3 + later
        position.turn(1)
    assert position.table.card == state.NO_CARD_TURNED and position.do(may_buy_card, "archer2")


@pytest.mark.parametrize("card, rounds", LASTING.items())
def test_by_the_option_a_card_lasts_to_the_end_of_a_round(card, rounds):
    """A-3, V-41 effect_clock: `round_end`, as the bell does of two rounds."""
    position = turned(card, with_archer(effect_clock="round_end"))
    for _ in range(rounds):
        assert position.table.card != state.NO_CARD_TURNED
        position.round()
    assert position.table.card == state.NO_CARD_TURNED


def test_the_plague_comes_to_the_unit_that_bought_it():
    """A-3 plague: and to whom it reaches at once, but not to a buyer who is immune."""
    position = turned("plague", with_archer().place(knight2=(8, 5), archer3=(8, 3)))
    assert position.mark("archer1", "knight2", "archer3", "vlad1") == ["infected", "infected", "healthy", "healthy"]
    immune = with_archer().place(knight2=(8, 5))
    immune.table.plague[2] = state.IMMUNE
    assert turned("plague", immune).mark("archer1", "knight2") == ["immune", "healthy"]


def test_the_wrath_strikes_all_near_the_church():
    """A-3 altar_wrath: four life of each within three squares of one of its orange squares, the buyer's too."""
    position = with_archer().place(knight1=(9, 12), vlad2=(5, 8), knight2=(9, 13), archer2=(12, 5), archer3=(8, 31))
    turned("altar_wrath", position)
    assert position.life("archer1", "knight1", "vlad2", "archer2") == [20, 24, 30, 20]
    assert position.life("knight2", "archer3", "vlad1") == [28, 24, 34]


def test_the_wrath_goes_by_the_church_where_the_card_was_bought():
    """A-3 altar_wrath: that of another corner."""
    position = with_archer().place(archer1=(8, 31), knight1=(8, 8), knight2=(10, 33))
    turned("altar_wrath", position)
    assert position.life("archer1", "knight1", "knight2") == [20, 28, 24]


def test_the_tithe_takes_two_gold_from_each_other_seat():
    """A-3 tithe: or what it has; nothing from the box, nothing from who is out of the game."""
    position = with_archer().give(2, gold=5).give(3, gold=1).give(4, gold=7).lives(seat4=1).kill("vlad4")
    box = int(position.table.gold_box)
    turned("tithe", position)
    assert position.table.gold[:3].tolist() == [3, 3, 0] and position.table.gold_box == box + 1


def test_in_stillness_the_others_cannot_move():
    """A-3 stillness: all else is allowed to them; its buyer moves."""
    position = turned("stillness", with_archer())
    assert len(position.steps("archer2")) == 1 and len(position.steps("archer1")) > 50
    position.place(archer2=(20, 2), knight1=(20, 5)).hands(archer2="day 14/5").plays(2, attack_min=-1000.0)
    position.second_stage(2)
    assert position.attacks() == [("archer2", "knight1")]


def test_in_deep_mud_everybody_moves_three_squares():
    """A-3 deep_mud: its buyer too; a lower limit stays."""
    position = turned("deep_mud", with_archer())
    assert [max(position.steps(unit).values()) for unit in ("vlad1", "vlad2")] == [3, 3]
    slow = turned("deep_mud", with_archer(move_squares=2))
    assert max(slow.steps("vlad1").values()) == 2


def test_in_a_truce_nobody_attacks_a_unit():
    """A-3 truce: neutral fights, outposts, curse and plague go on."""
    position = turned("truce", with_archer()).plays(1, attack_min=-1000.0)
    position.place(archer1=(20, 2), knight2=(20, 5), vlad1=(3, 12)).hands(archer1="day 14/5", vlad1="day 19/7")
    position.outpost(1, (24, 5)).infect("archer1")
    position.table.cursed, position.table.caster = 0, 2
    position.turn(1, dice=[1])
    assert position.attacks() == [] and len(position.heard("FIGHT_BEGINS")) == 1
    assert position.life("archer1", "knight2", "knight1") == [21, 26, 26]


@pytest.mark.parametrize("policy", ["balanced", "random"])
def test_in_a_truce_no_policy_finds_anybody_to_attack(policy):
    """A-3 truce"""
    position = turned("truce", with_archer()).plays(1, policy).place(archer1=(20, 2), knight2=(20, 5))
    position.hands(archer1="day 14/5").turn(1, dice=[1, 1, 1, 1] if policy == "random" else [])
    assert position.attacks() == []


def test_a_long_night_is_a_night_for_battle_cards_only():
    """A-3 long_night: the dial goes on, and the bell follows it."""
    position = turned("long_night", with_archer()).plays(1, attack_min=-1000.0)
    position.place(archer1=(20, 2), knight2=(20, 5)).hands(archer1="day 16/3")
    assert position.second_stage(1).attacks() == []
    position.hands(archer1="night 15/3").second_stage(1)
    assert position.life("knight2") == 13 and position.table.dial == 1
    hunt = turned("long_night", with_archer(neutral_life=15)).place(archer1=(3, 12)).hands(archer1="night 15/3")
    assert hunt.second_stage(1).of(1, "dens") == 1


def test_the_turning_sun_moves_the_dial_at_once():
    """A-3 turning_sun: beside its step at the end of the round; after the last position comes the first."""
    position = turned("turning_sun", with_archer())
    assert position.table.dial == 2 and position.round().table.dial == 3
    assert turned("turning_sun", with_archer().dial(4)).table.dial == 1


def test_hail_falls_on_the_others():
    """A-3 hail: two life of every unit on the map, none of the buyer's."""
    position = turned("hail", with_archer().fallen("knight2").outpost(3, (30, 30), "archer3"))
    assert position.life("vlad2", "archer2", "knight3", "vlad4") == [32, 22, 26, 32]
    assert position.life("vlad1", "archer1", "archer3", "knight2") == [34, 24, 24, 0]


@pytest.mark.parametrize("shields, life", [(True, 24), (False, 22)])
def test_outposts_spare_their_units_unless_the_option_takes_that_away(shields, life):
    """A-3, V-22 outpost_shields: hail, and lightning has one unit less to choose from."""
    position = with_archer(outpost_shields=shields).outpost(3, (30, 30), "archer3")
    assert turned("hail", position).life("archer3") == life
    near = with_archer(outpost_shields=shields).outpost(2, (6, 9), "archer2")
    assert turned("altar_wrath", near).life("archer2") == (24 if shields else 20)
    bolt = with_archer(outpost_shields=shields).outpost(1, (30, 30), "vlad1")
    turned("lightning", bolt, dice=[1])
    assert bolt.life("vlad1", "knight1") == ([34, 20] if shields else [26, 28])


@pytest.mark.parametrize("die, unit", [(1, "vlad1"), (3, "archer1"), (4, "vlad2"), (11, "archer4")])
def test_lightning_strikes_one_of_all_units_on_the_map(die, unit):
    """A-3 lightning: eight life; the buyer's as well, but not the knight who lies beside the board."""
    position = turned("lightning", with_archer().fallen("knight4"), dice=[die])
    hurt = {other: loss for other, loss, _ in position.heard("LIFE_LOST") if loss == 8}
    assert len(hurt) == 1 and position.life(unit) == {"vlad": 26, "archer": 16}[unit[:-1]]


def test_mercy_heals_all_who_stand_in_a_church():
    """A-3 mercy: up to seven life, whosever church and unit, up to full life."""
    position = with_archer().place(knight2=(9, 8), vlad3=(31, 31)).set_life(archer1=20, knight2=5, vlad3=3, vlad1=3)
    assert turned("mercy", position).life("archer1", "knight2", "vlad3", "vlad1") == [24, 12, 10, 3]


def test_rusty_blades_take_three_from_every_attack():
    """A-3 rusty_blades: of battle and magic cards, not below nothing and before bonuses; dice are as they were."""
    position = turned("rusty_blades", with_archer()).give(1, crowns=1).plays(1, attack_min=-1000.0)
    position.place(archer1=(20, 2), knight2=(20, 5)).hands(archer1="day 16/3").second_stage(1)
    assert position.life("knight2") == 28 - (16 - 3 + 2)
    magic = turned("rusty_blades", with_archer()).plays(1, attack_min=-1000.0).magic(1, "26/6").plays(2)
    magic.place(vlad1=(20, 2), vlad2=(20, 5)).magic(2, "20/12").second_stage(1)
    assert magic.life("vlad1", "vlad2") == [34 - (17 - 6), 34 - (23 - 12)]


def test_rusty_blades_work_in_neutral_fights_but_not_on_the_neutral():
    """A-3 rusty_blades: a card of 16 does 13, and the answer of 7 is a 7."""
    position = turned("rusty_blades", with_archer()).place(archer1=(3, 12)).hands(archer1="day 16/3")
    position.second_stage(1, dice=[1])
    assert position.heard("FIGHT_ENDS") == [(0, 36 - 13)] and position.life("archer1") == 24 - (7 - 3)


def test_rusty_blades_leave_no_attack_below_nothing():
    """A-3 rusty_blades: a card of two, with the bonus of a crown."""
    decks = case("game", {}).data.decks.model_dump() | {"archer": [["day", 2, 5, 36]]}
    position = turned("rusty_blades", Turns(data={"decks": decks}).place(archer1=CHURCH).give(1, gold=1, crowns=1))
    assert position.hands(archer1="day 2/5").do(attack_at, "archer1", DAY) == 2


PAID = {"altar_wrath": 4, "hail": 2, "lightning": 8}


@pytest.mark.parametrize("card", PAID)
def test_the_buyer_is_paid_for_those_a_card_kills(card):
    """A-3, V-64 Gold for a knight, a crown for a Vlad; nothing for its own units."""
    position = with_archer().place(knight2=(8, 11)).set_life(knight2=PAID[card])
    turned(card, position, dice=[5] if card == "lightning" else [])
    assert position.where("knight2") == "fallen" and position.of(1, "gold", "kills") == [3, 1]
    crowned = with_archer().place(vlad2=(8, 11)).set_life(vlad2=PAID[card])
    turned(card, crowned, dice=[4] if card == "lightning" else [])
    assert crowned.of(1, "crowns") == 1 and crowned.life("vlad2") == 34


def test_own_units_that_a_card_kills_pay_nobody():
    """A-3, V-64 Its buyer itself falls."""
    position = turned("altar_wrath", with_archer().set_life(archer1=4))
    assert position.where("archer1") == "fallen" and position.of(1, "gold", "kills") == [0, 0]


def test_a_buyer_who_falls_with_others_is_not_paid():
    """A-3, V-64 His last Vlad dies of the same card."""
    position = with_archer(3).lives(seat1=1).place(vlad1=(8, 7), knight2=(8, 11)).set_life(vlad1=4, knight2=4)
    turned("altar_wrath", position)
    assert position.of(1, "alive", "kills", "gold") == [0, 0, 0] and position.where("knight2") == "fallen"
