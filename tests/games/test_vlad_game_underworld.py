"""I Am Vlad, the full game: resurrection tokens, the underworld road and the way back (V-15 to V-17, V-30)."""

import pytest

from tests.games.vlad_positions import DEADLY, FIGHTS, Position

RISES = {"use_tokens": True}
CHURCH = ((8, 8), (8, 9), (9, 8))  # of the first seat, in reading order


def at_the_exit(rules=None, dial=1, **squares):
    """The first seat's figures at exits, by default the knight at that of position 1."""
    return Position(rules=rules).on_road(**(squares or {"knight1": 13})).dial(dial)


# V-15: on the road


def die_in_a_battle(position):
    """An enemy kills the knight."""
    position.place(vlad2=(20, 3), knight1=(20, 5)).hand("vlad2", *DEADLY).hand("knight1").set_life(knight1=9)
    position.battle("knight1", "vlad2")


def die_of_the_plague(position):
    """The knight's last life point goes."""
    position.infect("knight1").set_life(knight1=1).turn(1)


def die_of_the_curse(position):
    """At upkeep."""
    position.set_life(knight1=2).table.cursed = 0
    position.table.caster = 1
    position.turn(1)


def die_at_werewolves(position):
    """The knight has no card and little life."""
    position.place(knight1=(11, 3)).set_life(knight1=7).hand("knight1").turn(1, dice=(1,))


@pytest.mark.parametrize("die", [die_in_a_battle, die_of_the_plague, die_of_the_curse, die_at_werewolves])
def test_whatever_has_killed_it_a_dead_unit_may_rise(die):
    """V-15 It lies beside the board, and a token sets it on the road."""
    position = Position()
    die(position)
    assert position.where("knight1") == "fallen" and position.table.at[position.square((20, 5))] < 0
    position.plays(1, **RISES).turn(1, dice=(4,))
    assert position.road("knight1") == 4 and position.of(1, "resurrection", "resurrections") == [1, 1]


def test_an_impaled_unit_never_rises():
    """V-15, V-30, V-34."""
    position = Position().place(vlad2=(20, 3), knight1=(20, 5)).set_life(knight1=5).give(2, impales=1)
    position.battle("knight1", "vlad2").plays(1, **RISES).turn(1)
    assert position.where("knight1") == "gone" and position.of(1, "resurrection") == 2


def test_a_figure_walks_until_it_stands_at_an_exit():
    """V-15 Not in the turn of its token; then a die in every own turn; at an exit no more dice."""
    position = Position().plays(1, **RISES).kill("knight1")
    for roll, square in ((6, 6), (4, 10), (1, 11), (3, 14)):
        assert position.round(dice=(roll,)).road("knight1") == square
    position.round()  # on position 1 exit 14 is shut
    assert position.road("knight1") == 14


def test_each_figure_has_a_die_of_its_own():
    """V-15 The knight first."""
    position = Position().plays(1, **RISES).kill("knight1", "archer1").round(dice=(2, 5))
    assert (position.road("knight1"), position.road("archer1")) == (2, 5)
    position.round(dice=(1, 6))
    assert (position.road("knight1"), position.road("archer1")) == (3, 11)


def test_who_is_on_the_road_has_to_go_on():
    """V-15 Also if its seat wants nothing of tokens."""
    assert Position().on_road(archer1=3).round(dice=(2,)).road("archer1") == 5


def test_nobody_has_to_use_a_token():
    """V-15."""
    position = Position().kill("knight1").round().round()
    assert position.where("knight1") == "fallen" and position.of(1, "resurrection") == 2


def test_figures_walk_and_return_on_own_turns_only():
    """V-15, V-16."""
    for square in (3, 13):
        assert Position().on_road(archer1=square).turn(2).turn(3).turn(4).road("archer1") == square


@pytest.mark.parametrize(
    ("overshoot", "dice", "square"), [("cap", (6,), 16), ("stay", (6,), 12), ("reroll", (6, 5, 2), 14)]
)
def test_a_walk_past_the_end_of_the_road(overshoot, dice, square):
    """V-15 `overshoot`: the last exit; not at all; thrown again until it fits."""
    position = Position(rules={"overshoot": overshoot}).on_road(knight1=12).round(dice=dice)
    assert position.road("knight1") == square


def test_after_staying_a_figure_throws_again():
    """V-15 In its next turn."""
    position = Position(rules={"overshoot": "stay"}).on_road(knight1=12).round(dice=(6,)).round(dice=(4,))
    assert position.road("knight1") == 16


# V-16: the way back


@pytest.mark.parametrize("exit_square", [13, 14, 15, 16])
def test_every_exit_waits_for_its_position_of_the_dial(exit_square):
    """V-16 Exit 13 for the first, and so on; without a die, whatever its seat wants."""
    for dial in range(1, 5):
        position = at_the_exit(dial=dial, knight1=exit_square).turn(1)
        assert (position.where("knight1") == CHURCH[0]) == (dial == exit_square - 12)


@pytest.mark.parametrize(("dial", "back"), [(1, False), (4, True)])
def test_exits_can_wait_for_other_positions(dial, back):
    """V-16 `exit_positions`."""
    position = at_the_exit({"exit_positions": [4, 3, 2, 1]}, dial).turn(1)
    assert (position.where("knight1") == CHURCH[0]) == back


@pytest.mark.parametrize(
    ("match", "exit_square", "dials"), [("position", 13, [1]), ("time", 13, [1, 3]), ("time", 16, [2, 4])]
)
def test_exits_can_wait_for_a_time_of_day(match, exit_square, dials):
    """V-16 `exit_match`: by position, or by day and night."""
    backs = [at_the_exit({"exit_match": match}, dial, knight1=exit_square).turn(1) for dial in range(1, 5)]
    assert [dial for dial, position in enumerate(backs, 1) if position.where("knight1") == CHURCH[0]] == dials


@pytest.mark.parametrize(("same_turn", "place"), [(True, CHURCH[0]), (False, "road")])
def test_the_turn_in_which_the_exit_is_reached_may_count(same_turn, place):
    """V-16 `return_same_turn`."""
    position = Position(rules={"return_same_turn": same_turn}).on_road(knight1=12).dial(2).round(dice=(2,))
    assert position.where("knight1") == place


def test_without_the_same_turn_the_next_one_is_the_earliest():
    """V-16 The dial still suits, by the time of day, two rounds later; one round later it does not."""
    rules = {"return_same_turn": False, "exit_match": "time"}
    position = Position(rules=rules).on_road(knight1=12).dial(2).round(dice=(2,)).round()
    assert position.where("knight1") == "road" and position.round().where("knight1") == CHURCH[0]
    position = Position(rules=rules | {"dial": ["day", "night", "night", "day"]}).on_road(knight1=12).dial(2)
    assert position.round(dice=(2,)).where("knight1") == "road" and position.round().where("knight1") == CHURCH[0]


# V-17: the place of return


def test_returning_units_stand_on_their_church_whole_and_healthy():
    """V-17 The first of its free squares; the infection ended with death."""
    position = Position().place(vlad1=CHURCH[0]).infect("knight1").set_life(knight1=1)
    position.kill("knight1").on_road(knight1=13).turn(1)
    assert position.where("knight1") == CHURCH[1] and position.life("knight1") == 28
    assert position.mark("knight1") != "infected"


def test_who_has_come_back_is_back():
    """V-16 Nothing happens when the dial shows its position again."""
    position = at_the_exit().turn(1).place(knight1=(20, 3)).set_life(knight1=9).turn(1)
    assert position.where("knight1") == (20, 3) and position.life("knight1") == 9


def test_the_first_square_is_the_first_as_the_seat_sees_the_board():
    """V-17 With the own corner at the top left."""
    position = Position().on_road(knight2=13, archer3=13, knight4=13)
    for seat in (2, 3, 4):
        position.turn(seat)
    assert position.where("knight2") == (8, 31)  # its neighbours are (8, 30) and (9, 31)
    assert position.where("archer3") == (31, 31) and position.where("knight4") == (31, 8)


def test_two_who_come_back_together_take_two_squares():
    """V-17 The knight first."""
    position = at_the_exit(knight1=13, archer1=13).turn(1)
    assert (position.where("knight1"), position.where("archer1")) == CHURCH[:2]


def test_who_finds_the_church_full_waits_for_the_next_time():
    """V-17, V-16 Friends and enemies occupy it; the exit is asked for again."""
    position = at_the_exit().place(vlad2=CHURCH[0], archer1=CHURCH[1], knight3=CHURCH[2]).round()
    assert position.road("knight1") == 13
    position.place(vlad2=(20, 3))
    for _ in range(3):
        assert position.round().where("knight1") == "road"
    assert position.round().where("knight1") == CHURCH[0]


@pytest.mark.parametrize("acts", [True, False])
def test_who_comes_back_may_move_in_that_turn(acts):
    """V-17 `return_acts`."""
    position = at_the_exit({"return_acts": acts}).plays(1, goals_knight=["home"]).turn(1)
    assert (position.where("knight1") != CHURCH[0]) == acts
    assert position.round().where("knight1") != CHURCH[0]


@pytest.mark.parametrize("acts", [True, False])
def test_who_comes_back_may_act_in_that_turn(acts):
    """V-17 It buys a card at the church, or does not."""
    position = at_the_exit({"return_acts": acts}).give(1, gold=1).plays(1, akathist_gold=1).akathist("tithe").turn(1)
    assert position.where("knight1") == CHURCH[0] and position.of(1, "akathist") == int(acts)


@pytest.mark.parametrize("acts", [True, False])
def test_who_comes_back_may_attack_in_that_turn(acts):
    """V-17."""
    position = at_the_exit({"return_acts": acts}).place(archer2=(7, 7)).plays(1, **FIGHTS)
    position.hand("knight1", "day 14/8").hand("archer2").turn(1)
    assert position.life("archer2") == (10 if acts else 24)


# V-30: tokens


def test_a_seat_has_two_tokens_for_knight_and_archer_in_any_mix():
    """V-30 Both for the knight; then nobody rises any more."""
    position = Position().plays(1, **RISES).kill("knight1").round(dice=(1,)).on_road(knight1=13).dial(1).turn(1)
    assert position.where("knight1") == CHURCH[0] and position.of(1, "resurrection") == 1
    position.kill("knight1").turn(1, dice=(2,))
    assert position.road("knight1") == 2 and position.of(1, "resurrection") == 0
    position.kill("archer1").turn(1)
    assert position.where("archer1") == "fallen" and position.row["resurrections_1"] == 2


def test_a_last_token_is_for_one_of_two():
    """V-30."""
    position = Position().plays(1, **RISES).kill("knight1", "archer1")
    position.table.resurrection[0] = 1
    position.turn(1, dice=(3,))
    assert position.where("knight1") == "road" and position.where("archer1") == "fallen"


def test_tokens_are_not_for_vlad():
    """V-30 He stands up by himself, as long as he has lives."""
    position = Position().plays(1, **RISES).kill("vlad1").turn(1)
    assert position.where("vlad1") == (2, 2) and position.of(1, "resurrection", "lives") == [2, 1]
