"""Sections 1 to 4, F-57, F-64: the table of a campaign: pieces, areas, control."""

from . import forest_campaign_stacks as stacks
from .forest_map import MAP, OTHER, PIECES, RATINGS, SECRET_BASE, SIDES, STARTS, all_moves, check_map, may_enter
from .forest_shared import DEFAULTS, need

HOME = {"christian": ("wallachia", "transylvania"), "ottoman": ("rumelia",)}  # F-11
COUNTED = (
    "fallen_by_storm",
    "fallen_by_siege",
    "fallen_empty",
    "retaken",
    "battles",
    "battles_won_ottoman",
    "battles_won_christian",
    "recruited_ottoman",
    "recruited_christian",
    "impaled",
    "sent_back",
    "starved_ottoman",
    "starved_christian",
)
BOARDS = {}  # id of a map -> its board, made once


class Board:
    """F-08: a map with what can be worked out beforehand."""

    def __init__(self, areas):
        check_map(areas)
        self.areas = areas
        self.names = tuple(areas)
        self.rank = {name: place for place, name in enumerate(areas)}
        self.moves = all_moves(areas)
        self.castles = tuple(name for name in areas if areas[name]["towers"] > 0)
        self.region = {name: areas[name]["region"] for name in areas}
        self.next_to = {
            side: {
                name: tuple(n for n in areas[name]["neighbours"] if may_enter(side, areas[n])) for name in areas
            }
            for side in SIDES
        }
        self.capital = {
            "ottoman": next((n for n in areas if self.region[n] == "rumelia"), None),
            "christian": next((n for n in areas if self.region[n] in HOME["christian"]), None),
        }
        if SECRET_BASE in areas:
            self.capital["christian"] = SECRET_BASE


def board_of(areas):
    """F-08: the board of this map."""
    if id(areas) not in BOARDS:
        BOARDS[id(areas)] = Board(areas)
    return BOARDS[id(areas)]


class General:
    """F-03, F-04: a general and the troops that he leads."""

    def __init__(self, name, rating, side, where, army):
        self.name, self.rating, self.side = name, rating, side
        self.where, self.army = where, army

    def troops(self):
        """F-16: how many troops he leads."""
        return sum(self.army)


class Game:
    """Sections 1 to 4: where everything is."""

    def __init__(self, setup, rules, random, data, policies):
        data = data or {}
        self.random = random
        self.rules = DEFAULTS | rules
        self.fight_rules = self.rules | {"army_max": 10**6}  # a fight as such knows no limit
        self.board = board_of(data.get("map", MAP))
        self.variant = setup.get("radu", "muslim")
        self.policies = policies
        self.tokens = dict.fromkeys(SIDES, 0) | setup.get("tokens", {})
        need(sum(self.tokens.values()) <= 7, "campaign: tokens")
        self.turn = 0
        self.log = dict.fromkeys(COUNTED, 0)
        self.pieces = data.get("pieces", PIECES)
        names = self.board.names
        self.loose = {side: {name: self.stack() for name in names} for side in SIDES}
        self.garrisons = {side: {name: self.stack() for name in names} for side in SIDES}
        self.markers = {name: dict.fromkeys(SIDES, 0) for name in names}
        self.dead = dict.fromkeys(SIDES, 0)
        self.touched = []
        self.laid = dict.fromkeys(self.board.castles, False)
        self.count = dict.fromkeys(self.board.castles, 0)
        self.fell = dict.fromkeys(self.board.castles, 0)
        start = data.get("start", STARTS[self.variant])
        self.generals = self.place(start, data.get("generals", RATINGS))
        self.check_start()
        self.holder = dict.fromkeys(self.board.castles, "christian")
        self.holder = {name: self.castle_owner_by_troops(name) for name in self.board.castles}
        self.unused = {side: max(0, self.pieces[side] - self.on_table(side)) for side in SIDES}
        self.extra = {side: self.on_table(side) + self.unused[side] for side in SIDES}

    # ---- set-up

    def stack(self, troops=0):
        """F-26: a stack as long as the options ask for."""
        return stacks.new_stack(self.rules["lead_points"], troops)

    def place(self, start, ratings):
        """F-05: put the pieces on the map; the list of generals in the order of jump attempts."""
        generals = []
        for side in SIDES:
            for kind, where in (("garrisons", self.garrisons), ("loose", self.loose)):
                for name, troops in start[side].get(kind, {}).items():
                    where[side][name][0] += troops
            for name, troops in start[side].get("impalements", {}).items():
                self.markers[name][side] += troops
        for name, rating in ratings.items():
            loyal = name == "dracula" or (name == "radu" and self.variant == "loyal")
            side = "christian" if loyal else "ottoman"
            where, troops = start[side]["armies"][name]
            generals.append(General(name, rating, side, where, self.stack(troops)))
        return generals

    def check_start(self):
        """F-06: a set-up that breaks a limit is an error."""
        for side in SIDES:
            regions = [self.board.region[g.where] for g in self.generals if g.side == side]
            for name in self.board.names:
                if self.troops(side, name):
                    regions.append(self.board.region[name])
                need(self.inside(side, name) <= self.room_of(name), "campaign: garrison in " + name)
                need(self.stakes(name) <= self.rules["impalements_max"], "campaign: impalements in " + name)
            need(all(region in HOME[side] for region in regions), "campaign: start outside the home of " + side)
            if self.rules["piece_limit"]:
                need(self.on_table(side) <= self.pieces[side], "campaign: too many pieces of " + side)
        need(all(g.troops() <= self.rules["army_max"] for g in self.generals), "campaign: army")

    # ---- counting

    def room_of(self, name):
        """F-12: the largest garrison."""
        return self.board.areas[name]["towers"] * self.rules["garrison_per_tower"]

    def stakes(self, name):
        """F-34: markers in an area."""
        return self.markers[name]["ottoman"] + self.markers[name]["christian"]

    def here(self, side, name):
        """F-04: generals of a side in an area, in the order of the list."""
        return [g for g in self.generals if g.where == name and g.side == side]

    def field(self, side, name):
        """F-13: field troops."""
        count = sum(self.loose[side][name])
        for g in self.generals:
            if g.where == name and g.side == side:
                count += sum(g.army)
        return count

    def inside(self, side, name):
        """F-13: the garrison."""
        return sum(self.garrisons[side][name])

    def troops(self, side, name):
        """F-14: field troops and garrison."""
        return self.field(side, name) + self.inside(side, name)

    def living(self, side):
        """F-02: living troops."""
        loose = sum(map(sum, self.loose[side].values())) + sum(map(sum, self.garrisons[side].values()))
        return loose + sum(g.troops() for g in self.generals if g.side == side)

    def on_table(self, side):
        """F-02: living troops and own pieces standing as impalements."""
        return self.living(side) + sum(here[side] for here in self.markers.values())

    def check_pieces(self):
        """F-02, F-09, F-12: no piece is lost, nobody is where he cannot be (for a close look at a game)."""
        for side in SIDES:
            total = self.on_table(side) + self.dead[side] + self.unused[side]
            need(total == self.extra[side], "campaign: pieces of " + side)
            for name in self.board.names:
                need(self.inside(side, name) <= self.room_of(name), "campaign: garrison")
                if not may_enter(side, self.board.areas[name]):
                    need(not self.here(side, name) and not self.troops(side, name), "campaign: terrain")
        for name in self.board.names:
            need(not (self.field("ottoman", name) and self.field("christian", name)), "campaign: both in " + name)
            need(not (self.inside("ottoman", name) and self.inside("christian", name)), "campaign: two garrisons")
            need(self.stakes(name) <= self.rules["impalements_max"], "campaign: stakes")
        need(all(g.troops() <= self.rules["army_max"] for g in self.generals), "campaign: army")

    # ---- control

    def numbers_hold(self, side, name):
        """F-57: enough field troops against a garrison, and no enemy field troops."""
        garrison = self.inside(OTHER[side], name)
        if garrison == 0 or self.field(OTHER[side], name) > 0:
            return False
        return self.field(side, name) >= max(1, garrison + self.rules["siege_margin"])

    def besieges(self, side, name):
        """F-57: a siege is laid and the numbers hold."""
        return self.laid.get(name, False) and self.numbers_hold(side, name)

    def stops(self, side, name):
        """F-28: must a general of this side stop here?"""
        if self.field(OTHER[side], name) > 0:
            return True
        return self.inside(OTHER[side], name) > 0 and not self.besieges(side, name)

    def controls(self, side, name):
        """F-14: troops here, and no enemy but a besieged garrison."""
        return self.troops(side, name) > 0 and not self.stops(side, name)

    def friendly(self, side, name):
        """F-15: own or home ground without a free enemy."""
        if not may_enter(side, self.board.areas[name]) or self.stops(side, name):
            return False
        if self.controls(side, name):
            return True
        return self.board.region[name] in HOME[side] and not self.controls(OTHER[side], name)

    def castle_owner_by_troops(self, name):
        """F-64: whose castle by the option castle_control."""
        if self.rules["castle_control"] == "last_holder":
            return self.holder[name]
        ottoman = self.troops("ottoman", name) > 0 and self.troops("christian", name) == 0
        return "ottoman" if ottoman else "christian"

    def castle_owner(self, name):
        """F-64, F-65: the side that controls the castle."""
        if self.rules["siege_controls_castle"]:
            for side in SIDES:
                if self.besieges(side, name):
                    return side
        return self.castle_owner_by_troops(name)

    def settle(self, name):
        """F-59, F-64: after any change here: a siege may be over, a castle may fall back."""
        if name not in self.laid:
            return
        if self.laid[name]:
            besieger = "ottoman" if self.inside("christian", name) else "christian"
            if self.inside(OTHER[besieger], name) == 0 or self.field(besieger, name) == 0:
                self.laid[name] = False
                self.count[name] = 0
        presence = self.rules["castle_control"] == "presence"
        if presence and self.holder[name] == "ottoman" and self.troops("ottoman", name) == 0:
            self.holder[name] = "christian"
            if self.field("christian", name) > 0:
                self.log["retaken"] += 1

    def take_castle(self, side, name, method):
        """F-55, F-59, section 11: the castle changes hands (it has no garrison)."""
        if self.holder[name] == side:
            return
        self.holder[name] = side
        if side == "christian":
            self.log["retaken"] += 1
            return
        self.log[{"empty": "fallen_empty", "storm": "fallen_by_storm", "siege": "fallen_by_siege"}[method]] += 1
        if self.fell[name] == 0:
            self.fell[name] = self.turn

    # ---- dead pile and markers

    def bury(self, side, stack, troops):
        """F-63: so many troops of a stack die."""
        stacks.take_weariest(stack, troops)
        self.dead[side] += troops

    def pull_down(self, name, markers):
        """F-36: markers go to the dead pile, Ottoman pieces first."""
        for side in SIDES:
            some = min(markers, self.markers[name][side])
            self.markers[name][side] -= some
            self.dead[side] += some
            markers -= some
