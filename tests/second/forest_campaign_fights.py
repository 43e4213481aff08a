"""Sections 7 and 8 in the campaign: who fights whom, where the beaten go, storm and siege begun."""

from . import forest_battle, forest_storm
from .forest_campaign_moves import (
    face_stakes,
    fill_castle,
    give,
    holds_castle,
    relocate,
    send_off,
    standard_groups,
    take_if_empty,
)
from .forest_campaign_stacks import take_freshest
from .forest_map import OTHER


class Defence:
    """F-41: what the attacker fights: stacks under one leader (or none), kept in this order."""

    def __init__(self, leader, generals, loose):
        self.leader = leader
        self.generals = generals  # those whose armies fight
        self.loose = loose  # the stack of loose troops that fights, or None

    def stacks(self):
        """F-41: all its stacks; losses are taken from the last one first."""
        return [g.army for g in self.generals] + ([self.loose] if self.loose is not None else [])


def orders(game, side, troops, rating, may_leave=True):
    """F-50, section 12: one side of a battle by the side's policy."""
    policy = game.policies[side]
    army = {"troops": troops, "rating": rating}
    for name in ("fire", "retreat", "retreat_below", "retreat_ratio", "withdraw"):
        if name in policy:
            army[name] = policy[name]
    if not may_leave:
        army |= {"retreat": "never", "withdraw": "never"}
    return army


# ---- who fights

def by_weight(generals):
    """F-41: higher rating first, then more troops, then id."""
    return sorted(generals, key=lambda g: (-g.rating, -g.troops(), g.name))


def fight_in_the_field(game, act):
    """F-40, F-41: the activated army against all enemy field troops here."""
    general = act.general
    enemy, name = OTHER[general.side], general.where
    if act.over or general.troops() == 0 or game.field(enemy, name) == 0:
        return
    if game.rules["several_armies"] == "merged":
        fight(game, act, merged(game, enemy, name))
        return
    armies = by_weight([g for g in game.here(enemy, name) if g.troops() > 0])
    loose = game.loose[enemy][name]
    if game.rules["loose_join"] and sum(loose) > 0:
        leaders = armies or by_weight(game.here(enemy, name))[:1]
        if leaders:
            join = min(sum(loose), game.rules["army_max"] - leaders[0].troops())
            give(game, leaders[0].army, take_freshest(loose, join))
            armies = armies or leaders
    for foe in armies:
        fight(game, act, Defence(foe, [foe], None))
        if act.over:
            return
    if sum(loose) > 0:
        fight(game, act, Defence(None, [], loose))


def merged(game, enemy, name):
    """F-41: all field troops under the general with the highest rating."""
    generals = by_weight(game.here(enemy, name))
    armies = [g for g in generals if g.troops() > 0 or g is generals[0]]
    return Defence(generals[0] if generals else None, armies, game.loose[enemy][name])


# ---- one fight

def fight(game, act, foe):
    """F-43 to F-53: one battle and what becomes of both sides."""
    attacker = act.general
    enemy, name = OTHER[attacker.side], attacker.where
    way_out = retreat_area(game, enemy, name, act.came_from)
    way_back = act.came_from or retreat_area(game, attacker.side, name, None)
    before = attacker.troops(), sum(map(sum, foe.stacks()))
    setup = {
        "attacker": orders(game, attacker.side, before[0], attacker.rating, way_back is not None),
        "defender": orders(game, enemy, before[1], foe.leader.rating if foe.leader else 0),
        "can_retreat": way_out is not None,
    }
    winner, _, a_left, d_left, a_gone, d_gone = forest_battle.simulate(setup, game.fight_rules, game.random)
    count_battle(game, attacker.side, winner)
    game.bury(attacker.side, attacker.army, before[0] - a_left)
    lose(game, enemy, foe, before[1] - d_left)
    if d_gone:
        retreat(game, enemy, name, way_out, foe)
    elif d_left == 0:
        for general in foe.generals:
            relocate(game, general, None)
    if a_gone:
        act.over = True
        retreat(game, attacker.side, name, way_back, Defence(attacker, [attacker], None))
    elif a_left == 0:
        act.over = True
        relocate(game, attacker, act.came_from)
    game.settle(name)
    send_off(game, name)


def count_battle(game, attacking, winner):
    """Section 11: battles and who won them."""
    game.log["battles"] += 1
    if winner != "none":
        game.log["battles_won_" + (attacking if winner == "attacker" else OTHER[attacking])] += 1


def lose(game, side, foe, dead):
    """F-41: the dead of a defence, from its last stack first."""
    for stack in reversed(foe.stacks()):
        some = min(dead, sum(stack))
        game.bury(side, stack, some)
        dead -= some


# ---- leaving the field

def retreat_area(game, side, name, banned):
    """F-52: where a beaten defender goes, or None."""
    ways = [n for n in game.board.next_to[side][name] if n != banned and game.friendly(side, n)]
    if not ways:
        return None
    return min(ways, key=lambda n: (-game.troops(side, n), game.board.rank[n]))


def retreat(game, side, start, end, foe):
    """F-38, F-52: generals with their armies, and loose troops, go to another area."""
    if game.rules["retreat_into_castle"] and holds_castle(game, side, start):
        for stack in foe.stacks():
            fill_castle(game, side, start, stack)
    for general in foe.generals:
        general.where = end
        if side == "ottoman":
            game.bury(side, general.army, face_stakes(game, end, standard_groups(general)))
    if foe.loose is not None:
        if side == "ottoman":
            game.bury(side, foe.loose, face_stakes(game, end, (1,) * sum(foe.loose)))
        give(game, game.loose[side][end], take_freshest(foe.loose, sum(foe.loose)))
    game.settle(start)
    game.settle(end)
    send_off(game, end)


# ---- the castle

def garrison_here(game, act):
    """F-54, F-55: enemy troops in the castle that his army can turn to now (0: nothing to do)."""
    general = act.general
    enemy = OTHER[general.side]
    if act.over or general.troops() == 0 or game.field(enemy, general.where) > 0:
        return 0
    take_if_empty(game, general)
    return game.inside(enemy, general.where)


def storm(game, act):
    """F-56: a storm to the end."""
    general = act.general
    side, enemy, name = general.side, OTHER[general.side], general.where
    attackers, defenders = general.troops(), game.inside(enemy, name)
    setup = {"attackers": attackers, "defenders": defenders}
    winner, _, a_left, d_left, _ = forest_storm.simulate(setup, game.rules, game.random)
    game.bury(side, general.army, attackers - a_left)
    game.bury(enemy, game.garrisons[enemy][name], defenders - d_left)
    if winner == "attacker":
        game.take_castle(side, name, "storm")
    else:
        act.over = True
        relocate(game, general, act.came_from)
    game.settle(name)
    send_off(game, name)


def besiege(game, act):
    """F-57: a siege is laid, if the numbers allow; a siege that is laid goes on."""
    if game.numbers_hold(act.general.side, act.general.where):
        game.laid[act.general.where] = True


def storm_or_besiege(game, act, wants_storm):
    """Section 12, the last step of an activation at a castle."""
    garrison = garrison_here(game, act)
    if garrison == 0:
        return
    if wants_storm(act.general.troops(), garrison):
        storm(game, act)
    else:
        besiege(game, act)
