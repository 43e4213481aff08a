"""The referee of I Am Vlad: vassal tax, neutral fights and battles (V-55, V-58 to V-71)."""

from tests.games.vlad_referee_deeds import Deeds
from tests.games.vlad_referee_table import MAGIC, ON_MAP, VLAD


class Fights(Deeds):
    """Stage 2."""

    # who may attack whom

    def may_attack(self, unit):
        """V-58 A unit on the map that has not attacked, and is not bound by a live square or by its return."""
        free = self.place[unit] == ON_MAP and self.life[unit] > 0 and self.live_group(unit) is None
        if self.option("stage_order", "per_unit") and unit != self.current:
            return False
        return free and unit not in self.attacked and unit not in self.resting

    def can_be_attacked(self, unit, seat):
        """V-58, V-61, V-55 An enemy on the map, in no battle yet in this turn, whose seat has not paid."""
        if unit // 3 == seat or self.place[unit] != ON_MAP or unit in self.spared or self.card_is("truce"):
            return False
        return unit not in self.battled or self.option("stage_order", "per_unit")

    def may_impale(self, vlad, victim):
        """V-34, V-35 A token, and a knight or archer with little life."""
        few = victim % 3 != VLAD and self.life[victim] <= self.rules["impale_life"]
        return vlad % 3 == VLAD and self.tokens[vlad // 3] > 0 and few

    def has_means(self, unit, target):
        """V-58 Has a unit a card or a token for an attack?"""
        magic = unit % 3 == target % 3 == VLAD and self.magic[unit // 3]
        return bool(self.matching(unit) or magic or self.may_impale(unit, target))

    # tax

    def pays_tax(self, seat, other):
        """V-55 Two gold of an opponent who could be attacked now."""
        self.demand(seat == self.active and not self.fought, "V-55 tax comes before fights", seat)
        self.demand(self.alive[other] and other not in self.paid and other != seat, "V-55 who pays", other)
        self.demand(self.gold[other] >= 2, "V-55 it cannot pay", other)
        threatened = [
            target
            for target in range(3 * other, 3 * other + 3)
            if self.can_be_attacked(target, seat) and any(self.threatens(unit, target) for unit in self.own(seat))
        ]
        self.demand(threatened, "V-55 it could not be attacked", seat, other)
        self.gold[other] -= 2
        self.gold[seat] += 2
        self.tax_paid[other] += 2
        self.tax_got[seat] += 2
        self.paid.add(other)
        self.second_stage = True
        self.spared |= set(self.own(other)) if self.option("tax_scope", "turn") else self.safe_one(other, threatened)

    def safe_one(self, other, threatened):
        """V-55 By the option one unit is safe; which, the game's own numbers say, as that hangs on values (P-7)."""
        later = next((event[2] for event in self.events[self.at :] if event[2] is not None), None)
        if later is None:
            return set()
        spared = {unit for unit in self.own(other) if later[0][self.record.spared + unit]}
        self.demand(len(spared) == 1 and spared <= set(threatened), "V-55 one unit is safe", spared, threatened)
        return spared

    def own(self, seat):
        """The units of a seat."""
        return range(3 * seat, 3 * seat + 3)

    def threatens(self, unit, target):
        """V-55, V-58 Could a unit attack another now?"""
        return self.may_attack(unit) and self.reaches(unit, self.square[target]) and self.has_means(unit, target)

    # neutral fights

    def fights_neutral(self, seat, den, number):
        """V-65 to V-71 All units on the squares of a den or gate fight."""
        here = (den, number)
        self.demand(seat == self.active and not self.battling, "V-65 neutral fights come first", seat)
        able = [u for u in self.own(seat) if u not in self.attacked and u not in self.resting]
        if self.option("stage_order", "per_unit"):
            able = [u for u in able if u == self.current]
        fighters = [u for u in able if self.live_group(u) == here]
        self.demand(fighters, "V-65 nobody stands there", here)
        first = min({self.live_group(u) for u in able} - {None}, key=lambda group: self.first_square(group, seat))
        self.demand(first == here, "V-65 in reading order", here, first)
        self.second_stage = self.fought = True
        self.attacked |= set(fighters)
        self.hunts[seat] += 1
        left = self.exchange_with_neutral(seat, fighters)
        told = self.hear("FIGHT_ENDS", "V-67")
        self.demand(told == (seat, left), "V-67 how the fight ends", told, left)
        if left == 0:
            self.beats(seat, den, number, bool(fighters) and self.lives[seat] > 0)
        self.settle()

    def first_square(self, group, seat):
        """V-65 The place in reading order of a neutral's first square."""
        squares = (self.board.dens if group[0] else self.board.gates)[group[1]]
        return min(self.board.order(self.corner[seat], s) for s in squares)

    def exchange_with_neutral(self, seat, fighters):
        """V-66, V-68 Card by card, until nobody is left of the fighters; returns what is left of the neutral."""
        left, order = self.rules["neutral_life"], self.parameter(seat, "order", "as_dealt")
        surrender = self.parameter(seat, "surrender_below", 0)
        if not any(self.matching(unit) for unit in fighters):
            self.hit_without_cards(fighters)
        while left > 0 and self.lives[seat] > 0 and any(self.matching(u) for u in fighters):
            unit, card = self.next_card(fighters, order)
            left = self.plays(unit, card, left)
            if left > 0 or self.rules["dying_blow"]:
                self.is_answered(unit, card)
            if self.life[unit] == 0:
                fighters.remove(unit)
                self.clear_dead()
            if left == 0 or self.lives[seat] == 0 or not any(self.matching(u) for u in fighters):
                break
            if any(self.life[unit] < surrender for unit in fighters):
                self.hear("SURRENDERED", "V-67")
                break
            self.demand(not self.comes("SURRENDERED"), "V-67 no reason to surrender")
        return left

    def parameter(self, seat, name, of_random):
        """P-10, P-11 A parameter of a seat's player."""
        player = self.case.players[f"seat{seat + 1}"]
        return of_random if player.policy == "random" else getattr(player.parameters, name)

    def next_card(self, fighters, order):
        """V-66 Which card comes next."""
        cards = [(unit, card) for unit in fighters for card in self.matching(unit)]
        if order == "as_dealt":
            return cards[0]
        first, second = (0, 1) if order == "attack_desc" else (1, 0)
        return max(cards, key=lambda played: (played[1][first], played[1][second], -played[0]))

    def plays(self, unit, card, left):
        """V-66 A card is played; returns what is left of the neutral."""
        kind, attack, defence, more_attack, more_defence, told_left = self.hear("CARD_PLAYED", "V-66")
        self.demand((kind, attack, defence) == (unit % 3, *card[:2]), "V-66 which card comes next", unit, card)
        self.demand((more_attack, more_defence) == self.bonuses(unit // 3), "V-28 bonuses", unit)
        left = max(left - self.blunted(attack) - more_attack, 0)
        self.demand(told_left == left, "V-66 life of the neutral", told_left, left)
        self.use_card(unit, card)
        return left

    def is_answered(self, unit, card):
        """V-66 The neutral's die."""
        kind, roll, loss, life = self.hear("NEUTRAL_ANSWERED", "V-66")
        expected = max(roll - card[1] - self.bonuses(unit // 3)[1], 0)
        self.demand(kind == unit % 3 and roll in self.rules["die8"], "V-46 the die", roll)
        self.demand(loss == expected, "V-66 what the answer costs", loss, expected)
        self.life[unit] = max(self.life[unit] - loss, 0)
        self.demand(life == self.life[unit], "V-66 life after the answer", unit, life)

    def hit_without_cards(self, fighters):
        """V-68 Units only take damage."""
        hit = {"each_unit": fighters, "first_unit": fighters[:1], "none": []}[self.rules["no_card_hit"]]
        for unit in hit:
            kind, roll, life = self.hear("HIT_WITHOUT_CARDS", "V-68")
            self.demand(kind == unit % 3 and roll in self.rules["die8"], "V-68 who is hit", unit, kind)
            self.life[unit] = max(self.life[unit] - roll, 0)
            self.demand(life == self.life[unit], "V-68 life after the hit", unit, life)

    def beats(self, seat, den, number, rewarded):
        """V-70, V-71 A den is cleared, or the seat's flag stands on a gate."""
        if den:
            self.dens[seat] += 1
            self.dens_left.remove(number)
            if rewarded:
                self.gold[seat] += 3
            else:
                self.gold_box += 3
        else:
            self.guards[seat] += 1
            if rewarded:
                self.banners[seat] |= 1 << number
                self.receive(seat, 1)

    # battles

    def battles(self, seat, target):
        """V-61 to V-63 All attacks on one target."""
        self.demand(seat == self.active and self.plays_on(seat), "V-61 who attacks", seat)
        self.demand(self.can_be_attacked(target, seat), "V-58, V-61, V-55 it cannot be attacked", target)
        self.check_all_fight_first(seat)
        self.second_stage = self.fought = self.battling = True
        self.battled.add(target)
        self.blows, attacks = {}, 0
        while self.comes("ATTACK_BEGINS"):
            over = target in self.dead or self.lives[seat] == 0
            self.demand(not over, "V-61 the battle is over", target)
            self.demand(attacks == 0 or self.option("stage_order", "per_turn"), "V-48 one attack a battle")
            self.exchange(*self.hear("ATTACK_BEGINS", "V-61"), target)
            attacks += 1
        self.demand(attacks > 0, "V-61 a battle has an attack")
        for dead, (killer, lived) in self.blows.items():
            alive = lived if self.option("reward_at", "exchange") else killer not in self.dead
            self.killer[dead] = killer // 3 if alive else None
        self.settle()

    def check_all_fight_first(self, seat):
        """V-65 Neutral fights come before attacks on units."""
        if not self.option("stage_order", "per_unit"):
            self.check_all_fought(seat)

    def exchange(self, unit, victim, target):
        """V-58 to V-60 One attack and its answer."""
        self.demand(victim == target and unit // 3 == self.active, "V-61 whom it attacks", unit, victim)
        self.demand(unit not in self.attacked, "V-58 a unit attacks once", unit)
        self.demand(self.may_attack(unit), "V-58 it may not attack", unit)
        self.demand(self.reaches(unit, self.square[target]), "V-56, V-57 out of range or line", unit, target)
        self.attacked.add(unit)
        if self.comes("IMPALED"):
            self.demand(self.hear("IMPALED", "V-34") == (VLAD, target % 3, 0), "V-34 who impales whom")
            self.impale(unit, target)
        else:
            self.exchange_cards(unit, target)
        for dead, by in ((target, unit), (unit, target)):
            if self.life[dead] == 0:
                self.blows[dead] = by, self.life[by] > 0
        self.clear_dead()

    def impale(self, vlad, victim):
        """V-34, V-35 A token is used, the victim dead for good."""
        self.demand(self.may_impale(vlad, victim), "V-34 no impaling", vlad, victim, self.life[victim])
        self.tokens[vlad // 3] -= 1
        self.impales_used[vlad // 3] += 1
        self.life[victim] = 0
        self.doomed.add(victim)

    def exchange_cards(self, unit, target):
        """V-59, V-60 A card, and what answers it."""
        blow = self.card_used("ATTACKED", unit)
        if blow[0] == MAGIC:
            self.demand(target % 3 == VLAD, "V-36 magic only against a Vlad", target)
        elif self.comes("IMPALED"):
            self.demand(self.hear("IMPALED", "V-35") == (VLAD, unit % 3, 1), "V-35 who impales whom")
            self.impale(target, unit)
            return
        answer = self.card_used("ANSWERED", target) if self.comes("ANSWERED") else None
        if answer is None:
            bare = self.bonuses(target // 3)[1] if self.rules["bare_defence_bonus"] else 0
            self.loses(target, blow[1] - bare)
            return
        self.demand((answer[0] == MAGIC) == (blow[0] == MAGIC), "V-59 what answers what", blow, answer)
        self.loses(target, blow[1] - answer[2])
        self.loses(unit, answer[1] - blow[2])

    def card_used(self, name, unit):
        """V-58, V-28 A card attacks or answers: (pack, attack with bonus, defence with bonus)."""
        kind, pack, attack, defence, more_attack, more_defence = self.hear(name, "V-58")
        seat, magic = unit // 3, pack == MAGIC
        self.demand(pack == kind or magic, "V-37 each unit has its pack", unit, pack)
        self.demand(magic or kind == unit % 3, "V-58 whose card", unit, kind)
        self.demand(not magic or unit % 3 == VLAD, "V-36 magic is Vlad's", unit)
        cards = self.magic[seat] if magic else self.matching(unit)
        fitting = [card for card in cards if (self.blunted(card[0]), card[1]) == (attack, defence)]
        self.demand(fitting, "V-38 no such card in hand that matches", unit, attack, defence, cards)
        self.demand((more_attack, more_defence) == self.bonuses(seat, magic), "V-28 bonuses", unit)
        if magic:
            self.magic[seat].remove(fitting[0])
            self.pack[MAGIC][fitting[0]] -= 1
            self.magic_used[seat] += 1
        else:
            self.use_card(unit, fitting[0])
        return pack, attack + more_attack, defence + more_defence

    def loses(self, unit, loss):
        """V-60 Life lost in an exchange."""
        seat, kind, told, life = self.hear("LOST_LIFE", "V-60")
        self.demand((seat, kind) == divmod(unit, 3), "V-60 who loses life", unit, seat, kind)
        self.life[unit] = max(self.life[unit] - max(loss, 0), 0)
        self.demand((told, life) == (max(loss, 0), self.life[unit]), "V-60 loss", unit, told, loss, life)
