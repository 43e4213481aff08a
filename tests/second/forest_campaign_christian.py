"""Section 12: the Christian activation of castle_defence, raider and turtle."""

from fractions import Fraction

from .forest_campaign_fights import fight_in_the_field, storm_or_besiege
from .forest_campaign_moves import (
    impale_own,
    leave_in_castle,
    march,
    marker_room,
    may_recruit,
    nearest,
    pick_up_all,
    place_markers,
    recruit,
    recruiting_place,
    within_reach,
)
from .forest_map import NOWHERE, SECRET_BASE


def activate(game, act):
    """Section 12, steps 1 to 5."""
    general, policy = act.general, game.policies["christian"]
    recruit_if_few(game, act)
    arrive(game, act)
    with_army = general.troops() > 0
    goal = target(game, general)
    if goal is not None:
        march(game, act, goal, arrive)
    if policy["mode"] == "turtle" and with_army and goal == general.where:
        dig_in(game, act)
    recruit_if_few(game, act)
    fight_in_the_field(game, act)
    ratio = Fraction(str(policy["storm_ratio"]))
    storm_or_besiege(game, act, lambda army, garrison: army >= ratio * garrison)


def recruit_if_few(game, act):
    """Steps 1 and 4: once in an activation."""
    few = act.general.troops() < game.policies["christian"]["recruit_below"]
    if few and act.recruited_in is None and may_recruit(game, act):
        recruit(game, act)


def arrive(game, act):
    """Steps 2 and 3: loose troops join him, then markers (a turtle waits for his castle)."""
    pick_up_all(game, act.general)
    if game.policies["christian"]["mode"] != "turtle":
        place_stakes(game, act.general)


def place_stakes(game, general):
    """Section 12, `stakes`: markers of Dracula in the area where he is."""
    policy = game.policies["christian"]
    if general.name != "dracula" or policy["stakes"] == "none":
        return
    room = marker_room(game, general.where)
    from_dead = min(room, sum(game.dead.values()))
    place_markers(game, general.where, from_dead)
    if policy["stakes"] == "own" and from_dead < room and general.troops() > policy["stake_reserve"]:
        impale_own(game, general)


# ---- step 3: where to

def counted_strength(game, name):
    """Section 12: armies count in full, loose field troops half."""
    loose = sum(game.loose["ottoman"][name])
    return game.field("ottoman", name) - loose + Fraction(loose, 2)


def beatable(game, general, name):
    """Section 12: is his army strong enough for the Ottoman field troops of an area?"""
    ratio = Fraction(str(game.policies["christian"]["attack_ratio"]))
    return general.troops() >= ratio * counted_strength(game, name)


def target(game, general):
    """Step 3: where he wants to go, or None to stay."""
    if general.troops() == 0:
        return nearest(game, general, [n for n in game.board.names if recruiting_place(game, general, n)])
    return MODES[game.policies["christian"]["mode"]](game, general)


def relief(game, general):
    """castle_defence: a castle to relieve, or one to wait in."""
    board = game.board
    near = [
        name for name in board.castles
        if within_reach(game, general, name) and game.castle_owner(name) == "christian"
    ]
    attacked = [n for n in near if game.field("ottoman", n) > 0 and beatable(game, general, n)]
    if attacked:
        return min(attacked, key=lambda n: (-game.count[n], counted_strength(game, n), board.rank[n]))
    quiet = [n for n in near if game.field("ottoman", n) == 0]
    if not quiet:
        return None
    return min(quiet, key=lambda n: (threat(game, n), board.rank[n]))


def threat(game, name):
    """castle_defence: fewest moves from any Ottoman army to the castle."""
    far = game.board.moves["ottoman"]
    return min((far[g.where][name] for g in game.generals if g.side == "ottoman" and g.troops() > 0), default=NOWHERE)


def raid(game, general):
    """raider: the weakest Ottomans in reach, or back to Poenari."""
    prey = [
        name for name in game.board.names
        if game.field("ottoman", name) > 0 and within_reach(game, general, name) and beatable(game, general, name)
    ]
    if prey:
        return min(prey, key=lambda n: (counted_strength(game, n), game.board.rank[n]))
    return SECRET_BASE if SECRET_BASE in game.board.areas else None


def shelter(game, general):
    """turtle: the strongest castle of Wallachia that is free."""
    board, here = game.board, general.where
    if game.field("ottoman", here) > 0 and beatable(game, general, here):
        return here
    castles = [
        name for name in board.castles
        if board.region[name] == "wallachia"
        and game.castle_owner(name) == "christian"
        and game.field("ottoman", name) == 0
    ]
    if not castles:
        return None
    return min(castles, key=lambda n: (-board.areas[n]["towers"], board.rank[n]))


MODES = {"castle_defence": relief, "raider": raid, "turtle": shelter}


def dig_in(game, act):
    """turtle: markers, then the garrison is filled up."""
    general, name = act.general, act.general.where
    if name not in game.laid or game.field("ottoman", name) > 0:
        return
    place_stakes(game, general)
    if game.inside("ottoman", name) == 0:
        leave_in_castle(game, general, min(general.troops(), game.room_of(name) - game.inside("christian", name)))
