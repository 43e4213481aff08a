"""P-11: the player `random`, uniform among legal options."""

from .shared import need
from .vlad_game_fights import attack_means
from .vlad_game_items import (
    buy,
    buy_akathist,
    can_buy,
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
from .vlad_game_players import Heuristic
from .vlad_game_presets import ITEMS


class RandomPlayer:
    """P-11."""

    order, surrender_below = "as_dealt", 0

    def __init__(self, table, random):
        need(set(table) <= {"policy"}, "policy random has no parameters")
        self.random = random
        self.worth = Heuristic({})

    def chance(self):
        """One half."""
        return self.random.random() < 0.5

    # -------------------------------------------------------------- stage 1

    def wants_token(self, unit):
        """P-11: a token with chance 1/2."""
        return self.chance()

    def drink_potions(self, game, seat):
        """P-11: each potion held with chance 1/2."""
        for _ in range(seat.potions):
            hurt = [u for u in seat.units if u.where in ("map", "outpost") and u.life < u.full]
            if hurt and self.chance():
                drink(game, self.random.choice(hurt))

    def plan(self, game, seat):
        """No plan."""

    def move(self, game, unit, options):
        """P-11: a uniform reachable square."""
        return self.random.choice(sorted(options, key=lambda square: unit.seat.rank[square]))

    def act(self, game, unit):
        """P-11: tavern, church, tower, outpost."""
        seat = unit.seat
        if unit.square in game.board.tavern_squares:
            self.shop(game, seat)
        if can_toll(game, unit) and self.chance():
            toll(game, seat)
        if church_at(game, unit, "akathist") is not None and sells_akathist(game, seat) and self.chance():
            buy_akathist(game, unit)
        if not seat.living or unit.kind != "vlad":
            return
        if may_curse(game, seat) and self.chance():
            lay_curse(game, seat, self.random.choice(game.others(seat)))
        legal = sites(game, seat)
        if legal and self.chance():
            place_outpost(game, seat, self.random.choice(legal))

    def shop(self, game, seat):
        """P-11: uniform among stopping and all affordable items, again and again."""
        while True:
            item = self.random.choice([None] + [item for item in ITEMS if can_buy(game, seat, item)])
            if item is None:
                return
            buy(game, seat, item)

    # -------------------------------------------------------------- tax

    def asks(self, game):
        """P-11: never."""
        return False

    def offers(self, game, seat, attackers):
        """P-11: never."""
        return False

    def pays(self, game, seat, attackers):
        """P-11: with chance 1/2."""
        return self.chance()

    def accepts(self, game, could):
        """P-11: with chance 1/2."""
        return self.chance()

    def dearest(self, game, could):
        """V-55 (unit)."""
        # CHOICE: `random` has no parameters for P-7 and takes those of `balanced` here.
        return self.worth.dearest(game, could)

    # -------------------------------------------------------------- stage 2

    def opening(self, game, pairs):
        """P-11: uniform among stopping and all (unit, target, means)."""
        every = [(unit, enemy, means) for unit, enemy in pairs for means in attack_means(game, unit, enemy)]
        return self.random.choice([None] + every)

    def following(self, game, units, enemy):
        """P-11: uniform among ending the battle and all (unit, means) left."""
        every = [(unit, means) for unit in units for means in attack_means(game, unit, enemy)]
        return self.random.choice([None] + every)

    def answer(self, game, attacker, target, means):
        """P-11: uniform among none and all legal means."""
        return self.random.choice([None] + means)
