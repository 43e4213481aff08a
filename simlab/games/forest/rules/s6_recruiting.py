"""Section 6: movement. Here: recruiting (F-31 to F-33)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import CHRISTIAN, RECRUITING
from simlab.games.forest.rules.s1_pieces import pieces_available, raise_troops
from simlab.games.forest.rules.s3_map import is_home_of, troops_in
from simlab.games.forest.rules.s7_retreats import clear_generals
from simlab.games.forest.rules.s8_control import castle_side


@rule
def recruits_here(general, area, game, rules):
    """F-10, F-31 Could this general raise troops in this area, as things stand there?"""
    side = game.plans.side[general]
    if troops_in(game.board, 1 - side, area) > 0:
        return False
    if general == game.generals.dracula and area == game.map.hideout:
        return True
    if not is_home_of(general, area, game):
        return False
    own_castle = game.map.towers[area] > 0 and castle_side(area, game.board, rules) == side
    return game.map.village[area] or own_castle


@rule
def may_recruit(game, rules):
    """F-31, F-32, F-33, F-53 May the activated general recruit where he is, for a point?

    Having recruited he may do so again by the option recruit_repeat, and only where he did.
    """
    march, general = game.march, game.march.general
    if march.ended or march.points < 1 or pieces_available(game.board, march.side, rules) == 0:
        return False
    if march.recruits > 0 and not (rules.recruit_repeat and march.recruited_in == game.board.where[general]):
        return False
    return recruits_here(general, game.board.where[general], game, rules)


@rule
def recruiting_roll(game, stream):
    """F-32, F-68 The die; the Christians use their tokens to re-roll a 1 or 2."""
    march, board = game.march, game.board
    event = at(stream, RECRUITING, march.recruits, 0)
    number, roll = 0, die(event, 0, FACES)
    tell(story.RECRUITING_ROLL, march.general, roll, 0)
    while march.side == CHRISTIAN and roll <= 2 and board.tokens[CHRISTIAN] > 0:
        board.tokens[CHRISTIAN] -= 1
        number += 1
        roll = die(event, number, FACES)
        tell(story.RECRUITING_ROLL, march.general, roll, 1)
    return roll


@rule
def recruit(game, rules, stream):
    """F-29, F-31 to F-33 New troops for a point: they join his army as far as it goes, others stay as loose ones."""
    board, march, general, side = game.board, game.march, game.march.general, game.march.side
    area = board.where[general]
    raised = min(recruiting_roll(game, stream), pieces_available(board, side, rules))
    march.points -= 1
    march.recruits += 1
    march.recruited_in = area
    raise_troops(board, side, raised)
    joining = min(raised, max(rules.army_max - board.troops[general], 0))
    board.troops[general] += joining
    board.loose[side, area] += raised - joining
    board.field[side, area] += raised
    board.recruited[side] += raised
    tell(story.RECRUITED, general, area, raised, raised - joining)
    clear_generals(game, area, rules)
