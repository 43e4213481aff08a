"""F-59, F-61, F-62, F-66: siege rolls, supply and victory."""

from .forest_campaign_moves import has_moldavia, send_off
from .forest_campaign_state import HOME
from .forest_map import OTHER, SECRET_BASE, SIDES, may_enter
from .forest_shared import roll

# ---- step 7

def siege_rolls(game):
    """F-59: every castle with a siege, lowest area first."""
    for name in game.board.castles:
        if not game.laid[name]:
            continue
        side = "ottoman" if game.inside("christian", name) else "christian"
        if not game.besieges(side, name):
            game.laid[name] = False
            game.count[name] = 0
            continue
        game.count[name] += 1
        if siege_roll(game, side, game.count[name] - 1 + game.rules["siege_first_count"]):
            garrison = game.garrisons[OTHER[side]][name]
            game.bury(OTHER[side], garrison, sum(garrison))
            game.take_castle(side, name, "siege")
            game.settle(name)


def siege_roll(game, side, goal):
    """F-59, F-68: one roll with its re-rolls."""
    fell = roll(game.random) <= goal
    while side == "ottoman":
        if not fell and game.tokens["ottoman"] > 0:
            game.tokens["ottoman"] -= 1
        elif fell and game.rules["token_target"] == "any" and game.tokens["christian"] > 0:
            game.tokens["christian"] -= 1
        else:
            break
        fell = roll(game.random) <= goal
    return fell


# ---- step 8

def spread(game, sources, passable):
    """F-61: the sources and all passable areas that hang together with them."""
    reached, edge = set(sources), list(sources)
    while edge:
        for other in game.board.areas[edge.pop()]["neighbours"]:
            if other not in reached and passable(other):
                reached.add(other)
                edge.append(other)
    return reached


def and_neighbours(game, reached):
    """F-61: the area of the stack itself need not be part of the chain."""
    return reached.union(*(game.board.areas[name]["neighbours"] for name in reached))


def ottoman_supplied(game, radu):
    """F-61: areas in which Ottomans (`radu`: the army of a Muslim Radu) are supplied."""
    regions = HOME["ottoman"] + (("moldavia",) if radu else ())
    board = game.board

    def clear(name):
        return may_enter("ottoman", board.areas[name])

    sources = [
        name for name in board.names
        if board.region[name] in regions and clear(name) and game.field("christian", name) == 0
    ]
    return and_neighbours(game, spread(game, sources, lambda name: clear(name) and game.controls("ottoman", name)))


def christian_sources(game, radu):
    """F-61: areas at which a Christian chain may end."""
    board = game.board
    if game.rules["christian_supply"] == "castle":
        names = [
            name for name in board.castles
            if game.inside("christian", name) > 0 and not game.besieges("ottoman", name)
        ]
        names += [SECRET_BASE] if SECRET_BASE in board.areas else []
    else:
        names = [
            name for name in board.names
            if board.region[name] in HOME["christian"] and not game.controls("ottoman", name)
        ]
    if radu:
        names += [n for n in board.names if board.region[n] == "moldavia" and not game.controls("ottoman", n)]
    return names


def christian_supplied(game, radu):
    """F-61: areas in which Christian stacks outside a castle are supplied (`radu`: a Radu with Moldavia)."""
    sources = christian_sources(game, radu)
    free = {name for name in game.board.names if game.field("ottoman", name) == 0}
    reached = spread(game, [name for name in sources if name in free], lambda name: name in free)
    supplied = and_neighbours(game, reached) | set(sources)
    if game.rules["christian_supply"] == "home":
        home = HOME["christian"] + (("moldavia",) if radu else ())
        supplied |= {name for name in game.board.names if game.board.region[name] in home}
    return supplied


def stacks_out_of_supply(game):
    """F-61, F-62: list of (side, area, stack)."""
    hungry = []
    for side, supplied_by_side in (("ottoman", ottoman_supplied), ("christian", christian_supplied)):
        supplied = supplied_by_side(game, False)
        for general in game.generals:
            if general.side == side and general.troops() > 0:
                own = supplied_by_side(game, True) if has_moldavia(game, general) else supplied
                if general.where not in own:
                    hungry.append((side, general.where, general.army))
        for name in game.board.names:
            if name not in supplied and sum(game.loose[side][name]) > 0:
                hungry.append((side, name, game.loose[side][name]))
            if game.inside(side, name) > 0 and not garrison_supplied(game, side, name, supplied):
                hungry.append((side, name, game.garrisons[side][name]))
    return hungry


def garrison_supplied(game, side, name, supplied):
    """F-61: a garrison; a Christian one stands in its home."""
    if side == "ottoman":
        return name in supplied
    if game.besieges("ottoman", name) and game.rules["garrison_supply"] == "cut":
        return False
    return game.board.region[name] in HOME["christian"] or name in supplied


def supply(game):
    """F-62: hunger, all at once."""
    sieges = [(name, side) for name in game.board.castles for side in SIDES if game.besieges(side, name)]
    hungry = stacks_out_of_supply(game)
    for side, _, stack in hungry:
        dice = [roll(game.random) for _ in range(sum(stack))]
        dead = sum(1 for die in dice if die <= game.rules["starve_max"])
        game.bury(side, stack, dead)
        game.log["starved_" + side] += dead
    for name, side in sieges:
        if game.inside(OTHER[side], name) == 0 and game.field(side, name) > 0:
            game.take_castle(side, name, "siege")
    for _, name, _ in hungry:
        game.settle(name)
        send_off(game, name)


# ---- victory

def castles_of(game, region, side):
    """F-64: castles of a region that the side controls."""
    return [n for n in game.board.castles if game.board.region[n] == region and game.castle_owner(n) == side]


def winner(game):
    """F-66: who has won."""
    regions = ("wallachia",) if game.variant == "loyal" else ("wallachia", "transylvania")
    christian = [len(castles_of(game, region, "christian")) for region in regions]
    if sum(christian) == 0:
        return "ottoman"
    if game.rules["victory_gap"] == "none" and game.variant == "muslim" and min(christian) == 0:
        return "none"
    return "christian"
