"""I Am Vlad, the full game: the ways in which games end, by crowns, in the tower, not at all (V-01 to V-03, V-07)."""

import pytest

from tests.games.vlad_positions import Position, face_to_face

TOWER = (19, 19)


def on_the_tower(rules=None, count=0):
    """Seat 1's Vlad on a tower square, with so many turns behind him."""
    position = Position(rules=rules).place(vlad1=TOWER)
    position.table.tower_count[0] = count
    return position


# V-01, V-02, V-03: crowns


def test_the_third_crown_ends_the_game_in_the_middle_of_a_turn():
    """V-01, V-02 Nobody attacks any more, and no other seat has its turn."""
    position = face_to_face().give(1, crowns=2).set_life(vlad1=34).hand("vlad2").place(archer1=(20, 2), knight3=(20, 1))
    position.play_on()
    assert position.end == (1, "crowns") and position.row["rounds"] == 1 and position.of(1, "crowns") == 3
    assert len(position.heard("BATTLE_BEGINS")) == 1 and len(position.heard("TURN_BEGINS")) == 1
    assert position.life("knight3") == 28 and position.row["out_round_2"] == 0


def test_two_crowns_do_not_win():
    """V-02."""
    position = Position().give(1, crowns=1).kill("vlad2", by=1)
    assert position.end is None and position.of(1, "crowns") == 2


def test_knights_archers_dens_and_guards_bring_no_crown():
    """V-02 Only a killed enemy Vlad does."""
    position = Position().give(1, crowns=2, flags=(0, 1)).kill("knight2", "archer3", by=1)
    assert position.end is None and position.of(1, "crowns") == 2


def test_an_own_vlad_brings_no_crown():
    """V-02, V-64."""
    assert Position().give(1, crowns=2).kill("vlad1", by=1).of(1, "crowns") == 2


def test_three_crowns_win_even_if_the_last_other_vlad_falls():
    """V-01, V-02 One event that brings a third crown and leaves one seat is a win by crowns."""
    position = Position(2).give(1, crowns=2).lives(seat2=1).kill("vlad2", by=1)
    assert position.end == (1, "crowns") and position.of(2, "out_round") == 0


def test_a_killer_who_falls_in_the_same_exchange_takes_no_crown():
    """V-03 Both Vlads fall; nobody has a third crown."""
    position = face_to_face().give(1, crowns=2).give(2, crowns=2).turn(1)
    assert position.end is None and position.heard("CROWNED") == []
    assert position.of(1, "crowns") == position.of(2, "crowns") == 2
    assert position.of(1, "lives") == position.of(2, "lives") == 1


@pytest.mark.parametrize(("reward_at", "crowns"), [("battle_end", 0), ("exchange", 1)])
def test_a_killer_who_falls_later_in_the_battle_takes_no_crown(reward_at, crowns):
    """V-03, V-63 Vlad strikes the attacking Vlad down and is then killed by an archer, who takes the crown."""
    position = (
        Position(rules={"reward_at": reward_at})
        .place(vlad1=(20, 3), archer1=(20, 9), vlad2=(20, 5))
        .set_life(vlad1=1, vlad2=12)
    )
    position.hand("vlad1", "day 11/12").hand("vlad2", "day 15/9").hand("archer1", "day 16/3")
    position.battle("vlad2", "vlad1", "archer1")
    assert position.of(1, "crowns", "vlad_deaths") == [1, 1] and position.of(2, "crowns", "vlad_deaths") == [crowns, 1]


def test_a_game_is_cut_off_without_a_winner():
    """V-01 After the last round that the option allows."""
    position = Position(rules={"max_rounds": 4}).play_on()
    assert (position.table.winner, position.row["way"], position.row["rounds"]) == (-1, 0, 4)
    assert len(position.heard("TURN_BEGINS")) == 16


# V-07: the cursed tower


def test_who_enters_the_tower_in_a_round_wins_eight_rounds_later():
    """V-07 A whole game: Vlad enters in round 1 and has won when his turn comes in round 9."""
    position = Position().place(vlad1=(16, 19)).plays(1, goals_vlad=["tower"]).play_on()
    assert position.where("vlad1") in {(19, 19), (19, 20), (20, 19), (20, 20)}
    assert position.end == (1, "tower") and position.row["rounds"] == 9 and position.row["tower_turns_1"] == 8
    assert len(position.heard("TURN_BEGINS")) == 4 * 8 + 1


def test_the_number_of_turns_on_the_tower_can_be_changed():
    """V-07 `tower_rounds`."""
    position = Position(rules={"tower_rounds": 3}).place(vlad1=(16, 19)).plays(1, goals_vlad=["tower"]).play_on()
    assert position.end == (1, "tower") and position.row["rounds"] == 4


@pytest.mark.parametrize("harm", ["curse", "plague"])
@pytest.mark.parametrize(("option", "end"), [("before_upkeep", (1, "tower")), ("after_upkeep", None)])
def test_the_tower_is_checked_before_or_after_upkeep(option, end, harm):
    """V-07 `tower_check`: curse and plague come too late, or in time."""
    position = on_the_tower({"tower_check": option}, count=7).set_life(vlad1=1)
    if harm == "curse":
        position.table.cursed, position.table.caster = 0, 1
    else:
        position.infect("vlad1")
    position.turn(1)
    assert position.end == end and (position.where("vlad1") == (2, 2)) == (end is None)
    assert position.of(1, "tower_count") == (8 if end else 0)


def test_after_upkeep_the_tower_wins_all_the_same():
    """V-07 A Vlad who lives through upkeep has his eighth turn."""
    assert on_the_tower({"tower_check": "after_upkeep"}, count=7).turn(1).end == (1, "tower")


def test_eight_turns_on_the_tower_win_on_any_of_its_squares():
    """V-07 Whoever goes from tower square to tower square goes on counting."""
    position = on_the_tower(count=6).turn(1).go("vlad1", (20, 20))
    assert position.of(1, "tower_count") == 7 and position.end is None
    assert position.turn(1).end == (1, "tower")


def test_leaving_the_tower_begins_the_count_anew():
    """V-07 Also if he comes back in the turn after."""
    position = on_the_tower(count=7).go("vlad1", (18, 19))
    assert position.turn(1).of(1, "tower_count") == 0
    position.go("vlad1", TOWER)
    assert position.of(1, "tower_count") == 0 and position.turn(1).of(1, "tower_count") == 1


def test_only_squares_on_which_moves_end_count():
    """V-07 Vlad walks over the tower and stands behind it."""
    position = Position().place(vlad1=(18, 19)).go("vlad1", (21, 19))
    assert position.turn(1).of(1, "tower_count") == 0


def test_death_ends_the_count():
    """V-07 Any death of that Vlad."""
    position = on_the_tower(count=7).kill("vlad1")
    assert position.of(1, "tower_count") == 0 and position.turn(1).end is None


def test_going_into_an_outpost_ends_the_count():
    """V-07, V-21 Of a Vlad who walks as far as that in one move."""
    position = on_the_tower({"move_squares": 20}, count=7).outpost(1, (9, 19)).go("vlad1", (9, 19))
    assert position.where("vlad1") == "outpost" and position.turn(1).of(1, "tower_count") == 0


def test_a_knight_on_the_tower_counts_nothing():
    """V-07."""
    position = Position().place(knight1=TOWER, archer1=(20, 20)).turn(1)
    assert position.of(1, "tower_count") == 0
