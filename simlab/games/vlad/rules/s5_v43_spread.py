"""Section V: how the plague goes from unit to unit, and how it ends (V-42, V-43, V-44)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import END_ONLY, HEALTHY, IMMUNE, INFECTED, KINDS
from simlab.games.vlad.rules.s3_v09_board import CHURCH_SIGN, is_on_map
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches


@rule
def infect(unit, play):
    """V-31, V-42, V-43 A unit is infected, which its mark says."""
    table = play.table
    table.plague[unit] = INFECTED
    table.infected += 1
    table.plagued[unit // KINDS] += 1
    tell(story.INFECTED, unit)


@rule
def may_catch(unit, table):
    """V-43 Only who is healthy, not immune and outside outposts is infected."""
    return is_on_map(unit, table) and table.plague[unit] == HEALTHY


@rule
def in_reach_of_plague(unit, square, play):
    """V-43 Does another plagued unit outside outposts reach a square?"""
    table = play.table
    for other in range(KINDS * table.players):
        if other != unit and is_on_map(other, table) and table.plague[other] == INFECTED:
            if attack_reaches(other, square, play):
                tell(story.REACHED, unit, other, square)
                return True
    return False


@rule
def spread_plague(play):
    """V-43 Plagued units infect all whom they reach where these stand, until nothing changes."""
    table = play.table
    changed = table.infected > 0
    while changed:
        changed = False
        for unit in range(KINDS * table.players):
            if may_catch(unit, table) and in_reach_of_plague(unit, table.square[unit], play):
                infect(unit, play)
                changed = True


@rule
def catch_on_path(unit, play, rules):
    """V-43, V-50 A unit is infected if its path leads through reach; the square of its outpost does not count."""
    table, reach = play.table, play.reach
    if table.infected == 0 or table.plague[unit] != HEALTHY:
        return
    end = reach.length if is_on_map(unit, table) else reach.length - 1
    first = reach.length - 1 if rules.plague_spread == END_ONLY else 0
    for number in range(first, end):
        if in_reach_of_plague(unit, reach.path[number], play):
            infect(unit, play)
            return


@rule
def end_infection(unit, immunises, play):
    """V-44 An infection ends, by cure or by death."""
    table = play.table
    if table.plague[unit] == INFECTED:
        table.infected -= 1
        table.plague[unit] = IMMUNE if immunises else HEALTHY


@rule
def cure(unit, play):
    """V-44 Its own church cures an infected unit that its seat has moved onto one of the orange squares."""
    table, ground = play.table, play.ground
    if table.plague[unit] == INFECTED and is_on_map(unit, table):
        square = table.square[unit]
        if ground.sign[square] == CHURCH_SIGN and ground.group[square] == table.corner[unit // KINDS]:
            end_infection(unit, True, play)
            tell(story.CURED, unit)
