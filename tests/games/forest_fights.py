"""What a referee of Forest's campaign demands of fights, castles and supply: sections 7 and 8 of the reading alone."""

from tests.games.forest_moves import Moves
from tests.games.forest_table import CHRISTIAN, NOBODY, OTTOMAN

SOMEBODY_LEAVES = ("WITHDREW", "RETREATED", "DRIVEN_OFF")
ARMY, LOOSE, INSIDE = 0, 1, 2


class Fights(Moves):
    """F-40 to F-62."""

    def fights(self, general, opponent, area, troops, defenders, can_retreat):
        """F-40, F-41 The activated army fights all enemy field troops of its area, one army after another."""
        enemy = 1 - self.mine
        self.demand(general == self.general and area == self.here and self.troop, "F-40 who attacks", general)
        self.demand(not self.fought, "F-40 one fight an activation")
        self.demand(self.field(enemy, area) > 0, "F-40 nobody to fight", area)
        self.fought, was = True, self.castle_of(area)
        announced = (opponent, troops, defenders, can_retreat)
        if self.rules["several_armies"] == "merged":
            self.fights_all(enemy, area, announced)
        else:
            self.fights_each(enemy, area, announced)
        self.settle(area)
        self.clear(area)
        if not self.ended:
            self.takes_if_empty(area, was)

    def fights_each(self, enemy, area, announced):
        """F-41 Armies with generals in their order, then loose troops."""
        leader = self.leader_of_loose(enemy, area)
        if self.rules["loose_join"] and leader is not NOBODY:
            loose = self.loose[enemy][area]
            joining = min(len(loose), max(self.rules["army_max"] - len(self.army[leader]), 0))
            self.hand_over(loose, self.army[leader], joining, least=True)
        fought = []
        while not self.ended and (waiting := [g for g in self.opponents(enemy, area) if g not in fought]):
            fought.append(waiting[0])
            stacks = [(waiting[0], self.army[waiting[0]])]
            self.battle(enemy, area, waiting[0], stacks, announced)
            announced = None
        if not self.ended and self.loose[enemy][area]:
            self.battle(enemy, area, NOBODY, [(NOBODY, self.loose[enemy][area])], announced)

    def fights_all(self, enemy, area, announced):
        """F-41 All enemy field troops as one army; the dead are loose troops first, then of the general met last."""
        everybody = sorted(self.generals_in(enemy, area), key=self.met)
        stacks = [(NOBODY, self.loose[enemy][area])]
        stacks += [(g, self.army[g]) for g in self.opponents(enemy, area)[::-1]]
        self.battle(enemy, area, next(iter(everybody), NOBODY), stacks, announced)

    def battle(self, enemy, area, leader, stacks, announced):
        """F-41, F-50 to F-53 One battle: who meets whom, and what becomes of both."""
        defenders = sum(len(stack) for _, stack in stacks)
        if announced is None:
            general, opponent, place, *numbers = self.hear("BATTLE_BEGINS")
            announced = (opponent, *numbers)
            self.demand((general, place) == (self.general, area), "F-41 who goes on", general)
        target = self.refuge(enemy, area, self.came_from)
        due = (-1 if leader is NOBODY else leader, len(self.troop), defenders, target is not NOBODY)
        self.demand(announced == due, "F-41, F-52 who fights whom with how many", announced, due)
        leaves = NOBODY
        if self.comes(*SOMEBODY_LEAVES):
            how = self.events[self.at][0]
            (leaves, *_) = self.hear(how)
            leaves = (1 if target is not NOBODY else NOBODY) if how == "DRIVEN_OFF" else leaves
        winner, attackers_left, defenders_left = self.hear("BATTLE_ENDS")
        self.result(winner, (attackers_left, defenders_left), leaves, target)
        self.kill(self.mine, self.troop, len(self.troop) - attackers_left)
        self.take_losses(enemy, stacks, defenders - defenders_left)
        if leaves == 1:
            merged = self.rules["several_armies"] == "merged"
            for general in self.generals_in(enemy, area) if merged else [leader] if leader is not NOBODY else []:
                self.goes_away(enemy, general, area, target)
            if self.loose[enemy][area] and (merged or leader is NOBODY):
                self.goes_away(enemy, NOBODY, area, target)
        elif defenders_left == 0:
            for general in self.generals_in(enemy, area) if self.rules["several_armies"] == "merged" else [leader]:
                if general is not NOBODY:
                    self.where[general] = self.safe_area(general)
        self.after(leaves == 0)

    def result(self, winner, left, leaves, target):
        """F-44, F-46, F-50 Who has won, and who may leave."""
        self.counted["battles"] += 1
        if winner in (0, 1):
            self.won[self.mine if winner == 0 else 1 - self.mine] += 1
        self.demand(leaves is NOBODY or winner == 1 - leaves, "F-46 who leaves loses", winner, leaves)
        self.demand(leaves != 1 or target is not NOBODY, "F-50 nowhere to go")
        self.demand(leaves is not NOBODY or min(left) == 0, "F-44 both sides are still there", left)
        self.demand((winner == 2) == (max(left) == 0), "F-44 nobody is left", winner, left)

    def take_losses(self, side, stacks, lost):
        """F-41 The dead of the defenders, stack by stack."""
        for _, stack in stacks:
            dead = min(lost, len(stack))
            self.kill(side, stack, dead)
            lost -= dead

    def goes_away(self, side, general, area, target):
        """F-38, F-52 Beaten troops go to another area, perhaps into their castle first."""
        stack = self.loose[side][area] if general is NOBODY else self.army[general]
        free = max(self.limit(area) - self.garrison[side][area], 0)
        manning = min(free, len(stack)) if self.rules["retreat_into_castle"] and self.inside(side, area) else 0
        self.demand(self.hear("CASTLE_MANNED") == (side, area, manning), "F-52 into the castle", manning)
        self.man(side, area, stack, manning)
        if general is NOBODY:
            fleeing = list(stack)
            stack.clear()
            self.loose[side][target] += fleeing
            stack, rating = self.loose[side][target], 1
        else:
            self.where[general], fleeing, rating = target, stack, self.rating[general]
        if side == OTTOMAN and fleeing and self.stakes_in(target):
            self.kill(side, stack, self.broken(target, len(fleeing), rating))
        self.settle(area)
        self.clear(target)

    def after(self, attacker_left):
        """F-52, F-53 Where the attacker goes who left, or whose army is gone."""
        back = self.came_from
        if attacker_left:
            self.ended = True
            if back is NOBODY:
                back = self.refuge(self.mine, self.here, NOBODY)
            self.demand(back is not NOBODY, "F-52 the attacker has nowhere to go")
            self.goes_away(self.mine, self.general, self.here, back)
        elif not self.troop:
            self.flees()

    def flees(self):
        """F-53 The activated general has lost his army."""
        self.ended = True
        self.where[self.general] = self.safe_area(self.general, self.came_from)

    def storms(self, general, area, attackers, defenders):
        """F-54, F-56 A storm: the defender of each pair fires first, and all of one side are gone in the end."""
        side = self.mine
        self.attacks_castle(general, area)
        due = (len(self.troop), self.garrison[1 - side][area])
        self.demand((attackers, defenders) == due, "F-56 who storms what", (attackers, defenders), due)
        while self.comes("PAIR_FOUGHT"):
            _, attacker_lost, defender_lost = self.hear("PAIR_FOUGHT")
            self.demand(attackers > 0 and defenders > 0, "F-56 the storm is over")
            self.demand(not (attacker_lost and defender_lost), "F-56 the defender fires first")
            attackers, defenders = attackers - attacker_lost, defenders - defender_lost
        self.demand(min(attackers, defenders) == 0, "F-56 broken off", attackers, defenders)
        due = (area, defenders == 0, attackers, defenders)
        self.demand(self.hear("STORM_ENDS") == due, "F-56 how it ends", due)
        self.kill(side, self.troop, len(self.troop) - attackers)
        self.kill_garrison(1 - side, area, self.garrison[1 - side][area] - defenders)
        if defenders == 0:
            self.take(area, side, "by_storm")
        else:
            self.flees()
        self.settle(area)
        self.clear(area)

    def attacks_castle(self, general, area):
        """F-54, F-55 Once, in the area where he is, with troops, and only when the field is clear."""
        self.demand(general == self.general and area == self.here and self.troop, "F-54 who attacks the castle")
        self.demand(self.field(1 - self.mine, area) == 0, "F-54 the field has to be clear", area)
        self.demand(self.garrison[1 - self.mine][area] > 0, "F-55 no garrison to attack", area)
        self.demand(not self.attacked_castle, "F-55 storm or siege, once")
        self.attacked_castle = True

    def lays_siege(self, general, area, field, garrison):
        """F-57 A siege."""
        self.attacks_castle(general, area)
        due = (self.field(self.mine, area), self.garrison[1 - self.mine][area])
        self.demand((field, garrison) == due, "F-57 siege numbers", (field, garrison), due)
        self.demand(self.numbers_hold(self.mine, area), "F-57 too few for a siege", field, garrison)
        self.siege[area], self.count[area] = self.mine, 0

    def goes_on_besieging(self, area, count):
        """F-57 A siege that is laid goes on."""
        self.attacks_castle(self.general, area)
        self.demand(self.siege[area] == self.mine and self.count[area] == count, "F-57 the siege that is laid", area)

    def roll_siege(self, area):
        """F-59, F-68 One castle's roll at the end of a turn."""
        side = self.siege[area]
        if side is NOBODY:
            return
        if not self.numbers_hold(side, area):
            self.siege[area], self.count[area] = NOBODY, 0
            return
        self.count[area] += 1
        numbers = (self.field(side, area), self.garrison[1 - side][area], self.count[area])
        self.demand(self.hear("SIEGE_OF") == (area, side, *numbers), "F-59 count of the siege", area, numbers)
        count = self.count[area] - 1 + self.rules["siege_first_count"]
        roll = self.roll_of(count, 0)
        while (payer := self.pays_for_another(side, roll <= count)) is not NOBODY:
            self.tokens[payer] -= 1
            roll = self.roll_of(count, 1)
        if roll <= count:
            self.kill_garrison(1 - side, area, self.garrison[1 - side][area])
            self.take(area, side, "by_siege")
            self.settle(area)

    def roll_of(self, count, again):
        """F-59 One siege roll as it is told."""
        roll, against, fell, rolled_again = self.hear("SIEGE_ROLLED")
        self.demand((against, fell, rolled_again) == (count, roll <= count, again), "F-59 roll", roll, count)
        return roll

    def pays_for_another(self, side, fell):
        """F-68 The side that re-rolls a siege roll, if any."""
        if side == CHRISTIAN:
            return NOBODY
        if not fell:
            return OTTOMAN if self.tokens[OTTOMAN] else NOBODY
        may = self.rules["token_target"] == "any" and self.tokens[CHRISTIAN]
        return CHRISTIAN if may else NOBODY

    def supply(self):
        """F-61, F-62 All stacks out of supply are found first, then their troops roll."""
        hungry = {}
        for general, side in enumerate(self.side):
            if self.army[general] and not self.supplied(side, self.where[general], general=general):
                hungry[(ARMY, self.where[general], general, side)] = self.army[general]
        for area in self.places:
            for side in (OTTOMAN, CHRISTIAN):
                if self.loose[side][area] and not self.supplied(side, area):
                    hungry[(LOOSE, area, side, side)] = self.loose[side][area]
                if self.garrison[side][area] and not self.supplied(side, area, garrison=True):
                    hungry[(INSIDE, area, side, side)] = NOBODY
        besieged = [(area, self.siege[area]) for area in self.castles]
        starving = set()
        while self.comes("OUT_OF_SUPPLY"):
            stack = self.hear("OUT_OF_SUPPLY")
            self.demand(stack in hungry and stack not in starving, "F-61 this stack is in supply", stack)
            starving.add(stack)
            self.starves(stack, hungry[stack])
        self.demand(starving == set(hungry), "F-61 these are out of supply", set(hungry) - starving)
        for area, side in besieged:
            if side is not NOBODY and (INSIDE, area, 1 - side, 1 - side) in hungry:
                if self.garrison[1 - side][area] == 0 and self.field(side, area) > 0:
                    self.take(area, side, "by_siege")
            self.settle(area)
        for area in self.places:
            self.clear(area)

    def starves(self, stack, troops):
        """F-62 One stack's dice."""
        kind, area, _, side = stack
        before = self.garrison[side][area] if kind == INSIDE else len(troops)
        _, rolled, left = self.hear("STARVED")
        self.demand(rolled == before and 0 <= left <= before, "F-62 each troop rolls once", rolled, before)
        if self.rules["starve_max"] in (0, 6):
            self.demand(left == (before if self.rules["starve_max"] == 0 else 0), "F-62 starve_max", left)
        if kind == INSIDE:
            self.kill_garrison(side, area, before - left)
        else:
            self.kill(side, troops, before - left)
        self.starved[side] += before - left
