"""V-15 to V-17, V-19, V-20, V-43, V-44, V-50, V-51: moves on the map and on the underworld road."""

from .vlad_board import DIRECTIONS, ORTHOGONAL
from .vlad_game_lives import carriers, conclude, die, exposed, infect, spread
from .vlad_game_state import RANGE
from .vlad_underworld import opens

# ------------------------------------------------------------------ where a unit can go


def move_limit(game, unit):
    """V-29, V-50, A-3: how many steps a unit may take now."""
    limit = game.rules["move_squares"]
    if game.runs("deep_mud"):
        limit = min(limit, 3)
    if game.runs("stillness") and game.card["seat"] is not unit.seat:
        limit = 0
    if game.bell is not None and game.inside(unit):
        limit = 0
    return limit


def inner_square(seat, kind):
    """V-18, V-21: the place of a unit type in the own outpost on the map, or None."""
    if seat.outpost != "placed":
        return None
    if len(seat.outpost_squares) == 1:
        return seat.outpost_squares[0]
    return seat.outpost_squares[{"vlad": 0, "archer": 1, "knight": 2}[kind]]


def step_open(game, unit, here, there):
    """V-50, V-51: whether a unit may step from one square to the next (the own outpost is asked elsewhere)."""
    if not game.ground.stands[there] or there in game.on:
        return False
    inside = game.board.inside
    if inside[here] == inside[there]:
        return True
    if inside[there] and game.bell is not None:
        return False
    return game.ground.gate_open(here, there, unit.seat.flags)


def moves(game, unit):
    """V-50: reachable square -> (steps, square before), the own square with 0 steps."""
    found = {unit.square: (0, None)}
    limit, home = move_limit(game, unit), inner_square(unit.seat, unit.kind)
    if game.rules["movement"] == "straight":
        straight_moves(game, unit, found, limit, home)
        return found
    edge, around = [unit.square], unit.seat.around
    for step in range(1, limit + 1):
        beyond = []
        for here in edge:
            for there in around[here]:
                if there is None or there in found:
                    continue
                if there == home:
                    found[there] = (step, here)
                elif step_open(game, unit, here, there):
                    found[there] = (step, here)
                    beyond.append(there)
        edge = beyond
    return found


def straight_moves(game, unit, found, limit, home):
    """V-50 (straight): all steps in one direction."""
    for direction in range(8):
        here = unit.square
        for step in range(1, limit + 1):
            there = unit.seat.around[here][direction]
            if there is None:
                break
            if there == home:
                found[there] = (step, here)
                break
            if not step_open(game, unit, here, there):
                break
            found[there] = (step, here)
            here = there


def path_to(options, square):
    """The squares of a move after the start square."""
    path = []
    while options[square][1] is not None:
        path.append(square)
        square = options[square][1]
    return path[::-1]


# ------------------------------------------------------------------ outposts in range

def outpost_range(game, seat):
    """V-19: the squares that the outpost of a seat hits."""
    if seat.number not in game.ranges:
        arms = ORTHOGONAL if game.rules["outpost_arms"] == "orthogonal" else DIRECTIONS
        squares, mine = set(), seat.outpost_squares if seat.outpost == "placed" else []
        for square in mine:
            for arm in arms:
                line = game.ground.line(square, arm, game.rules["outpost_range"])
                if line and line[0] not in mine:
                    squares.update(line)
        game.ranges[seat.number] = squares
    return game.ranges[seat.number]


def outpost_damage(game, seat):
    """V-20: one hit."""
    return game.rules["outpost_damage"][sum(unit.where == "outpost" for unit in seat.units)]


def danger(game, seat):
    """P-1: squares in range of an enemy outpost."""
    return set().union(*(outpost_range(game, other) for other in game.others(seat)))


# ------------------------------------------------------------------ a move and what it brings

def move(game, unit, options, square):
    """V-50: move a unit (or let it stand), then infection by the path, outposts, cure, spread."""
    path = path_to(options, square)
    if path:
        game.put(unit, square)
    open_path = [s for s in path if s not in unit.seat.outpost_squares]
    infected_on_path(game, unit, open_path)
    died = hit_on_path(game, unit, open_path)
    if not died and unit.where == "map" and unit.plague == "infected" and unit.square in unit.seat.church:
        unit.plague = "immune"
    spread(game)
    if unit.kind == "vlad" and unit.seat.living:
        note_tower(game, unit.seat)


def note_tower(game, seat):
    """V-07: Vlad comes to stand on a tower square, or off them."""
    if seat.vlad.where == "map" and seat.vlad.square in game.board.tower:
        seat.tower = 0 if seat.tower is None else seat.tower
    else:
        seat.tower = None


def infected_on_path(game, unit, path):
    """V-43 (a)."""
    if unit.plague != "healthy" or not path:
        return
    if game.rules["plague_spread"] == "end_only":
        path = [unit.square] if unit.where == "map" else []
    if exposed(game, path, carriers(game)):
        infect(unit)


def hit_on_path(game, unit, path):
    """V-20 (a): whether the outposts kill the unit that moved."""
    for owner in game.others(unit.seat):
        squares = sum(square in outpost_range(game, owner) for square in path)
        if squares == 0:
            continue
        hits = squares if game.rules["outpost_cross"] == "per_square" else 1
        unit.life = max(0, unit.life - hits * outpost_damage(game, owner))
        if unit.life == 0:
            die(game, [unit])
            conclude(game, [(owner, unit)])
            return True
    return False


# ------------------------------------------------------------------ underworld

def underworld(game, seat, wants_token):
    """V-15, V-16, V-53: tokens, dice, returns."""
    entered = []
    for unit in seat.units[1:]:
        if unit.where == "beside" and seat.tokens > 0 and wants_token(unit):
            seat.tokens -= 1
            seat.count["resurrections"] += 1
            unit.where, unit.road = "road", game.random.randint(1, 6)
            entered.append(unit)
    for unit in seat.units[1:]:
        unit.reached_now = False
        if unit.where == "road" and unit not in entered and unit.road < 13:
            walk(game, unit)
    for unit in seat.units[1:]:
        if unit.where == "road" and unit.road >= 13:
            come_back(game, unit)


def walk(game, unit):
    """V-15: one die on the road."""
    way = game.rules["overshoot"]
    target = unit.road + game.random.randint(1, 6)
    while target > 16 and way == "reroll":
        target = unit.road + game.random.randint(1, 6)
    if target > 16:
        target = 16 if way == "cap" else unit.road
    unit.road = target
    unit.reached_now = target >= 13


def come_back(game, unit):
    """V-16, V-17: a figure on an exit returns if the dial and the church let it."""
    if unit.reached_now and not game.rules["return_same_turn"]:
        return
    if not opens(unit.road, game.dial, game.rules):
        return
    places = unit.seat.church if game.rules["church_squares"] == "all" else unit.seat.church[2:3]
    free = [s for s in places if s not in game.on]
    if not free:
        return
    unit.life, unit.road = unit.full, 0
    game.put(unit, free[0])
    if game.rules["dead_hand"] == "discard":
        game.draw(unit, game.rules["hand_size"])
    unit.idle = not game.rules["return_acts"]
    spread(game)


def in_reach(game, unit, enemy):
    """V-56, V-57: whether a unit could attack another from where it stands."""
    return enemy.square in game.ground.reach(unit.square, RANGE[unit.kind])
