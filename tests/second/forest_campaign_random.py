"""Section 12: the policy random_legal of either side."""

from . import forest_campaign_stacks as stacks
from .forest_campaign_fights import besiege, fight_in_the_field, garrison_here, storm
from .forest_campaign_moves import (
    enter,
    give,
    marker_room,
    may_go,
    may_recruit,
    pick_up_all,
    place_markers,
    recruit,
)


def activate(game, act):
    """random_legal: every choice evenly among the legal ones."""
    general = act.general
    arrive(game, act)
    while act.moves_on():
        choice = game.random.choice(choices(game, act))
        if choice == "stop":
            break
        if choice == "recruit":
            recruit(game, act)
            continue
        leave_tired(game, general)
        enter(game, act, choice)
        if not act.over:
            arrive(game, act)
    if act.came_from is not None:
        fight_in_the_field(game, act)
    at_the_castle(game, act)


def arrive(game, act):
    """random_legal: loose troops join him, then Dracula's markers."""
    general = act.general
    pick_up_all(game, general)
    if general.name == "dracula":
        most = min(marker_room(game, general.where), sum(game.dead.values()))
        place_markers(game, general.where, game.random.randint(0, most))


def choices(game, act):
    """random_legal: stop, recruit, or the areas that he may enter."""
    general = act.general
    with_troops = stacks.can_be_led(general.army) > 0
    names = [n for n in game.board.next_to[general.side][general.where] if may_go(game, general, n, with_troops)]
    return ["stop"] + (["recruit"] if may_recruit(game, act) else []) + names


def leave_tired(game, general):
    """random_legal: troops that cannot be led any more stay behind."""
    tired = general.troops() - stacks.can_be_led(general.army)
    if tired > 0:
        give(game, game.loose[general.side][general.where], stacks.take_weariest(general.army, tired))


def at_the_castle(game, act):
    """random_legal: storm, nothing, or siege if the numbers allow."""
    if garrison_here(game, act) == 0:
        return
    options = ["storm", "nothing"]
    if game.numbers_hold(act.general.side, act.general.where):
        options.append("siege")
    choice = game.random.choice(options)
    if choice == "storm":
        storm(game, act)
    elif choice == "siege":
        besiege(game, act)
