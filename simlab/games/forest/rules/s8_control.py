"""Section 8: castles. Here: whose a castle is, taking and losing it, and what ends a siege (F-55, F-59, F-60, F-64)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import CHRISTIAN, NO_SIEGE, OTTOMAN, PRESENCE
from simlab.games.forest.rules.s3_map import troops_in


@rule
def castle_side(area, board, rules):
    """F-64 Whose a castle is: by presence the Ottomans' if they alone have troops there; or the last holder's."""
    if rules.castle_control != PRESENCE:
        return board.holder[area]
    christians = troops_in(board, CHRISTIAN, area)
    return OTTOMAN if christians == 0 and troops_in(board, OTTOMAN, area) > 0 else CHRISTIAN


@rule
def is_castle_of(side, area, game, rules):
    """F-64 Is there a castle in the area that belongs to this side?"""
    return game.map.towers[area] > 0 and castle_side(area, game.board, rules) == side


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
def take_empty_castle(area, side, was, game):
    """F-28, F-55 Troops take a castle of the enemy (`was`: whose it was) that has no garrison and nobody before it."""
    board = game.board
    if game.map.towers[area] == 0 or was == side or troops_in(board, 1 - side, area) > 0:
        return
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
