"""I Am Vlad, the full game: fights against werewolves and guards (V-65 to V-71)."""

import pytest

from simlab.games.vlad import story
from simlab.games.vlad.rules.s3_v09_board import is_live
from tests.games.vlad_turns import Turns

DEN, GATE = [(3, 11), (3, 12), (3, 13)], [(11, 18), (11, 19), (11, 20)]
SEVEN, EIGHT, FOURTEEN = 1, 2, 8  # places of faces of the die of neutrals


def at_den(*kinds, seat=1, squares=DEN, **rules):
    """Units of a seat stand on combat squares."""
    return Turns(**rules).place(**{f"{kind}{seat}": place for kind, place in zip(kinds, squares)})


def played(position):
    """The cards played on neutrals: attack and defence."""
    return [(attack, defence) for _, attack, defence, *_ in position.heard(story.CARD_PLAYED)]


def left(position):
    """What life neutrals had left at the end of each fight."""
    return [life for _, life in position.heard("FIGHT_ENDS")]


def test_all_units_of_the_active_seat_fight_a_neutral_together():
    """V-65 Three cards of three units; the foe on the bridge beside them does not fight."""
    game = at_den("vlad", "knight", "archer", squares=GATE).place(knight2=(11, 21))
    game.hands(vlad1="day 15/9", knight1="day 13/8", archer1="day 12/6", knight2="day 16/6")
    game.second_stage(1, dice=[SEVEN, SEVEN])
    assert played(game) == [(15, 9), (13, 8), (12, 6)] and left(game) == [0] and game.of(1, "hunts") == 1


def test_the_fight_is_compulsory_and_the_attack_of_each():
    """V-65, V-52 A lone archer with a card of eight, and a foe whom it would rather attack."""
    game = at_den("archer").plays(1, attack_min=-1000.0).place(vlad2=(3, 14)).hands(archer1="day 8/8")
    game.second_stage(1, dice=[EIGHT])
    assert left(game) == [28] and game.attacks() == [] and game.life("archer1") == 24


def test_several_neutrals_are_fought_in_reading_order_before_attacks_on_units():
    """V-65 By their first squares: the den in the third row, the one in the eleventh, the bridge."""
    game = at_den("vlad", "knight", squares=[(11, 19), (13, 3)]).place(archer1=(3, 13))
    game.second_stage(1, dice=[SEVEN] * 3)
    assert [(den, number) for _, den, number in game.heard("FIGHT_BEGINS")] == [(1, 0), (1, 2), (0, 0)]
    before = (
        at_den("vlad").plays(1, attack_min=-1000.0).place(archer1=(20, 2), knight2=(20, 4)).hands(archer1="day 8/8")
    )
    before.second_stage(1, dice=[SEVEN])
    events = [event for event, *_ in before.told if event in ("FIGHT_BEGINS", "ATTACK_BEGINS")]
    assert events == ["FIGHT_BEGINS", "ATTACK_BEGINS"]


def test_reading_order_is_that_of_the_seats_corner():
    """V-65 From the top right the den at the right edge comes first."""
    game = at_den("vlad", "knight", seat=2, squares=[(3, 26), (12, 36)]).second_stage(2, dice=[SEVEN] * 2)
    assert [number for _, _, number in game.heard("FIGHT_BEGINS")] == [3, 1]


HANDS = {"vlad1": ["day 15/9", "night 21/7"], "knight1": ["day 8/11", "day 15/7"], "archer1": ["day 15/4", "day 8/8"]}
PLAYED = {
    "attack_desc": [(15, 9), (15, 7), (15, 4), (8, 11), (8, 8)],
    "defence_desc": [(8, 11), (15, 9), (8, 8), (15, 7), (15, 4)],
    "as_dealt": [(15, 9), (8, 11), (15, 7), (15, 4), (8, 8)],
}


@pytest.mark.parametrize("order", PLAYED)
def test_matching_cards_are_played_in_the_order_of_the_seat(order):
    """V-66 order: by attack, by defence, or unit by unit as dealt."""
    game = at_den("vlad", "knight", "archer", neutral_life=99).plays(1, order=order).hands(**HANDS)
    game.second_stage(1, dice=[SEVEN] * 5)
    assert played(game) == PLAYED[order]


def test_equal_cards_are_played_by_unit_then_by_place_in_hand():
    """V-66 Knight before archer."""
    game = at_den("archer", "knight").hands(archer1=["day 8/8", "day 13/5"], knight1=["day 13/8", "day 13/8"])
    game.second_stage(1, dice=[SEVEN] * 2)
    kinds = [kind for kind, *_ in game.heard(story.CARD_PLAYED)]
    assert kinds == [1, 1, 2] and played(game)[2] == (13, 5)


def test_the_neutral_answers_each_card_with_a_die_less_the_defence():
    """V-66 On the unit that has played it; with two crowns three more attack and one less loss."""
    game = at_den("archer").hands(archer1=["day 16/3", "day 12/6"]).second_stage(1, dice=[FOURTEEN, EIGHT])
    assert game.life("archer1") == 24 - 11 - 2 and left(game) == [8]
    game = at_den("archer").give(1, crowns=2).hands(archer1="day 16/3").second_stage(1, dice=[FOURTEEN])
    assert game.life("archer1") == 24 - 10 and left(game) == [17]


def test_a_defence_above_the_die_costs_nothing():
    """V-66 Never less than nothing."""
    assert at_den("knight").hands(knight1="day 8/11").second_stage(1, dice=[SEVEN]).life("knight1") == 28


@pytest.mark.parametrize("faces, loss", [([1, 2, 3, 4, 5, 6, 7, 8], 3), ([20, 20], 17)])
def test_the_die_of_neutrals_can_be_another(faces, loss):
    """V-66, V-46 die8: its sixth face, or its second."""
    game = at_den("archer", die8=faces).hands(archer1="day 16/3").second_stage(1, dice=[6 if len(faces) == 8 else 2])
    assert game.life("archer1") == 24 - loss


@pytest.mark.parametrize("blow", [False, True])
def test_a_beaten_neutral_answers_no_more_unless_the_option_says_so(blow):
    """V-66 dying_blow."""
    game = at_den("archer", neutral_life=16, dying_blow=blow).hands(archer1="day 16/3")
    game.second_stage(1, dice=[FOURTEEN] * blow)
    assert game.life("archer1") == 24 - 11 * blow and game.of(1, "gold") == 3


def test_cards_of_the_dead_are_skipped_and_stay_in_their_hand():
    """V-66 The archer falls after its first card; the knight plays on."""
    game = at_den("archer", "knight").set_life(archer1=4).hands(archer1=["day 16/3", "day 15/4"], knight1="day 14/8")
    game.second_stage(1, dice=[SEVEN, SEVEN])
    assert played(game) == [(16, 3), (14, 8)] and "day 15/4" in game.cards("archer1")
    assert game.where("archer1") == "fallen" and left(game) == [6]


def test_a_vlad_who_falls_stands_up_but_is_out_of_the_fight():
    """V-66, V-32 The knight goes on alone."""
    game = at_den("vlad", "knight").set_life(vlad1=1).hands(vlad1=["day 19/7", "day 18/7"], knight1="day 14/8")
    game.second_stage(1, dice=[FOURTEEN, SEVEN])
    assert played(game) == [(19, 7), (14, 8)] and game.where("vlad1") == (2, 2) and game.life("vlad1") == 34


def test_a_seat_whose_last_vlad_falls_fights_no_more():
    """V-66, V-72 It leaves; nobody takes the coins."""
    game = at_den("vlad", "knight").set_life(vlad1=1).lives(seat1=1).hands(vlad1="day 19/7", knight1="day 16/6")
    game.second_stage(1, dice=[FOURTEEN])
    assert played(game) == [(19, 7)] and game.of(1, "alive") == 0 and game.where("knight1") == "gone"


def test_a_last_vlad_who_falls_with_the_neutral_wins_nothing():
    """V-70, V-72 dying_blow: his knight lives, but leaves with him; the coins go to the box."""
    game = at_den("vlad", "knight", neutral_life=19, dying_blow=True).set_life(vlad1=1).lives(seat1=1)
    game.hands(vlad1="day 19/7", knight1="day 16/6").second_stage(1, dice=[FOURTEEN])
    assert left(game) == [0] and game.of(1, "alive", "gold") == [0, 0] and game.table.gold_box == 45


def test_a_fight_ends_when_nobody_lives_or_no_card_is_left():
    """V-67 The archer falls with a card in hand; another plays all it has."""
    dead = at_den("archer").set_life(archer1=4).hands(archer1=["day 16/3", "day 15/4"])
    assert left(dead.second_stage(1, dice=[SEVEN])) == [20]
    spent = at_den("archer").hands(archer1=["day 16/3", "day 15/4", "night 12/5"])
    assert left(spent.second_stage(1, dice=[SEVEN, SEVEN])) == [5]


@pytest.mark.parametrize("below, cards", [(0, 3), (17, 3), (18, 2), (21, 1)])
def test_a_seat_surrenders_when_a_living_unit_has_too_little_life(below, cards):
    """V-67 surrender_below: the archer has 20, 17 after its first two cards; guards take it as werewolves do."""
    for squares in (DEN, GATE):
        game = at_den("archer", squares=squares, neutral_life=99).plays(1, surrender_below=below)
        game.hands(archer1=["day 16/3", "day 15/4", "day 8/8"]).second_stage(1, dice=[SEVEN] * cards)
        assert len(played(game)) == cards and game.of(1, "hunts") == 1


def test_the_dead_do_not_surrender():
    """V-67 The archer is dead, the knight strong enough: it plays on."""
    game = at_den("archer", "knight").plays(1, surrender_below=10).set_life(archer1=4)
    game.hands(archer1="day 16/3", knight1="day 14/8").second_stage(1, dice=[SEVEN, SEVEN])
    assert len(played(game)) == 2


@pytest.mark.parametrize("hit, dice", [("each_unit", 2), ("first_unit", 1), ("none", 0)])
def test_without_a_matching_card_units_are_only_hit(hit, dice):
    """V-68 no_card_hit: a full die on each, thrown apart, on the first in unit order, or on none."""
    game = (
        at_den("archer", "vlad", no_card_hit=hit)
        .hands(archer1="night 15/3")
        .second_stage(1, dice=[EIGHT, SEVEN][:dice])
    )
    assert game.life("vlad1", "archer1") == [34 - 8 * (dice > 0), 24 - 7 * (dice > 1)]
    assert game.cards("archer1") == ["night 15/3"] and game.of(1, "hunts") == 1


def test_a_neutral_that_was_not_beaten_is_whole_again():
    """V-69 Cards are replaced, and who stays fights again in the next turn."""
    game = at_den("archer").hands(archer1="day 16/3").on_top("archer", "day 15/4", "day 13/5")
    game.turn(1, dice=[SEVEN])
    assert game.cards("archer1") == ["day 15/4"]
    game.turn(1, dice=[SEVEN])
    assert left(game) == [20, 21] and game.of(1, "hunts") == 2


def test_units_may_leave_after_a_fight_that_was_lost():
    """V-69 In stage 1 of the next turn, so that there is no second fight."""
    game = at_den("archer").hands(archer1="day 8/8").turn(1, dice=[SEVEN])
    game.plays(1, goals_archer=["home"]).turn(1)
    assert game.of(1, "hunts") == 1 and game.where("archer1")[1] == 6


def beaten(squares, **rules):
    """A strong party beats the neutral there."""
    game = at_den("vlad", "knight", squares=squares, **rules)
    return game.hands(vlad1=["day 19/7", "day 18/7"], knight1="day 8/11").second_stage(1, dice=[SEVEN])


def test_beaten_werewolves_leave_three_coins_and_their_squares_to_all():
    """V-70 Not the box but the den pays; the drawn figure stays an obstacle."""
    game = beaten(DEN)
    assert game.of(1, "gold", "dens", "guards") == [3, 1, 0] and game.table.gold_box == 42
    assert not any(game.do(is_live, seat, place) for seat in (1, 2, 3, 4) for place in DEN)
    assert (2, 12) not in game.reach("vlad1") and not game.table.den_stands[0]
    game.hands(vlad1=[], knight1=[]).turn(1)
    assert game.of(1, "hunts") == 1  # nobody has to fight there any more


def test_beaten_guards_yield_a_flag_and_a_coin_of_the_box_for_this_seat_only():
    """V-71, V-25 The others must beat them themselves; the way in is free from the next turn on."""
    game = beaten(GATE)
    assert game.of(1, "gold", "dens", "guards", "banners") == [1, 0, 1, 1] and game.table.gold_box == 41
    assert [bool(game.do(is_live, seat, GATE[0])) for seat in (1, 2)] == [False, True]
    assert (14, 18) in game.reach("vlad1")
    game.place(vlad2=GATE[2]).second_stage(2, dice=[SEVEN])
    assert game.of(2, "hunts") == 1


def test_guards_that_were_beaten_cannot_be_beaten_again_by_this_seat():
    """V-71, V-23 Once a gate: whoever stands on the bridge later fights nobody."""
    game = beaten(GATE).second_stage(1)
    assert game.of(1, "guards", "gold") == [1, 1]


def test_an_empty_box_gives_no_coin_for_guards():
    """V-71, V-08 The flag is won all the same."""
    game = at_den("vlad", "knight", squares=GATE)
    game.table.gold_box = 0
    game.hands(vlad1=["day 19/7", "day 18/7"]).second_stage(1, dice=[SEVEN])
    assert game.of(1, "gold", "banners") == [0, 1]


@pytest.mark.parametrize("squares", [DEN, GATE])
def test_a_reward_needs_a_fighter_alive(squares):
    """V-70, V-71 dying_blow: the archer falls with the neutral; coins go to the box, no flag is won."""
    game = at_den("archer", squares=squares, neutral_life=16, dying_blow=True).set_life(archer1=1)
    game.hands(archer1="day 16/3").second_stage(1, dice=[SEVEN])
    assert left(game) == [0] and game.of(1, "gold", "banners") == [0, 0]
    assert game.table.gold_box == (45 if squares == DEN else 42)
    assert bool(game.do(is_live, 2, squares[0])) == (squares == GATE)
