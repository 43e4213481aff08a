"""Positions of a campaign made by hand on a small map, and rules tried on them with scripted dice.

The map: Ottomans come from `camp` and `bank` over the `ford` to the `castle`; behind it lie the `vale` and the mountain
`peak`, Dracula's hideout; from the vale, or over the Moldavian `steppe`, one gets to the `fort`; `field` is a dead end.
"""

from itertools import repeat

import numpy as np

from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.games.forest.rules.s6_movement import begin_activation, enter
from tests.games import forest_referee
from tests.games.forest_listener import NAMES
from tests.games.forest_setups import case

SIDES = ("ottoman", "christian")
LAND = {
    "camp": ("rumelia", {"village": True}, "bank ford steppe"),
    "bank": ("rumelia", {}, "camp ford"),
    "ford": ("wallachia", {}, "camp bank castle field"),
    "castle": ("wallachia", {"towers": 2}, "ford vale peak"),
    "vale": ("wallachia", {"village": True}, "castle peak fort"),
    "peak": ("wallachia", {"terrain": "mountain"}, "castle vale"),
    "fort": ("transylvania", {"towers": 3}, "vale steppe"),
    "steppe": ("moldavia", {"village": True}, "camp fort"),
    "field": ("wallachia", {}, "ford"),
}
AREAS = list(LAND)
GENERALS = [
    {"id": "dracula", "rating": 4, "side": "christian"},
    {"id": "radu", "rating": 3, "side": "by_variant"},
    {"id": "sultan", "rating": 2, "side": "ottoman"},
    {"id": "ali", "rating": 2, "side": "ottoman"},
    {"id": "omer", "rating": 2, "side": "ottoman"},
    {"id": "stefan", "rating": 3, "side": "christian"},
]
SIXES = repeat(6)  # as many dice as are asked for


def land():
    """The small map as data."""
    areas = [
        {"id": name, "region": region, "neighbours": links.split(), **more}
        for name, (region, more, links) in LAND.items()
    ]
    return {"castles": 2, "hideout": "peak", "areas": areas}


class Position:
    """A position; armies are general = (area, troops), everything else is put on the board afterwards."""

    def __init__(self, armies, radu="muslim", policies=None, tokens=(0, 0), pieces=(70, 40), **rules):
        armies = {"dracula": ("peak", 0)} | armies
        forces = {
            "armies": {name: {"area": area, "troops": troops} for name, (area, troops) in armies.items()},
            **{table: {} for table in ("garrisons", "impalements", "loose")},
        }
        start = {"pieces": dict(zip(SIDES, pieces)), "generals": GENERALS, "muslim": forces, "loyal": forces}
        setup = {"radu": radu, "tokens": dict(zip(SIDES, tokens))}
        self.case = case("campaign", setup, rules, {"map": land(), "start": start}, policies)
        self.game, self.rules = forest_referee.position(self.case)
        self.board, self.areas = self.game.board, AREAS
        self.ids = [general["id"] for general in GENERALS if general["id"] in armies]
        self.stream = plain(trial_stream)(0, 5, 0)
        self.told, self.board.turn = [], 1

    def put(self, loose=None, garrisons=None, stakes=None, dead=(0, 0), sieges=None, holders=None):
        """More on the board: (side, area) = troops, area = markers, area = (side, count), area = side."""
        board = self.board
        for (side, area), troops in (loose or {}).items():
            board.loose[SIDES.index(side), self.area(area)] += troops
            board.field[SIDES.index(side), self.area(area)] += troops
            board.living[SIDES.index(side)] += troops
        for (side, area), troops in (garrisons or {}).items():
            board.garrison[SIDES.index(side), self.area(area)] += troops
            board.living[SIDES.index(side)] += troops
            board.holder[self.area(area)] = SIDES.index(side)
        for area, markers in (stakes or {}).items():
            board.stakes[1, self.area(area)] += markers
            board.staked[1] += markers
        for area, (side, count) in (sieges or {}).items():
            board.siege[self.area(area)], board.siege_count[self.area(area)] = SIDES.index(side), count
        for area, side in (holders or {}).items():
            board.holder[self.area(area)] = SIDES.index(side)
        board.dead[:] = dead
        return self

    def area(self, name):
        """The number of an area."""
        return self.areas.index(name)

    def general(self, name):
        """The number of a general."""
        return self.ids.index(name)

    def do(self, rule, *arguments, dice=()):
        """A rule in plain Python with these dice, all of which it has to roll."""
        script = iter(dice)
        witness = Witness(script=script)
        with watching(witness), np.errstate(over="ignore"):
            result = plain(rule)(*arguments)
        assert dice is SIXES or next(script, None) is None, "dice are left over"
        self.told += [(NAMES[what], *details) for what, *details in witness.events]
        return result

    def activated(self, name):
        """This general is activated."""
        self.do(begin_activation, self.game, self.general(name), self.rules)
        return self

    def enters(self, *names, dice=()):
        """The activated general enters these areas, one after another, all dice in the last of them."""
        for name in names:
            rolls = dice if name == names[-1] else ()
            self.do(enter, self.game, self.area(name), self.rules, self.stream, dice=rolls)
        return self

    def plays(self, rule, dice=()):
        """A rule of the activated general that rolls dice."""
        self.do(rule, self.game, self.rules, self.stream, dice=dice)
        return self

    def plays_activation(self, rule, side, dice=()):
        """The activation of a side's heuristic."""
        self.do(rule, self.game, self.game.players[side], self.rules, self.stream, dice=dice)
        return self

    def where(self, name):
        """Where a general is, and how many troops he leads."""
        general = self.general(name)
        return self.areas[self.board.where[general]], int(self.board.troops[general])

    def loose(self, side, area):
        """Loose field troops."""
        return int(self.board.loose[SIDES.index(side), self.area(area)])

    def garrison(self, side, area):
        """Troops in a castle."""
        return int(self.board.garrison[SIDES.index(side), self.area(area)])

    def stakes(self, area):
        """Markers in an area."""
        return int(self.board.stakes[:, self.area(area)].sum())

    def asks(self, rule, side, area):
        """A question about a side and an area: `rule(side, area, board or game, rules)`."""
        takes_board = rule.py_func.__code__.co_varnames[2] == "board"
        state = self.board if takes_board else self.game
        return bool(self.do(rule, SIDES.index(side), self.area(area), state, self.rules))

    def siege(self, area):
        """(side, count) of a siege, None without one."""
        side = int(self.board.siege[self.area(area)])
        return None if side < 0 else (SIDES[side], int(self.board.siege_count[self.area(area)]))

    def heard(self, name):
        """The details of all events of a name."""
        return [tuple(details) for event, *details in self.told if event == name]
