"""Pieces of a campaign at every event of random games: none appears, vanishes, or stands in two places."""

from random import Random

import numpy as np
import pytest
from joblib import Parallel, delayed

from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.games.forest.campaign_state import NO_SIEGE, OTTOMAN
from simlab.games.forest.rules.s5_turn import play_campaign
from tests.games.forest_campaigns import drawn_campaign
from tests.games.forest_referee import position
from tests.games.forest_setups import case


def stacks(game, side):
    """Field troops of a side by area, counted from its armies and loose stacks."""
    troops = game.board.loose[side].copy()
    for general in range(game.generals.count):
        if game.plans.side[general] == side:
            troops[game.board.where[general]] += game.board.troops[general]
    return troops


def wrong_with_pieces(game, rules, begun):
    """F-02, F-13, F-63 What does not add up; `begun` are living and staked troops of each side at the start."""
    board = game.board
    for side in (0, 1):
        if not np.array_equal(board.field[side], stacks(game, side)):
            yield "field troops are not armies and loose ones"
        if board.living[side] != (board.field[side] + board.garrison[side]).sum():
            yield "the living are not those on the map"
        if board.staked[side] != board.stakes[side].sum():
            yield "markers"
        for what in (board.loose, board.garrison, board.stakes, board.dead, board.tokens):
            if np.min(what[side]) < 0:
                yield "less than none"
        used = board.living[side] + board.staked[side] + board.dead[side]
        if rules.piece_limit and not begun[side] <= used <= board.pieces[side]:
            yield f"pieces: {begun[side]} <= {used} <= {board.pieces[side]}"


def wrong_with_places(game, rules):
    """F-06, F-09, F-12, F-16, F-34, F-59 What stands where it may not, or in too great a number."""
    board, land = game.board, game.map
    limits = land.towers * rules.garrison_per_tower
    if (board.garrison > limits).any():
        yield "a garrison larger than its castle"
    if (board.garrison[0] * board.garrison[1]).any():
        yield "garrisons of both sides in a castle"
    if board.field[OTTOMAN][land.mountain > 0].any():
        yield "Ottomans in the mountains"
    for general in range(game.generals.count):
        if game.plans.side[general] == OTTOMAN and land.mountain[board.where[general]]:
            yield "an Ottoman general in the mountains"
    if board.troops.max() > rules.army_max:
        yield "too large an army"
    if board.stakes.sum(axis=0).max() > rules.impalements_max:
        yield "too many markers"
    if ((board.siege == NO_SIEGE) & (board.siege_count > 0)).any():
        yield "a count without a siege"


def wrong_with_leads(game):
    """F-26 No stack has more troops that were led than troops."""
    board = game.board
    for led, troops in ((board.army_led, board.troops), (board.loose_led, board.loose)):
        if led.min() < 0 or (led[..., 1:].sum(axis=-1) > troops).any():
            yield "more troops led than there are"


def wrong_in_games(seeds, chance):
    """What is wrong at any event of one game of each of these campaigns."""
    found = []
    for seed in seeds:
        game, rules = position(case("campaign", *drawn_campaign(Random(seed), chance)))
        begun = [int(game.board.living[side] + game.board.staked[side]) for side in (0, 1)]

        def look(what, *details, game=game, rules=rules, begun=begun, seed=seed):
            wrong = [*wrong_with_pieces(game, rules, begun), *wrong_with_places(game, rules), *wrong_with_leads(game)]
            found.extend((seed, what, details, words) for words in wrong)

        with watching(Witness(listener=look)), np.errstate(over="ignore"):
            plain(play_campaign)(game, rules, plain(trial_stream)(0, 5, seed))
    return found


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_pieces_add_up_at_every_event(chance):
    assert wrong_in_games(range(15), chance)[:3] == []


@pytest.mark.slow
def test_pieces_add_up_at_every_event_of_a_thousand_games():
    parts = [(range(first, first + 100), chance) for first in range(5_000, 5_500, 100) for chance in (0.0, 0.3)]
    found = Parallel(n_jobs=2)(delayed(wrong_in_games)(*part) for part in parts)
    assert sum(found, [])[:3] == []
