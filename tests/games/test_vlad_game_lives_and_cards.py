"""I Am Vlad, the full game: lives, potions, impaling, magic and battle cards (V-32 to V-39)."""

import pytest

from tests.games.vlad_positions import DEADLY, FIGHTS, WEAK, Position

TAVERN, CHURCH = (16, 9), (8, 8)
LEFT, RIGHT = (20, 3), (20, 5)  # two squares apart on open ground


def facing(one, other, rules=None, life=None):
    """Two units face each other; the second has so much life."""
    position = Position(rules=rules).place(**{one: LEFT, other: RIGHT})
    return position if life is None else position.set_life(**{other: life})


# V-32: lives of Vlad


@pytest.mark.parametrize("lives", [1, 2, 4])
def test_vlad_stands_up_as_often_as_he_has_lives(lives):
    """V-32 `vlad_lives`: with full life, healthy, on his start square; then his seat is eliminated."""
    position = Position(rules={"vlad_lives": lives})
    for left in range(lives - 1, 0, -1):
        position.place(vlad1=LEFT).infect("vlad1").set_life(vlad1=1)
        position.table.plague[0] = 1
        position.kill("vlad1")
        assert position.where("vlad1") == (2, 2) and position.of(1, "lives") == left
        assert position.life("vlad1") == 34 and position.mark("vlad1") != "infected"
    position.kill("vlad1")
    assert position.of(1, "lives", "alive", "out_round", "vlad_deaths") == [0, 0, 3, lives]


@pytest.mark.parametrize(("vlad", "start", "beside"), [("vlad1", (2, 2), (1, 1)), ("vlad2", (2, 37), (1, 38))])
def test_if_his_start_square_is_taken_he_stands_beside_it(vlad, start, beside):
    """V-32 On the nearest free square, the first in reading order as his seat sees the board."""
    assert Position().place(**{vlad: LEFT}).place(archer4=start).kill(vlad).where(vlad) == beside


def test_nobody_stands_up_in_an_outpost():
    """V-32 One fills the first square beside the start."""
    position = Position().place(vlad1=LEFT, archer4=(2, 2)).outpost(1, (1, 1))
    assert position.kill("vlad1").where("vlad1") == (1, 2)


def test_farther_squares_come_after_all_nearer_ones():
    """V-32 Six of the eight squares around are taken as well."""
    taken = {
        "knight2": (1, 1),
        "archer2": (1, 2),
        "knight3": (1, 3),
        "archer3": (2, 1),
        "vlad3": (2, 3),
        "vlad4": (3, 1),
    }
    position = Position().place(vlad1=LEFT, archer4=(2, 2), **taken)
    assert position.kill("vlad1").where("vlad1") == (3, 2)


def test_several_vlads_stand_up_in_turn_order():
    """V-32 The active seat's first."""
    position = Position()
    position.table.active = 2
    assert position.kill("vlad1", "vlad2", "vlad4").heard("STOOD_UP") == [(9, 1482), (0, 82), (3, 117)]
    position.table.active = 1
    assert [unit for unit, _ in position.kill("vlad3", "vlad1").heard("STOOD_UP")[3:]] == [6]


def test_a_new_life_at_upkeep_has_its_whole_turn():
    """V-32 Nothing was used yet: he moves and attacks."""
    position = Position().place(archer2=(2, 9)).hand("archer1").hand("archer2").hand("vlad1", *DEADLY)
    position.set_life(vlad1=1).infect("vlad1")
    position.plays(1, goals_vlad=["strike"], strike_min=-1000.0, **FIGHTS).turn(1)
    assert position.of(1, "vlad_deaths") == 1 and position.where("vlad1") != (2, 2)
    assert position.life("archer2") == 24 - 19


def test_a_vlad_who_fell_on_his_move_does_not_move_again_but_attacks():
    """V-32 An outpost strikes him on his way to a Vlad; from his base he reaches an archer."""
    position = Position().outpost(2, (20, 6)).place(vlad1=(21, 3), vlad3=(14, 3), archer3=(2, 4)).set_life(vlad1=1)
    position.hand("vlad1", *DEADLY).hand("archer1").hand("archer3").plays(1, goals_vlad=["chase"], **FIGHTS).turn(1)
    assert position.of(1, "vlad_deaths") == 1 and position.where("vlad1") == (2, 2)
    assert position.life("archer3") == 24 - 19


def test_the_attack_in_which_he_fell_was_his_attack():
    """V-32 Next to his base stands another enemy, whom he does not attack in this turn."""
    position = facing("vlad1", "vlad2").place(archer3=(2, 4)).set_life(vlad1=1).hand("vlad1", *WEAK)
    position.hand("vlad2", *DEADLY).hand("archer1").plays(1, **FIGHTS).turn(1)
    assert position.where("vlad1") == (2, 2) and position.life("archer3") == 24
    assert len(position.heard("BATTLE_BEGINS")) == 1


# V-33: potions


def test_potions_go_to_units_wherever_they_are():
    """V-33 Several in one turn, seven life points each, not above full life."""
    position = Position().give(1, potions=3).set_life(vlad1=10, archer1=2).place(archer1=(19, 17))
    position.plays(1, heal_below=0.5).turn(1)
    assert position.life("vlad1", "archer1") == [24, 9] and position.of(1, "flasks", "potions") == [0, 3]


def test_the_dead_drink_nothing():
    """V-33 Only who is on the map."""
    position = Position().give(1, potions=1).kill("archer1").on_road(knight1=5).plays(1, heal_below=1.0)
    assert position.turn(1, dice=(1,)).of(1, "flasks") == 1


def test_potions_are_drunk_in_own_turns():
    """V-33."""
    position = Position().give(1, potions=1).set_life(vlad1=1).plays(1, heal_below=1.0).turn(2).turn(3)
    assert position.life("vlad1") == 1 and position.turn(1).life("vlad1") == 8


# V-34, V-35: impaling


@pytest.mark.parametrize(("rules", "limit"), [({}, 5), ({"impale_life": 9}, 9)])
@pytest.mark.parametrize("dial", [1, 2])
@pytest.mark.parametrize("victim", ["knight2", "archer2"])
def test_vlad_impales_the_weak(victim, dial, rules, limit):
    """V-34 `impale_life`: by day and night, without answer, for good, as a kill of his."""
    position = facing("vlad1", victim, rules, life=limit).give(1, impales=1).dial(dial).hand("vlad1")
    position.battle(victim, "vlad1")
    assert position.where(victim) == "gone" and position.heard("ATTACKED") == []
    assert position.of(1, "gold", "kills") == [3, 1] and position.play.seats.of[0].tokens == 0
    assert position.row["impaled_2"] == position.row["impales_1"] == 1 and position.life("vlad1") == 34
    position = facing("vlad1", victim, rules, life=limit + 1).give(1, impales=1).dial(dial).hand("vlad1")
    assert position.battle(victim, "vlad1").life(victim) == limit + 1


def test_a_vlad_is_never_impaled():
    """V-34."""
    position = facing("vlad1", "vlad2", life=1).give(1, impales=1).hand("vlad1").battle("vlad2", "vlad1")
    assert position.life("vlad2") == 1 and position.play.seats.of[0].tokens == 1


@pytest.mark.parametrize("kind", ["knight1", "archer1"])
def test_only_vlad_impales(kind):
    """V-34."""
    position = Position().place(**{kind: (20, 4)}, archer2=RIGHT).set_life(archer2=1).give(1, impales=1).hand(kind)
    assert position.battle("archer2", kind).life("archer2") == 1


def test_impaling_has_vlads_range():
    """V-34 Three squares; at four he lets it be."""
    for place, impaled in (((20, 6), True), ((20, 7), False)):
        position = Position().place(vlad1=LEFT, archer2=place).set_life(archer2=1).give(1, impales=1).hand("vlad1")
        position.plays(1, **FIGHTS).turn(1)
        assert (position.where("archer2") == "gone") == impaled


@pytest.mark.parametrize(("rules", "life", "impaled"), [({}, 5, True), ({}, 6, False), ({"impale_life": 6}, 6, True)])
def test_an_attacked_vlad_impales_the_weak_attacker(rules, life, impaled):
    """V-35 The card is cancelled but used; Vlad loses nothing; the attacker is gone for good."""
    position = Position(rules=rules).place(knight1=(20, 4), vlad2=RIGHT).set_life(knight1=life).give(2, impales=1)
    position.hand("knight1", "day 14/8").hand("vlad2").battle("vlad2", "knight1")
    assert (position.where("knight1") == "gone") == impaled and position.life("vlad2") == (34 if impaled else 20)
    assert "day 14/8" in position.discards("knight")
    assert position.of(2, "gold") == (3 if impaled else 0) and position.play.seats.of[1].tokens == int(not impaled)


def test_a_weak_vlad_is_not_impaled_in_answer():
    """V-35 Only a knight or an archer."""
    position = facing("vlad1", "vlad2").set_life(vlad1=1).give(2, impales=1).hand("vlad1", *WEAK).hand("vlad2")
    assert position.battle("vlad2", "vlad1").life("vlad1", "vlad2") == [1, 34 - 11]


# V-36: magic


@pytest.mark.parametrize("dial", [1, 2])
def test_magic_serves_vlads_against_vlads(dial):
    """V-36 By day and by night; answered by magic only; both cards are used up."""
    position = facing("vlad1", "vlad2").magic(1, "26/6").magic(2, "18/14").hand("vlad1").hand("vlad2", *DEADLY)
    position.dial(dial).battle("vlad2", "vlad1")
    assert position.life("vlad2") == 34 - (26 - 14) and position.life("vlad1") == 34 - (18 - 6)
    assert position.magic_cards(1) == position.magic_cards(2) == [] and len(position.cards("vlad2")) == 2


def test_battle_cards_do_not_answer_magic():
    """V-36, V-59 Nor magic cards battle cards."""
    position = facing("vlad1", "vlad2").magic(1, "26/6").hand("vlad1").hand("vlad2", *DEADLY).battle("vlad2", "vlad1")
    assert position.life("vlad1", "vlad2") == [34, 8]
    position = facing("vlad1", "vlad2").magic(2, "26/6").hand("vlad1", *DEADLY).hand("vlad2").battle("vlad2", "vlad1")
    assert position.life("vlad1", "vlad2") == [34, 15] and position.magic_cards(2) == ["26/6"]


@pytest.mark.parametrize(("one", "other"), [("vlad1", "knight2"), ("archer1", "vlad2"), ("knight1", "vlad2")])
def test_magic_is_of_no_use_otherwise(one, other):
    """V-36 Neither against others nor by others."""
    position = facing(one, other).magic(1, "26/6").hand(one).battle(other, one)
    assert position.magic_cards(1) == ["26/6"] and position.heard("LOST_LIFE") == []


def test_magic_does_not_help_against_neutrals():
    """V-36 Vlad, without a battle card, is only hit."""
    position = Position().place(vlad1=(11, 3)).magic(1, "26/6").hand("vlad1").turn(1, dice=(8,))
    assert position.life("vlad1") == 20 and position.magic_cards(1) == ["26/6"]
    assert position.heard("FIGHT_ENDS") == [(0, 36)]


@pytest.mark.parametrize(("purchase", "cards"), [("random", ["18/12", "19/11"]), ("choice", ["26/6", "25/7"])])
def test_magic_is_bought_unseen_or_chosen(purchase, cards):
    """V-36 `magic_purchase`: the top card of the stock, or the one with the highest attack that is left."""
    position = Position(rules={"magic_purchase": purchase}).place(knight1=TAVERN).give(1, gold=8)
    position.on_top("magic", "18/12", "19/11").plays(1, shop_list=[["magic", 2]], gold_reserve=0).turn(1)
    assert position.magic_cards(1) == cards


# V-37, V-38, V-39: battle cards


def test_all_seats_draw_from_one_pack_for_each_type():
    """V-37 36 cards, twelve of them dealt to four seats; decks can be changed."""
    position = Position()
    for pack in position.play.packs.of[:3]:
        assert pack.card_count == 36 and sum(int(key) < 2**64 - 1 for key in pack.keys[1:37]) == 24
    deck = [["day", 9, 1, 12]]
    position = Position(data={"decks": {"archer": deck, "knight": deck, "vlad": [["night", 8, 2, 20]]}})
    assert position.cards("archer4") == ["day 9/1"] * 3 and position.cards("vlad2") == ["night 8/2"] * 3


def test_used_cards_are_replaced_from_the_common_pile():
    """V-37, V-62 The attacker draws first."""
    position = facing("archer1", "archer2").hand("archer1", "day 14/5").hand("archer2", "day 12/6")
    position.on_top("archer", "night 15/3", "day 8/8").battle("archer2", "archer1")
    assert (position.cards("archer1"), position.cards("archer2")) == (["night 15/3"], ["day 8/8"])
    assert sorted(position.discards("archer")) == ["day 12/6", "day 14/5"]


@pytest.mark.parametrize(("dial", "loss", "kept"), [(1, 14, "night 15/3"), (2, 15, "day 14/5")])
def test_only_cards_of_the_time_of_day_can_be_used(dial, loss, kept):
    """V-38 The other one stays in the hand; who has none that fits does not attack and does not answer."""
    position = facing("archer1", "knight2").hand("archer1", "day 14/5", "night 15/3").dial(dial)
    position.hand("knight2", *(["night 16/7"] if dial == 1 else ["day 16/6"])).battle("knight2", "archer1")
    assert position.life("knight2", "archer1") == [28 - loss, 24] and position.cards("archer1")[0] == kept
    position = facing("archer1", "knight2").hand("archer1", "night 15/3").plays(1, **FIGHTS).turn(1)
    assert position.heard("BATTLE_BEGINS") == []


def test_each_unit_has_a_hand_of_its_own():
    """V-38 The knight has cards, the archer beside him none."""
    position = facing("archer1", "vlad2").place(knight1=(20, 4)).hand("archer1").hand("knight1", "day 14/8")
    position.hand("vlad2").plays(1, **FIGHTS).turn(1)
    assert position.life("vlad2") == 20 and len(position.heard("ATTACK_BEGINS")) == 1


def test_discards_are_shuffled_when_the_pile_is_empty():
    """V-39 The used card is all that there is, and comes back."""
    position = facing("archer1", "knight2").hand("archer1", "day 14/5").hand("knight2").pile("archer")
    position.battle("knight2", "archer1")
    assert position.cards("archer1") == ["day 14/5"] and position.discards("archer") == []


def test_without_pile_and_discards_nothing_is_drawn():
    """V-39 One card is left for two hands that have used one each; the discards give the second."""
    position = facing("archer1", "archer2").hand("archer1", "day 14/5").hand("archer2", "day 12/6")
    position.pile("archer", "night 15/3").battle("archer2", "archer1")
    assert position.cards("archer1") == ["night 15/3"] and len(position.cards("archer2")) == 1
    position = Position(rules={"dead_hand": "discard"}).hand("archer1").pile("archer").on_road(archer1=13).turn(1)
    assert position.where("archer1") == CHURCH and position.cards("archer1") == []


@pytest.mark.parametrize(("dead_hand", "kept"), [("keep", True), ("discard", False)])
def test_a_dead_unit_keeps_its_hand_or_not(dead_hand, kept):
    """V-39 `dead_hand`: discarded at once, new cards on its return."""
    hand = ["day 14/5", "night 15/3"]
    position = Position(rules={"dead_hand": dead_hand}).hand("archer1", *hand).kill("archer1")
    assert position.cards("archer1") == (hand if kept else []) and position.discards("archer") == ([] if kept else hand)
    position.on_top("archer", "day 8/8", "day 9/7", "day 16/3").on_road(archer1=13).turn(1)
    assert position.cards("archer1") == (hand if kept else ["day 8/8", "day 9/7", "day 16/3"])


@pytest.mark.parametrize("dead_hand", ["keep", "discard"])
def test_hands_of_the_impaled_and_of_those_who_leave_are_discarded(dead_hand):
    """V-39, V-72; Vlad keeps his when he stands up again."""
    position = facing("vlad1", "archer2", {"dead_hand": dead_hand}, life=1).give(1, impales=1)
    position.hand("archer2", "day 14/5").battle("archer2", "vlad1")
    assert position.discards("archer") == ["day 14/5"] and position.cards("archer2") == []
    position.hand("vlad3", *DEADLY).kill("vlad3")
    assert position.cards("vlad3") == list(DEADLY)
    position.kill("vlad3")
    assert position.cards("vlad3") == [] and set(DEADLY) <= set(position.discards("vlad"))
