"""Section 8: castles. Here: whose a castle is, taking and losing it, and what ends a siege (F-55, F-59, F-60, F-64)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import CHRISTIAN, NO_SIEGE, OTTOMAN, PRESENCE
from simlab.games.forest.rules.s3_map import besieges, troops_in


@rule
def castle_side(area, board, rules):
    """F-64, F-65 Whose a castle is: by presence the Ottomans' if they alone have troops there; or the last holder's.

    By the option siege_controls_castle it is the besieger's while he besieges it.
    """
    if rules.siege_controls_castle and board.siege[area] != NO_SIEGE:
        if besieges(board.siege[area], area, board, rules):
            return board.siege[area]
    if rules.castle_control != PRESENCE:
        return board.holder[area]
    christians = troops_in(board, CHRISTIAN, area)
    return OTTOMAN if christians == 0 and troops_in(board, OTTOMAN, area) > 0 else CHRISTIAN


@rule
def is_castle_of(side, area, game, rules):
    """F-64 Is there a castle in the area that belongs to this side?"""
    return game.map.towers[area] > 0 and castle_side(area, game.board, rules) == side


@rule
def is_inside(side, area, game, rules):
    """F-42, F-64 Can troops of this side go into a castle here: is its garrison inside, or nobody and it is its own?"""
    if game.board.garrison[side, area] > 0:
        return True
    return game.board.garrison[1 - side, area] == 0 and is_castle_of(side, area, game, rules)


@rule
def end_siege(area, board):
    """F-59 A siege is over and its count goes back to 0."""
    board.siege[area], board.siege_count[area] = NO_SIEGE, 0


@rule
def tell_siege_ended(side, area, board):
    """F-59 Why a siege is over: the besiegers, the garrison, and who came to its relief."""
    garrison, relief = board.garrison[1 - side, area], board.field[1 - side, area]
    tell(story.SIEGE_ENDS, area, side, board.field[side, area], garrison, relief)


@rule
def take_castle(area, side, board):
    """F-59, F-60 A castle is taken, without garrison; the first time that it falls to the Ottomans is noted."""
    end_siege(area, board)
    board.holder[area] = side
    if side == OTTOMAN and board.fell[area] == 0:
        board.fell[area] = board.turn
    if side == CHRISTIAN:
        board.retaken += 1
    tell(story.CASTLE_TAKEN, area, side)


@rule
def take_empty_castle(area, side, game):
    """F-28, F-55 Troops take a castle that the enemy held and that has no garrison and nobody before it."""
    board = game.board
    empty = board.garrison[side, area] == 0 and troops_in(board, 1 - side, area) == 0
    if game.map.towers[area] > 0 and board.holder[area] != side and empty:
        take_castle(area, side, board)
        board.empty += side == OTTOMAN


@rule
def settle(area, game, rules):
    """F-59, F-64 After troops left or died: a siege without besieger or garrison ends, a castle may fall back."""
    board = game.board
    side = board.siege[area]
    if side != NO_SIEGE and (board.field[side, area] == 0 or board.garrison[1 - side, area] == 0):
        end_siege(area, board)
        tell_siege_ended(side, area, board)
    if rules.castle_control == PRESENCE and board.holder[area] == OTTOMAN and troops_in(board, OTTOMAN, area) == 0:
        board.holder[area] = CHRISTIAN
        board.retaken += board.field[CHRISTIAN, area] > 0
        tell(story.CASTLE_FALLS_BACK, area)
