"""V-07, V-18, V-24 to V-29, V-33, V-36, V-40 to V-42, V-49, A-3: everything that is bought, laid or runs for a time."""

from .vlad_duel import in_order
from .vlad_game_lives import infect, lose, spread, win
from .vlad_game_moves import outpost_damage, outpost_range

PRICES = {"outpost": 3, "magic": 4, "impale": 1, "potion": 2}  # V-24
AKATHIST_PRICE, POTION_POINTS = 1, 7
ROUNDS = {"stillness": 1, "deep_mud": 2, "truce": 1, "long_night": 2, "rusty_blades": 2}  # A-3, the timed ones
BELL_ROUNDS = 2

# ------------------------------------------------------------------ tavern


def can_buy(game, seat, item):
    """V-08, V-18, V-24: whether the seat has the gold and the box the item."""
    if seat.gold < PRICES[item]:
        return False
    if item == "outpost":
        return seat.outpost == "none"
    if item == "magic":
        # CHOICE: without `supply_limits` magic cards still end, since each is a card with values of its own.
        return len(game.magic) > 0
    box = game.potions if item == "potion" else game.impales
    return box > 0 or not game.rules["supply_limits"]


def buy(game, seat, item):
    """V-24, V-36: one item for gold."""
    game.spend(seat, PRICES[item])
    if item == "outpost":
        seat.outpost = "held"
    elif item == "magic":
        best = in_order(game.magic, "attack_desc")[0]
        card = best if game.rules["magic_purchase"] == "choice" else game.magic[-1]
        game.magic.remove(card)
        seat.magic.append(card)
    elif item == "potion":
        game.potions -= 1
        seat.potions += 1
    else:
        game.impales -= 1
        seat.impales += 1


def holds(seat, item):
    """P-5: how many of an item the seat holds (an outpost: whether it was ever bought)."""
    return {"outpost": int(seat.outpost != "none"), "magic": len(seat.magic), "impale": seat.impales,
            "potion": seat.potions}[item]


def drink(game, unit):
    """V-33: a whole potion on one unit."""
    unit.seat.potions -= 1
    game.potions += 1
    unit.seat.count["potions"] += 1
    unit.life = min(unit.full, unit.life + POTION_POINTS)


# ------------------------------------------------------------------ outpost and curse

def block_at(game, seat, square):
    """V-18: the squares of an outpost at a place (2x2: top left as the seat sees the board), or None."""
    if game.rules["outpost_size"] == 1:
        return [square]
    around = seat.around[square]
    block = [square, around[2], around[4], around[3]]  # itself, E, S, SE
    return None if None in block else block


def legal_site(game, seat, square):
    """V-18: whether the outpost may stand there."""
    block = block_at(game, seat, square)
    if block is None or any(game.board.sign[s] != "." or s in game.on for s in block):
        return False
    for s in block:
        for near in seat.around[s]:
            if near is None or not game.ground.stands[near]:
                return False
    return True


def sites(game, seat):
    """V-18: the legal squares next to Vlad."""
    if seat.outpost != "held" or seat.vlad.where != "map":
        return []
    near = [s for s in seat.around[seat.vlad.square] if s is not None]
    return [s for s in near if legal_site(game, seat, s)]


def place_outpost(game, seat, square):
    """V-18: it stands there for good."""
    seat.outpost_squares = block_at(game, seat, square)
    seat.outpost = "placed"
    seat.count["outpost"] = 1
    game.new_ground()


def may_curse(game, seat):
    """V-26: the right, and Vlad on the tower."""
    return has_right(seat) and seat.vlad.where == "map" and seat.vlad.square in game.board.tower


def has_right(seat):
    """V-26: four flags or two crowns."""
    return len(seat.flags) >= 4 or seat.crowns >= 2


def lay_curse(game, seat, other):
    """V-26, V-27."""
    game.curse = (other, seat)
    seat.count["curses"] += 1


# ------------------------------------------------------------------ church

def church_at(game, unit, service):
    """V-54: the number of the church (by corner) where a unit finds a service ("bell", "akathist"), or None."""
    if unit.where != "map":
        return None
    for corner, squares in enumerate(game.board.church_of):
        if unit.square in service_squares(game, squares, service):
            return corner
    return None


def service_squares(game, squares, service):
    """V-54: the squares of a church that serve one purpose."""
    if game.rules["church_squares"] == "all":
        return squares
    place = {"bell": 0, "akathist": 1}[service]
    return squares[place:place + 1]


def akathist_squares(game):
    """P-3 `pray`: the squares of all churches that sell Akathist cards."""
    return [s for squares in game.board.church_of for s in service_squares(game, squares, "akathist")]


def ending(game, rounds):
    """V-29, V-41: the round in which an effect ends, by the chosen clock."""
    return game.round + rounds if game.rules["effect_clock"] == "owner_turn" else game.round + rounds - 1


def can_toll(game, unit):
    """V-29."""
    return church_at(game, unit, "bell") is not None and game.dial == 1 and game.bell is None


def toll(game, seat):
    """V-29: nobody moves inside the fortress or enters it for two rounds."""
    game.bell = {"key": "bell", "seat": seat, "until": ending(game, BELL_ROUNDS)}
    seat.count["bells"] += 1


def sells_akathist(game, seat):
    """V-40: whether a purchase is allowed, the place apart."""
    return seat.gold >= AKATHIST_PRICE and not game.bought and game.card is None and len(game.akathist) > 0


def buy_akathist(game, unit):
    """V-40, V-42, A-3: the top card acts at once."""
    seat, corner = unit.seat, church_at(game, unit, "akathist")
    game.spend(seat, AKATHIST_PRICE)
    game.bought = True
    seat.count["akathist"] += 1
    key = game.akathist.pop()
    if key in ROUNDS:
        game.card = {"key": key, "seat": seat, "until": ending(game, ROUNDS[key])}
    elif key == "plague":
        infect(unit)
        spread(game)
    elif key == "turning_sun":
        game.dial = game.dial % 4 + 1
    elif key == "tithe":
        for other in game.others(seat):
            given = min(2, other.gold)
            other.gold -= given
            seat.gold += given
    elif key == "mercy":
        for healed in game.on.values():
            if healed.square in game.board.church_squares:
                healed.life = min(healed.full, healed.life + 7)
    else:
        lose(game, struck_by(game, key, seat, corner), seat)


def struck_by(game, key, seat, corner):
    """A-3 (2, 9, 10): [(unit, loss)]."""
    shielded = game.rules["outpost_shields"]
    there = [unit for other in game.living() for unit in other.units
             if unit.where == "map" or (unit.where == "outpost" and not shielded)]
    if key == "hail":
        return [(unit, 2) for unit in there if unit.seat is not seat]
    if key == "lightning":
        return [(game.random.choice(there), 8)]
    church = game.board.church_of[corner]
    return [(unit, 4) for unit in there if min(game.board.apart(unit.square, s) for s in church) <= 3]


# ------------------------------------------------------------------ the beginning and the end of turns

def end_effects_of_turn(game, seat):
    """V-29, V-41, V-48: effects of this place in the order that are over, even if the seat is gone."""
    if game.rules["effect_clock"] != "owner_turn":
        return
    if game.bell is not None and game.bell["seat"] is seat and game.round >= game.bell["until"]:
        game.bell = None
    if game.card is not None and game.card["seat"] is seat and game.round >= game.card["until"]:
        game.card = None


def end_effects_of_round(game):
    """V-29 (round_end): effects that last to the end of this round."""
    if game.rules["effect_clock"] != "round_end":
        return
    if game.bell is not None and game.round >= game.bell["until"]:
        game.bell = None
    if game.card is not None and game.round >= game.card["until"]:
        game.card = None


def check_tower(game, seat):
    """V-07: the count of a Vlad who is still on the tower."""
    if seat.tower is None:
        return
    seat.tower += 1
    seat.count["tower_turns"] = max(seat.count["tower_turns"], seat.tower)
    open_way = game.rules["tower_win_in_death_match"] or not game.death_match
    if seat.tower >= game.rules["tower_rounds"] and open_way:
        win(game, seat, 3)


def upkeep(game, seat):
    """V-49: outpost, curse, plague, healing in the outpost."""
    if seat.outpost == "placed":
        reach, loss = outpost_range(game, seat), outpost_damage(game, seat)
        lose(game, [(unit, loss) for unit in game.enemies(seat) if unit.square in reach], seat)
    if game.curse is not None and game.curse[0] is seat:
        cursed = [unit for unit in seat.units if unit.where in ("map", "outpost")]
        lose(game, [(unit, game.rules["curse_damage"]) for unit in cursed], game.curse[1])
    if seat.living:
        sick = [u for u in seat.units if u.where in ("map", "outpost") and u.plague == "infected"]
        lose(game, [(unit, game.rules["plague_damage"]) for unit in sick], None)
    if seat.living:
        for unit in seat.units:
            if unit.where == "outpost":
                unit.life = min(unit.full, unit.life + game.rules["outpost_heal"])
