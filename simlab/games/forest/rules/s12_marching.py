"""Section 12: policies. Here: what the heuristics of both sides share: ways, reach, strength, castles."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import FAR, NO_AREA
from simlab.games.forest.rules.s1_pieces import pieces_available
from simlab.games.forest.rules.s3_map import enemy_bars, may_enter
from simlab.games.forest.rules.s6_movement import leadable, may_go
from simlab.games.forest.rules.s6_recruiting import recruits_here
from simlab.games.forest.rules.s8_castles import besiege, leave_castle_alone, may_besiege, storm_castle


@rule
def next_step(game, target, rules):
    """Section 12: the next area of the march to a target, NO_AREA if the march ends here.

    It is the one next to him with the fewest moves to the target, then the lowest, if those are fewer than from here.
    The march ends when one of his troops cannot be led any further.
    """
    march, board = game.march, game.board
    here, troops = board.where[march.general], board.troops[march.general]
    if march.points < 1 or march.stopped or march.ended or leadable(game, rules) < troops:
        return NO_AREA
    best, fewest = NO_AREA, game.map.moves[march.side, here, target]
    for place in range(game.map.neighbours[here]):
        area = game.map.neighbour[here, place]
        moves = game.map.moves[march.side, area, target]
        if moves < fewest and may_go(game, area, troops, rules):
            best, fewest = area, moves
    return best


@rule
def tell_target(game, target):
    """Section 12: where he means to go, and how many enemies are in the field there."""
    march, board = game.march, game.board
    if target == NO_AREA:
        tell(story.NO_TARGET, board.where[march.general])
    else:
        tell(story.TARGET, board.where[march.general], target, board.field[1 - march.side, target])


@rule
def tell_march_ended(game, target, rules):
    """Section 12: where a march has ended, and what may have ended it."""
    march, board = game.march, game.board
    if not march.stopped and not march.ended:
        tired = leadable(game, rules) < board.troops[march.general]
        tell(story.MARCH_ENDS, board.where[march.general], target, march.points, tired)


@rule
def within_reach(area, game, rules):
    """Section 12: is the area here, next to here, or next to an area next to here where he may go and need not stop?"""
    side, here = game.march.side, game.board.where[game.march.general]
    if game.map.moves[side, here, area] <= 1:
        return True
    for place in range(game.map.neighbours[here]):
        between = game.map.neighbour[here, place]
        if game.map.moves[side, between, area] == 1 and may_enter(between, side, game):
            if not enemy_bars(side, between, game.board, rules):
                return True
    return False


@rule
def nearest_recruiting(game, rules):
    """Section 12: the nearest area where the activated general could raise troops as things stand, then the lowest."""
    general = game.march.general
    side, here = game.march.side, game.board.where[general]
    best, fewest = NO_AREA, FAR
    if pieces_available(game.board, side, rules) == 0:
        return best
    for area in range(game.map.areas):
        moves = game.map.moves[side, here, area]
        if moves < fewest and recruits_here(general, area, game, rules):
            best, fewest = area, moves
    return best


@rule
def at_least(troops, over, under, others):
    """Section 12: are troops at least `over / under` times the others? In whole numbers, so that nothing is rounded."""
    return troops * under >= over * others


@rule
def twice_counted_strength(side, area, game):
    """Section 12: twice the counted strength of a side in an area: armies with a general, and half of loose troops."""
    return 2 * game.board.field[side, area] - game.board.loose[side, area]


@rule
def attack_castle(garrison, storms, game, rules, stream):
    """Section 12: what he does about an enemy garrison, if there is one: the storm he wants, a siege, or nothing."""
    if garrison > 0:
        if storms:
            storm_castle(game, rules, stream)
        elif may_besiege(game, rules):
            besiege(game)
        else:
            leave_castle_alone(game)
