"""Section 7: battle in the field. Here: where armies and generals go (F-29, F-52, F-53)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import FAR, HOME, NO_AREA, OTTOMAN, RETREATING
from simlab.games.forest.rules.s3_map import friendly, garrison_limit, troops_in
from simlab.games.forest.rules.s4_armies import army_to, loose_to, man_from_army, man_with_loose
from simlab.games.forest.rules.s6_stakes import army_flees_into_stakes, loose_flee_into_stakes
from simlab.games.forest.rules.s8_control import is_inside, settle


@rule
def refuge(side, area, barred, game, rules):
    """F-52 The friendly area next to this one with most own troops, then the lowest; not the `barred` one."""
    best, most = NO_AREA, -1
    for place in range(game.map.neighbours[area]):
        other = game.map.neighbour[area, place]
        own = troops_in(game.board, side, other)
        if own > most and other != barred and friendly(side, other, game, rules):
            best, most = other, own
    return best


@rule
def way_back(game, rules):
    """F-52 Where the attacker goes: back to where he came from, or to a refuge if he did not move."""
    march = game.march
    if march.came_from != NO_AREA:
        return march.came_from
    return refuge(march.side, game.board.where[march.general], NO_AREA, game, rules)


@rule
def free_places(side, area, game, rules):
    """F-12, F-52 Free places in a castle of this side for a beaten army (option retreat_into_castle)."""
    if not rules.retreat_into_castle or not is_inside(side, area, game, rules):
        return 0
    return max(garrison_limit(area, game, rules) - game.board.garrison[side, area], 0)


@rule
def army_retreats(game, general, target, rules, stream):
    """F-38, F-52 A beaten army goes to another area, perhaps filling its castle first."""
    board, side = game.board, game.plans.side[general]
    area = board.where[general]
    manning = min(free_places(side, area, game, rules), board.troops[general])
    man_from_army(board, side, general, manning)
    tell(story.CASTLE_MANNED, side, area, manning)
    army_to(board, side, general, target)
    tell(story.ARMY_RETREATS, general, target, board.troops[general])
    if side == OTTOMAN:
        army_flees_into_stakes(game, general, rules, at(stream, RETREATING, 0, 0))
    settle(area, game, rules)
    clear_generals(game, target, rules)


@rule
def loose_retreat(game, side, area, target, rules, stream):
    """F-38, F-51, F-52 Beaten troops without a general go to another area."""
    board = game.board
    manning = min(free_places(side, area, game, rules), board.loose[side, area])
    man_with_loose(board, side, area, manning)
    tell(story.CASTLE_MANNED, side, area, manning)
    troops = board.loose[side, area]
    loose_to(board, side, area, target, troops)
    tell(story.LOOSE_RETREAT, side, area, target, troops)
    if side == OTTOMAN:
        loose_flee_into_stakes(game, target, troops, rules, at(stream, RETREATING, 0, 1))
    settle(area, game, rules)
    clear_generals(game, target, rules)


@rule
def home_of_side(side, game):
    """F-53 The lowest area of Rumelia, or Dracula's hideout."""
    return game.map.ottoman_home if side == OTTOMAN else game.map.hideout


@rule
def goes_home_first(side, here, game, rules):
    """F-53 By the option general_fate a general goes home, if that is another area and friendly."""
    home = home_of_side(side, game)
    return rules.general_fate == HOME and home != here and friendly(side, home, game, rules)


@rule
def safe_area(game, general, rules):
    """F-53 The nearest other friendly area, then the lowest; home if there is none, or first by the option."""
    side, here = game.plans.side[general], game.board.where[general]
    home = home_of_side(side, game)
    if goes_home_first(side, here, game, rules):
        return home
    best, fewest = home, FAR
    for area in range(game.map.areas):
        moves = game.map.moves[side, here, area]
        if moves < fewest and area != here and friendly(side, area, game, rules):
            best, fewest = area, moves
    return best


@rule
def general_alone(game, general, target):
    """F-53 He who has no army any more is put into another area; if he was active, he is done."""
    game.board.where[general] = target
    game.march.ended |= general == game.march.general
    tell(story.GENERAL_FLEES, general, target)


@rule
def attacker_is_gone(game, rules):
    """F-53 The activated general has lost his army: back where he came from if that is friendly, else to safety."""
    march = game.march
    target, here = march.came_from, game.board.where[march.general]
    may_go_back = target != NO_AREA and friendly(march.side, target, game, rules)
    if not may_go_back or goes_home_first(march.side, here, game, rules):
        target = safe_area(game, march.general, rules)
    general_alone(game, march.general, target)


@rule
def clear_generals(game, area, rules):
    """F-29 Generals who cannot stay in this area are put elsewhere."""
    for general in range(game.generals.count):
        if game.board.where[general] == area:
            clear_general(game, general, rules)


@rule
def clear_general(game, general, rules):
    """F-29 A general without troops, with enemy field troops and no own ones around him, is put elsewhere."""
    board, side = game.board, game.plans.side[general]
    area = board.where[general]
    if board.troops[general] == 0 and board.field[side, area] == 0 and board.field[1 - side, area] > 0:
        general_alone(game, general, safe_area(game, general, rules))
