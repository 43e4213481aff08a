"""Section 6: movement: an activation, entering areas, picking up and leaving troops (F-25 to F-30)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import ENTERING, NO_AREA, OTTOMAN
from simlab.games.forest.rules.s3_map import enemy_bars, may_enter
from simlab.games.forest.rules.s4_armies import (
    army_to,
    cannot_be_led,
    gather_troops,
    lead_on,
    leads_of_activation,
    leave_troops,
)
from simlab.games.forest.rules.s6_stakes import face_stakes, stakes_in
from simlab.games.forest.rules.s7_retreats import clear_generals
from simlab.games.forest.rules.s7_who_fights import man_castle
from simlab.games.forest.rules.s8_control import is_inside, settle, take_empty_castle


@rule
def begin_activation(game, general, rules):
    """F-25 A general is activated with all his points."""
    march = game.march
    march.general, march.side, march.points = general, game.plans.side[general], rules.move_points
    march.came_from, march.entries, march.recruits = NO_AREA, 0, 0
    march.stopped, march.ended = False, False
    leads_of_activation(game.board, rules)
    tell(story.ACTIVATED, general, game.board.where[general], game.board.troops[general])


@rule
def has_moved(march):
    """F-40, F-52 Has the activated general entered an area?"""
    return march.came_from != NO_AREA


@rule
def leadable(game, rules):
    """F-26 Troops of the activated army that can still be led into an area."""
    general = game.march.general
    return game.board.troops[general] - cannot_be_led(game.board, general, rules)


@rule
def may_go(game, area, troops, rules):
    """F-09, F-29 May the activated general, leading so many troops, go to this area next to him?"""
    side = game.march.side
    return may_enter(area, side, game) and (troops > 0 or not enemy_bars(side, area, game.board, rules))


@rule
def pick_up(game, most, rules):
    """F-27 The activated general picks up loose field troops here, at most so many and as far as an army goes."""
    board, general, side = game.board, game.march.general, game.march.side
    free = rules.army_max - board.troops[general]
    picked = max(min(board.loose[side, board.where[general]], most, free), 0)
    gather_troops(board, side, general, picked)
    if picked > 0:
        tell(story.PICKED_UP, general, picked, board.troops[general])


@rule
def leave_behind(game, count):
    """F-27 The activated general leaves troops behind as loose ones."""
    leave_troops(game.board, game.march.side, game.march.general, count, 0)
    if count > 0:
        tell(story.LEFT_BEHIND, game.march.general, count, game.board.troops[game.march.general])


@rule
def enter(game, area, rules, stream):
    """F-28, F-30 The activated general goes to an area next to him with all his troops.

    F-28.1: he pays a point. F-28.2, F-37: Ottoman troops face impalements; if none goes on he is back at once. F-28.4,
    F-28.5: he must stop where enemies bar the way.
    """
    board, march = game.board, game.march
    general, side = march.general, march.side
    march.points -= 1
    march.entries += 1
    tell(story.ENTERS, general, area, board.troops[general], march.points)
    if side == OTTOMAN and board.troops[general] > 0 and stakes_in(board, area) > 0:
        face_stakes(game, area, rules, at(stream, ENTERING, march.entries, 0))
        if board.troops[general] == 0:
            march.ended = True
            settle(board.where[general], game, rules)
            return
    arrive(game, area, rules)
    march.stopped = enemy_bars(side, area, board, rules)
    if march.stopped:
        tell(story.MUST_STOP, area, board.field[1 - side, area], board.garrison[1 - side, area])


@rule
def arrive(game, area, rules):
    """F-28 He is there: what he left is settled, a castle is manned against him, or taken if it is empty."""
    board, general, side = game.board, game.march.general, game.march.side
    origin, held = board.where[general], is_inside(1 - side, area, game, rules)
    army_to(board, side, general, area)
    lead_on(board.army_led[general], board.troops[general])
    game.march.came_from = origin
    settle(origin, game, rules)
    if board.troops[general] > 0:
        if held:
            man_castle(1 - side, area, game, rules)
        clear_generals(game, area, rules)
        take_empty_castle(area, side, game)
