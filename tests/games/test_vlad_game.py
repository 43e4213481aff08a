"""The full game of I Am Vlad: what stays the same, how games end, and that choices have the codes of their options."""

from dataclasses import replace

import numpy as np
import pytest

from simlab.chance.cards import NOT_IN_PILE
from simlab.chance.plain import plain, run_plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.contract import by_name
from simlab.games.vlad import game_state as state
from simlab.games.vlad.policies import POLICIES
from simlab.games.vlad.rules.s2_v01_winning import check_death_match, check_tower
from simlab.games.vlad.rules.s3_v09_board import lift, note_squares, put
from simlab.games.vlad.rules.s4_v11_game_start import set_up_game
from simlab.games.vlad.rules.s5_v18_outposts import build
from simlab.games.vlad.rules.s5_v26_curse_and_bell import lay_curse, toll
from simlab.games.vlad.rules.s5_v43_spread import infect, spread_plague
from simlab.games.vlad.rules.s6_v49_upkeep import upkeep
from simlab.games.vlad.rules.s6_v50_arrival import move
from simlab.games.vlad.rules.s6_v50_movement import look_around
from simlab.games.vlad.rules.s7_v62_aftermath import lose, settle
from simlab.scenario.policies import read_players
from tests.games.conformance import rows
from tests.games.vlad_setups import VLAD, case

OPTION_CODES = {
    "movement": (state.WALK_STEPS, state.STRAIGHT),
    "outpost_arms": (state.ORTHOGONAL, state.ALL_EIGHT),
    "outpost_cross": (state.PER_MOVE, state.PER_SQUARE),
    "eliminated_outpost": (state.REMOVED, state.INERT),
    "plague_spread": (state.ENTER_PATH, state.END_ONLY),
    "church_squares": (state.ALL_SQUARES, state.ONE_EACH),
    "effect_clock": (state.OWNER_TURN, state.ROUND_END),
    "magic_purchase": (state.AT_RANDOM, state.BY_CHOICE),
    "dead_hand": (state.KEEP, state.DISCARD),
    "tower_check": (state.BEFORE_UPKEEP, state.AFTER_UPKEEP),
    "crown_pool": (state.BY_LIVES, state.BY_TOKENS),
    "tie_repeat": (state.RESPAWN, state.DRAW),
    "stage_order": (state.PER_TURN, state.PER_UNIT),
    "tax_scope": (state.WHOLE_TURN, state.ONE_UNIT),
}
CHOICES = {
    "movement": ("walk", "straight"),
    "outpost_arms": ("orthogonal", "all8"),
    "outpost_cross": ("per_move", "per_square"),
    "eliminated_outpost": ("removed", "inert"),
    "plague_spread": ("enter_path", "end_only"),
    "church_squares": ("all", "one_each"),
    "effect_clock": ("owner_turn", "round_end"),
    "magic_purchase": ("random", "choice"),
    "dead_hand": ("keep", "discard"),
    "tower_check": ("before_upkeep", "after_upkeep"),
    "crown_pool": ("lives", "tokens"),
    "tie_repeat": ("respawn", "draw"),
    "stage_order": ("per_turn", "per_unit"),
    "tax_scope": ("turn", "unit"),
}


def game(policies=("balanced",) * 4, rules=None):
    """A case of the game with these policies, one a seat."""
    made = case("game", {"players": len(policies)}, rules)
    players, wrong = read_players(VLAD, made.model, {f"seat{n}": {"name": p} for n, p in enumerate(policies, 1)})
    assert not wrong
    return replace(made, players=players)


class Position:
    """A game that has been set up, in plain Python."""

    def __init__(self, players=4, rules=None):
        compiled = VLAD.models["game"].compile(game(("balanced",) * players, rules))
        self.tables, self.start, self.play, self.rules = compiled.arguments
        with np.errstate(over="ignore"):
            self.stream = plain(trial_stream)(0, 1, 0)
        run_plain(set_up_game, self.tables, self.start, self.play, self.rules, self.stream)
        self.table, self.table.active, self.table.round_now = self.play.table, 0, 3

    def kill(self, *units, killer=state.NOBODY):
        """Units lose all their life in one event."""
        for unit in units:
            run_plain(lose, unit, 1000, killer, self.play)
        run_plain(settle, self.play, self.rules, self.stream)

    @property
    def end(self):
        """Winner, counted from 1, and way."""
        return int(self.table.winner) + 1, state.WAYS[self.table.way]


@pytest.mark.parametrize("option", OPTION_CODES)
def test_codes_are_the_places_of_choices(option):
    assert tuple(VLAD.options[option].choices) == CHOICES[option]
    assert OPTION_CODES[option] == tuple(range(len(CHOICES[option])))


def test_three_crowns_win_even_if_the_last_other_vlad_falls():
    """V-01, V-02 One event that brings a third crown and leaves one seat is a win by crowns."""
    position = Position()
    position.table.crowns[0] = 2
    position.table.alive[2:] = 0
    position.table.lives[1] = 1
    position.kill(3, killer=0)
    assert position.end == (1, "crowns")
    assert position.table.out_round[1] == 0


def test_the_last_vlad_wins():
    """V-05 The only seat that is left wins."""
    position = Position(2)
    position.table.lives[1] = 1
    position.kill(3)
    assert position.end == (1, "last_vlad")
    assert position.table.out_round[1] == 3


def test_last_vlads_that_fall_together_are_ranked_by_crowns():
    """V-06 The one with most crowns wins, the others leave."""
    position = Position(2)
    position.table.lives[:2], position.table.crowns[1] = 1, 1
    position.kill(0, 3)
    assert position.end == (2, "tie_break")
    assert position.table.out_round[:2].tolist() == [3, 0]


def test_equal_crowns_bring_the_last_vlads_back():
    """V-06 Each gets one life and stands in his base with full life; by the option not a second time."""
    position = Position(2, {"tie_repeat": "draw"})
    position.table.lives[:2] = 1
    position.kill(0, 3)
    assert not position.table.over and position.table.tie_respawns == 1
    assert position.table.lives[:2].tolist() == [1, 1] and position.play.units.of[0, 0].life == 34
    position.kill(0, 3)
    assert position.table.over and position.end == (0, "none") and position.table.tie_respawns == 1


def test_a_killed_vlad_stands_up_in_his_base_and_brings_a_crown():
    """V-32, V-28 He loses a life and is back with full life; the killer's cards get the bonus."""
    position = Position()
    start = int(position.table.square[0])
    position.kill(0, killer=2)
    assert position.table.square[0] == start and position.table.lives[0] == 1
    assert position.table.crowns[2] == 1 and position.play.seats.of[2].attack_bonus == 2
    assert position.table.kills[2] == 1


def test_two_players_are_in_a_death_match_from_the_start():
    """V-04 Three crowns are out of reach when the other seats have two lives together."""
    assert Position(2).table.death_match == 1
    assert Position(3).table.death_match == 0
    assert Position(2, {"crown_pool": "tokens"}).table.death_match == 0
    position = Position(3)
    position.table.lives[:3] = 1
    run_plain(check_death_match, position.play, position.rules)
    assert position.table.death_match == 1


def test_knights_bring_gold_as_far_as_the_box_reaches():
    """V-08, V-64 Three gold for a killed knight, or what is left; the kill counts all the same."""
    position = Position()
    position.table.gold_box = 2
    position.kill(4, killer=0)
    assert (position.table.gold[0], position.table.gold_box, position.table.kills[0]) == (2, 0, 1)


def square(row, column):
    """A square of the default board."""
    return 40 * row + column


def test_eight_turns_on_the_tower_win():
    """V-07 The turn of coming does not count; whoever moves from tower square to tower square goes on counting."""
    position = Position()
    run_plain(lift, 0, position.play)
    run_plain(put, 0, square(19, 19), position.play)
    for count in range(1, 8):
        run_plain(check_tower, 0, position.play, position.rules)
        assert position.table.tower_count[0] == count and not position.table.over
    run_plain(lift, 0, position.play)
    run_plain(put, 0, square(19, 20), position.play)
    run_plain(check_tower, 0, position.play, position.rules)
    assert position.end == (1, "tower")


def test_an_outpost_hits_who_passes_and_who_stands_in_its_range():
    """V-20 Two life without anybody inside: once a move, and at the start of its owner's turn."""
    position = Position()
    run_plain(build, 1, square(10, 5), position.play, position.rules)
    archer = position.play.units.of[0, 2]
    run_plain(look_around, 2, position.play, position.rules)  # from row 2, column 5
    run_plain(move, 2, square(7, 5), position.play, position.rules, position.stream)
    assert archer.life == 22
    run_plain(upkeep, 1, position.play, position.rules, position.stream)
    assert archer.life == 20
    run_plain(upkeep, 0, position.play, position.rules, position.stream)
    assert archer.life == 20


def test_the_curse_costs_every_unit_two_life_until_its_casters_vlad_dies():
    """V-27 Wherever the caster is by then."""
    position = Position()
    run_plain(lay_curse, 1, 0, position.play)
    run_plain(upkeep, 0, position.play, position.rules, position.stream)
    assert [int(position.play.units.of[0, kind].life) for kind in range(3)] == [32, 26, 22]
    position.kill(3)
    assert position.table.cursed == state.NOBODY


def test_the_bell_locks_the_fortress():
    """V-29, V-51 Nobody inside moves, and nobody enters, be his flag on the gate or not."""
    position = Position()
    position.table.banners[0] = 1
    run_plain(note_squares, 0, position.play, position.rules)
    for unit, place in ((0, square(19, 19)), (1, square(13, 19))):
        run_plain(lift, unit, position.play)
        run_plain(put, unit, place, position.play)
    assert reachable(position, 0) > 1 and square(14, 19) in squares_in_reach(position, 1)
    run_plain(toll, 2, position.play)
    assert reachable(position, 0) == 1 and square(14, 19) not in squares_in_reach(position, 1)


def squares_in_reach(position, unit):
    """All squares to which a unit can go."""
    run_plain(look_around, unit, position.play, position.rules)
    reach = position.play.reach
    rows = range(int(reach.low), int(reach.high) + 1)
    return {square(r, c) for r in rows for c in range(40) if int(reach.layer[reach.limit, r]) >> c & 1}


def reachable(position, unit):
    """How many squares a unit can go to, its own included."""
    return len(squares_in_reach(position, unit))


def test_a_plagued_unit_infects_whom_it_could_attack():
    """V-43, V-44 The archer along its lines up to four squares; death cures and makes immune."""
    position = Position()
    for unit, place in ((2, square(20, 3)), (4, square(20, 7)), (5, square(22, 4)), (8, square(20, 8))):
        run_plain(lift, unit, position.play)
        run_plain(put, unit, place, position.play)
    run_plain(infect, 2, position.play)
    run_plain(spread_plague, position.play)
    assert position.table.plague[[2, 4, 5]].tolist() == [state.INFECTED, state.INFECTED, state.HEALTHY]
    assert position.table.plague[8] == state.INFECTED  # five squares from the first, but next to the knight
    position.kill(4)
    assert position.table.plague[4] == state.IMMUNE and position.table.infected == 2


def cards_of(pack, hands):
    """How many cards of a pack are in its pile, its discards and these hands."""
    piled = sum(pack.keys[card] != NOT_IN_PILE for card in range(1, pack.card_count + 1))
    held = sum(int(hand.hand[place] != 0) for hand in hands for place in range(hand.held))
    return piled + int(pack.discarded) + held


@pytest.mark.parametrize("policies", [("random",) * 4, ("shopper", "outpost_turtle", "tower_sitter", "hero_hunter")])
def test_nothing_gets_lost(policies):
    """V-08, V-39 Gold, crowns and cards of every pack are where they may be, and nobody shares a square."""
    compiled = VLAD.models["game"].compile(game(policies))
    play = compiled.arguments[2]
    out = np.zeros((1, len(game(policies).columns)), np.int32)
    for trial in range(300):
        compiled.kernel(*compiled.arguments, 0, 5, trial, by_name(out, game(policies).columns))
        table, living = play.table, [seat for seat in range(4) if play.table.alive[seat]]
        coins = state.DEN_COINS * table.den_stands.sum()
        assert table.gold_box + coins + sum(table.gold[seat] for seat in living) == 66
        assert table.crown_box + sum(table.crowns[seat] for seat in living) == 8
        for kind in range(3):
            assert cards_of(play.packs.of[kind], [play.units.of[seat, kind] for seat in range(4)]) == 36
        squares = [int(table.square[unit]) for unit in range(12) if table.place[unit] == state.ON_MAP]
        assert len(set(squares)) == len(squares)
        assert all(table.at[table.square[unit]] == unit for unit in range(12) if table.place[unit] == state.ON_MAP)
        assert (table.at >= 0).sum() == len(squares)


def test_whole_games_are_the_same_in_plain_python():
    """All policies against each other, to the end."""
    made = game(("hero_hunter", "random", "tower_sitter", "outpost_turtle"))
    compiled, out = VLAD.models["game"].compile(made), np.zeros((1, len(made.columns)), np.int32)
    for trial, row in enumerate(rows(made, 0, 3)):
        with watching(Witness()):
            run_plain(compiled.kernel, *compiled.arguments, 0, 11, trial, by_name(out, made.columns))
        assert np.array_equal(out[0], row)


def test_every_policy_plays_every_seat():
    assert all(policy.seats == ("seat1", "seat2", "seat3", "seat4") for policy in POLICIES.values())
