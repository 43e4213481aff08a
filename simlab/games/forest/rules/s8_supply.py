"""Section 8: castles. Here: supply and starvation at the end of a turn (F-61, F-62)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import (
    CHRISTIAN,
    GARRISON_CUT,
    HUNGER,
    MOLDAVIA,
    NO_SIEGE,
    OTTOMAN,
    RUMELIA,
    SUPPLIED_FROM_CASTLES,
)
from simlab.games.forest.rules.s3_map import besieges, controls, is_home
from simlab.games.forest.rules.s4_armies import army_loses, garrison_loses, loose_lose
from simlab.games.forest.rules.s7_retreats import clear_general
from simlab.games.forest.rules.s8_control import settle, take_castle
from simlab.games.forest.rules.s8_siege import starve, starved_out
from simlab.games.forest.state import TROOPS

ARMY, LOOSE, INSIDE = 0, 1, 2  # kinds of stacks


@rule
def is_source(side, moldavian, area, game, rules):
    """F-61 Does supply begin in this area? For Radu's army (`moldavian`) Moldavia counts like home."""
    board, region = game.board, game.map.region[area]
    if board.field[1 - side, area] > 0:
        return False
    if side == OTTOMAN:
        return (region == RUMELIA or (moldavian and region == MOLDAVIA)) and not game.map.mountain[area]
    if rules.christian_supply == SUPPLIED_FROM_CASTLES:
        return area == game.map.hideout or supplying_castle(area, board, rules)
    return (is_home(area, side, game) or (moldavian and region == MOLDAVIA)) and not controls(
        OTTOMAN, area, board, rules
    )


@rule
def supplying_castle(area, board, rules):
    """F-61 An unbesieged Christian castle with a garrison (option christian_supply)."""
    return board.garrison[CHRISTIAN, area] > 0 and not besieges(OTTOMAN, area, board, rules)


@rule
def passes_supply(side, area, game, rules):
    """F-61 Does supply of a side go through this area? Ottomans need troops and control, Christians a free way."""
    board = game.board
    if side == OTTOMAN:
        return not game.map.mountain[area] and controls(side, area, board, rules)
    return board.field[OTTOMAN, area] == 0


@rule
def trace_supply(side, moldavian, game, rules):
    """F-61 Marks in `game.scratch.reached` all areas from which a way of supply leads home."""
    reached, queue = game.scratch.reached, game.scratch.queue
    found = 0
    for area in range(game.map.areas):
        reached[area] = is_source(side, moldavian, area, game, rules)
        if reached[area]:
            queue[found] = area
            found += 1
    done = 0
    while done < found:
        area = queue[done]
        done += 1
        for place in range(game.map.neighbours[area]):
            other = game.map.neighbour[area, place]
            if not reached[other] and passes_supply(side, other, game, rules):
                reached[other] = True
                queue[found] = other
                found += 1


@rule
def way_home(area, game):
    """F-61 Is an area on the way of supply, or next to it?"""
    if game.scratch.reached[area]:
        return True
    for place in range(game.map.neighbours[area]):
        if game.scratch.reached[game.map.neighbour[area, place]]:
            return True
    return False


@rule
def at_home(side, moldavian, area, game, rules):
    """F-61 Christians at home need no way, unless castles supply them; Radu's home may be Moldavia too."""
    if side == OTTOMAN or rules.christian_supply == SUPPLIED_FROM_CASTLES:
        return False
    return is_home(area, side, game) or (moldavian and game.map.region[area] == MOLDAVIA)


@rule
def needs_way(side, game, rules):
    """F-61 Does somebody hang on a way of supply? Ottomans always do, Christians where field troops are not at home."""
    if side == OTTOMAN:
        return True
    for area in range(game.map.areas):
        if game.board.field[side, area] > 0 and not at_home(side, False, area, game, rules):
            return True
    return False


@rule
def is_fed(side, moldavian, area, game, rules):
    """F-61 Are field troops in an area in supply, the way having been traced?"""
    return at_home(side, moldavian, area, game, rules) or way_home(area, game)


@rule
def supplied_garrison(side, area, game, rules):
    """F-61 A Christian garrison is supplied, unless besieged and cut off by the option garrison_supply."""
    if side == OTTOMAN:
        return way_home(area, game)
    return rules.garrison_supply != GARRISON_CUT or not besieges(OTTOMAN, area, game.board, rules)


@rule
def find_hungry(side, game, rules):
    """F-61, F-62 Notes all stacks of a side that are out of supply, before anybody rolls."""
    board, hungry = game.board, game.hungry
    if needs_way(side, game, rules):
        trace_supply(side, False, game, rules)
    for area in range(game.map.areas):
        hungry.loose[side, area] = board.loose[side, area] > 0 and not is_fed(side, False, area, game, rules)
        hungry.garrison[side, area] = board.garrison[side, area] > 0 and not supplied_garrison(side, area, game, rules)
    for general in range(game.generals.count):
        if game.plans.side[general] == side:
            led = board.troops[general] > 0
            hungry.army[general] = led and not is_fed(side, False, board.where[general], game, rules)
    radu = game.generals.radu
    if radu >= 0 and game.plans.side[radu] == side and hungry.army[radu] and game.generals.moldavian[radu]:
        trace_supply(side, True, game, rules)
        hungry.army[radu] = not is_fed(side, True, board.where[radu], game, rules)


@rule
def check_supply(game, rules, stream):
    """F-61, F-62 After the sieges troops out of supply starve; then it is settled what that ends."""
    board, hungry = game.board, game.hungry
    for side in (OTTOMAN, CHRISTIAN):
        find_hungry(side, game, rules)
    for general in range(game.generals.count):
        if hungry.army[general]:
            side = game.plans.side[general]
            lost = starving(ARMY, board.where[general], general, board.troops[general], side, game, rules, stream)
            army_loses(board, side, general, lost)
    for area in range(game.map.areas):
        starve_area(area, game, rules, stream)
    for area in range(game.map.areas):
        end_hunger(area, game, rules)
    for general in range(game.generals.count):
        clear_general(game, general, rules)


@rule
def starve_area(area, game, rules, stream):
    """F-62 Loose troops and garrisons of an area."""
    board, hungry = game.board, game.hungry
    for side in (OTTOMAN, CHRISTIAN):
        if hungry.loose[side, area]:
            lost = starving(LOOSE, area, side, board.loose[side, area], side, game, rules, stream)
            loose_lose(board, side, area, lost)
        if hungry.garrison[side, area]:
            lost = starving(INSIDE, area, side, board.garrison[side, area], side, game, rules, stream)
            garrison_loses(board, side, area, lost)


@rule
def starving(kind, area, unit, troops, side, game, rules, stream):
    """F-62 A stack out of supply rolls; returns how many troops it loses."""
    tell(story.OUT_OF_SUPPLY, kind, area, unit, side)
    event = at(stream, HUNGER, area, 3 * unit + kind)
    lost = troops - starve(TROOPS, troops, rules, event, game.board.turn)
    game.board.starved[side] += lost
    return lost


@rule
def end_hunger(area, game, rules):
    """F-59, F-62, F-64 What hunger ends: a castle may fall, a siege be over, a castle fall back."""
    board = game.board
    side = board.siege[area]
    if side != NO_SIEGE and game.hungry.garrison[1 - side, area]:
        if starved_out(True, board.field[side, area], board.garrison[1 - side, area]):
            take_castle(area, side, board)
            board.by_siege += side == OTTOMAN
    if game.map.towers[area] > 0:
        settle(area, game, rules)
