"""Section 3: the map: terrain, homes, control and friendly areas."""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import CHRISTIAN, MOLDAVIA, OTTOMAN, RUMELIA, TRANSYLVANIA
from simlab.games.forest.rules.s8_siege import can_besiege


@rule
def may_enter(area, side, game):
    """F-09 Only Christians enter mountains."""
    return side == CHRISTIAN or not game.map.mountain[area]


@rule
def is_home(area, side, game):
    """F-11 Wallachia and Transylvania are home to Christians, Rumelia to Ottomans."""
    region = game.map.region[area]
    return region == RUMELIA if side == OTTOMAN else region <= TRANSYLVANIA


@rule
def is_home_of(general, area, game):
    """F-11 A general's home is that of his side; Radu's may be Moldavia as well."""
    moldavian = game.generals.moldavian[general] and game.map.region[area] == MOLDAVIA
    return moldavian or is_home(area, game.plans.side[general], game)


@rule
def garrison_limit(area, game, rules):
    """F-12 Towers limit a garrison."""
    return game.map.towers[area] * rules.garrison_per_tower


@rule
def troops_in(board, side, area):
    """F-13 Field troops and garrison of a side in an area."""
    return board.field[side, area] + board.garrison[side, area]


@rule
def besieges(side, area, board, rules):
    """F-57 Does a side besiege: has it laid a siege, and has it the numbers for one now?"""
    return board.siege[area] == side and siege_numbers_hold(side, area, board, rules)


@rule
def siege_numbers_hold(side, area, board, rules):
    """F-57 Enough field troops against a garrison, and no enemy field troops."""
    enemy = 1 - side
    return board.field[enemy, area] == 0 and can_besiege(board.field[side, area], board.garrison[enemy, area], rules)


@rule
def controls(side, area, board, rules):
    """F-14 Troops in the area, no enemy field troops, and no enemy garrison but a besieged one."""
    if troops_in(board, side, area) == 0 or board.field[1 - side, area] > 0:
        return False
    return board.garrison[1 - side, area] == 0 or besieges(side, area, board, rules)


@rule
def enemy_bars(side, area, board, rules):
    """F-15, F-28 Are enemy field troops or an enemy garrison that the side does not besiege in the area?"""
    enemy = 1 - side
    if board.field[enemy, area] > 0:
        return True
    return board.garrison[enemy, area] > 0 and not besieges(side, area, board, rules)


@rule
def friendly(side, area, game, rules):
    """F-15 An area that the side may enter, that no enemy bars, and that it controls or has at home."""
    if not may_enter(area, side, game) or enemy_bars(side, area, game.board, rules):
        return False
    if controls(side, area, game.board, rules):
        return True
    return is_home(area, side, game) and not controls(1 - side, area, game.board, rules)
