"""Section 12: policies. Here: the activation of the Ottoman heuristics: methodical_siege, storm_rush, converge."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import CHRISTIAN, CONVERGE, FAR, NO_AREA, NO_GENERAL, OTTOMAN
from simlab.games.forest.rules.s3_map import is_home_of
from simlab.games.forest.rules.s6_movement import enter, has_moved, leave_behind, pick_up
from simlab.games.forest.rules.s6_recruiting import may_recruit, recruit
from simlab.games.forest.rules.s7_who_fights import fight_field
from simlab.games.forest.rules.s8_castles import garrison_to_attack, man_own_castle, take_if_empty
from simlab.games.forest.rules.s8_control import castle_side, is_castle_of
from simlab.games.forest.rules.s8_victory import is_wanted
from simlab.games.forest.rules.s12_marching import at_least, attack_castle, next_step, tell_march_ended, tell_target


@rule
def ottoman_activation(game, player, rules, stream):
    """Section 12: 1 pick up, 2 raise an army, 3 leave a besieging force, 4 choose a target, 5 march, 6 fight."""
    board, march = game.board, game.march
    general = march.general
    ottoman_pick_up(game, player, rules)
    if board.troops[general] == 0:
        raise_army(game, player, rules, stream)
    if march.ended:
        return
    if not march.stopped:
        if board.troops[general] < player.min_army:
            tell(story.TOO_FEW, general, board.troops[general], player.min_army)
            return
        if may_march_on(game, player, rules):
            target = ottoman_target(game, player, rules)
            tell_target(game, target)
            if target != NO_AREA:
                ottoman_march(game, target, player, rules, stream)
        else:
            tell(story.STAYS_BEFORE_CASTLE, board.where[general])
    ottoman_fight(game, player, rules, stream)


@rule
def needed_behind(game, player, rules):
    """Section 12: field troops that have to stay in the area: to besiege its garrison, or to hold a castle."""
    area = game.board.where[game.march.general]
    garrison = game.board.garrison[CHRISTIAN, area]
    if garrison > 0:
        return garrison + rules.siege_margin + player.siege_reserve
    return int(is_castle_of(OTTOMAN, area, game, rules) and game.board.garrison[OTTOMAN, area] == 0)


@rule
def others_here(game):
    """Section 12: Ottoman field troops of the area that the activated general does not lead."""
    general = game.march.general
    return game.board.field[OTTOMAN, game.board.where[general]] - game.board.troops[general]


@rule
def ottoman_pick_up(game, player, rules):
    """Section 12, step 1: loose field troops, leaving behind what the area needs."""
    pick_up(game, others_here(game) - needed_behind(game, player, rules), rules)


@rule
def raise_army(game, player, rules, stream):
    """Section 12, step 2: if he cannot recruit here, he sets out for a village of his home and tries where he gets."""
    village = nearest_village(game)
    if village != NO_AREA and not may_recruit(game, rules):
        tell(story.GOES_RECRUITING, game.board.where[game.march.general], village)
        ottoman_march(game, village, player, rules, stream)
    if may_recruit(game, rules):
        recruit(game, rules, stream)


@rule
def nearest_village(game):
    """Section 12, step 2: the nearest village of his home, then the lowest."""
    general = game.march.general
    best, fewest = NO_AREA, FAR
    for area in range(game.map.areas):
        moves = game.map.moves[OTTOMAN, game.board.where[general], area]
        if moves < fewest and game.map.village[area] and is_home_of(general, area, game):
            best, fewest = area, moves
    return best


@rule
def may_march_on(game, player, rules):
    """Section 12, step 3: at a Christian garrison he stays to storm or besiege it, unless enough troops stay behind.

    In a castle of his own that nobody holds he leaves one troop as its garrison.
    """
    board, general = game.board, game.march.general
    area, troops = board.where[general], board.troops[general]
    garrison = board.garrison[CHRISTIAN, area]
    if garrison > 0:
        lacking = max(needed_behind(game, player, rules) - others_here(game), 0)
        enough = board.field[OTTOMAN, area] >= garrison + rules.siege_margin
        if wants_storm(troops, garrison, game, player, rules) or not enough or troops - lacking < player.min_army:
            return False
        leave_behind(game, lacking)
    elif needed_behind(game, player, rules) > 0 and board.loose[OTTOMAN, area] == 0:
        man_own_castle(game, 1, rules)
    return True


@rule
def ottoman_target(game, player, rules):
    """Section 12, step 4: by mode, Dracula's largest army near him or a wanted castle; NO_AREA: none."""
    board, general = game.board, game.march.general
    start = board.where[general]
    if player.mode == CONVERGE:
        prey = army_to_converge_on(game)
        if prey != NO_AREA:
            return prey
        if game.generals.sultan != NO_GENERAL:
            start = board.where[game.generals.sultan]
    return nearest_wanted_castle(start, game, rules)


@rule
def army_to_converge_on(game):
    """Section 12, step 4: the largest Christian army in clear terrain at most 3 moves away, then the lowest area."""
    board, here = game.board, game.board.where[game.march.general]
    best, most = NO_AREA, 0
    for general in range(game.generals.count):
        area, troops = board.where[general], board.troops[general]
        if game.plans.side[general] == CHRISTIAN and not game.map.mountain[area]:
            if game.map.moves[OTTOMAN, here, area] <= 3 and (troops > most or (troops == most > 0 and area < best)):
                best, most = area, troops
    return best


@rule
def nearest_wanted_castle(start, game, rules):
    """Section 12, step 4: the nearest castle to be won that Christians hold and too few Ottomans face."""
    board = game.board
    best, fewest = NO_AREA, FAR
    for place in range(game.map.castles):
        area = game.map.castle[place]
        moves = game.map.moves[OTTOMAN, start, area]
        if moves < fewest and is_wanted(area, game) and castle_side(area, board, rules) == CHRISTIAN:
            if board.field[OTTOMAN, area] < board.garrison[CHRISTIAN, area] + rules.siege_margin:
                best, fewest = area, moves
    return best


@rule
def ottoman_march(game, target, player, rules, stream):
    """Section 12, step 5: march, picking up on the way."""
    area = next_step(game, target, rules)
    while area != NO_AREA:
        enter(game, area, rules, stream)
        if not game.march.ended:
            ottoman_pick_up(game, player, rules)
        area = next_step(game, target, rules)
    tell_march_ended(game, target, rules)


@rule
def wants_storm(troops, garrison, game, player, rules):
    """Section 12: the storm test, easier in the last turn."""
    if at_least(troops, player.storm_over, player.storm_under, garrison):
        return True
    last = player.storm_last_turn and game.board.turn == rules.turns
    return last and at_least(troops, player.last_over, player.last_under, garrison)


@rule
def ottoman_fight(game, player, rules, stream):
    """Section 12, step 6: the field if he must, then a storm by the storm test, else a siege if the numbers allow."""
    board, march = game.board, game.march
    if has_moved(march) and board.troops[march.general] > 0:
        fight_field(game, rules, stream)
    take_if_empty(game)
    garrison = garrison_to_attack(game)
    storms = wants_storm(board.troops[march.general], garrison, game, player, rules)
    attack_castle(garrison, storms, game, rules, stream)
