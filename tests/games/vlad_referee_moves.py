"""The referee of I Am Vlad: moves, outposts, and the way back through the underworld (V-15 to V-21, V-43, V-50)."""

from tests.games.vlad_referee_lives import Lives
from tests.games.vlad_referee_table import (
    FALLEN,
    HEALTHY,
    IN_OUTPOST,
    INFECTED,
    NOBODY,
    ON_MAP,
    ON_ROAD,
    PLACED,
    VLAD,
)


class Moves(Lives):
    """Where units go."""

    def limit(self, unit):
        """V-50, V-29, A-3 How many steps a unit may go."""
        if self.card_is("stillness") and self.card_seat != unit // 3:
            return 0
        if self.bell_seat != NOBODY and self.board.bit[self.square[unit]] & self.board.inside:
            return 0
        return min(self.rules["move_squares"], 3) if self.card_is("deep_mud") else self.rules["move_squares"]

    def may_step(self, here, there, seat, taken):
        """V-50, V-51 May a unit step from a square to the next?"""
        bell = self.bell_seat != NOBODY
        return bool(self.step_on(self.board.bit[here], seat, taken, bell) & self.board.bit[there])

    def can_go(self, unit, end):
        """V-50, V-21 Is there a legal way of a unit to a square?"""
        if self.option("movement", "straight"):
            return self.straight_way(unit, end) is not None
        seat, limit, inner = unit // 3, self.limit(unit), self.inner_place(unit)
        bell, taken = self.bell_seat != NOBODY, self.occupied()
        reached, goal = self.board.bit[self.square[unit]], self.board.bit[end]
        if end == inner:
            goal, limit = self.board.spread(goal), limit - 1
        for _ in range(limit):
            if reached & goal:
                break
            reached |= self.step_on(reached, seat, taken, bell)
        return limit >= 0 and bool(reached & goal)

    def straight_way(self, unit, end):
        """V-50 The squares of a straight way, or None."""
        start, seat, taken, inner = self.square[unit], unit // 3, self.occupied(), self.inner_place(unit)
        for way in range(8):
            here, path = start, []
            while len(path) < self.limit(unit):
                there = self.board.next_to[here][way]
                if there is None or not (there == inner or self.may_step(here, there, seat, taken)):
                    break
                path.append(there)
                if there == end:
                    return path
                if there == inner:
                    break
                here = there
        return None

    def path_to(self, unit, end):
        """P-1 The way that is taken: breadth first, north first, the first way found."""
        if self.option("movement", "straight"):
            return self.straight_way(unit, end)
        start, seat, inner, taken = self.square[unit], unit // 3, self.inner_place(unit), self.occupied()
        came_from, queue, turned = {start: None}, [start], self.board.ways(self.corner[seat])
        for here in queue:
            if end in came_from:
                break
            allowed = self.step_on(self.board.bit[here], seat, taken, self.bell_seat != NOBODY)
            for way in turned:
                there = self.board.next_to[here][way]
                if there is not None and there not in came_from:
                    if there == inner or allowed & self.board.bit[there]:
                        came_from[there] = here
                        if there != inner:
                            queue.append(there)
        path = [end]
        while came_from[path[-1]] != start:
            path.append(came_from[path[-1]])
        return path[::-1]

    def moves(self, unit, start, end):
        """V-50 A unit moves, and what that brings."""
        self.turn_of_unit(unit)
        self.demand(start == self.square[unit] != end, "V-50 whence it moves", unit, start)
        self.demand(self.can_go(unit, end), "V-50, V-51 no legal way", unit, start, end, self.limit(unit))
        matters = INFECTED in self.plague or self.built
        path = self.path_to(unit, end) if matters else [end]
        if end == self.inner_place(unit):
            self.square[unit], self.place[unit] = end, IN_OUTPOST
            if unit % 3 == VLAD:
                self.leave_tower(unit // 3)
            path = path[:-1]
        else:
            self.place[unit] = NOBODY  # its own square is no longer taken
            self.come_to_stand(unit, end)
        if matters:
            self.catch(unit, path)
            self.cross_outposts(unit, path)
        self.finish_move(unit)

    def stays(self, unit):
        """V-50 A unit stands still."""
        self.turn_of_unit(unit)
        self.finish_move(unit)

    def turn_of_unit(self, unit):
        """V-48, V-50 Each unit of the active seat moves once, in stage 1, and not after its attack."""
        self.demand(unit // 3 == self.active and self.standing(unit), "V-48 a unit that may not move", unit)
        self.demand(not self.second_stage or self.option("stage_order", "per_unit"), "V-48 it is stage 2", unit)
        self.demand(unit not in self.moved, "V-50 a unit moves once", unit)
        self.demand(unit not in self.attacked, "V-48 it has attacked", unit)
        self.demand(unit not in self.resting, "V-17 it came back in this turn", unit)
        self.check_stays_on_live(unit)
        self.second_stage, self.current = False, unit
        self.moved.add(unit)

    def catch(self, unit, path):
        """V-43 Infection by the path."""
        if self.plague[unit] == HEALTHY:
            if self.option("plague_spread", "end_only"):
                path = path[-1:] if self.place[unit] == ON_MAP else []
            if any(self.infected_reach(square, unit) for square in path):
                self.infect(unit)

    def cross_outposts(self, unit, path):
        """V-20 Outposts hit whoever crosses their range."""
        for owner in self.turn_order(unit // 3)[1:]:
            hits = sum(self.outpost_reaches(owner, square) for square in path)
            if self.option("outpost_cross", "per_move"):
                hits = min(hits, 1)
            for _ in range(hits):
                if self.life[unit] > 0:
                    self.life[unit] = max(self.life[unit] - self.outpost_damage(owner), 0)
                    self.killer[unit] = owner
        if self.life[unit] == 0:
            self.settle()
        self.killer = {}

    def outpost_reaches(self, seat, square):
        """V-19 Is a square in the range of a seat's outpost?"""
        if self.outpost_state[seat] != PLACED:
            return False
        cross = self.option("outpost_arms", "orthogonal")
        return any(self.sees(part, square, self.rules["outpost_range"], cross) for part in self.parts(seat))

    def outpost_damage(self, seat):
        """V-20 What a hit costs."""
        inside = sum(self.place[unit] == IN_OUTPOST for unit in range(3 * seat, 3 * seat + 3))
        return self.rules["outpost_damage"][inside]

    def finish_move(self, unit):
        """V-44, V-43 Cure, and the check for plague."""
        if INFECTED in self.plague and not self.over:
            church = self.board.church[self.corner[unit // 3]]
            if self.place[unit] == ON_MAP and self.square[unit] in church:
                self.heal_plague(unit, True)
            self.check_plague()

    # the underworld

    def underworld(self, seat):
        """V-15 to V-17 Tokens, dice, and who comes back."""
        while self.comes("TOKEN_USED"):
            (unit,) = self.hear("TOKEN_USED", "V-15")
            self.demand(unit // 3 == seat and unit % 3 != VLAD, "V-30 whose token", unit)
            self.demand(self.place[unit] == FALLEN and self.resurrection[seat] > 0, "V-30 no token for it", unit)
            self.resurrection[seat] -= 1
            self.resurrections[seat] += 1
            self.place[unit], self.road[unit], self.road_since[unit] = ON_ROAD, self.walk(0), self.round_now
        waiting = [unit for unit in range(3 * seat + 1, 3 * seat + 3) if self.place[unit] == ON_ROAD]
        for unit in waiting:
            if self.road_since[unit] < self.round_now and self.road[unit] < 13:
                self.road[unit] = self.walk(self.road[unit])
                if self.road[unit] >= 13:
                    self.road_since[unit] = self.round_now
        for unit in waiting:
            if self.road[unit] >= 13 and self.may_return(unit):
                self.returns(unit)

    def walk(self, square):
        """V-15 A die on the road."""
        _, start, roll, reached, rolls = self.hear("ROAD_WALKED", "V-15")
        overshoot, past = self.rules["overshoot"], square + roll > 16
        self.demand(start == square and 1 <= roll <= 6, "V-15 the walk", square, start, roll)
        self.demand(rolls == 1 or overshoot == "reroll", "V-15 one die a figure", rolls)
        self.demand(not past or overshoot != "reroll", "V-15 past the end", square, roll)
        ends = square + roll if not past else (16 if overshoot == "cap" else square)
        self.demand(reached == ends, "V-15 where the walk ends", square, roll, reached)
        return ends

    def may_return(self, unit):
        """V-16 Is it the time of its exit?"""
        position, dial = self.rules["exit_positions"][self.road[unit] - 13], self.rules["dial"]
        same = dial[position - 1] == dial[self.dial - 1] if self.option("exit_match", "time") else position == self.dial
        return same and (self.rules["return_same_turn"] or self.road_since[unit] < self.round_now)

    def returns(self, unit):
        """V-17 Onto a free square of its church, with full life."""
        seat, kind = unit // 3, unit % 3
        free = [s for s in self.church_squares(self.corner[seat], 2) if self.is_free(s)]
        if not free:
            return
        who, square = self.hear("CAME_BACK", "V-16")
        self.demand(who == unit and square in free, "V-17 who comes back, and where", unit, who, square, free)
        self.life[unit] = self.full[kind]
        self.come_to_stand(unit, square)
        if not self.rules["return_acts"]:
            self.resting.add(unit)
        if self.option("dead_hand", "discard"):
            self.draw(kind, seat, self.rules["hand_size"], self.hand[unit])
        self.check_plague()

    def church_squares(self, corner, purpose):
        """V-54 The squares of a church that serve for bell, Akathist cards, return."""
        group = sorted(self.board.church[corner], key=lambda s: self.board.order(corner, s))
        return group if self.option("church_squares", "all") else group[purpose : purpose + 1]

    def serves(self, unit, purpose):
        """V-54 Does a unit stand on a church square for that?"""
        square = self.square[unit]
        return self.place[unit] == ON_MAP and any(
            square in self.church_squares(corner, purpose) for corner in self.board.church
        )

    # live squares

    def live_group(self, unit):
        """V-52 The neutral on whose live square a unit stands: (is it a den, number); None if there is none."""
        if self.place[unit] != ON_MAP:
            return None
        square, sign = self.square[unit], self.board.sign[self.square[unit]]
        if sign == "w":
            return next(((1, n) for n in sorted(self.dens_left) if square in self.board.dens[n]), None)
        if sign == "g":
            number = next(n for n, gate in enumerate(self.board.gates) if square in gate)
            return None if self.banners[unit // 3] >> number & 1 else (0, number)
        return None

    def check_stays_on_live(self, unit):
        """V-48 By the option `per_unit`: has the unit before this one fought, where it had to?"""
        before = self.current
        if self.option("stage_order", "per_unit") and before != NOBODY:
            bound = before not in self.attacked and self.live_group(before) is not None
            self.demand(not bound, "V-65 it has to fight", before, unit)

    def check_all_fought(self, seat):
        """V-52, V-65 Whoever stands on a live square after stage 1 has fought."""
        for unit in range(3 * seat, 3 * seat + 3):
            if unit not in self.attacked and unit not in self.resting:
                self.demand(self.live_group(unit) is None, "V-65 it has to fight", unit)
