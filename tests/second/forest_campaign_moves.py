"""Section 6 and F-53: what a general does before he fights, and where generals without an army go."""

from . import forest_campaign_stacks as stacks
from . import forest_morale
from .forest_battle import group_sizes
from .forest_campaign_state import HOME
from .forest_map import NOWHERE, OTHER, SECRET_BASE, may_enter
from .forest_shared import roll


class Activation:
    """F-20 steps 4 and 5: one general's turn to act."""

    def __init__(self, game, general):
        self.general = general
        self.points = game.rules["move_points"]
        self.came_from = None  # the area from which he entered the one where he is
        self.stopped = False  # F-28: his movement has ended
        self.over = False  # F-37, F-52, F-53: he does nothing more
        self.recruited_in = None

    def moves_on(self):
        """F-25: may he go on moving?"""
        return self.points > 0 and not self.stopped and not self.over


def begin(game, general):
    """F-26, F-37: a new activation."""
    if game.rules["troop_moves"] == "per_activation":
        for stack in game.touched:
            stacks.rest(stack)
        game.touched = []
    else:
        for stack in game.touched:
            stacks.free_again(stack)
    return Activation(game, general)


def new_turn(game):
    """F-26: whatever the option, the count starts at 0 in a new turn."""
    for stack in game.touched:
        stacks.rest(stack)
    game.touched = []


# ---- troops change hands

def give(game, stack, part):
    """F-16: troops join a stack."""
    stacks.put(stack, part)
    game.touched.append(stack)


def pick_up(game, general, troops):
    """F-27: loose field troops of this area join his army."""
    if troops > 0:
        give(game, general.army, stacks.take_freshest(game.loose[general.side][general.where], troops))


def pick_up_all(game, general):
    """F-27: as many loose field troops as the army may hold."""
    loose = sum(game.loose[general.side][general.where])
    pick_up(game, general, min(loose, game.rules["army_max"] - general.troops()))


def leave(game, general, troops):
    """F-27: troops of his army stay in this area as loose troops."""
    if troops > 0:
        give(game, game.loose[general.side][general.where], stacks.take_weariest(general.army, troops))


def leave_in_castle(game, general, troops):
    """F-27: troops of his army become the garrison here."""
    if troops > 0:
        give(game, game.garrisons[general.side][general.where], stacks.take_weariest(general.army, troops))


def fill_castle(game, side, name, stack):
    """F-42, F-52: troops of a stack go into the free places of the castle."""
    troops = min(game.room_of(name) - game.inside(side, name), sum(stack))
    if troops > 0:
        give(game, game.garrisons[side][name], stacks.take_weariest(stack, troops))


def holds_castle(game, side, name):
    """F-42: a garrison in it, or no garrison at all and the castle is this side's."""
    if name not in game.laid or game.inside(OTHER[side], name) > 0:
        return False
    return game.inside(side, name) > 0 or game.castle_owner(name) == side


# ---- recruiting

def recruits_in(game, general, region):
    """F-11, F-31: is this a home region for his recruiting?"""
    if region in HOME[general.side]:
        return True
    return region == "moldavia" and has_moldavia(game, general)


def has_moldavia(game, general):
    """F-11: Radu and Moldavia."""
    return general.name == "radu" and (general.side == "ottoman" or game.rules["radu_moldavia"] == "always")


def available(game, side):
    """F-02, F-32: pieces that could still be recruited (None: no limit)."""
    if not game.rules["piece_limit"]:
        return None
    return game.unused[side] + game.dead[side]


def recruiting_place(game, general, name):
    """F-31, F-32: may he recruit in this area as things stand?"""
    side = general.side
    if available(game, side) == 0 or game.troops(OTHER[side], name) > 0:
        return False
    if general.name == "dracula" and name == SECRET_BASE:
        return True
    here = game.board.areas[name]
    if not recruits_in(game, general, here["region"]):
        return False
    return here["village"] or (here["towers"] > 0 and game.castle_owner(name) == side)


def may_recruit(game, act):
    """F-31, F-33: may he recruit here and now?"""
    if not act.moves_on():
        return False
    if act.recruited_in is not None:
        if not game.rules["recruit_repeat"] or act.recruited_in != act.general.where:
            return False
    return recruiting_place(game, act.general, act.general.where)


def recruit(game, act):
    """F-32, F-68: d6 new troops, cut to the pieces."""
    general = act.general
    side, name = general.side, general.where
    act.points -= 1
    act.recruited_in = name
    new = roll(game.random)
    while side == "christian" and new <= 2 and game.tokens[side] > 0:
        game.tokens[side] -= 1
        new = roll(game.random)
    limit = available(game, side)
    if limit is not None:
        new = min(new, limit)
    game.log["recruited_" + side] += new
    unused = min(new, game.unused[side])
    game.unused[side] -= unused
    risen = min(new - unused, game.dead[side])
    game.dead[side] -= risen
    game.extra[side] += new - unused - risen
    join = min(new, game.rules["army_max"] - general.troops())
    general.army[0] += join
    game.loose[side][name][0] += new - join
    send_off(game, name)


# ---- impalements

def marker_room(game, name):
    """F-34: how many markers may be placed in one go."""
    return min(game.rules["impalements_per_move"], game.rules["impalements_max"] - game.stakes(name))


def place_markers(game, name, markers):
    """F-35: markers from the dead pile, Ottoman pieces first."""
    game.log["impaled"] += markers
    for side in ("ottoman", "christian"):
        some = min(markers, game.dead[side])
        game.dead[side] -= some
        game.markers[name][side] += some
        markers -= some


def impale_own(game, general):
    """F-35: one of his own living troops becomes a marker."""
    stacks.take_weariest(general.army, 1)
    game.markers[general.where][general.side] += 1
    game.log["impaled"] += 1
    game.settle(general.where)


def face_stakes(game, name, sizes):
    """F-37, F-38: groups come to the markers of an area; troops of the groups that fail."""
    markers = game.stakes(name)
    if markers == 0 or not sizes:
        return 0
    setup = {"group_sizes": sizes, "impalements": markers}
    _, _, left, _, broken = forest_morale.simulate(setup, game.rules, game.random)
    game.pull_down(name, markers - left)
    return broken


def standard_groups(general):
    """F-17, F-18: the groups of his army."""
    return group_sizes({"troops": general.troops(), "rating": general.rating}) if general.troops() else ()


# ---- entering an area

def may_go(game, general, name, with_troops):
    """F-09, F-29: may he enter this area (with the troops that he would lead)?"""
    if not may_enter(general.side, game.board.areas[name]):
        return False
    return with_troops or not game.stops(general.side, name)


def enter(game, act, name):
    """F-28: he goes into an adjacent area with all his troops, each of which can be led there."""
    general, start = act.general, act.general.where
    side, enemy = general.side, OTHER[general.side]
    act.points -= 1
    army = general.troops()
    if side == "ottoman" and army > 0:
        scatter(game, general, face_stakes(game, name, standard_groups(general)))
        if general.troops() == 0:
            act.over = True
            game.settle(start)
            send_off(game, start)
            return
    held = holds_castle(game, enemy, name)
    general.where = name
    act.came_from = start
    if army > 0:
        stacks.lead_on(general.army)
        game.touched.append(general.army)
        if held and game.rules["garrison_on_entry"] == "fill":
            fill_castle(game, enemy, name, game.loose[enemy][name])
        send_off(game, name)
    game.settle(start)
    take_if_empty(game, general)
    if game.stops(side, name):
        act.stopped = True


def scatter(game, general, broken):
    """F-37: the troops of broken groups go back to the area they came from, or die."""
    if broken == 0:
        return
    game.log["sent_back"] += broken
    if game.rules["morale_fail_on_entry"] == "eliminated":
        game.bury(general.side, general.army, broken)
        return
    part = stacks.send_back(stacks.take_weariest(general.army, broken))
    give(game, game.loose[general.side][general.where], part)


def take_if_empty(game, general):
    """F-28, F-55: an army takes a castle of the enemy without garrison, if no enemy troops are here."""
    name, enemy = general.where, OTHER[general.side]
    if name not in game.laid or general.troops() == 0 or game.troops(enemy, name) > 0:
        return
    if game.inside(general.side, name) == 0:
        game.take_castle(general.side, name, "empty")


# ---- generals without an army

def send_off(game, name):
    """F-29: generals without troops and without own field troops leave an area with enemy field troops."""
    for side in OTHER:
        for general in game.here(side, name):
            if general.troops() == 0 and game.field(side, name) == 0 and game.field(OTHER[side], name) > 0:
                relocate(game, general, None)


def relocate(game, general, came_from):
    """F-53: a general whose army is gone goes to another area."""
    general.where = refuge(game, general, came_from)


def refuge(game, general, came_from):
    """F-53: that area; `came_from` only for an attacker who has moved."""
    side, here, board = general.side, general.where, game.board
    home = board.capital[side]
    if game.rules["general_fate"] == "home" and home != here and game.friendly(side, home):
        return home
    if came_from is not None and game.friendly(side, came_from):
        return came_from
    far = board.moves[side][here]
    near = [name for name in board.names if name != here and far[name] < NOWHERE and game.friendly(side, name)]
    if near:
        return min(near, key=lambda name: (far[name], board.rank[name]))
    return home


# ---- marching

def march(game, act, target, on_entry):
    """Section 12: the march to an area; `on_entry` is what he does in each area that he enters."""
    general, board = act.general, game.board
    far = {name: moves[target] for name, moves in board.moves[general.side].items()}
    while act.moves_on() and general.where != target:
        troops = general.troops()
        if stacks.can_be_led(general.army) < troops:
            return
        ways = [n for n in board.next_to[general.side][general.where] if may_go(game, general, n, troops > 0)]
        if not ways:
            return
        best = min(ways, key=lambda name: (far[name], board.rank[name]))
        if far[best] >= far[general.where]:
            return
        enter(game, act, best)
        if not act.over:
            on_entry(game, act)


def within_reach(game, general, target):
    """Section 12: here, adjacent, or adjacent to an area next to here where he need not stop."""
    side, here, board = general.side, general.where, game.board
    if target == here or target in board.next_to[side][here]:
        return True
    return any(
        target in board.next_to[side][name] and not game.stops(side, name) for name in board.next_to[side][here]
    )


def nearest(game, general, names, start=None):
    """Section 12: of these areas the one with the fewest moves from him, ties lowest area; None if none."""
    far = game.board.moves[general.side][start or general.where]
    if not names:
        return None
    return min(names, key=lambda name: (far[name], game.board.rank[name]))
