"""Section 1: the pieces of both sides."""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import NO_LIMIT


@rule
def pieces_available(board, side, rules):
    """F-02 How many troops a side may still raise: its unused pieces and its own dead."""
    if not rules.piece_limit:
        return NO_LIMIT
    return board.pieces[side] - board.living[side] - board.staked[side]


@rule
def raise_troops(board, side, count):
    """F-02, F-32 New troops come from unused pieces, then from the side's own dead."""
    unused = board.pieces[side] - board.living[side] - board.staked[side] - board.dead[side]
    board.dead[side] -= min(max(count - max(unused, 0), 0), board.dead[side])
    board.living[side] += count


@rule
def bury(board, side, count):
    """F-63 Dead troops are kept: impalements and recruits come of them."""
    board.living[side] -= count
    board.dead[side] += count
