"""Section 6: movement. Here: impalements on the map (F-34 to F-39)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import branch
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import BACK, CHRISTIAN, OTTOMAN
from simlab.games.forest.rules.s4_armies import army_loses, leave_troops, loose_lose
from simlab.games.forest.rules.s4_groups import form_groups
from simlab.games.forest.rules.s6_impalements import face_impalements


@rule
def stakes_in(board, area):
    """F-34 Markers in an area, of either side's pieces."""
    return board.stakes[OTTOMAN, area] + board.stakes[CHRISTIAN, area]


@rule
def room_for_stakes(board, area, rules):
    """F-34 How many markers Dracula may place here now."""
    return max(min(rules.impalements_per_move, rules.impalements_max - stakes_in(board, area)), 0)


@rule
def stakes_from_dead(board, area, count):
    """F-34, F-35 So many markers from the dead pile, Ottoman pieces first; no more than there are."""
    ottomans = min(count, board.dead[OTTOMAN])
    christians = min(count - ottomans, board.dead[CHRISTIAN])
    for side, pieces in ((OTTOMAN, ottomans), (CHRISTIAN, christians)):
        board.dead[side] -= pieces
        board.staked[side] += pieces
        board.stakes[side, area] += pieces
    board.impaled += ottomans + christians
    if ottomans + christians > 0:
        tell(story.STAKES_PLACED, area, ottomans + christians, 0, stakes_in(board, area))
    return ottomans + christians


@rule
def stake_own_troop(board, general):
    """F-35 One marker from his own army."""
    area = board.where[general]
    army_loses(board, CHRISTIAN, general, 1)
    board.dead[CHRISTIAN] -= 1
    board.staked[CHRISTIAN] += 1
    board.stakes[CHRISTIAN, area] += 1
    board.impaled += 1
    tell(story.STAKES_PLACED, area, 1, 1, stakes_in(board, area))


@rule
def take_stakes_down(board, area, count):
    """F-36 Markers that are taken down are dead pieces again, Ottoman ones before Christian ones."""
    ottomans = min(count, board.stakes[OTTOMAN, area])
    for side, pieces in ((OTTOMAN, ottomans), (CHRISTIAN, count - ottomans)):
        board.stakes[side, area] -= pieces
        board.staked[side] -= pieces
        board.dead[side] += pieces


@rule
def broken_by_stakes(game, area, troops, rating, rules, stream):
    """F-18, F-37 So many Ottoman troops, in new groups, face the markers of an area; returns the troops that break."""
    groups, board = game.attackers, game.board
    form_groups(groups, troops, rating)
    for group in range(groups.groups):
        game.scratch.sizes[group] = groups.troops[group]
    sizes, broken = game.scratch.sizes[: groups.groups], game.scratch.broken[: groups.groups]
    markers = stakes_in(board, area)
    left = face_impalements(sizes, broken, markers, rules, stream)
    take_stakes_down(board, area, markers - left)
    lost = 0
    for group in range(groups.groups):
        lost += sizes[group] * broken[group]
    return lost


@rule
def face_stakes(game, area, rules, stream):
    """F-37 The activated Ottoman army enters an area with markers; broken groups stay where it came from, or die."""
    board, general = game.board, game.march.general
    troops = board.troops[general]
    broken = broken_by_stakes(game, area, troops, game.plans.rating[general], rules, stream)
    board.sent_back += broken
    if rules.morale_fail_on_entry == BACK:
        leave_troops(board, OTTOMAN, general, broken, 1)
    else:
        army_loses(board, OTTOMAN, general, broken)
    tell(story.BROKE, general, area, broken, board.troops[general])


@rule
def army_flees_into_stakes(game, general, rules, stream):
    """F-38 A retreating Ottoman army is in an area with markers; groups that fail die."""
    board = game.board
    area, troops = board.where[general], board.troops[general]
    if troops > 0 and stakes_in(board, area) > 0:
        lost = broken_by_stakes(game, area, troops, game.plans.rating[general], rules, branch(stream, general))
        army_loses(board, OTTOMAN, general, lost)
        tell(story.DIED_FLEEING, area, lost)


@rule
def loose_flee_into_stakes(game, area, troops, rules, stream):
    """F-38 Ottoman troops without a general flee into an area with markers, in groups of one; those that fail die."""
    if troops > 0 and stakes_in(game.board, area) > 0:
        lost = broken_by_stakes(game, area, troops, 1, rules, stream)
        loose_lose(game.board, OTTOMAN, area, lost)
        tell(story.DIED_FLEEING, area, lost)
