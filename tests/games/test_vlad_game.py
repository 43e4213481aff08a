"""The full game of I Am Vlad as a whole: codes of options, what is never lost, the same games compiled and plain."""

import numpy as np
import pytest

from simlab.chance.cards import NOT_IN_PILE
from simlab.chance.plain import run_plain
from simlab.chance.witness import Witness, watching
from simlab.contract import by_name
from simlab.games.vlad import game_state as state
from simlab.games.vlad.policies import POLICIES
from simlab.games.vlad.rules.s4_v11_game_start import set_up_game
from tests.games.conformance import rows
from tests.games.vlad_setups import VLAD, game
from tests.games.vlad_starts import new_stream

CODES = {
    "movement": {"walk": state.WALK_STEPS, "straight": state.STRAIGHT},
    "outpost_arms": {"orthogonal": state.ORTHOGONAL, "all8": state.ALL_EIGHT},
    "outpost_cross": {"per_move": state.PER_MOVE, "per_square": state.PER_SQUARE},
    "eliminated_outpost": {"removed": state.REMOVED, "inert": state.INERT},
    "plague_spread": {"enter_path": state.ENTER_PATH, "end_only": state.END_ONLY},
    "church_squares": {"all": state.ALL_SQUARES, "one_each": state.ONE_EACH},
    "effect_clock": {"owner_turn": state.OWNER_TURN, "round_end": state.ROUND_END},
    "magic_purchase": {"random": state.AT_RANDOM, "choice": state.BY_CHOICE},
    "dead_hand": {"keep": state.KEEP, "discard": state.DISCARD},
    "tower_check": {"before_upkeep": state.BEFORE_UPKEEP, "after_upkeep": state.AFTER_UPKEEP},
    "crown_pool": {"lives": state.BY_LIVES, "tokens": state.BY_TOKENS},
    "tie_repeat": {"respawn": state.RESPAWN, "draw": state.DRAW},
    "stage_order": {"per_turn": state.PER_TURN, "per_unit": state.PER_UNIT},
    "tax_scope": {"turn": state.WHOLE_TURN, "unit": state.ONE_UNIT},
}


@pytest.mark.parametrize("option", CODES)
def test_codes_are_the_places_of_choices(option):
    assert {name: place for place, name in enumerate(VLAD.options[option].choices)} == CODES[option]


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


def everything(play):
    """The table, hands, seats and packs of a game, without what has no meaning at its start."""
    gains = ("tokens", "impaled", "magic_cards", "blunted", "attack_bonus", "defence_bonus", "magic_attack_bonus")
    return (
        play.table.tobytes(),
        [(hand["life"], hand["used"], hand["hand"][: hand["held"]].tolist()) for hand in play.units.of.ravel()],
        play.magic.of["held"].tolist(),
        [[seat[name] for name in gains] for seat in play.seats.of],
        [
            (pack["keys"].tolist(), *(pack[name] for name in ("discarded", "drawn", "shuffles")))
            for pack in play.packs.of
        ],
    )


def test_a_new_game_begins_like_the_first():
    """V-11 Whatever the one before has left on the table, in hands and in packs."""
    made = game(("random", "shopper", "tower_sitter", "hero_hunter"))
    compiled, out = made.model.compile(made), np.zeros((1, len(made.columns)), np.int32)
    tables, start, play, rules = compiled.arguments
    run_plain(set_up_game, tables, start, play, rules, new_stream())
    first = everything(play)
    for trial in range(5):
        compiled.kernel(*compiled.arguments, 0, 5, trial, by_name(out, made.columns))
        assert everything(play) != first
        run_plain(set_up_game, tables, start, play, rules, new_stream())
        assert everything(play) == first


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
