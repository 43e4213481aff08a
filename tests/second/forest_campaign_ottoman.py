"""Section 12: the Ottoman activation of methodical_siege, storm_rush and converge."""

from fractions import Fraction

from .forest_campaign_fights import fight_in_the_field, storm_or_besiege
from .forest_campaign_moves import (
    leave,
    leave_in_castle,
    march,
    may_recruit,
    nearest,
    pick_up,
    recruit,
    recruits_in,
)
from .forest_map import may_enter

SHORT_WAY = 3  # "at most 3 moves away"


def activate(game, act):
    """Section 12, steps 1 to 6."""
    general, policy = act.general, game.policies["ottoman"]
    pick_up_spare(game, act)
    if general.troops() == 0:
        raise_army(game, act)
        if act.over:
            return
        if act.stopped:
            finish(game, act)
            return
    if general.troops() < policy["min_army"]:
        return
    if not stays(game, general):
        goal = target(game, general)
        if goal is not None:
            march(game, act, goal, pick_up_spare)
    finish(game, act)


# ---- step 1

def need_here(game, name):
    """Step 1: field troops of the side that must remain in an area."""
    garrison = game.inside("christian", name)
    if garrison > 0:
        return garrison + game.rules["siege_margin"] + game.policies["ottoman"]["siege_reserve"]
    return 1 if empty_own_castle(game, name) else 0


def empty_own_castle(game, name):
    """Steps 1 and 3: an Ottoman castle without a garrison."""
    if name not in game.laid or game.inside("ottoman", name) > 0:
        return False
    return game.castle_owner(name) == "ottoman"


def others_here(game, general):
    """Step 1: field troops of the side in his area, without his own."""
    return game.field("ottoman", general.where) - general.troops()


def pick_up_spare(game, act):
    """Step 1: loose troops that are not needed here."""
    general = act.general
    loose = sum(game.loose["ottoman"][general.where])
    spare = others_here(game, general) - need_here(game, general.where)
    pick_up(game, general, min(loose, spare, game.rules["army_max"] - general.troops()))


# ---- step 2

def raise_army(game, act):
    """Step 2: recruits here, or on the way to the nearest village of his home."""
    general = act.general
    if may_recruit(game, act):
        recruit(game, act)
        return
    areas = game.board.areas
    villages = [n for n in areas if areas[n]["village"] and recruits_in(game, general, areas[n]["region"])]
    village = nearest(game, general, villages)
    if village is not None:
        march(game, act, village, pick_up_spare)
    if may_recruit(game, act):
        recruit(game, act)


# ---- step 3

def stays(game, general):
    """Step 3: does he stay at the castle here?  If he goes on he leaves the troops needed."""
    name, policy = general.where, game.policies["ottoman"]
    garrison = game.inside("christian", name)
    if garrison > 0:
        if storm_test(game, general.troops(), garrison):
            return True
        lacking = max(0, need_here(game, name) - others_here(game, general))
        enough = game.field("ottoman", name) >= garrison + game.rules["siege_margin"]
        if not enough or general.troops() - lacking < max(0, policy["min_army"]):
            return True
        leave(game, general, lacking)
    elif empty_own_castle(game, name) and sum(game.loose["ottoman"][name]) == 0:
        leave_in_castle(game, general, min(1, game.room_of(name)))
    return False


def storm_test(game, army, garrison):
    """Section 12: is the army strong enough to storm?"""
    policy = game.policies["ottoman"]
    if army >= Fraction(str(policy["storm_ratio"])) * garrison:
        return True
    if not policy["storm_last_turn"] or game.turn != game.rules["turns"]:
        return False
    return army >= Fraction(str(policy["storm_last_ratio"])) * garrison


# ---- step 4

def wanted_castles(game):
    """Step 4: castles that are still needed and not yet besieged in strength."""
    regions = ("wallachia",) if game.variant == "loyal" else ("wallachia", "transylvania")
    margin = game.rules["siege_margin"]
    return [
        name for name in game.board.castles
        if game.board.region[name] in regions
        and game.castle_owner(name) == "christian"
        and game.field("ottoman", name) < game.inside("christian", name) + margin
    ]


def target(game, general):
    """Step 4: where he wants to go, or None."""
    wanted = wanted_castles(game)
    if game.policies["ottoman"]["mode"] == "spread":
        return nearest(game, general, wanted)
    prey = largest_army(game, general)
    if prey is not None:
        return prey
    sultan = next((g for g in game.generals if g.name == "sultan"), general)
    return nearest(game, general, wanted, sultan.where)


def largest_army(game, general):
    """Step 4, converge: the area of the largest Christian army that is near."""
    board = game.board
    far = board.moves["ottoman"][general.where]
    armies = [
        g for g in game.generals
        if g.side == "christian" and g.troops() > 0
        and may_enter("ottoman", board.areas[g.where]) and far[g.where] <= SHORT_WAY
    ]
    if not armies:
        return None
    return min(armies, key=lambda g: (-g.troops(), board.rank[g.where])).where


# ---- step 6

def finish(game, act):
    """Step 6: battle, then storm or siege."""
    if act.came_from is not None:
        fight_in_the_field(game, act)
    storm_or_besiege(game, act, lambda army, garrison: storm_test(game, army, garrison))
