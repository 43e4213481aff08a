"""The referee of I Am Vlad: tactical actions and upkeep (V-18, V-24, V-26, V-29, V-33, V-40, V-49, V-55, A-3)."""

from simlab.games.vlad.game_state import AKATHIST_KEYS
from tests.games.vlad_referee_moves import Moves
from tests.games.vlad_referee_table import (
    BOUGHT,
    HEALTHY,
    IMPALES,
    IN_OUTPOST,
    INFECTED,
    MAGIC,
    NOBODY,
    NOT_BOUGHT,
    ON_MAP,
    PLACED,
    POTIONS,
    VLAD,
)

ROUNDS = {"stillness": 1, "deep_mud": 2, "truce": 1, "long_night": 2, "rusty_blades": 2}
MAGIC_ITEM, IMPALE_ITEM, POTION_ITEM, OUTPOST_ITEM = range(4)


class Deeds(Moves):
    """What seats do beside moving and fighting."""

    # upkeep and timed effects

    def upkeep(self, seat):
        """V-49 Outpost, curse, plague, rest, in this order."""
        own = range(3 * seat, 3 * seat + 3)
        if self.outpost_state[seat] == PLACED:
            damage = self.outpost_damage(seat)
            for unit in self.units:
                if unit not in own and self.place[unit] == ON_MAP and self.outpost_reaches(seat, self.square[unit]):
                    self.lose(unit, damage, seat)
            self.settle()
        if self.plays_on(seat) and self.cursed == seat:
            for unit in own:
                if self.standing(unit):
                    self.lose(unit, self.rules["curse_damage"], self.caster)
            self.settle()
        if self.plays_on(seat) and INFECTED in self.plague:
            for unit in own:
                if self.standing(unit) and self.plague[unit] == INFECTED:
                    self.lose_by_plague(unit)
            self.settle()
        if self.plays_on(seat):
            for unit in own:
                if self.place[unit] == IN_OUTPOST:
                    self.gain(unit, self.rules["outpost_heal"])

    def lose_by_plague(self, unit):
        """V-44 What the plague costs; the game tells of what is really lost."""
        self.lose(unit, min(self.rules["plague_damage"], self.life[unit]), None)

    def plays_on(self, seat):
        """Is a seat in the game, and the game not over?"""
        return bool(self.alive[seat]) and not self.over

    def gain(self, unit, life):
        """V-14 Life is given back, up to the full one."""
        self.life[unit] = min(self.life[unit] + life, self.full[unit % 3])

    def end_effects(self, seat, by):
        """V-29, V-41 Bell and card of a seat end when their time has come."""
        if self.bell_seat == seat and self.bell_until <= by:
            self.bell_seat = NOBODY
        if self.card_seat == seat and self.card_until <= by:
            self.card = self.card_seat = NOBODY

    def count_tower(self, seat):
        """V-07 One more turn on the tower, perhaps the last."""
        if self.on_tower[seat]:
            self.tower_count[seat] += 1
            self.tower_turns[seat] = max(self.tower_turns[seat], self.tower_count[seat])
            open_way = self.rules["tower_win_in_death_match"] or not self.death_match
            if self.tower_count[seat] >= self.rules["tower_rounds"] and open_way:
                self.win(seat, 3)

    # shopping

    def in_first_stage(self, seat, item):
        """V-48, V-53 Tactical actions belong to stage 1 of the active seat."""
        self.demand(seat == self.active and not self.second_stage, f"{item} not the time for it", seat)
        self.demand(self.plays_on(seat), f"{item} the seat is out", seat)

    def pay(self, seat, price):
        """V-24 A price is paid into the box."""
        self.demand(self.gold[seat] >= price, "V-24 it cannot pay", seat, price, self.gold[seat])
        self.gold[seat] -= price
        self.gold_box += price

    def buys(self, seat, item):
        """V-24 An item at a tavern, bought by the unit whose turn it is."""
        self.in_first_stage(seat, "V-24")
        where = self.current != NOBODY and self.place[self.current] == ON_MAP
        self.demand(where and self.board.sign[self.square[self.current]] == "$", "V-24 not at a tavern", self.current)
        self.pay(seat, (4, 1, 2, self.rules["outpost_price"])[item])
        limited = self.rules["supply_limits"]
        if item == MAGIC_ITEM:
            self.demand(self.piled[MAGIC] > 0, "V-08 no magic card is left")
            self.magic_sold += 1
            self.take_magic(seat)
        elif item == IMPALE_ITEM:
            self.demand(not limited or sum(self.tokens) < IMPALES, "V-08 no impale token is left")
            self.tokens[seat] += 1
        elif item == POTION_ITEM:
            self.demand(not limited or sum(self.flasks) < POTIONS, "V-08 no potion is left")
            self.flasks[seat] += 1
        else:
            self.demand(self.outpost_state[seat] == NOT_BOUGHT, "V-18 one outpost a seat", seat)
            self.outpost_state[seat] = BOUGHT

    def take_magic(self, seat):
        """V-36 The top card, or by the option the first in attack_desc."""
        if self.option("magic_purchase", "random"):
            self.draw(MAGIC, seat, 1, self.magic[seat])
            return
        best = max(card for card, number in self.pile[MAGIC].items() if number)
        self.pile[MAGIC][best] -= 1
        self.piled[MAGIC] -= 1
        self.magic[seat].append(best)

    def drinks(self, seat, kind, life):
        """V-33 A potion for one unit."""
        unit = 3 * seat + kind
        self.in_first_stage(seat, "V-33")
        self.demand(self.flasks[seat] > 0 and self.standing(unit), "V-33 no potion for it", unit)
        self.flasks[seat] -= 1
        self.potions[seat] += 1
        self.gain(unit, 7)
        self.demand(life == self.life[unit], "V-33 life after a potion", unit, life, self.life[unit])

    def places_outpost(self, seat, square):
        """V-18 Next to Vlad, on plain ground with nothing around."""
        self.in_first_stage(seat, "V-18")
        vlad, parts = 3 * seat + VLAD, self.parts_at(seat, square)
        self.demand(self.outpost_state[seat] == BOUGHT, "V-18 it has none to place", seat)
        near = self.place[vlad] == ON_MAP and square in self.board.next_to[self.square[vlad]]
        self.demand(near, "V-18 not next to Vlad", seat, square)
        taken = self.occupied()
        for part in parts:
            self.demand(part is not None, "V-18 past the edge", square)
            plain = self.board.sign[part] == "." and not taken & self.board.bit[part]
            self.demand(plain, "V-18 not free plain ground", part)
            for beside in self.board.next_to[part]:
                clear = beside is not None and self.board.stand & self.board.bit[beside] and beside not in self.built
                self.demand(clear, "V-18 the ring is not clear", part, beside)
        self.outpost_state[seat], self.outpost_square[seat], self.outpost[seat] = PLACED, square, 1
        self.built |= dict.fromkeys(parts, seat)

    # church and curse

    def tolls(self, seat):
        """V-29 The bell."""
        self.in_first_stage(seat, "V-29")
        allowed = self.dial == 1 and self.bell_seat == NOBODY and self.current != NOBODY
        self.demand(allowed and self.serves(self.current, 0), "V-29 no tolling now", seat, self.dial)
        self.bell_seat, self.bell_until = seat, self.round_now + 2
        self.bells[seat] += 1

    def lays_curse(self, seat, other):
        """V-26 Four flags or two crowns, and Vlad on the tower."""
        self.in_first_stage(seat, "V-26")
        vlad = 3 * seat + VLAD
        on_tower = self.place[vlad] == ON_MAP and self.board.sign[self.square[vlad]] == "o"
        self.demand(on_tower and other != seat and self.alive[other], "V-26 where, and on whom", seat, other)
        self.demand(self.crowns[seat] >= 2 or self.banners[seat].bit_count() >= 4, "V-26 no right", seat)
        self.cursed, self.caster = other, seat
        self.curses[seat] += 1

    def turns_card(self, unit, card):
        """V-40 An Akathist card at a church."""
        seat, key = unit // 3, AKATHIST_KEYS[card]
        self.in_first_stage(seat, "V-40")
        self.demand(unit == self.current and self.serves(unit, 1), "V-40 not at a church", unit)
        self.demand(self.card == NOBODY, "V-40 a timed card is running", self.card)
        self.demand(not self.card_bought, "V-40 one card a seat and turn", seat)
        self.demand(self.stock[card] > 0, "V-40 the card is not in the stock", key)
        self.pay(seat, 1)
        self.card_bought = True
        self.akathist[seat] += 1
        self.stock[card] -= 1
        if key in ROUNDS:
            self.card, self.card_seat, self.card_until = card, seat, self.round_now + ROUNDS[key]
        else:
            (self.plague_card if key == "plague" else getattr(self, key))(unit)

    @property
    def cards_left(self):
        """V-40 Akathist cards in the stock."""
        return self.stock.total()

    def plague_card(self, unit):
        """V-42 The buying unit is infected."""
        if self.plague[unit] == HEALTHY:
            self.infect(unit)
            self.check_plague()

    def shielded(self, unit):
        """V-22 Is a unit not on the map, or safe in an outpost?"""
        return self.place[unit] != ON_MAP and (self.rules["outpost_shields"] or self.place[unit] != IN_OUTPOST)

    def altar_wrath(self, unit):
        """A-3 Four life near the church where the card was bought."""
        church = next(group for group in self.board.churches if self.square[unit] in group)
        for other in self.units:
            near = not self.shielded(other) and any(self.board.distance(s, self.square[other]) <= 3 for s in church)
            if near:
                self.lose(other, 4, unit // 3)
        self.settle()

    def hail(self, unit):
        """A-3 Two life of every unit of other seats."""
        for other in self.units:
            if other // 3 != unit // 3 and not self.shielded(other):
                self.lose(other, 2, unit // 3)
        self.settle()

    def lightning(self, unit):
        """A-3 Eight life of one unit."""
        self.demand(self.comes("LIFE_LOST"), "A-3 lightning strikes somebody")
        struck = self.events[self.at][1][0]
        self.demand(not self.shielded(struck), "A-3 lightning strikes on the map", struck)
        self.lose(struck, 8, unit // 3)
        self.settle()

    def tithe(self, unit):
        """A-3 Two gold from each other seat."""
        for seat in self.seats:
            if seat != unit // 3 and self.alive[seat]:
                given = min(2, self.gold[seat])
                self.gold[seat] -= given
                self.gold[unit // 3] += given

    def turning_sun(self, unit):
        """A-3 The dial advances."""
        self.demand(unit == self.current, "A-3 whose card")
        self.dial = self.dial % 4 + 1

    def mercy(self, unit):
        """A-3 Up to seven life for everybody on an orange church square."""
        self.demand(unit == self.current, "A-3 whose card")
        for other in self.units:
            if self.place[other] == ON_MAP and self.board.sign[self.square[other]] == "+":
                self.gain(other, 7)
