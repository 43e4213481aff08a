"""V-08, V-14, V-50: what must hold after every turn of a game, whatever has happened."""

from .shared import need
from .vlad_game_state import CROWNS, GOLD, IMPALES, POTIONS
from .vlad_shared import UNITS, magic_stock, pack


def check_state(game):
    """All of it."""
    check_supply(game)
    check_cards(game)
    check_places(game)
    check_sheets(game)


def check_supply(game):
    """V-08: gold and tokens are neither made nor lost."""
    seats = game.seats
    need(game.bank + sum(game.coins.values()) + sum(seat.gold for seat in seats) == GOLD, "gold")
    need(game.potions + sum(seat.potions for seat in seats) == POTIONS, "potions")
    need(game.impales + sum(seat.impales for seat in seats) == IMPALES, "impale tokens")
    need(game.crowns + sum(seat.crowns for seat in seats) == CROWNS, "crowns")
    if game.rules["supply_limits"]:
        need(min(game.bank, game.potions, game.impales, game.crowns) >= 0, "box")


def check_cards(game):
    """V-37, V-39: the packs are whole."""
    for kind in UNITS:
        hands = [card for seat in game.seats for unit in seat.units if unit.kind == kind for card in unit.hand]
        cards = game.piles[kind] + game.discards[kind] + hands
        need(sorted(cards) == sorted(pack(kind, game.data)), f"pack of the {kind}")
    magic = game.magic + game.magic_gone + [card for seat in game.seats for card in seat.magic]
    need(sorted(magic) == sorted(magic_stock(game.data)), "magic cards")


def check_places(game):
    """V-50: one unit a square, on squares where units can stand."""
    standing = [unit for seat in game.seats for unit in seat.units if unit.where == "map"]
    need(len(standing) == len(game.on), "units on the map")
    for unit in standing:
        need(game.on.get(unit.square) is unit and game.ground.stands[unit.square], "a unit on its square")
    for seat in game.seats:
        for unit in seat.units:
            need(unit.where != "outpost" or unit.square in seat.outpost_squares, "a unit in its outpost")
            alive = unit.where in ("map", "outpost")
            need((0 < unit.life <= unit.full) if alive else unit.where == "gone" or unit.life == 0, "life")
            need(unit.where != "road" or 1 <= unit.road <= 16, "road")


def check_sheets(game):
    """V-07, V-28, V-32: lives, tower, curse."""
    for seat in game.seats:
        ended = game.winner is not None or seat.fallen  # the game may end before a fallen seat has left
        need(ended or seat.living == (seat.lives > 0), "lives and elimination")
        need(seat.tower is None or seat.vlad.square in game.board.tower, "tower count")
        if seat.living and not ended:
            need(seat.vlad.where in ("map", "outpost"), "Vlad is somewhere")
    if game.curse is not None:
        need(all(seat.living for seat in game.curse) and game.curse[0] is not game.curse[1], "curse")
