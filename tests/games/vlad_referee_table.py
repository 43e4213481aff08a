"""The table of the referee of I Am Vlad: where everything is by what he has heard, and whether the game agrees."""

from collections import Counter
from itertools import chain
from operator import attrgetter

from simlab.games.vlad import game_story, story
from simlab.games.vlad.game_state import AKATHIST_KEYS, COUNTED
from tests.games.vlad_referee_board import board_of

NAMES = {value: name for module in (story, game_story) for name, value in vars(module).items() if name.isupper()}
SETTLED = ("TURN_BEGINS", "ROUND_BEGINS", "MOVED", "STAYED", "BATTLE_BEGINS")  # nothing is half done at these
#: Choices, dice, cards drawn, and what has to be declared at once; all else is compared by what it comes to.
HEARD = (
    *SETTLED,
    *("TAKEN_UP", "RESHUFFLED", "TOKEN_USED", "ROAD_WALKED", "CAME_BACK", "DRUNK", "BOUGHT", "OUTPOST_PLACED"),
    *("BELL_TOLLED", "CARD_TURNED", "CURSED", "LIFE_LOST", "TAX_PAID", "FIGHT_BEGINS", "CARD_PLAYED"),
    *("NEUTRAL_ANSWERED", "HIT_WITHOUT_CARDS", "SURRENDERED", "FIGHT_ENDS", "ATTACK_BEGINS", "ATTACKED", "IMPALED"),
    *("ANSWERED", "LOST_LIFE", "DEATH_MATCH", "LEFT_GAME", "GAME_ENDS"),
)
NEEDED = {"MOVED": 3, "CARD_TURNED": 2, "TAX_PAID": 2, "BATTLE_BEGINS": 2}  # details; what more is told is for replays
VLAD, KNIGHT, ARCHER, MAGIC = range(4)
KINDS = ("vlad", "knight", "archer")
ON_MAP, IN_OUTPOST, FALLEN, ON_ROAD, GONE = range(5)
HEALTHY, INFECTED, IMMUNE = range(3)
NOT_BOUGHT, BOUGHT, PLACED, LOST = range(4)
NOBODY = -1
RANGE = (3, 1, 4)  # V-56
BOX, CROWNS, POTIONS, IMPALES = 42, 8, 14, 8  # V-08; 66 gold with the coins of the default board's dens
SEAT_FIELDS = (
    *("alive", "lives", "resurrection", "gold", "flasks", "crowns", "banners", "tower_count", "outpost_state"),
    *("on_tower", "outpost_square"),
    *COUNTED,
)
UNIT_FIELDS = ("place", "plague", "square", "road")
SCALARS = ("round_now", "dial", "over", "death_match", "tie_respawns", "gold_box", "crown_box", "card", "card_seat")
SCALARS += ("bell_seat", "cards_left", "cursed", "caster", "magic_sold")
of_table, of_seats = attrgetter(*SCALARS), attrgetter(*SEAT_FIELDS)


class Illegal(Exception):
    """The game did what the reading does not allow."""


class Table:
    """Hears one event after another; an event is (name, details, the game's numbers if everything is settled)."""

    def __init__(self, case, record):
        self.case, self.rules, self.record = case, case.rules, record
        self.events, self.at = record.events, 0
        self.board = board_of(tuple(case.data.board), case.rules["abyss_blocks_line"])
        self.players = case.setup.players
        self.seats, self.units = range(self.players), range(3 * self.players)
        self.corner = case.rules[f"corners_{self.players}"]
        self.full = [case.rules["unit_life"][kind] for kind in KINDS]
        self.lay_out()

    def lay_out(self):
        """V-08, V-11 The box, the board and what each seat begins with."""
        four, twelve, playing = 4, 12, [int(seat < self.players) for seat in range(4)]
        for name in SEAT_FIELDS:
            setattr(self, name, [0] * four)
        self.alive = list(playing)
        self.lives = [self.rules["vlad_lives"] * p for p in playing]
        self.resurrection = [2 * p for p in playing]
        self.on_tower, self.tokens, self.outpost_square = [False] * four, [0] * four, [NOBODY] * four
        self.impales_used, self.magic_used = [0] * four, [0] * four
        self.square, self.place, self.plague = [NOBODY] * twelve, [ON_MAP] * twelve, [HEALTHY] * twelve
        self.life, self.road, self.road_since = [0] * twelve, [0] * twelve, [0] * twelve
        for unit in self.units:
            self.life[unit] = self.full[unit % 3]
            self.square[unit] = self.board.start(self.corner[unit // 3], unit % 3)
        self.built, self.dens_left = {}, set(range(len(self.board.dens)))
        self.round_now, self.dial, self.over, self.winner, self.way = 0, 1, 0, NOBODY, 0
        self.death_match = self.tie_respawns = self.magic_sold = 0
        self.gold_box, self.crown_box = BOX, CROWNS
        self.card = self.card_seat = self.bell_seat = self.cursed = self.caster = NOBODY
        self.card_until = self.bell_until = 0
        self.stock = Counter(AKATHIST_KEYS.index(key) for key in self.case.data.akathist_cards)
        self.lay_out_cards()

    def lay_out_cards(self):
        """V-37, V-36 Packs as piles, discards and hands; a card is (attack, defence, by day, by night)."""
        data = self.case.data
        self.pile = [Counter() for _ in range(4)]
        for kind, name in enumerate(KINDS):
            for time, attack, defence, count, *_ in getattr(data.decks, name):
                self.pile[kind][attack, defence, time == "day", time == "night"] += count
        for attack, defence in data.magic_cards:
            self.pile[MAGIC][attack, defence, True, True] += 1
        self.piled = [sum(pile.values()) for pile in self.pile]
        self.pack = [Counter(pile) for pile in self.pile]
        self.discards = [[] for _ in range(4)]
        self.twins = set()  # units that have had two equal cards: which of them has been used is not told
        self.hand, self.magic, self.used = [[] for _ in range(12)], [[] for _ in range(4)], [0] * 12

    # hearing

    def demand(self, true, what, *details):
        """Objects unless something is so."""
        if not true:
            told = [event[:2] for event in self.events[max(self.at - 8, 0) : self.at + 2]]
            raise Illegal(f"{what} {details}; round {self.round_now}; told last: {told}")

    def comes(self, *names):
        """Is the next event one of these?"""
        return self.at < len(self.events) and self.events[self.at][0] in names

    def hear(self, name, item):
        """The details of the next event, which has to be this one."""
        self.demand(self.comes(name), f"{item} {name} is due")
        self.at += 1
        event = self.events[self.at - 1]
        if event[2] is not None:
            self.compare(event[2])
        return event[1]

    def compare(self, numbers):
        """Is the game as this table says?"""
        theirs, lives = numbers[0].tolist(), numbers[1]
        mine, found = (*of_table(self), *chain.from_iterable(of_seats(self))), self.record.pick(theirs)
        if mine != found:
            wrong = [(label, one, other) for label, one, other in zip(self.record.labels, mine, found) if one != other]
            self.demand(False, f"V-08 {wrong[0][0]}", wrong)
        places, plagues, squares, roads = (theirs[first:] for first in self.record.unit_fields)
        for unit, place in zip(self.units, places):
            if self.place[unit] != place:
                self.demand(False, "V-14 place", unit, self.place[unit], place)
            if place <= IN_OUTPOST and self.square[unit] != squares[unit]:
                self.demand(False, "V-50 square", unit, self.square[unit], squares[unit])
            if place <= IN_OUTPOST and self.life[unit] != lives[unit]:
                self.demand(False, "V-14 life", unit, self.life[unit], lives[unit])
            if place != GONE and self.plague[unit] != plagues[unit]:
                self.demand(False, "V-14 plague", unit, self.plague[unit], plagues[unit])
            if place == ON_ROAD and self.road[unit] != roads[unit]:
                self.demand(False, "V-15 road", unit, self.road[unit], roads[unit])

    def compare_cards(self, cards):
        """V-08, V-39 Are hands, piles, discards and tokens as this table says, and is no card in two places?"""
        hands, magic, packs, seats = cards
        for unit in self.units:
            mine, theirs = self.hand[unit], hands[unit]
            if mine != theirs:
                self.demand(Counter(mine) == Counter(theirs), "V-39 hand", unit, mine, theirs)
                self.demand(unit in self.twins, "V-66 places in the hand", unit, mine, theirs)
            self.hand[unit] = theirs
        self.twins = {unit for unit in self.units if len(set(self.hand[unit])) < len(self.hand[unit])}
        for seat in self.seats:
            self.demand(sorted(self.magic[seat]) == sorted(magic[seat]), "V-36 magic cards", seat)
            mine = (self.tokens[seat], self.impales_used[seat], self.magic_used[seat])
            self.demand(mine == seats[seat], "V-34 tokens and magic cards used", seat, mine, seats[seat])
        for kind, (pile, discarded, numbers) in enumerate(packs):
            self.demand(len(set(numbers)) == len(numbers), "V-08 a card in two places", kind, numbers)
            self.demand(pile == self.piled[kind], "V-39 pile", kind, pile, self.piled[kind])
            if kind != MAGIC:
                self.demand(discarded == len(self.discards[kind]), "V-39 discards", kind, discarded)
                self.demand(len(numbers) == sum(self.pack[kind].values()), "V-08 pack", kind, numbers)

    def conserve(self):
        """V-08 Nothing comes into being and nothing gets lost."""
        playing = [seat for seat in self.seats if self.alive[seat]]
        coins = self.gold_box + 3 * len(self.dens_left) + sum(self.gold[s] for s in playing)
        self.demand(coins == BOX + 3 * len(self.board.dens), "V-08 gold", coins)
        self.demand(self.crown_box + sum(self.crowns[s] for s in playing) == CROWNS, "V-08 crowns")
        standing = [self.square[u] for u in self.units if self.place[u] == ON_MAP]
        self.demand(len(set(standing)) == len(standing), "V-50 two units on a square", standing)
        for kind in range(4):
            hands = self.magic if kind == MAGIC else self.hand[kind::3]
            out = Counter(self.discards[kind]) + Counter(chain.from_iterable(hands)) + self.pile[kind]
            self.demand(out == self.pack[kind], "V-08 cards of a pack", kind)

    # small questions

    def standing(self, unit):
        """Is a unit on the map, be it in an outpost?"""
        return self.place[unit] <= IN_OUTPOST

    def option(self, name, value):
        """Has an option this value?"""
        return self.rules[name] == value

    def turn_order(self, seat):
        """Seats clockwise from one on."""
        return [(seat + number) % self.players for number in self.seats]

    def night(self):
        """V-12, A-3 As which time battle cards are judged."""
        return self.card_is("long_night") or self.rules["dial"][self.dial - 1] == "night"

    def card_is(self, key):
        """A-3 Does this timed card act?"""
        return self.card == AKATHIST_KEYS.index(key)

    def matching(self, unit):
        """V-38 The cards of a hand that can be used now."""
        time = 3 if self.night() else 2
        return [card for card in self.hand[unit] if card[time]]

    def blunted(self, attack):
        """A-3 Attack values under rusty blades."""
        return max(attack - 3, 0) if self.card_is("rusty_blades") else attack

    def bonuses(self, seat, magic=False):
        """V-28 What crowns add to attack and defence."""
        crowns = self.crowns[seat]
        if magic and not self.rules["crown_bonus_magic"]:
            return 0, 0
        two = 5 if self.option("crown_bonus", "add") else 3
        return ((0, 0), (2, 0), (two, 1), (two, 1))[crowns]

    def reaches(self, unit, square):
        """V-56, V-57 Is a square in a unit's range and line?"""
        return self.sees(self.square[unit], square, RANGE[unit % 3])

    def sees(self, one, other, most, straight_only=False):
        """V-57 Is a square in line, near enough, and nothing cuts the line?"""
        line = self.board.line(one, other)
        if line is None or line[0] > most or line[2] or (straight_only and not line[3]):
            return False
        return not self.built or not any(square in self.built for square in line[1])

    def occupied(self):
        """V-50 Squares with units or outposts, as bits."""
        bits = 0
        for unit in self.units:
            if self.place[unit] == ON_MAP:
                bits |= self.board.bit[self.square[unit]]
        for square in self.built:
            bits |= self.board.bit[square]
        return bits

    def parts(self, seat):
        """V-18 The squares of a seat's outpost: of Vlad, archer, knight, and a fourth, by the option; else one."""
        return self.parts_at(seat, self.outpost_square[seat])

    def parts_at(self, seat, first):
        """V-18 The squares of an outpost that a seat places there."""
        if self.rules["outpost_size"] == 1:
            return [first]
        ways = self.board.ways(self.corner[seat])
        east, south_east, south = (self.board.next_to[first][ways[turn]] for turn in (2, 3, 4))
        return [first, east, south, south_east]

    def inner_place(self, unit):
        """V-21 The square of its seat's outpost on which a unit has its place; None without an outpost."""
        seat, kind = unit // 3, unit % 3
        if self.outpost_state[seat] != PLACED:
            return None
        parts = self.parts(seat)
        return parts[0] if len(parts) == 1 else parts[(0, 2, 1)[kind]]
