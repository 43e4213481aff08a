"""Section 8: castles. Here: who has won (F-66, F-67)."""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import (
    CHRISTIAN,
    DRACULA_WINS_GAP,
    NO_WINNER,
    OTTOMAN,
    TRANSYLVANIA,
    WALLACHIA,
)
from simlab.games.forest.rules.s8_control import is_castle_of


@rule
def castles_held(side, region, game, rules):
    """F-66 Castles of a region that a side holds."""
    held = 0
    for place in range(game.map.castles):
        area = game.map.castle[place]
        held += game.map.region[area] == region and is_castle_of(side, area, game, rules)
    return held


@rule
def is_wanted(area, game):
    """F-66 Do the Ottomans need this castle? Those of Transylvania only if Radu is with them."""
    return game.map.region[area] == WALLACHIA or not game.generals.loyal


@rule
def winner(game, rules):
    """F-66 The Ottomans need all castles of Wallachia, and with Radu those of Transylvania; else Dracula wins.

    By the option victory_gap he needs one in each region against a Muslim Radu, and there may be no winner.
    """
    left = castles_held(CHRISTIAN, WALLACHIA, game, rules), castles_held(CHRISTIAN, TRANSYLVANIA, game, rules)
    if left[0] == 0 and (game.generals.loyal or left[1] == 0):
        return OTTOMAN
    if rules.victory_gap == DRACULA_WINS_GAP or game.generals.loyal or (left[0] > 0 and left[1] > 0):
        return CHRISTIAN
    return NO_WINNER


@rule
def nobody_left(board, rules):
    """F-67 By the option early_end the game is over when a side has no troops at all."""
    return rules.early_end and min(board.living[OTTOMAN], board.living[CHRISTIAN]) == 0
