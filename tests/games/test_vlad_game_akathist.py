"""I Am Vlad, the full game: Akathist cards, what each does and for how long (V-40, V-41, A-3)."""

import pytest

from simlab.games.vlad.game_state import AKATHIST_KEYS, NO_CARD_TURNED
from tests.games.vlad_positions import DEADLY, FIGHTS, Position

CHURCH = (8, 8)
BUYS = {"akathist_gold": 1}
TIMED = {"stillness": 1, "deep_mud": 2, "truce": 1, "long_night": 2, "rusty_blades": 2}


def at_church(*keys, seat=1, rules=None, players=4):
    """A seat's knight stands on the first church; the stock has these cards; one gold to pay with."""
    position = Position(players, rules).place(**{f"knight{seat}": CHURCH}).give(seat, gold=1).plays(seat, **BUYS)
    return position.akathist(*keys)


def bought(key, seat=1, rules=None, dice=(), **lives):
    """A seat has bought this card in its turn."""
    return at_church(key, seat=seat, rules=rules).set_life(**lives).turn(seat, dice=dice).plays(seat)


def running(position):
    """The timed card that is running."""
    card = position.table.card
    return None if card == NO_CARD_TURNED else AKATHIST_KEYS[card]


# V-40: buying


@pytest.mark.parametrize("place", [(8, 8), (8, 9), (9, 8), (8, 31), (31, 30), (31, 8)])
def test_every_church_sells_to_every_seat(place):
    """V-40 One gold for the top card, which acts at once."""
    position = (
        Position().place(archer2=place).give(2, gold=2).plays(2, **BUYS).akathist("tithe").give(1, gold=5).turn(2)
    )
    assert position.of(2, "gold", "akathist") == [2 - 1 + 2, 1] and position.of(1, "gold") == 3


@pytest.mark.parametrize(("place", "gold"), [((7, 8), 1), (CHURCH, 0)])
def test_no_card_off_the_church_or_without_gold(place, gold):
    """V-40."""
    position = Position().place(archer1=place).give(1, gold=gold).plays(1, akathist_gold=0).turn(1)
    assert position.of(1, "akathist") == 0


def test_one_card_a_seat_and_turn():
    """V-40 However many of its units stand at churches; another in its next turn."""
    position = at_church("tithe", "mercy", "hail").place(archer1=(8, 9), vlad1=(30, 31)).give(1, gold=8).turn(1)
    assert position.of(1, "akathist") == 1
    assert position.turn(1).of(1, "akathist") == 2


@pytest.mark.parametrize("key", TIMED)
def test_no_card_is_sold_while_a_timed_one_is_running(key):
    """V-40 Be it anybody's; afterwards it is."""
    position = at_church(key).place(archer2=(8, 9)).give(2, gold=1).plays(2, **BUYS).turn(1).akathist("tithe").turn(2)
    assert running(position) == key and position.of(2, "akathist") == 0
    position.table.round_now += 2
    position.turn(1).turn(2)
    assert running(position) is None and position.of(2, "akathist") == 1


def test_a_used_card_never_comes_back():
    """V-40 Eleven cards, each once."""
    keys = [key for key in AKATHIST_KEYS if key != "lightning"]
    position = at_church(*keys).give(1, gold=20)
    for left in range(10, -1, -1):
        position.table.card = NO_CARD_TURNED
        position.turn(1)
        assert position.table.cards_left == left
    position.table.card = NO_CARD_TURNED
    turned = [AKATHIST_KEYS[card] for _, card, _ in position.turn(1).heard("CARD_TURNED")]
    assert sorted(turned) == sorted(keys)


def test_an_empty_stock_sells_nothing():
    """V-40."""
    position = at_church().turn(1)
    assert position.of(1, "akathist", "gold") == [0, 1]


def test_any_card_may_be_on_top():
    """V-40 The stock was shuffled: in some games this card comes first, in others that."""
    first = set()
    for number in range(12):
        position = at_church("tithe", "mercy", "turning_sun")
        position.stream = position.stream._replace(key=position.stream.key + number)
        position.turn(1)
        first.add(position.heard("CARD_TURNED")[0][1])
    assert first == {AKATHIST_KEYS.index(key) for key in ("tithe", "mercy", "turning_sun")}


# V-41: how long


@pytest.mark.parametrize("clock", ["owner_turn", "round_end"])
@pytest.mark.parametrize("key", TIMED)
def test_timed_cards_last_their_rounds(key, clock):
    """V-41, V-29 `effect_clock`: until seat 2's turn one or two rounds later, or to the end of the round before."""
    position = at_church(key, seat=2, rules={"effect_clock": clock}).round().plays(2)
    for _ in range(TIMED[key] - 1):
        assert running(position) == key
        position.round()
    assert running(position) == (key if clock == "owner_turn" else None)
    position.turn(1)
    assert running(position) == (key if clock == "owner_turn" else None)
    position.turn(2)
    assert running(position) is None


@pytest.mark.parametrize("key", sorted(set(AKATHIST_KEYS) - set(TIMED) - {"lightning"}))
def test_all_others_act_at_once_and_are_over(key):
    """V-41."""
    assert running(bought(key)) is None


def test_a_card_ends_although_its_buyer_is_gone():
    """V-41, V-29 At his place in the order."""
    position = bought("deep_mud", seat=2).lives(seat2=1).kill("vlad2")
    position.table.round_now += 2
    position.turn(1)
    assert running(position) == "deep_mud"
    position.table.round_now -= 1
    position.round().round()
    assert running(position) is None


# what they do


def test_altar_wrath_strikes_around_the_church_where_it_was_bought():
    """A-3 Four life for everybody within three squares of one of its orange squares, the buying unit too."""
    position = at_church("altar_wrath").place(archer2=(5, 8), vlad3=(12, 8), archer4=(8, 13), vlad4=(8, 12)).turn(1)
    assert position.life("knight1", "archer2", "vlad4") == [24, 20, 30]  # vlad4: three squares east of (8, 9)
    assert position.life("archer4") == 24 and position.life("vlad3") == 30  # four away; three south of (9, 8)
    assert position.life("vlad1") == 34


def test_tithe_takes_two_gold_or_what_there_is():
    """A-3 From each other seat that is in the game."""
    position = at_church("tithe").give(2, gold=5).give(3, gold=1).lives(seat4=1).give(4, gold=4).kill("vlad4").turn(1)
    assert [position.of(seat, "gold") for seat in (1, 2, 3)] == [3, 3, 0]


def test_stillness_holds_the_others():
    """A-3 They may do everything but move."""
    position = bought("stillness").place(archer2=(8, 10))
    assert [len(position.reach(name)) for name in ("vlad2", "archer3", "knight4")] == [1, 1, 1]
    assert len(position.reach("vlad1")) > 1
    position.hand("archer2", "day 14/5").hand("knight1").plays(2, **FIGHTS).turn(2)
    assert position.life("knight1") == 14


def test_deep_mud_slows_everybody_down():
    """A-3 Three squares at most, the buyer too."""
    position = bought("deep_mud")
    for name, start, there, too_far in (("vlad1", (20, 3), (20, 6), (20, 7)), ("vlad2", (24, 3), (24, 0), (24, 7))):
        reach = position.place(**{name: start}).reach(name)
        assert there in reach and too_far not in reach


def test_truce_lets_nobody_attack_units_of_other_seats():
    """A-3 Neutral fights, outposts, curse go on."""
    position = bought("truce").place(archer2=(20, 3), vlad3=(20, 5), knight2=(11, 3)).hand("archer2", "day 14/5")
    position.outpost(2, (24, 5)).place(archer4=(24, 2)).plays(2, **FIGHTS).hand("knight2")
    position.table.cursed, position.table.caster = 1, 2
    position.turn(2, dice=(1,))
    assert position.heard("BATTLE_BEGINS") == [] and position.of(2, "hunts") == 1
    assert position.life("archer4", "archer2") == [22, 22] and position.life("knight2") == 28 - 2 - 7


def test_the_long_night_judges_cards_as_if_it_were_night():
    """A-3 The dial itself goes on, and bell and exits follow it."""
    position = bought("long_night").place(vlad2=(20, 3), vlad3=(20, 5)).hand("vlad2", *DEADLY).hand("vlad3")
    position.battle("vlad3", "vlad2")
    assert position.life("vlad3") == 34 - 21 and position.table.dial == 1
    position.on_road(archer3=13).place(archer4=(8, 30), vlad1=(17, 19)).plays(4, bell_min=1).turn(3).turn(4)
    assert position.where("archer3") == (31, 31) and position.of(4, "bells") == 1


def test_the_turning_sun_puts_the_dial_on():
    """A-3, V-12 At once, in addition to its normal step."""
    position = bought("turning_sun")
    assert position.table.dial == 2
    position = at_church("turning_sun", seat=2).dial(4)
    position.round()
    assert position.table.dial == 2


def test_hail_strikes_all_others():
    """A-3 Two life for every unit on the map, not for the buyer's."""
    position = at_church("hail").on_road(knight3=5).turn(1)
    assert position.life("vlad1", "knight1", "archer1") == [34, 28, 24]
    assert position.life("vlad2", "archer3", "vlad4", "knight3") == [32, 22, 32, 28]


@pytest.mark.parametrize(("die", "struck"), [(1, "vlad1"), (2, "knight1"), (5, "knight2"), (11, "archer4")])
def test_lightning_strikes_anybody(die, struck):
    """A-3 Eight life for one of the eleven on the map, the buyer's among them."""
    position = at_church("lightning").on_road(archer3=5).turn(1, dice=(die,))
    full = {"vlad1": 34, "knight1": 28, "knight2": 28, "archer4": 24}[struck]
    assert position.life(struck) == full - 8 and len(position.heard("LIFE_LOST")) == 1 and position.faces == [11]


def test_mercy_heals_all_at_churches():
    """A-3 Up to seven life points for every unit of every seat on an orange church square."""
    position = (
        at_church("mercy").place(archer2=(31, 31), vlad3=(8, 9)).set_life(archer2=5, vlad3=30, knight1=1, vlad1=9)
    )
    position.turn(1)
    assert position.life("archer2", "vlad3", "knight1", "vlad1") == [12, 34, 8, 9]


def test_rusty_blades_blunt_every_card():
    """A-3 Three off each attack, not below nothing, before bonuses; defences and dice as ever."""
    position = bought("rusty_blades").give(2, crowns=1).place(vlad2=(20, 3), vlad3=(20, 5), archer4=(11, 3))
    position.hand("vlad2", *DEADLY).hand("vlad3", "day 11/12").battle("vlad3", "vlad2")
    assert position.life("vlad3") == 34 - (19 - 3 + 2 - 12) and position.life("vlad2") == 34 - (11 - 3 - 7)
    position.magic(2, "26/6").hand("vlad2").set_life(vlad3=34).battle("vlad3", "vlad2")
    assert position.life("vlad3") == 34 - (26 - 3 + 2)
    position.hand("archer4", "day 14/5").turn(4, dice=(2,))
    assert position.heard("FIGHT_ENDS") == [(3, 36 - 11)] and position.life("archer4") == 24 - 3


def test_rusty_blades_end_with_their_time():
    """A-3, V-41."""
    position = bought("rusty_blades").place(vlad2=(20, 3), vlad3=(20, 5)).hand("vlad2", *DEADLY).hand("vlad3")
    position.table.round_now += 2
    position.turn(1).battle("vlad3", "vlad2")
    assert position.life("vlad3") == 34 - 19


def test_a_blunt_attack_is_never_below_nothing():
    """A-3."""
    deck = [["day", 2, 1, 20]]
    position = Position(data={"decks": {"archer": deck, "knight": deck, "vlad": deck}}).place(knight1=CHURCH)
    position.give(1, gold=1).plays(1, **BUYS).akathist("rusty_blades").turn(1)
    position.place(vlad2=(20, 3), archer3=(20, 5)).battle("archer3", "vlad2")
    assert position.life("archer3", "vlad2") == [24, 34]


@pytest.mark.parametrize(("key", "life", "dice"), [("altar_wrath", 4, ()), ("hail", 2, ()), ("lightning", 8, (6,))])
def test_their_buyer_is_paid_for_the_dead(key, life, dice):
    """A-3, V-64 Three gold for an archer."""
    position = at_church(key).place(archer2=(8, 9)).set_life(archer2=life).turn(1, dice=dice)
    assert position.where("archer2") == "fallen" and position.of(1, "gold", "kills") == [3, 1]


def test_the_buyers_own_dead_bring_nothing():
    """A-3, V-64."""
    position = at_church("altar_wrath").set_life(knight1=4).turn(1)
    assert position.where("knight1") == "fallen" and position.of(1, "gold", "kills") == [0, 0]
