"""Section 12: policies. Here: ways past enemies who bar them, for the players who look ahead."""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import FAR, NO_AREA
from simlab.games.forest.rules.s3_map import enemy_bars, may_enter
from simlab.games.forest.rules.s6_movement import leadable, may_go


@rule
def open_ways(start, side, game, rules):
    """F-25, F-28 Marks in `scratch.reached` the moves between an area and all others, FAR if none; no way leads past
    enemies who bar it, but it may end at them."""
    reached, queue = game.scratch.reached, game.scratch.queue
    reached[:] = FAR
    reached[start], queue[0] = 0, start
    found, done = 1, 0
    while done < found:
        area = queue[done]
        done += 1
        if area != start and enemy_bars(side, area, game.board, rules):
            continue
        for place in range(game.map.neighbours[area]):
            other = game.map.neighbour[area, place]
            if reached[other] == FAR and may_enter(other, side, game):
                reached[other] = reached[area] + 1
                queue[found] = other
                found += 1


@rule
def open_step(game, target, rules):
    """Section 12: the next area of an open way to a target, the lowest of the nearest; NO_AREA if the march ends here.

    As in every march it ends when one of his troops cannot be led any further.
    """
    march, board = game.march, game.board
    here, troops = board.where[march.general], board.troops[march.general]
    if here == target or march.points < 1 or march.stopped or march.ended or leadable(game, rules) < troops:
        return NO_AREA
    if game.map.moves[march.side, here, target] == 1:
        return target if may_go(game, target, troops, rules) else NO_AREA
    open_ways(target, march.side, game, rules)
    best, fewest = NO_AREA, game.scratch.reached[here]
    for place in range(game.map.neighbours[here]):
        area = game.map.neighbour[here, place]
        passes = area == target or not enemy_bars(march.side, area, board, rules)
        if game.scratch.reached[area] < fewest and passes and may_go(game, area, troops, rules):
            best, fewest = area, game.scratch.reached[area]
    return best


@rule
def turns_on_the_way(moves, rules):
    """F-26 In how many turns from now an army comes to an area so many moves away; 0: in this activation."""
    return max(moves - 1, 0) // max(min(rules.lead_points, rules.move_points), 1)
