"""Section 7: battle in the field. Here: who fights whom on the map (F-40 to F-42), and what becomes of both."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import FIGHTING, FILL, MERGED, NO_AREA, NO_GENERAL
from simlab.games.forest.rules.s3_map import garrison_limit
from simlab.games.forest.rules.s4_armies import army_loses, gather_troops, loose_lose, man_with_loose
from simlab.games.forest.rules.s4_groups import form_groups, strength
from simlab.games.forest.rules.s7_battle import battle
from simlab.games.forest.rules.s7_retreats import (
    army_retreats,
    attacker_is_gone,
    clear_generals,
    general_alone,
    loose_retreat,
    refuge,
    safe_area,
    way_back,
)
from simlab.games.forest.rules.s8_control import settle
from simlab.games.forest.state import ATTACKER, DEFENDER, NEVER, NEVER_WITHDRAW


@rule
def man_castle(side, area, game, rules):
    """F-42 Loose troops of the side that held the castle when an enemy army came fill it (garrison_on_entry)."""
    board = game.board
    if rules.garrison_on_entry == FILL and board.loose[side, area] > 0:
        free = garrison_limit(area, game, rules) - board.garrison[side, area]
        manning = max(min(board.loose[side, area], free), 0)
        man_with_loose(board, side, area, manning)
        tell(story.CASTLE_MANNED, side, area, manning)


@rule
def ahead(general, other, game):
    """F-41 Is this general met before the other: higher rating, then more troops, then his id from a to z?"""
    ratings, troops = game.plans.rating, game.board.troops
    if ratings[general] != ratings[other]:
        return ratings[general] > ratings[other]
    if troops[general] != troops[other]:
        return troops[general] > troops[other]
    return game.generals.by_id[general] < game.generals.by_id[other]


@rule
def next_opponent(side, area, with_troops, fought, game):
    """F-41 The first general of a side in an area, of those not yet fought, who has troops, or has none."""
    first = NO_GENERAL
    for general in range(game.generals.count):
        here = game.plans.side[general] == side and game.board.where[general] == area
        if here and (game.board.troops[general] > 0) == with_troops and not (fought >> general) & 1:
            if first == NO_GENERAL or ahead(general, first, game):
                first = general
    return first


@rule
def leader_of_loose(side, area, game):
    """F-41 Who leads the loose troops of a side in a fight: the first army's general, else the first without troops."""
    first = next_opponent(side, area, True, 0, game)
    return first if first != NO_GENERAL else next_opponent(side, area, False, 0, game)


@rule
def join_loose(side, area, game, rules):
    """F-41 Loose field troops join the army that is met first, for good (option loose_join)."""
    board, leader = game.board, leader_of_loose(side, area, game)
    if rules.loose_join and leader != NO_GENERAL:
        joining = min(board.loose[side, area], max(rules.army_max - board.troops[leader], 0))
        gather_troops(board, side, leader, joining)
        tell(story.LOOSE_JOIN, leader, joining)


@rule
def fight_field(game, rules, stream):
    """F-40, F-41 The activated army fights all enemy field troops of its area, one army after another."""
    board, march = game.board, game.march
    area, enemy = board.where[march.general], 1 - march.side
    if rules.several_armies == MERGED:
        fight_merged(game, enemy, area, rules, stream)
    else:
        fight_one_by_one(game, enemy, area, rules, stream)
    settle(area, game, rules)
    clear_generals(game, area, rules)


@rule
def fight_one_by_one(game, enemy, area, rules, stream):
    """F-41 Armies with generals in their order, then the loose troops, while the attacker has troops and stays."""
    board, march = game.board, game.march
    join_loose(enemy, area, game, rules)
    fought, opponent = 0, next_opponent(enemy, area, True, 0, game)
    while opponent != NO_GENERAL and not march.ended:
        fight_army(game, opponent, rules, stream)
        fought |= 1 << opponent
        opponent = next_opponent(enemy, area, True, fought, game)
    if board.loose[enemy, area] > 0 and not march.ended:
        fight_loose(game, enemy, area, rules, stream)


@rule
def fight_army(game, opponent, rules, stream):
    """F-41 to F-53 A battle against an army with a general."""
    board, area = game.board, game.board.where[opponent]
    before = board.troops[opponent]
    end = fight(game, before, game.plans.rating[opponent], opponent, rules, stream)
    army_loses(board, game.plans.side[opponent], opponent, before - strength(game.defenders))
    if end.defender_left_field:
        target = refuge(game.plans.side[opponent], area, game.march.came_from, game, rules)
        army_retreats(game, opponent, target, rules, stream)
    elif board.troops[opponent] == 0:
        general_alone(game, opponent, safe_area(game, opponent, rules))
    after_battle(game, end, rules, stream)


@rule
def fight_loose(game, enemy, area, rules, stream):
    """F-51 A battle against troops without a general."""
    board = game.board
    before = board.loose[enemy, area]
    end = fight(game, before, 0, NO_GENERAL, rules, stream)
    loose_lose(board, enemy, area, before - strength(game.defenders))
    if end.defender_left_field:
        target = refuge(enemy, area, game.march.came_from, game, rules)
        loose_retreat(game, enemy, area, target, rules, stream)
    after_battle(game, end, rules, stream)


@rule
def fight_merged(game, enemy, area, rules, stream):
    """F-41 All enemy field troops as one army under their first general; losses fall on the loose troops first."""
    board, before = game.board, game.board.field[enemy, area]
    if before == 0:
        return
    leader = leader_of_merged(enemy, area, game)
    end = fight(game, before, game.plans.rating[leader] if leader != NO_GENERAL else 0, leader, rules, stream)
    merged_losses(game, enemy, area, before - strength(game.defenders))
    target = refuge(enemy, area, game.march.came_from, game, rules)
    for general in range(game.generals.count):
        if game.plans.side[general] == enemy and board.where[general] == area:
            if end.defender_left_field:
                army_retreats(game, general, target, rules, stream)
            elif board.field[enemy, area] == 0:
                general_alone(game, general, safe_area(game, general, rules))
    if end.defender_left_field and board.loose[enemy, area] > 0:
        loose_retreat(game, enemy, area, target, rules, stream)
    after_battle(game, end, rules, stream)


@rule
def leader_of_merged(side, area, game):
    """F-41 The highest-rated general of a side in an area, with or without troops."""
    one, other = next_opponent(side, area, True, 0, game), next_opponent(side, area, False, 0, game)
    if one == NO_GENERAL or other == NO_GENERAL:
        return max(one, other)
    return one if ahead(one, other, game) else other


@rule
def merged_losses(game, side, area, lost):
    """F-41 The dead of a merged army: loose troops, then those of the generals met last."""
    board = game.board
    loose = min(lost, board.loose[side, area])
    loose_lose(board, side, area, loose)
    lost -= loose
    while lost > 0:
        last = NO_GENERAL
        for general in range(game.generals.count):
            here = game.plans.side[general] == side and board.where[general] == area and board.troops[general] > 0
            if here and (last == NO_GENERAL or ahead(last, general, game)):
                last = general
        dead = min(lost, board.troops[last])
        army_loses(board, side, last, dead)
        lost -= dead


@rule
def fight(game, defenders, rating, opponent, rules, stream):
    """F-18, F-40, F-44 The activated army attacks so many troops under a rating; its own losses are taken here."""
    board, march, general = game.board, game.march, game.march.general
    troops = board.troops[general]
    form_groups(game.attackers, troops, game.plans.rating[general])
    form_groups(game.defenders, defenders, max(rating, 1))
    give_orders(game, rating, rules)
    tell(story.BATTLE_BEGINS, general, opponent, board.where[general], troops, defenders, game.battlefield.can_retreat)
    end = battle(game.attackers, game.defenders, game.battlefield, rules, at(stream, FIGHTING, 0, opponent + 1))
    army_loses(board, march.side, general, troops - strength(game.attackers))
    board.battles += 1
    if end.winner == ATTACKER:
        board.won[march.side] += 1
    elif end.winner == DEFENDER:
        board.won[1 - march.side] += 1
    tell(story.BATTLE_ENDS, end.winner, strength(game.attackers), strength(game.defenders))
    return end


@rule
def give_orders(game, rating, rules):
    """F-50, F-52 Both players' orders; who has nowhere to go stays."""
    march, battlefield = game.march, game.battlefield
    area, enemy = game.board.where[march.general], 1 - march.side
    copy_orders(battlefield.attacker, game.players[march.side].orders, game.plans.rating[march.general])
    copy_orders(battlefield.defender, game.players[enemy].orders, rating)
    if way_back(game, rules) == NO_AREA:
        battlefield.attacker.retreat, battlefield.attacker.withdraw = NEVER, NEVER_WITHDRAW
    battlefield.can_retreat = refuge(enemy, area, march.came_from, game, rules) != NO_AREA


@rule
def copy_orders(orders, wanted, rating):
    """F-50 A side's orders for this battle."""
    orders.rating = rating
    orders.fire, orders.withdraw = wanted.fire, wanted.withdraw
    orders.retreat, orders.retreat_below = wanted.retreat, wanted.retreat_below
    orders.ratio_over, orders.ratio_under = wanted.ratio_over, wanted.ratio_under


@rule
def after_battle(game, end, rules, stream):
    """F-52, F-53 The attacker who left goes back and does nothing more; one whose army is gone goes to safety."""
    march, board = game.march, game.board
    if end.attacker_left_field:
        march.ended = True
        army_retreats(game, march.general, way_back(game, rules), rules, stream)
    elif board.troops[march.general] == 0:
        attacker_is_gone(game, rules)
