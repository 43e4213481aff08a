"""V-01 to V-06, V-32, V-43, V-44, V-63, V-64, V-72: deaths, respawns, rewards, eliminations, the end."""

from .vlad_game_state import RANGE, GameOver

# ------------------------------------------------------------------ plague


def infect(unit):
    """V-42, V-43: a healthy unit is infected; an immune one is not."""
    if unit.plague == "healthy":
        unit.plague = "infected"
        unit.seat.count["plagued"] += 1


def carriers(game):
    """V-43: plagued units outside outposts."""
    return [unit for unit in game.on.values() if unit.plague == "infected"]


def exposed(game, squares, sick):
    """V-43: whether one of the squares lies in the reach of one of the plagued units."""
    for unit in sick:
        reach = game.ground.reach(unit.square, RANGE[unit.kind])
        if any(square in reach for square in squares):
            return True
    return False


def spread(game):
    """V-43 (b): the check, repeated until nothing changes."""
    while True:
        sick = carriers(game)
        if not sick:
            return
        new = [u for u in game.on.values() if u.plague == "healthy" and exposed(game, [u.square], sick)]
        if not new:
            return
        for unit in new:
            infect(unit)


# ------------------------------------------------------------------ deaths

def die(game, units, impaled=False):
    """V-14, V-15, V-32, V-34, V-44: units that fall in one event; Vlads with a life left respawn at once."""
    for unit in units:
        fall(game, unit, impaled)
    for seat in game.order_from(game.active.number):
        if seat.vlad in units and seat.lives > 0:
            respawn(game, seat)


def fall(game, unit, impaled):
    """One death, without the respawn."""
    seat = unit.seat
    seat.count[unit.kind + "_deaths"] += 1
    seat.count["impaled"] += impaled
    unit.life = 0
    if unit.plague == "infected":
        unit.plague = "immune" if game.rules["death_immunises"] else "healthy"
    if unit.kind == "vlad":
        seat.lives -= 1
        seat.fallen = seat.lives == 0
        seat.tower = None
        game.lift(unit, "gone")
        if game.curse is not None and game.curse[1] is seat:
            game.curse = None
        return
    game.lift(unit, "removed" if impaled else "beside")
    unit.road = 0
    if impaled or game.rules["dead_hand"] == "discard":
        game.drop_hand(unit)


def respawn(game, seat):
    """V-32: Vlad stands in his base again."""
    seat.vlad.life = seat.vlad.full
    game.put(seat.vlad, nearest_free(game, seat))
    spread(game)


def nearest_free(game, seat):
    """V-32: the start square of Vlad, or the nearest free one; walk ignoring units."""
    # CHOICE: this walk goes around obstacles, abyss and outposts, and closed gates stay closed.
    known, edge = {seat.starts["vlad"]}, [seat.starts["vlad"]]
    while edge:
        free = [s for s in edge if s not in game.on and game.ground.stands[s]]
        if free:
            return min(free, key=lambda s: seat.rank[s])
        beyond = []
        for square in edge:
            for near in seat.around[square]:
                if near is None or near in known or not game.ground.stands[near]:
                    continue
                if game.ground.gate_open(square, near, seat.flags) or not game.board.inside[near]:
                    known.add(near)
                    beyond.append(near)
        edge = beyond
    raise AssertionError("no free square on the board")


# ------------------------------------------------------------------ what follows

def lose(game, losses, credit):
    """V-20, V-27, V-44, A-3: losses of one event, all at once: [(unit, loss)], credit: seat or None (V-64)."""
    dead = []
    for unit, loss in losses:
        unit.life = max(0, unit.life - loss)
        if unit.life == 0:
            dead.append(unit)
    die(game, dead)
    conclude(game, [(credit, unit) for unit in dead])


def conclude(game, kills):
    """V-63, V-64, V-72, V-04: rewards [(seat or None, dead unit)], then eliminations, then the death match."""
    for seat, victim in kills:
        if seat is not None and seat.living and not seat.fallen and seat is not victim.seat:
            reward(game, seat, victim)
    eliminate_fallen(game)
    ask_death_match(game)


def reward(game, seat, victim):
    """V-02, V-08, V-23: 3 gold or a crown."""
    seat.count["kills"] += 1
    if victim.kind != "vlad":
        game.pay(seat, 3)
        return
    if game.crowns > 0 or not game.rules["supply_limits"]:
        game.crowns -= 1
        seat.crowns += 1
        if seat.crowns >= 3:
            win(game, seat, 1)


def win(game, seat, way):
    """V-01: the game ends."""
    game.winner, game.way = seat, way
    raise GameOver


def leaving(game):
    """V-06, V-72: the fallen seats that do leave, and those that are tied for most crowns (else none)."""
    fallen = [seat for seat in game.living() if seat.fallen]
    if not fallen or len(fallen) < len(game.living()):
        return fallen, []
    most = max(seat.crowns for seat in fallen)
    best = [seat for seat in fallen if seat.crowns == most]
    return [seat for seat in fallen if seat not in best], best


def eliminate_fallen(game):
    """V-05, V-06, V-72: fallen seats leave; the last one wins; last Vlads falling together."""
    out, tied = leaving(game)
    if not out and not tied:
        return
    for seat in out:
        leave(game, seat)
    if len(tied) == 1:
        win(game, tied[0], 4)
    if tied:
        # CHOICE: in a draw the tied seats have not left (out_round 0).
        if game.rules["tie_repeat"] == "draw" and game.tie_respawns > 0:
            raise GameOver
        game.tie_respawns += 1
        for seat in sorted(tied, key=lambda seat: game.order_from(game.active.number).index(seat)):
            seat.lives, seat.fallen = 1, False
            respawn(game, seat)
        return
    if len(game.living()) == 1:
        win(game, game.living()[0], 2)


def leave(game, seat):
    """V-72: a seat leaves the game."""
    count = seat.count
    count["crowns"], count["gold"], count["flags"] = seat.crowns, seat.gold, len(seat.flags)
    count["out_round"] = game.round
    for unit in seat.units:
        game.lift(unit, "gone")
        game.drop_hand(unit)
    if seat.outpost == "placed":
        seat.outpost = game.rules["eliminated_outpost"]
        if seat.outpost == "removed":
            seat.outpost_squares = []
        game.new_ground()
    game.bank += seat.gold
    game.crowns += seat.crowns
    game.potions += seat.potions
    game.impales += seat.impales
    game.magic_gone += seat.magic
    seat.gold = seat.crowns = seat.potions = seat.impales = seat.tokens = 0
    seat.magic, seat.flags = [], set()
    if game.curse is not None and seat in game.curse:
        game.curse = None
    seat.living, seat.fallen = False, False


def ask_death_match(game):
    """V-04: whether no living seat can still reach three crowns."""
    if game.death_match:
        return
    for seat in game.living():
        left = game.crowns if game.rules["supply_limits"] else 3
        if game.rules["crown_pool"] == "lives":
            left = min(left, sum(other.lives for other in game.others(seat)))
        if seat.crowns + left >= 3:
            return
    game.death_match = True
