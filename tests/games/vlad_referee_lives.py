"""The referee of I Am Vlad: losses, deaths, plague, rewards, and who leaves or wins (II, V-14, V-32, V-43, V-63)."""

from tests.games.vlad_referee_table import (
    FALLEN,
    GONE,
    HEALTHY,
    IMMUNE,
    INFECTED,
    LOST,
    MAGIC,
    NOBODY,
    ON_MAP,
    PLACED,
    VLAD,
    Table,
)

BY_CROWNS, LAST_VLAD, BY_TOWER, BY_TIE_BREAK = range(1, 5)


class Lives(Table):
    """What an event brings."""

    def lay_out(self):
        """V-11 Nobody has been killed yet."""
        super().lay_out()
        self.active, self.killer, self.doomed, self.dead = 0, {}, set(), []

    # plague

    def infected_reach(self, square, besides):
        """V-43 Does a plagued unit other than this one reach a square?"""
        return any(
            self.plague[unit] == INFECTED
            and unit != besides
            and self.place[unit] == ON_MAP
            and self.reaches(unit, square)
            for unit in self.units
        )

    def infect(self, unit):
        """V-31 A unit is infected."""
        self.plague[unit] = INFECTED
        self.plagued[unit // 3] += 1

    def check_plague(self):
        """V-43 Who stands in reach is infected, until nothing changes."""
        changed = INFECTED in self.plague
        while changed:
            caught = [
                unit
                for unit in self.units
                if self.place[unit] == ON_MAP
                and self.plague[unit] == HEALTHY
                and self.infected_reach(self.square[unit], unit)
            ]
            for unit in caught:
                self.infect(unit)
            changed = bool(caught)

    def heal_plague(self, unit, immunises):
        """V-44 By cure or death."""
        if self.plague[unit] == INFECTED:
            self.plague[unit] = IMMUNE if immunises else HEALTHY

    # losses and deaths

    def lose(self, unit, loss, killer):
        """V-14 A unit loses life; its own seat is never paid (V-64)."""
        self.life[unit] = max(self.life[unit] - loss, 0)
        self.killer[unit] = None if killer in (unit // 3, NOBODY) else killer
        told = self.hear("LIFE_LOST", "V-14")
        self.demand(told == (unit, loss, self.life[unit]), "V-14, V-20, V-27, V-44, A-3 loss", unit, loss, told)

    def settle(self):
        """V-62 to V-64, V-72 Deaths and new lives, refill, rewards, eliminations."""
        self.clear_dead()
        self.refill()
        if self.dead:
            self.reward(self.dead)
            if not self.over:
                self.eliminate()
            self.call_death_match()
        self.killer, self.doomed, self.dead = {}, set(), []

    def clear_dead(self):
        """V-32, V-61 The dead leave the map at once, and Vlads with a life left stand up, whatever goes on."""
        dead = [unit for unit in self.units if self.standing(unit) and self.life[unit] == 0]
        for unit in dead:
            self.bury(unit)
        for seat in self.turn_order(self.active):
            if 3 * seat in dead and self.lives[seat] > 0:
                self.stand_up(seat)
        self.dead += dead

    def bury(self, unit):
        """V-14, V-34, V-39, V-44 A unit is dead."""
        seat, kind = unit // 3, unit % 3
        self.heal_plague(unit, self.rules["death_immunises"])
        self.place[unit] = FALLEN
        (self.vlad_deaths, self.knight_deaths, self.archer_deaths)[kind][seat] += 1
        if kind == VLAD:
            self.lives[seat] -= 1
            self.leave_tower(seat)
            if self.caster == seat:
                self.cursed = self.caster = NOBODY
        elif unit in self.doomed:
            self.place[unit] = GONE
            self.impaled[seat] += 1
        if kind != VLAD and (unit in self.doomed or self.option("dead_hand", "discard")):
            self.discard_hand(unit)

    def leave_tower(self, seat):
        """V-07 Nothing is counted any more."""
        self.on_tower[seat], self.tower_count[seat] = False, 0

    def come_to_stand(self, unit, square):
        """V-07 A unit comes to stand on a square of the map."""
        self.demand(self.is_free(square), "V-50 the square is taken", unit, square)
        self.square[unit], self.place[unit] = square, ON_MAP
        if unit % 3 == VLAD:
            seat, on_tower = unit // 3, self.board.sign[square] == "o"
            if not (on_tower and self.on_tower[seat]):
                self.tower_count[seat] = 0
            self.on_tower[seat] = on_tower

    def is_free(self, square):
        """V-50 May somebody stand there?"""
        bit = self.board.bit[square]
        return bool(self.board.stand & bit) and not self.occupied() & bit

    def stand_up(self, seat):
        """V-32 Vlad is back in his base, or on the nearest free square."""
        start = self.board.start(self.corner[seat], VLAD)
        near = walked = self.board.bit[start]
        free = self.board.stand & ~self.occupied()
        while not near & free:
            fresh = self.step_on(walked, seat, self.board.bits(self.built), locked=False) & ~walked
            self.demand(fresh, "V-32 no free square")
            walked |= fresh
            near = fresh
        squares = [s for s in self.board.squares if near & free & self.board.bit[s]]
        self.life[3 * seat] = self.full[VLAD]
        self.come_to_stand(3 * seat, min(squares, key=lambda s: self.board.order(self.corner[seat], s)))
        self.check_plague()

    # cards

    def discard_hand(self, unit):
        """V-39 A hand goes to the discards."""
        self.discards[unit % 3] += self.hand[unit]
        self.hand[unit], self.used[unit] = [], 0

    def use_card(self, unit, card):
        """V-39 A card is used."""
        self.hand[unit].remove(card)
        self.discards[unit % 3].append(card)
        self.used[unit] += 1

    def draw(self, kind, seat, number, hand):
        """V-39, V-62 So many cards, as far as there are any."""
        for _ in range(number):
            if self.piled[kind] == 0 and (kind == MAGIC or not self.discards[kind]):
                return
            if self.piled[kind] == 0:
                told = self.hear("RESHUFFLED", "V-39")
                self.demand(told == (kind, len(self.discards[kind])), "V-39 shuffle", kind, told)
                self.pile[kind].update(self.discards[kind])
                self.piled[kind], self.discards[kind] = len(self.discards[kind]), []
            pack, owner, attack, defence, day, night = self.hear("TAKEN_UP", "V-62, V-39")
            card = (attack, defence, bool(day), bool(night))
            self.demand((pack, owner) == (kind, seat), "V-62 who draws", kind, seat, pack, owner)
            self.demand(self.pile[kind][card] > 0, "V-08 the card is not in the pile", kind, card)
            self.pile[kind][card] -= 1
            self.piled[kind] -= 1
            if card in hand:
                self.twins.add(3 * seat + kind)
            hand.append(card)

    def refill(self):
        """V-62 Hands draw as many cards as they have used, the active seat's first."""
        for seat in self.turn_order(self.active):
            for unit in range(3 * seat, 3 * seat + 3):
                if self.used[unit] and not self.falls_out(seat):
                    number, self.used[unit] = self.used[unit], 0
                    self.draw(unit % 3, seat, number, self.hand[unit])

    # winning

    def fallen(self):
        """V-72 Seats whose Vlad has no life left."""
        return [seat for seat in self.seats if self.alive[seat] and self.lives[seat] <= 0]

    def falls_out(self, seat):
        """V-06, V-72 Does a seat leave: has it fallen, and is it not among the best of all who fell together?"""
        fallen, playing = self.fallen(), [s for s in self.seats if self.alive[s]]
        all_fell = fallen == playing
        return seat in fallen and not (all_fell and self.crowns[seat] == max(self.crowns[s] for s in playing))

    def reward(self, dead):
        """V-63, V-64, V-23 Gold and crowns for kills, as far as the box reaches."""
        for seat in self.turn_order(self.active):
            for unit in dead:
                if self.killer.get(unit) == seat and self.alive[seat] and self.lives[seat] > 0:
                    self.kills[seat] += 1
                    if unit % 3 != VLAD:
                        self.receive(seat, 3)
                    elif self.crown_box > 0 or not self.rules["supply_limits"]:
                        self.crown_box -= 1
                        self.crowns[seat] += 1
                    if self.crowns[seat] >= 3 and not self.over:
                        self.win(seat, BY_CROWNS)
            if self.over:
                return

    def receive(self, seat, gold):
        """V-08 Gold from the box."""
        gold = min(gold, self.gold_box) if self.rules["supply_limits"] else gold
        self.gold_box -= gold
        self.gold[seat] += gold

    def win(self, seat, way):
        """V-01 The game ends at this very moment."""
        self.over, self.winner, self.way = 1, seat, way
        told = self.hear("GAME_ENDS", "V-01")
        self.demand(told == (seat, way), "V-01 who has won, and how", told, seat, way)

    def eliminate(self):
        """V-05, V-06, V-72 Who has fallen leaves; or the best of all come back."""
        fallen = self.fallen()
        all_fell = fallen == [seat for seat in self.seats if self.alive[seat]]
        out = {seat for seat in fallen if self.falls_out(seat)}
        for seat in self.turn_order(self.active):
            if seat in out:
                self.leave(seat)
        playing = [seat for seat in self.turn_order(self.active) if self.alive[seat]]
        if len(playing) == 1:
            self.win(playing[0], BY_TIE_BREAK if all_fell else LAST_VLAD)
        elif all_fell and self.tie_respawns and self.option("tie_repeat", "draw"):
            self.win(NOBODY, 0)
        elif all_fell:
            self.tie_respawns += 1
            for seat in playing:
                self.lives[seat] = 1
                self.stand_up(seat)

    def leave(self, seat):
        """V-72 A seat leaves the game."""
        told = self.hear("LEFT_GAME", "V-72")
        self.demand(told == (seat, self.round_now), "V-72 who leaves", seat, told)
        self.alive[seat], self.out_round[seat] = 0, self.round_now
        for unit in range(3 * seat, 3 * seat + 3):
            self.heal_plague(unit, True)
            self.place[unit] = GONE
            self.discard_hand(unit)
        self.leave_tower(seat)
        if self.outpost_state[seat] == PLACED and self.option("eliminated_outpost", "removed"):
            for square in self.parts(seat):
                del self.built[square]
        self.outpost_state[seat] = LOST
        self.gold_box += self.gold[seat]
        self.crown_box += self.crowns[seat]
        self.flasks[seat], self.tokens[seat] = 0, 0
        self.pack[MAGIC].subtract(self.magic[seat])
        self.magic[seat] = []
        if seat in (self.cursed, self.caster):
            self.cursed = self.caster = NOBODY

    def call_death_match(self):
        """V-04 It begins when nobody can come to three crowns."""
        if self.death_match or self.over:
            return
        for seat in self.seats:
            lives = sum(self.lives[other] for other in self.seats if other != seat and self.alive[other])
            box = self.crown_box if self.rules["supply_limits"] else 99
            left = box if self.option("crown_pool", "tokens") else min(box, lives)
            if self.alive[seat] and self.crowns[seat] + left >= 3:
                return
        self.death_match = 1
        self.hear("DEATH_MATCH", "V-04")

    # steps

    def step_on(self, bits, seat, taken, locked):
        """V-50, V-51 Where one step leads from a set of squares."""
        board, inside = self.board, self.board.inside
        flagged = self.flagged(seat)
        from_inside = bits & inside
        if self.rules["leave_any_gate"]:
            out = board.spread(bits) & ~inside
        else:
            out = board.spread(bits & ~inside) & ~inside | board.spread(from_inside) & flagged
        entering = from_inside if locked else from_inside | bits & flagged
        return (out | board.spread(entering) & inside) & board.stand & ~taken

    def flagged(self, seat):
        """V-25 The bridges with a seat's flag."""
        bits = 0
        for number, bridge in enumerate(self.board.bridge):
            if self.banners[seat] >> number & 1:
                bits |= bridge
        return bits
