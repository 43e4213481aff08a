"""P-1 to P-10: the heuristic player."""

from .vlad_duel import in_order
from .vlad_game_fights import able
from .vlad_game_goals import (
    around_vlad,
    arrivals,
    best_strike,
    chased,
    expected,
    far_for,
    go,
    holds_now,
    means_of,
    neutral_target,
    next_purchase,
    prey_place,
    sitters,
    value,
    way_in,
)
from .vlad_game_items import (
    akathist_squares,
    buy,
    buy_akathist,
    can_toll,
    church_at,
    drink,
    lay_curse,
    may_curse,
    place_outpost,
    sells_akathist,
    sites,
    toll,
)
from .vlad_game_moves import in_reach, inner_square
from .vlad_game_presets import parameters

ATTACKERS = ("archer", "knight", "vlad")  # P-8: ties between own units


class Heuristic:
    """P-1 to P-10: one seat's player with its parameters."""

    def __init__(self, table):
        for name, given in parameters(table).items():
            setattr(self, name, given)
        self.prey = {kind: getattr(self, "prey_" + kind) for kind in ("vlad", "knight", "archer")}
        self.goals = {kind: getattr(self, "goals_" + kind) for kind in ("vlad", "knight", "archer")}
        self.goal, self.party = {}, {}
        self.den = self.gate = None
        self.gang = 0

    # -------------------------------------------------------------- stage 1

    def wants_token(self, unit):
        """P-2 (i)."""
        return self.use_tokens

    def drink_potions(self, game, seat):
        """P-2 (ii)."""
        while seat.potions > 0:
            weak = [u for u in seat.units if u.where in ("map", "outpost")
                    and u.full - u.life >= 7 and u.life <= self.heal_below * u.full]
            if not weak:
                return
            drink(game, max(weak, key=lambda u: u.full - u.life))

    def plan(self, game, seat):
        """P-2 (iii), P-4: goals, targets and parties, before any unit moves."""
        self.goal = {unit: self.first_goal(game, unit) for unit in seat.units if unit.where in ("map", "outpost")}
        self.party = {}
        board = game.board
        self.den, self.gate = None, None
        if "hunt" in self.goal.values():
            standing = [number for number in range(len(board.dens)) if number not in game.beaten]
            self.den = board.dens[neutral_target(game, seat, board.dens, standing)]
            self.gather(game, "hunt", self.den)
        if "gate" in self.goal.values():
            closed = [number for number in range(len(board.gates)) if number not in seat.flags]
            self.gate = board.gates[neutral_target(game, seat, board.gates, closed)]
            self.gather(game, "gate", self.gate)

    def first_goal(self, game, unit):
        """P-3: the first goal whose condition holds."""
        if unit.idle:
            return "hold"
        for goal in self.goals[unit.kind]:
            if holds_now(game, self, unit, goal):
                return "gate" if goal == "contest" and not way_in(game, unit) else goal
        return "hold"

    def gather(self, game, goal, squares):
        """P-4: who goes for a neutral in this turn."""
        for unit in arrivals(game, self, [u for u in self.goal if self.goal[u] == goal], squares):
            self.party[unit] = squares

    def move(self, game, unit, options):
        """P-3, P-4: the square to which a unit moves."""
        seat, goal = unit.seat, self.goal.get(unit, "hold")
        if goal == "strike":
            square = best_strike(game, self, unit)
            return unit.square if square is None else square
        if goal in ("hunt", "gate"):
            squares = self.den if goal == "hunt" else self.gate
            # With "per_unit" another unit may just have beaten the neutral: the goal has lost its object.
            lost = not any(game.live(seat, square) for square in squares)
            return unit.square if lost else self.move_to_neutral(game, unit, options, squares)
        if goal in ("tower", "curse_run") and unit.square in game.board.tower:
            return unit.square
        if goal == "shelter":
            home = inner_square(seat, unit.kind)
            return go(game, self, unit, [home], options, own_outpost=True)
        targets = self.targets(game, unit, goal)
        # CHOICE: `hold` and a lost object mean staying even on a live combat square.
        return unit.square if targets is None else go(game, self, unit, targets, options)

    def move_to_neutral(self, game, unit, options, squares):
        """P-4: onto the combat squares with the party, else to wait near them."""
        if unit in self.party:
            free = [s for s in squares if s in options]
            if free:
                return min(free, key=lambda s: (options[s][0], unit.seat.rank[s]))
        return go(game, self, unit, squares, options)

    def targets(self, game, unit, goal):
        """P-3: the squares that a unit walks to for a goal, None if the object is lost."""
        seat = unit.seat
        if goal == "cure":
            return seat.church
        if goal == "contest":
            return chased(game, unit, sitters(game, self, seat))
        if goal in ("tower", "curse_run"):
            return game.board.tower
        if goal == "shop":
            return game.board.tavern_squares
        if goal == "pray":
            return akathist_squares(game)
        if goal == "settle":
            return self.site_squares(game, seat)
        if goal == "escort":
            return around_vlad(game, seat.vlad)
        if goal == "chase":
            return chased(game, unit, [other.vlad for other in game.others(seat) if other.vlad.where == "map"])
        if goal == "home":
            return list(seat.starts.values())
        return None

    def act(self, game, unit):
        """P-2 (iv), P-5, P-6: actions on the square where a unit stands."""
        seat = unit.seat
        if unit.kind == "vlad":
            self.settle(game, seat)
        if unit.square in game.board.tavern_squares:
            item = next_purchase(game, self, seat)
            while item is not None:
                buy(game, seat, item)
                item = next_purchase(game, self, seat)
        if can_toll(game, unit) and self.insiders(game, seat) >= self.bell_min:
            toll(game, seat)
        if church_at(game, unit, "akathist") is not None and sells_akathist(game, seat):
            if seat.gold >= self.akathist_gold:
                buy_akathist(game, unit)
        if seat.living and unit.kind == "vlad" and may_curse(game, seat):
            self.curse(game, seat)

    def insiders(self, game, seat):
        """P-5: enemy units inside the fortress less own ones."""
        inside = [unit for unit in game.on.values() if game.inside(unit)]
        return sum(1 if unit.seat is not seat else -1 for unit in inside)

    def site_squares(self, game, seat):
        """P-6."""
        if self.site == "church":
            return seat.church
        gates, vlad = game.board.gates, seat.vlad
        start = vlad.square if self.site == "gate" else seat.starts["vlad"]
        order = game.board.numbered(gates, seat.corner)
        return gates[min(order, key=lambda number: far_for(game, seat, vlad, gates[number]).far(start))]

    def settle(self, game, seat):
        """P-6: placing the outpost."""
        if seat.outpost != "held":
            return
        wanted, vlad = self.site_squares(game, seat), seat.vlad
        if far_for(game, seat, vlad, wanted).far(vlad.square) > self.site_radius:
            return
        legal = sites(game, seat)
        if legal:
            nearness = {s: min(game.board.apart(s, w) for w in wanted) for s in legal}
            place_outpost(game, seat, min(legal, key=lambda s: (nearness[s], seat.rank[s])))

    def curse(self, game, seat):
        """P-6: on the opponent with most crowns, flags, next in turn order."""
        other = max(game.others(seat), key=lambda other: (other.crowns, len(other.flags)))
        if game.curse is None or game.curse[0] is not other:
            lay_curse(game, seat, other)

    # -------------------------------------------------------------- tax

    def asks(self, game):
        """P-9."""
        return self.tax_ask

    def threatened(self, game, seat, attackers):
        """P-9: the test of a seat that may be attacked."""
        ready = [unit for unit in attackers if able(game, unit)]
        for mine in seat.units:
            if mine.where == "map":
                number = sum(in_reach(game, unit, mine) for unit in ready)
                if 6 * number >= self.tax_fear * mine.life:
                    return True
        return False

    def pays(self, game, seat, attackers):
        """P-9: an answer to a demand."""
        return self.threatened(game, seat, attackers)

    def offers(self, game, seat, attackers):
        """P-9: an offer without being asked."""
        return self.tax_offer and self.threatened(game, seat, attackers)

    def accepts(self, game, could):
        """P-9: whether the attacker takes an offer; `could`: his pairs on that seat."""
        return max(value(game, self, unit, enemy) for unit, enemy in could) < self.tax_accept

    def dearest(self, game, could):
        """V-55 (unit): the unit on which the attacker's value is highest."""
        return min(could, key=lambda pair: self.pair_key(game, *pair, 0))[1]

    # -------------------------------------------------------------- stage 2

    def pair_key(self, game, unit, enemy, gang):
        """P-8: smallest for the pair of highest value, ties archer, knight, Vlad, then targets as in P-3."""
        worth = value(game, self, unit, enemy, gang)
        return (-worth, ATTACKERS.index(unit.kind), *prey_place(game, unit.seat, enemy))

    def opening(self, game, pairs):
        """P-8: the first attack of a battle, or None."""
        if not pairs:
            return None
        gangs = {}
        for _, enemy in pairs:
            total = sum(expected(game, u, e, means_of(game, u, e)) for u, e in pairs if e is enemy)
            gangs[enemy] = self.gang_bonus if total >= enemy.life else 0
        unit, enemy = min(pairs, key=lambda pair: self.pair_key(game, *pair, gangs[pair[1]]))
        self.gang = gangs[enemy]
        if value(game, self, unit, enemy, self.gang) < self.attack_min:
            return None
        return unit, enemy, means_of(game, unit, enemy)

    def following(self, game, units, enemy):
        """P-8: the next attack of the battle, or None."""
        unit = min(units, key=lambda u: self.pair_key(game, u, enemy, self.gang))
        if value(game, self, unit, enemy, self.gang) < self.attack_min:
            return None
        return unit, means_of(game, unit, enemy)

    def answer(self, game, attacker, target, means):
        """P-8: the answer to an attack."""
        impales = [m for m in means if m[0] == "impale"]
        if impales:
            return impales[0]
        if not means or self.answer_order == "never":
            return None
        if means[0][0] == "magic":
            return ("magic", in_order([card for _, card in means], "defence_desc")[0])
        return ("battle", in_order([card for _, card in means], self.answer_order)[0])
