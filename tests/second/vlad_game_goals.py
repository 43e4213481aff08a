"""P-1, P-3, P-4: the notions of the heuristic player, the conditions of its goals and its parties."""

from .vlad_board import NOWHERE
from .vlad_duel import in_order
from .vlad_game_fights import can_impale
from .vlad_game_items import PRICES, akathist_squares, can_buy, has_right, holds, sells_akathist
from .vlad_game_moves import danger, moves
from .vlad_game_state import RANGE

BY_DISTANCE = ("archer", "knight", "vlad")  # P-3: ties of `shop` and `pray`
PREY_ORDER = ("vlad", "knight", "archer")


# ------------------------------------------------------------------ notions

def field_units(seat):
    """P-1: own units on the map outside outposts."""
    return [unit for unit in seat.units if unit.where == "map"]


def healthy(unit, share):
    """P-3: life of at least that share of full life."""
    return unit.life >= share * unit.full


def far_map(game, unit, targets, own_outpost=False):
    """P-1: the distances far(., targets) as a unit sees them."""
    return far_for(game, unit.seat, unit, targets, own_outpost)


def far_for(game, seat, unit, targets, own_outpost=False):
    """P-1: the same, with the unit that may itself stand on a target."""
    standing = list(targets) if own_outpost else [s for s in targets if game.ground.stands[s]]
    free = [s for s in standing if game.on.get(s, unit) is unit]
    return game.ground.wave(seat.flags, free or standing)


def far(game, unit, targets):
    """P-1: far from the square of a unit."""
    return far_map(game, unit, targets).far(unit.square)


def strength(game, unit, cards):
    """P-1: sum of attack + bonus of cards."""
    bonus = game.bonus(unit.seat)[0]
    return sum(game.attack(card) + bonus for card in cards)


def best_card(game, unit):
    """P-1: b(u)."""
    cards = in_order(game.matching(unit), "attack_desc")
    return cards[0] if cards else None


def go(game, player, unit, targets, options=None, own_outpost=False):
    """P-1: the square to which a unit goes."""
    seat, options = unit.seat, options or moves(game, unit)
    distance = far_map(game, unit, targets, own_outpost)
    feared = danger(game, seat) if player.fear else ()
    best, chosen = None, unit.square
    for square, (steps, _) in options.items():
        # CHOICE: the fear of an outpost does not count on the square of the own outpost (nothing hits there).
        if square in seat.outpost_squares:
            if not own_outpost or square not in targets:
                continue
            fear = 0
        elif game.live(seat, square):
            continue
        else:
            fear = player.fear * (square in feared)
        key = (distance.far(square) + fear, steps, seat.rank[square])
        if best is None or key < best:
            best, chosen = key, square
    return chosen


# ------------------------------------------------------------------ the worth of an attack

def means_of(game, unit, enemy):
    """P-7: what a unit would use against an enemy, or None."""
    if can_impale(game, unit, enemy, unit.seat.impales):
        return ("impale", None)
    card = best_card(game, unit)
    if unit.kind == "vlad" and enemy.kind == "vlad" and unit.seat.magic:
        magic = in_order(unit.seat.magic, "attack_desc")[0]
        if card is None or magic[0] > card[1]:
            return ("magic", magic)
    return None if card is None else ("battle", card)


def value(game, player, unit, enemy, gang=0):
    """P-7: the value of an attack, or None for minus infinity; `gang` is the bonus where it is due."""
    means = means_of(game, unit, enemy)
    if means is None or game.runs("truce"):
        return None
    kind, card = means
    hurt, pain = 1, 0
    if kind != "impale":
        hurt = min(1, expected(game, unit, enemy, means) / enemy.life)
    if kind == "battle":
        pain = min(1, max(0, 13 - card[2] - game.bonus(unit.seat)[1]) / unit.life)
    worth = player.prey[enemy.kind] * hurt + player.kill_bonus * (hurt == 1) - player.caution * pain
    return round(worth + gang, 9)


def expected(game, unit, enemy, means):
    """P-7, P-8: the life that an attack is expected to cost its target."""
    kind, card = means
    if kind == "impale":
        return enemy.life
    bonus = game.bonus(unit.seat, kind == "magic")[0]
    return max(0, game.attack(card) + bonus - (0 if kind == "magic" else 7))


def prey_place(game, seat, enemy):
    """P-3: ties between targets: Vlad, knight, archer, then seat in turn order."""
    return PREY_ORDER.index(enemy.kind), game.others(seat).index(enemy.seat)


def best_strike(game, player, unit):
    """P-3 `strike`: the square from which to attack, or None."""
    seat, options = unit.seat, None
    best, chosen = None, None
    for enemy in game.enemies(seat):
        if game.board.apart(unit.square, enemy.square) > RANGE[unit.kind] + game.rules["move_squares"]:
            continue
        worth = value(game, player, unit, enemy)
        if worth is None or worth < player.strike_min:
            continue
        options = options or moves(game, unit)
        for square in game.ground.reach(enemy.square, RANGE[unit.kind]):
            if square not in options or game.live(seat, square) or square in seat.outpost_squares:
                continue
            away = game.board.apart(square, enemy.square)
            key = (-worth, *prey_place(game, seat, enemy), -away, seat.rank[square])
            if best is None or key < best:
                best, chosen = key, square
    return chosen


# ------------------------------------------------------------------ conditions

def party_test(game, player, seat):
    """P-4: whether these hands could ever beat a neutral."""
    strong = [unit for unit in field_units(seat) if healthy(unit, player.hunt_life)]
    for time in ("day", "night"):
        total = sum(strength(game, unit, [c for c in unit.hand if c[0] == time]) for unit in strong)
        if total >= player.hunt_margin * game.rules["neutral_life"]:
            return True
    return False


def sitters(game, player, seat):
    """P-3 `contest`: enemy Vlads who have sat on the tower for long enough."""
    return [other.vlad for other in game.others(seat)
            if other.tower is not None and other.tower >= player.contest_at and other.vlad.where == "map"]


def way_in(game, unit):
    """P-3: a flag, or inside already."""
    return bool(unit.seat.flags) or game.inside(unit)


def next_purchase(game, player, seat):
    """P-5: the first entry of the shopping list that is bought now, or None."""
    for item, target in player.shop_list:
        # CHOICE: the outpost counts as held for ever once it has been bought.
        if holds(seat, item) < target and can_buy(game, seat, item):
            if seat.gold - PRICES[item] >= player.gold_reserve:
                return item
    return None


def nearest_is(game, unit, targets):
    """P-3 `shop`, `pray`: whether this is the field unit nearest to the targets."""
    units = field_units(unit.seat)
    if unit not in units:
        return False
    return unit is min(units, key=lambda u: (far(game, u, targets), BY_DISTANCE.index(u.kind)))


def wants_neutral(game, player, unit):
    """P-3 `hunt`, `gate`: the conditions that both share."""
    return healthy(unit, player.hunt_life) and party_test(game, player, unit.seat)


def holds_now(game, player, unit, goal):
    """P-3: whether the condition of a goal holds."""
    seat = unit.seat
    if goal == "cure":
        return unit.plague == "infected"
    if goal == "strike":
        return best_strike(game, player, unit) is not None
    if goal == "hunt":
        standing = len(game.beaten) < len(game.board.dens)
        return standing and seat.gold < player.hunt_until and wants_neutral(game, player, unit)
    if goal == "gate":
        wanted = len(seat.flags) < player.flags_wanted and len(seat.flags) < len(game.board.gates)
        return wanted and wants_neutral(game, player, unit)
    if goal == "contest":
        return bool(sitters(game, player, seat)) and (way_in(game, unit) or party_test(game, player, seat))
    if goal == "tower":
        return unit.kind == "vlad" and way_in(game, unit)
    if goal == "curse_run":
        laid = game.curse is not None and game.curse[1] is seat
        return unit.kind == "vlad" and has_right(seat) and not laid and way_in(game, unit)
    if goal == "shop":
        can = seat.gold >= player.shop_gold and next_purchase(game, player, seat) is not None
        return can and nearest_is(game, unit, game.board.tavern_squares)
    if goal == "pray":
        can = seat.gold >= player.akathist_gold and sells_akathist(game, seat)
        return can and nearest_is(game, unit, akathist_squares(game))
    if goal == "settle":
        return unit.kind == "vlad" and seat.outpost == "held"
    if goal == "shelter":
        return seat.outpost == "placed" and unit.life <= player.shelter_below * unit.full
    if goal == "escort":
        return unit.kind != "vlad"
    if goal == "chase":
        return any(other.vlad.where == "map" for other in game.others(seat))
    return True


# ------------------------------------------------------------------ targets

def neutral_target(game, seat, groups, numbers):
    """P-4: the group with the smallest sum of distances from the field units, ties by the seat's numbering."""
    units = field_units(seat)
    order = [number for number in game.board.numbered(groups, seat.corner) if number in numbers]
    return min(order, key=lambda number: sum(far(game, unit, groups[number]) for unit in units))


def arrivals(game, player, units, squares):
    """P-4: the units that go for a neutral now, if they are enough."""
    can = [unit for unit in units if unit.where == "map" and any(s in moves(game, unit) for s in squares)]
    total = sum(strength(game, unit, game.matching(unit)) for unit in can)
    return can if total >= player.hunt_margin * game.rules["neutral_life"] else []


def around_vlad(game, vlad):
    """P-3 `escort`: squares at distance 1 or 2 from a Vlad."""
    row, column = game.board.place[vlad.square]
    width = game.board.width
    return [r * width + c for r in range(max(0, row - 2), min(game.board.height, row + 3))
            for c in range(max(0, column - 2), min(width, column + 3)) if (r, c) != (row, column)]


def chased(game, unit, vlads):
    """P-3 `chase`: the squares around the nearest of some enemy Vlads (in turn order), or None."""
    best, chosen = NOWHERE + 1, None
    for vlad in vlads:
        near = [s for s in game.board.around[0][vlad.square] if s is not None]
        distance = far(game, unit, near)
        if distance < best:
            best, chosen = distance, near
    return chosen
