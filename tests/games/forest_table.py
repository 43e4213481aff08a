"""The table of a campaign as the referee keeps it, written from the reading alone: every troop is a number in a list.

A troop's number says into how many areas it has been led (F-26), SENT more if it was sent back (F-37). Sides are 0
Ottoman and 1 Christian, areas the places of the map's list. What a sentence of the reading settles by itself happens
here; choices and dice come from what the game tells (forest_referee.py).
"""

from collections import deque

SENT = 100
NOBODY = None
OTTOMAN, CHRISTIAN = 0, 1
SIDES = ("ottoman", "christian")
HOME = {OTTOMAN: ("rumelia",), CHRISTIAN: ("wallachia", "transylvania")}
COUNTERS = ("battles", "impaled", "sent_back", "by_storm", "by_siege", "empty", "retaken")


class Table:
    """Everything that stands on the map, and the questions of sections 1 to 4 and 8 about it."""

    def __init__(self, case):
        self.rules, self.map, start = case.rules, case.data.map.areas, case.data.start
        self.radu = case.setup.radu
        forces, place = getattr(start, self.radu), {area.id: n for n, area in enumerate(self.map)}
        self.near = [sorted(place[name] for name in area.neighbours) for area in self.map]
        self.hideout = place[case.data.map.hideout]
        self.castles = [n for n, area in enumerate(self.map) if area.towers]
        areas, self.places = range(len(self.map)), range(len(self.map))
        taking_part = [general for general in start.generals if general.id in forces.armies]
        self.id = [general.id for general in taking_part]
        self.rating = [general.rating for general in taking_part]
        loyal = "christian" if self.radu == "loyal" else "ottoman"
        self.side = [SIDES.index(loyal if g.side == "by_variant" else g.side) for g in taking_part]
        self.where = [place[forces.armies[name].area] for name in self.id]
        self.army = [[0] * forces.armies[name].troops for name in self.id]
        self.loose = [[[] for _ in areas] for _ in SIDES]
        for name, troops in forces.loose.items():
            side = OTTOMAN if self.map[place[name]].region == "rumelia" else CHRISTIAN
            self.loose[side][place[name]] = [0] * troops
        self.garrison = [[0 for _ in areas] for _ in SIDES]
        self.stakes = [[0 for _ in areas] for _ in SIDES]
        for name, troops in forces.garrisons.items():
            self.garrison[CHRISTIAN][place[name]] = troops
        for name, markers in forces.impalements.items():
            self.stakes[CHRISTIAN][place[name]] = markers
        self.pieces, self.dead = [start.pieces.ottoman, start.pieces.christian], [0, 0]
        self.tokens = [case.setup.tokens.ottoman, case.setup.tokens.christian]
        self.siege, self.count = [NOBODY for _ in areas], [0 for _ in areas]
        self.holder, self.fell, self.turn = [CHRISTIAN for _ in areas], [0 for _ in areas], 0
        self.won, self.recruited, self.starved = [0, 0], [0, 0], [0, 0]
        self.counted = dict.fromkeys(COUNTERS, 0)

    def generals_in(self, side, area):
        """The generals of a side in an area, in the order of the list."""
        return [g for g in range(len(self.id)) if self.side[g] == side and self.where[g] == area]

    def field(self, side, area):
        """F-13 Field troops."""
        return len(self.loose[side][area]) + sum(len(self.army[g]) for g in self.generals_in(side, area))

    def troops(self, side, area):
        """F-13 Field troops and garrison."""
        return self.field(side, area) + self.garrison[side][area]

    def living(self, side):
        """F-02 All living troops of a side."""
        return sum(self.troops(side, area) for area in self.places)

    def mountain(self, area):
        """F-09 Closed to Ottomans."""
        return self.map[area].terrain == "mountain"

    def at_home(self, side, area):
        """F-11 Home regions."""
        return self.map[area].region in HOME[side]

    def moldavian(self, general):
        """F-11 Is Moldavia home to this general as well?"""
        is_radu = general is not NOBODY and self.id[general] == "radu"
        return is_radu and (self.radu == "muslim" or self.rules["radu_moldavia"] == "always")

    def limit(self, area):
        """F-12 The most troops of a garrison."""
        return (self.map[area].towers or 0) * self.rules["garrison_per_tower"]

    def numbers_hold(self, side, area):
        """F-57 Field troops enough for a siege, and no enemy ones."""
        garrison = self.garrison[1 - side][area]
        enough = self.field(side, area) >= max(garrison + self.rules["siege_margin"], 1)
        return garrison > 0 and enough and self.field(1 - side, area) == 0

    def besieges(self, side, area):
        """F-57 A siege that is laid and whose numbers hold."""
        return self.siege[area] == side and self.numbers_hold(side, area)

    def controls(self, side, area):
        """F-14 Control."""
        if self.troops(side, area) == 0 or self.field(1 - side, area) > 0:
            return False
        return self.garrison[1 - side][area] == 0 or self.besieges(side, area)

    def bars(self, side, area):
        """F-15, F-28 Do enemies stop this side here?"""
        held = self.garrison[1 - side][area] > 0 and not self.besieges(side, area)
        return self.field(1 - side, area) > 0 or held

    def friendly(self, side, area):
        """F-15 Friendly areas."""
        if (side == OTTOMAN and self.mountain(area)) or self.bars(side, area):
            return False
        return self.controls(side, area) or (self.at_home(side, area) and not self.controls(1 - side, area))

    def castle_of(self, area):
        """F-64, F-65 Whose a castle is."""
        if self.rules["siege_controls_castle"] and self.siege[area] is not NOBODY:
            if self.besieges(self.siege[area], area):
                return self.siege[area]
        if self.rules["castle_control"] == "last_holder":
            return self.holder[area]
        alone = self.troops(CHRISTIAN, area) == 0 and self.troops(OTTOMAN, area) > 0
        return OTTOMAN if alone else CHRISTIAN

    def inside(self, side, area):
        """F-42, F-52 Does this side hold the castle of the area: by a garrison, or it is empty and its own?"""
        if not self.map[area].towers or self.garrison[1 - side][area]:
            return False
        return self.garrison[side][area] > 0 or self.castle_of(area) == side

    def moves(self, side, start):
        """F-25 The fewest moves from an area over terrain that a side may enter, by area."""
        found, queue = {start: 0}, deque([start])
        while queue:
            area = queue.popleft()
            for other in self.near[area]:
                if other not in found and not (side == OTTOMAN and self.mountain(other)):
                    found[other] = found[area] + 1
                    queue.append(other)
        return found

    def refuge(self, side, area, barred):
        """F-52 Where a beaten army of an area goes, NOBODY if nowhere."""
        known = [o for o in self.near[area] if o != barred and self.friendly(side, o)]
        return max(known, key=lambda other: (self.troops(side, other), -other), default=NOBODY)

    def home(self, side):
        """F-53 Home of a side's generals, on ground that they may enter."""
        rumelia = (n for n in self.places if self.map[n].region == "rumelia" and not self.mountain(n))
        return next(rumelia) if side == OTTOMAN else self.hideout

    def safe_area(self, general, back=NOBODY):
        """F-53 Where a general without army is put; `back`: where he came from if he attacked."""
        side, here = self.side[general], self.where[general]
        home = self.home(side)
        if self.rules["general_fate"] == "home" and home != here and self.friendly(side, home):
            return home
        if back is not NOBODY and self.friendly(side, back):
            return back
        far = self.moves(side, here)
        known = [area for area in far if area != here and self.friendly(side, area)]
        return min(known, key=lambda area: (far[area], area), default=home)

    def opponents(self, side, area):
        """F-41 The armies of a side in an area in the order in which they are met."""
        armed = [g for g in self.generals_in(side, area) if self.army[g]]
        return sorted(armed, key=self.met)

    def met(self, general):
        """F-41 Higher rating, then more troops, then id."""
        return -self.rating[general], -len(self.army[general]), self.id[general]

    def leader_of_loose(self, side, area):
        """F-41 Who leads the loose troops: the first army's general, else the first of those without troops."""
        alone = [g for g in self.generals_in(side, area) if not self.army[g]]
        return next(iter(self.opponents(side, area) + sorted(alone, key=self.met)), NOBODY)

    def available(self, side):
        """F-02, F-32 Pieces that can still be raised."""
        if not self.rules["piece_limit"]:
            return 10**9
        return self.pieces[side] - self.living(side) - sum(self.stakes[side])

    def supplied(self, side, start, garrison=False, general=NOBODY):
        """F-61 Is a stack in this area in supply? A search from the stack on."""
        castles = self.rules["christian_supply"] == "castle"
        if side == CHRISTIAN and garrison:
            return self.rules["garrison_supply"] == "home" or not self.besieges(OTTOMAN, start)
        wide = self.moldavian(general)
        homes = (*HOME[side], "moldavia") if wide else HOME[side]
        if side == CHRISTIAN and not castles and self.map[start].region in homes:
            return True
        seen, queue = {start}, [start]
        while queue:
            area = queue.pop()
            if self.source(side, area, homes, area == start):
                return True
            for other in self.near[area]:
                if other not in seen and (self.carries(side, other) or self.source(side, other, homes)):
                    seen.add(other)
                    queue.append(other)
        return False

    def source(self, side, area, homes, own=False):
        """F-61 Does a chain of supply end here? `own`: it is the area of the stack."""
        if self.field(1 - side, area) > 0 and not (own and side == CHRISTIAN):
            return False
        if side == OTTOMAN:
            return self.map[area].region in homes and not self.mountain(area)
        if self.rules["christian_supply"] == "castle":
            return area == self.hideout or (self.garrison[side][area] > 0 and not self.besieges(OTTOMAN, area))
        return self.map[area].region in homes and not self.controls(OTTOMAN, area)

    def carries(self, side, area):
        """F-61 Does a chain of supply go through this area?"""
        if side == CHRISTIAN:
            return self.field(OTTOMAN, area) == 0
        return not self.mountain(area) and self.controls(OTTOMAN, area)

    def kill(self, side, stack, count):
        """F-26, F-63 Troops of a stack die, those led furthest first."""
        stack.sort()
        for _ in range(count):
            stack.pop()
        self.dead[side] += count

    def kill_garrison(self, side, area, count):
        """F-63 Troops of a garrison die."""
        self.garrison[side][area] -= count
        self.dead[side] += count

    def hand_over(self, stack, other, count, least=False):
        """F-26 Troops go from one stack to another: those led furthest first, or (picked up) the least led."""
        stack.sort()
        for _ in range(count):
            other.append(stack.pop(0 if least else -1))

    def man(self, side, area, stack, count):
        """F-12 Field troops go into the castle."""
        stack.sort()
        for _ in range(count):
            stack.pop()
        self.garrison[side][area] += count

    def place_stakes(self, side, area, count):
        """F-35 Markers from the dead pile."""
        self.dead[side] -= count
        self.stakes[side][area] += count

    def take_stakes(self, area, count):
        """F-36 Markers go to the dead pile, Ottoman pieces first."""
        for side in (OTTOMAN, CHRISTIAN):
            taken = min(count, self.stakes[side][area])
            self.stakes[side][area] -= taken
            self.dead[side] += taken
            count -= taken

    def take(self, area, side, how):
        """F-59, F-64 A castle is taken."""
        self.siege[area], self.count[area] = NOBODY, 0
        self.holder[area] = side
        if side == OTTOMAN:
            self.fell[area] = self.fell[area] or self.turn
            self.counted[how] += 1
        else:
            self.counted["retaken"] += 1

    def settle(self, area):
        """F-59, F-64 A siege without besieger or garrison ends at once; a castle without Ottomans falls back."""
        side = self.siege[area]
        if side is not NOBODY and (self.field(side, area) == 0 or self.garrison[1 - side][area] == 0):
            self.siege[area], self.count[area] = NOBODY, 0
        presence = self.rules["castle_control"] == "presence"
        if presence and self.holder[area] == OTTOMAN and self.troops(OTTOMAN, area) == 0:
            self.holder[area] = CHRISTIAN
            self.counted["retaken"] += self.field(CHRISTIAN, area) > 0

    def clear(self, area):
        """F-29 Generals without troops, with enemy field troops and no own ones around them, are put elsewhere."""
        for general, side in enumerate(self.side):
            if self.where[general] == area and not self.army[general]:
                if self.field(side, area) == 0 and self.field(1 - side, area) > 0:
                    self.where[general] = self.safe_area(general)

    def castles_held(self, region):
        """F-64, F-65 Castles of a region that the Ottomans hold."""
        return sum(self.castle_of(a) == OTTOMAN for a in self.castles if self.map[a].region == region)

    def winner(self):
        """F-66 Who has won: 0 Ottoman, 1 Christian, 2 nobody."""
        regions = [[a for a in self.castles if self.map[a].region == region] for region in HOME[CHRISTIAN]]
        left = [len(castles) - self.castles_held(r) for castles, r in zip(regions, HOME[CHRISTIAN])]
        if left[0] == 0 and (self.radu == "loyal" or left[1] == 0):
            return OTTOMAN
        gap = self.rules["victory_gap"] == "none" and self.radu == "muslim" and min(left) == 0
        return 2 if gap else CHRISTIAN
