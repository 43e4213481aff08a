"""What a referee of Forest's campaign demands of movement: sections 6 of the reading, written from it alone."""

from tests.games.forest_listener import Listener
from tests.games.forest_table import CHRISTIAN, NOBODY, OTTOMAN, SENT


class Moves(Listener):
    """F-25 to F-37 Entering areas, impalements, picking up and leaving, recruiting, markers."""

    def ends_movement(self):
        """F-40, F-55 Who has moved to enemies must fight them; an empty castle of the enemy is taken."""
        if self.fought or self.ended:
            return
        enemy, self.fought = self.field(1 - self.mine, self.here), True
        self.demand(not (self.came_from is not NOBODY and self.troop and enemy), "F-40 he must fight", self.general)
        self.takes_if_empty(self.here, self.castle_of(self.here))

    def takes_if_empty(self, area, was):
        """F-28, F-55 A castle of the enemy (`was`: whose it was) without garrison and defenders is simply taken."""
        manned = self.garrison[self.mine][area] or self.troops(1 - self.mine, area)
        if self.map[area].towers and was != self.mine and self.troop and not manned:
            self.take(area, self.mine, "empty")

    def enters(self, general, area, troops, points):
        """F-28 He goes to the next area."""
        enemy, origin = 1 - self.mine, self.here
        was, held = self.castle_of(area), self.inside(enemy, area)
        self.demand(general == self.general and troops == len(self.troop), "F-19 only the activated general moves")
        self.demand(area in self.near[origin], "F-25 moves lead to neighbours", area)
        self.demand(not (self.mine == OTTOMAN and self.mountain(area)), "F-09 no Ottoman in mountains", area)
        self.demand(self.points > 0, "F-25 no point left")
        self.demand(not self.stopped and not self.fought, "F-28 he had to stop")
        led = self.rules["lead_points"]
        self.demand(all(troop < led for troop in self.troop), "F-26 troops led too far", self.troop)
        self.demand(self.troop or not self.bars(self.mine, area), "F-29 alone into a barred area", area)
        self.points, self.staked = self.points - 1, 0
        self.demand(points == self.points, "F-25 points left", points, self.points)
        if self.mine == OTTOMAN and self.troop and self.stakes_in(area):
            self.faces_stakes(area)
            if not self.troop:
                self.ended = True
                return
        self.where[general], self.came_from = area, origin
        self.troop[:] = [troop + 1 for troop in self.troop]
        self.settle(origin)
        if self.troop:
            self.enemy_mans_castle(area, held)
            self.clear(area)
            self.takes_if_empty(area, was)
        self.stopped = self.bars(self.mine, area)
        self.demand(self.comes("MUST_STOP") == self.stopped, "F-28 where he must stop", area)
        if self.stopped:
            self.hear("MUST_STOP")

    def enemy_mans_castle(self, area, held):
        """F-42 Loose troops of the side that held the castle go into it."""
        enemy = 1 - self.mine
        loose, free = self.loose[enemy][area], self.limit(area) - self.garrison[enemy][area]
        if held and loose and self.rules["garrison_on_entry"] == "fill":
            manning = max(min(len(loose), free), 0)
            due = (enemy, area, manning)
            self.demand(self.hear("CASTLE_MANNED") == due, "F-42 who goes into the castle", due)
            self.man(enemy, area, loose, manning)

    def stakes_in(self, area):
        """F-34 Markers in an area."""
        return self.stakes[OTTOMAN][area] + self.stakes[CHRISTIAN][area]

    def broken(self, area, troops, rating):
        """F-37 The rolls at impalements: returns the troops of groups that break."""
        sizes = [rating] * (troops // rating) + ([troops % rating] if troops % rating else [])
        order = list(range(len(sizes)))
        markers = left = self.stakes_in(area)
        lost = 0
        for place, group in enumerate(order if self.rules["morale_order"] == "first" else order[::-1]):
            if (place < markers) if self.rules["morale_scheme"] == "one_each" else (left > 0):
                who, size, roll, broke, left_now = self.hear("MORALE_ROLLED")
                self.demand((who, size) == (group, sizes[group]), "F-37 which group rolls", who, size, sizes)
                self.demand(broke == (roll < self.rules["morale_min"]), "F-37 who breaks", roll)
                left -= not broke
                lost += size * broke
                self.demand(left_now == left, "F-37 markers left", left_now, left)
        self.take_stakes(area, markers - left)
        return lost

    def faces_stakes(self, area):
        """F-37 An army on its way in; broken groups stay where they came from."""
        lost = self.broken(area, len(self.troop), self.rating[self.general])
        self.demand(self.hear("BROKE") == (self.general, area, lost, len(self.troop) - lost), "F-37 who broke")
        self.counted["sent_back"] += lost
        if self.rules["morale_fail_on_entry"] == "eliminated":
            self.kill(OTTOMAN, self.troop, lost)
            self.settle(self.here)
            return
        sent = []
        self.hand_over(self.troop, sent, lost)
        self.loose[OTTOMAN][self.here] += [troop % SENT + SENT for troop in sent]

    def picks_up(self, general, picked, troops):
        """F-27 Loose field troops of his side."""
        loose = self.loose[self.mine][self.here]
        self.demand(general == self.general and 0 < picked <= len(loose), "F-27 troops to pick up", picked)
        self.hand_over(loose, self.troop, picked, least=True)
        self.demand(len(self.troop) <= self.rules["army_max"], "F-16 too large an army", len(self.troop))
        self.demand(len(self.troop) == troops, "F-27 his army")

    def leaves_behind(self, general, left, troops):
        """F-27 Troops stay as loose ones."""
        self.demand(general == self.general and left <= len(self.troop), "F-27 troops to leave", left)
        self.hand_over(self.troop, self.loose[self.mine][self.here], left)

    def recruits_now(self, general, roll, again):
        """F-31 to F-33, F-68 New troops for a point."""
        side, area = self.mine, self.here
        self.demand(general == self.general and not again, "F-31 who recruits")
        self.demand(self.points > 0, "F-31 no point left to recruit")
        self.demand(self.troops(1 - side, area) == 0, "F-31 not where enemies are", area)
        home = self.at_home(side, area) or (self.moldavian(general) and self.map[area].region == "moldavia")
        castle = self.map[area].towers and self.castle_of(area) == side
        hideout = self.id[general] == "dracula" and area == self.hideout
        self.demand(hideout or (home and (self.map[area].village or castle)), "F-31 no place to recruit", area)
        repeat = self.rules["recruit_repeat"] and self.recruited_in == area
        self.demand(self.recruits == 0 or repeat, "F-33 once an activation")
        self.demand(self.available(side) > 0, "F-32 no piece is left")
        while side == CHRISTIAN and roll <= 2 and self.tokens[side]:
            self.tokens[side] -= 1
            _, roll, _ = self.hear("RECRUITING_ROLL")
        self.points, self.recruits, self.recruited_in = self.points - 1, self.recruits + 1, area
        raised = min(roll, self.available(side))
        staying = max(raised - max(self.rules["army_max"] - len(self.troop), 0), 0)
        self.demand(self.hear("RECRUITED") == (general, area, raised, staying), "F-32 how many", raised, staying)
        unused = self.pieces[side] - self.living(side) - sum(self.stakes[side]) - self.dead[side]
        self.dead[side] -= min(max(raised - max(unused, 0), 0), self.dead[side])
        self.troop.extend([0] * (raised - staying))
        self.loose[side][area] += [0] * staying
        self.recruited[side] += raised
        self.clear(area)

    def places_stakes(self, area, count, own, standing):
        """F-34, F-35 Dracula places markers."""
        self.demand(self.id[self.general] == "dracula", "F-34 only Dracula places markers")
        self.demand(area == self.here and not self.fought, "F-34 markers where he is, before he fights", area)
        self.staked += count
        self.demand(self.staked <= self.rules["impalements_per_move"], "F-34 markers in one area", self.staked)
        if own:
            self.demand(count <= len(self.troop), "F-35 own troops")
            self.kill(CHRISTIAN, self.troop, count)
            self.place_stakes(CHRISTIAN, area, count)
        else:
            ottomans = min(count, self.dead[OTTOMAN])
            self.demand(count <= sum(self.dead), "F-35 no such pieces in the dead pile", count, self.dead)
            self.place_stakes(OTTOMAN, area, ottomans)
            self.place_stakes(CHRISTIAN, area, count - ottomans)
        self.demand(self.stakes_in(area) <= self.rules["impalements_max"], "F-34 markers in an area")
        self.demand(self.stakes_in(area) == standing, "F-34 markers that stand there", standing)
        self.counted["impaled"] += count

    def mans_castle(self, side, area, count):
        """F-12, F-27 Troops of his army become a garrison."""
        self.demand(side == self.mine and area == self.here and self.map[area].towers, "F-42 whose castle", area)
        self.demand(self.garrison[1 - side][area] == 0 and count <= len(self.troop), "F-60 no castle to man", area)
        self.man(side, area, self.troop, count)
        self.demand(self.garrison[side][area] <= self.limit(area), "F-12 too large a garrison", area)
