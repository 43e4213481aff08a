"""Sections III-V, O, K-6: what stands where and who owns what in the model `game`."""

from . import vlad_shared
from .shared import need, whole
from .vlad_board import Ground, bare_ground, board_of
from .vlad_shared import TIMES, UNITS, check_rules, crown_bonus, draw_live, magic_stock, pack

GAME_DEFAULTS = vlad_shared.DEFAULTS | {
    "return_acts": True,
    "outpost_range": 5,
    "outpost_heal": 1,
    "outpost_arms": "orthogonal",
    "outpost_cross": "per_move",
    "outpost_size": 1,
    "outpost_shields": True,
    "eliminated_outpost": "removed",
    "plague_spread": "enter_path",
    "death_immunises": True,
    "curse_damage": 2,
    "movement": "walk",
    "leave_any_gate": True,
    "abyss_blocks_line": False,
    "church_squares": "all",
    "effect_clock": "owner_turn",
    "magic_purchase": "random",
    "dead_hand": "keep",
    "supply_limits": True,
    "vlad_lives": 2,
    "tower_rounds": 8,
    "tower_check": "before_upkeep",
    "tower_win_in_death_match": True,
    "crown_pool": "lives",
    "tie_repeat": "respawn",
    "first_seat": 0,
    "corners": {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]},
    "stage_order": "per_turn",
    "tax_scope": "turn",
    "max_rounds": 120,
}
GAME_WORDS = {
    "outpost_arms": ("orthogonal", "all8"),
    "outpost_cross": ("per_move", "per_square"),
    "outpost_size": (1, 2),
    "eliminated_outpost": ("removed", "inert"),
    "plague_spread": ("enter_path", "end_only"),
    "movement": ("walk", "straight"),
    "church_squares": ("all", "one_each"),
    "effect_clock": ("owner_turn", "round_end"),
    "magic_purchase": ("random", "choice"),
    "dead_hand": ("keep", "discard"),
    "tower_check": ("before_upkeep", "after_upkeep"),
    "crown_pool": ("lives", "tokens"),
    "tie_repeat": ("respawn", "draw"),
    "stage_order": ("per_turn", "per_unit"),
    "tax_scope": ("turn", "unit"),
}
GAME_NUMBERS = {"outpost_range": 0, "outpost_heal": 0, "curse_damage": 0, "vlad_lives": 1, "tower_rounds": 1,
                "first_seat": 0, "max_rounds": 1}

AKATHIST = ["plague", "altar_wrath", "tithe", "stillness", "deep_mud", "truce", "long_night", "turning_sun",
            "hail", "lightning", "mercy", "rusty_blades"]

RANGE = {"vlad": 3, "knight": 1, "archer": 4}  # V-56
GOLD, DEN_COINS, POTIONS, IMPALES, CROWNS, TOKENS = 66, 3, 14, 8, 8, 2  # V-08, V-11

SEAT_COLUMNS = """crowns gold flags vlad_deaths knight_deaths archer_deaths impaled kills dens guards hunts
    resurrections akathist magic potions impales bells curses outpost tax_paid tax_got plagued tower_turns
    out_round""".split()


def game_rules(rules, players):
    """Section O: every option with its value; an unknown name or value is an error."""
    rules = rules or {}
    check_rules(rules)
    full = GAME_DEFAULTS | rules
    full["unit_life"] = GAME_DEFAULTS["unit_life"] | rules.get("unit_life", {})
    for name, words in GAME_WORDS.items():
        need(full[name] in words, f"option {name}")
    for name, low in GAME_NUMBERS.items():
        need(whole(full[name], low), f"option {name}")
    for name, value in GAME_DEFAULTS.items():
        need(isinstance(full[name], bool) == isinstance(value, bool), f"option {name}")
    need(full["first_seat"] <= players, "option first_seat")
    corners = full["corners"].get(players, full["corners"].get(str(players), GAME_DEFAULTS["corners"][players]))
    need(len(corners) == players == len(set(corners)) and all(whole(c, 0, 3) for c in corners), "option corners")
    return full | {"corners": list(corners)}


class Unit:
    """A Vlad, knight or archer; `where`: map, outpost, beside (dead), road, removed or gone."""

    def __init__(self, seat, kind, full, square):
        self.seat, self.kind, self.full, self.life = seat, kind, full, full
        self.where, self.square = "map", square
        self.road, self.reached_now = 0, False
        self.plague = "healthy"
        self.hand = []
        self.attacked = self.idle = False  # idle: back in this turn and not allowed to act (V-17)


class Seat:
    """A player: everything on the sheet."""

    def __init__(self, number, corner, board, rules):
        self.number, self.corner = number, corner
        self.living, self.fallen = True, False  # fallen: the last Vlad is dead, the seat leaves in a moment
        self.lives, self.tokens = rules["vlad_lives"], TOKENS
        self.crowns = self.gold = self.potions = self.impales = 0
        self.magic, self.flags = [], set()
        self.outpost, self.outpost_squares = "none", []  # none, held, placed, inert, removed
        self.tower = None  # V-07: the tower count, None off the tower
        self.starts = board.starts[corner]
        self.church = board.church_of[corner]
        self.rank, self.around = board.rank[corner], board.around[corner]
        self.units = [Unit(self, kind, rules["unit_life"][kind], self.starts[kind]) for kind in UNITS]
        self.vlad = self.units[0]
        self.count = dict.fromkeys(SEAT_COLUMNS, 0)


class GameOver(Exception):
    """V-01: the game has ended."""


class Game:
    """One whole game; the rules that change it stand in the other files."""

    def __init__(self, players, rules, data, random):
        self.rules, self.data, self.random = rules, data or {}, random
        self.board = board_of(data)
        self.ground = bare_ground(self.board, rules)
        self.seats = [Seat(i, rules["corners"][i], self.board, rules) for i in range(players)]
        self.first = rules["first_seat"] - 1 if rules["first_seat"] else random.randrange(players)
        self.active = self.seats[self.first]
        self.round, self.dial = 1, 1
        self.on = {unit.square: unit for seat in self.seats for unit in seat.units}
        self.ranges = {}  # seat number -> squares in range of its outpost
        self.coins = dict.fromkeys(range(len(self.board.dens)), DEN_COINS)
        self.beaten = set()  # dens
        self.bank = GOLD - DEN_COINS * len(self.board.dens)
        self.potions, self.impales, self.crowns = POTIONS, IMPALES, CROWNS
        self.bell = self.card = None  # running effects: {"seat", "until", "key"}
        self.curse = None  # (cursed seat, caster)
        self.bought = False  # an Akathist card in this turn (V-40)
        self.battled, self.safe = set(), set()  # V-61, V-55: units in this turn
        self.paid = set()
        self.death_match, self.tie_respawns = False, 0
        self.winner, self.way = None, 0
        self.players = []
        self.deal()

    def deal(self):
        """V-11: shuffled packs and stocks, hands in turn order."""
        self.piles = {kind: pack(kind, self.data) for kind in UNITS}
        self.discards = {kind: [] for kind in UNITS}
        self.magic, self.magic_gone = magic_stock(self.data), []
        self.akathist = list(self.data.get("akathist_cards", AKATHIST))
        for key in self.akathist:
            need(key in AKATHIST, f"Akathist card {key}")
        for cards in [*self.piles.values(), self.magic, self.akathist]:
            self.random.shuffle(cards)
        for seat in self.order_from(self.first):
            for unit in seat.units:
                self.draw(unit, self.rules["hand_size"])

    # ------------------------------------------------------------------ seats and units

    def order_from(self, number):
        """All seats in turn order, beginning with that number."""
        players = len(self.seats)
        return [self.seats[(number + step) % players] for step in range(players)]

    def others(self, seat):
        """The living opponents in turn order after a seat."""
        return [other for other in self.order_from(seat.number)[1:] if other.living]

    def living(self):
        """The seats still in the game."""
        return [seat for seat in self.seats if seat.living]

    def enemies(self, seat):
        """Units of the others on the map outside outposts, seats in turn order, Vlad, knight, archer."""
        return [unit for other in self.others(seat) for unit in other.units if unit.where == "map"]

    def put(self, unit, square):
        """A unit comes to stand on a square of the map or in its own outpost."""
        if unit.where == "map" and self.on.get(unit.square) is unit:
            del self.on[unit.square]
        unit.square = square
        if square in unit.seat.outpost_squares:
            unit.where = "outpost"
        else:
            unit.where = "map"
            self.on[square] = unit

    def lift(self, unit, where):
        """A unit leaves the map."""
        if unit.where == "map" and self.on.get(unit.square) is unit:
            del self.on[unit.square]
        unit.where, unit.square = where, None

    def inside(self, unit):
        """V-51: whether a unit stands inside the fortress."""
        return unit.where == "map" and self.board.inside[unit.square]

    def live(self, seat, square):
        """V-52: whether a square is a live combat square for a seat."""
        if square in self.board.den_of:
            return self.board.den_of[square] not in self.beaten
        return square in self.board.gate_of and self.board.gate_of[square] not in seat.flags

    def new_ground(self):
        """V-19, V-22: lines and distances after an outpost has come or gone."""
        outposts = frozenset(s for seat in self.seats for s in seat.outpost_squares)
        self.ground = Ground(self.board, self.rules, outposts) if outposts else bare_ground(self.board, self.rules)
        self.ranges = {}

    # ------------------------------------------------------------------ cards

    def time(self):
        """V-12, A-3: day or night as battle cards see it."""
        if self.runs("long_night"):
            return TIMES[1]
        return self.rules["dial"][self.dial - 1]

    def runs(self, key):
        """V-41: whether this timed Akathist card is running."""
        return self.card is not None and self.card["key"] == key

    def matching(self, unit):
        """V-38: cards a unit can use now, in hand order."""
        time = self.time()
        return [card for card in unit.hand if card[0] == time]

    def attack(self, card):
        """A-3 (12): the attack value of a card in force now."""
        return max(0, card[-2] - 3) if self.runs("rusty_blades") else card[-2]

    def bonus(self, seat, magic=False):
        """V-28: (attack bonus, defence bonus)."""
        if magic and not self.rules["crown_bonus_magic"]:
            return (0, 0)
        return crown_bonus(seat.crowns, self.rules)

    def use(self, unit, card):
        """V-39: a battle card goes to the discards."""
        unit.hand.remove(card)
        self.discards[unit.kind].append(card)

    def draw(self, unit, number):
        """V-39, V-62: new cards at the end of a hand."""
        for _ in range(number):
            card = draw_live(self.piles[unit.kind], self.discards[unit.kind], self.random)
            if card is not None:
                unit.hand.append(card)

    def drop_hand(self, unit):
        """V-39, V-72: a whole hand goes to the discards."""
        self.discards[unit.kind].extend(unit.hand)
        unit.hand = []

    # ------------------------------------------------------------------ gold

    def pay(self, seat, gold):
        """V-08: a reward from the box, as far as it reaches."""
        if self.rules["supply_limits"]:
            gold = min(gold, self.bank)
        self.bank -= gold
        seat.gold += gold

    def spend(self, seat, gold):
        """V-08: gold goes back to the box."""
        need(seat.gold >= gold, "not so much gold")
        seat.gold -= gold
        self.bank += gold
