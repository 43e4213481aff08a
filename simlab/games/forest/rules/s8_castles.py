"""Section 8: castles. Here: what an army does at a castle, and the sieges of a turn's end (F-54 to F-60)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import ANY_DICE, BESIEGED, CHRISTIAN, NO_SIEGE, OTTOMAN, STORMING
from simlab.games.forest.rules.s3_map import garrison_limit, siege_numbers_hold
from simlab.games.forest.rules.s4_armies import army_loses, garrison_loses, man_from_army
from simlab.games.forest.rules.s7_retreats import attacker_is_gone, clear_generals
from simlab.games.forest.rules.s8_control import end_siege, settle, take_castle, take_empty_castle, tell_siege_ended
from simlab.games.forest.rules.s8_siege import siege_roll, turns_besieged
from simlab.games.forest.rules.s8_storm import storm
from simlab.games.forest.state import ATTACKER


@rule
def garrison_to_attack(game):
    """F-54, F-58 The enemy garrison that the activated army may attack now: the field has to be clear, troops there."""
    board, march = game.board, game.march
    area, enemy = board.where[march.general], 1 - march.side
    if march.ended or board.troops[march.general] == 0 or board.field[enemy, area] > 0:
        return 0
    return board.garrison[enemy, area]


@rule
def take_if_empty(game):
    """F-55 A castle of the enemy without garrison is simply taken once the field is clear."""
    board, march = game.board, game.march
    if not march.ended and board.troops[march.general] > 0:
        take_empty_castle(board.where[march.general], march.side, game)


@rule
def man_own_castle(game, most, rules):
    """F-12, F-27, F-60 Troops of the activated army go into a castle here that no enemy garrison holds."""
    board, march, general = game.board, game.march, game.march.general
    area = board.where[general]
    free = garrison_limit(area, game, rules) - board.garrison[march.side, area]
    if board.garrison[1 - march.side, area] == 0:
        manning = max(min(most, free, board.troops[general]), 0)
        man_from_army(board, march.side, general, manning)
        tell(story.CASTLE_MANNED, march.side, area, manning)


@rule
def may_besiege(game, rules):
    """F-57 Has the activated army's side enough field troops for a siege here?"""
    return siege_numbers_hold(game.march.side, game.board.where[game.march.general], game.board, rules)


@rule
def besiege(game):
    """F-57 A siege is laid, or goes on."""
    board, march = game.board, game.march
    area = board.where[march.general]
    if board.siege[area] != march.side:
        board.siege[area], board.siege_count[area] = march.side, 0
        tell(story.SIEGE_LAID, march.general, area, board.field[march.side, area], board.garrison[1 - march.side, area])
    else:
        tell(story.SIEGE_GOES_ON, area, board.siege_count[area])


@rule
def leave_castle_alone(game):
    """F-55 The general neither storms nor besieges; a siege that is laid goes on."""
    board, side, area = game.board, game.march.side, game.board.where[game.march.general]
    tell(story.LEAVES_CASTLE_ALONE, area, board.field[side, area], board.garrison[1 - side, area])


@rule
def storm_castle(game, rules, stream):
    """F-56 The activated army storms the castle; the attackers who are left take it, or its general flees."""
    board, march, general = game.board, game.march, game.march.general
    area, side = board.where[general], march.side
    attackers, defenders = board.troops[general], board.garrison[1 - side, area]
    tell(story.STORM_BEGINS, general, area, attackers, defenders)
    end = storm(attackers, defenders, game.storm_plan, rules, at(stream, STORMING, 0, 0))
    army_loses(board, side, general, attackers - end.attackers)
    garrison_loses(board, 1 - side, area, defenders - end.defenders)
    tell(story.STORM_ENDS, area, end.winner == ATTACKER, end.attackers, end.defenders)
    if end.winner == ATTACKER:
        take_castle(area, side, board)
        board.by_storm += side == OTTOMAN
    else:
        attacker_is_gone(game, rules)
    settle(area, game, rules)
    clear_generals(game, area, rules)


@rule
def roll_sieges(game, rules, stream):
    """F-59 At the end of a turn every siege is rolled for, the lowest area first."""
    for place in range(game.map.castles):
        area = game.map.castle[place]
        side = game.board.siege[area]
        if side != NO_SIEGE:
            if siege_numbers_hold(side, area, game.board, rules):
                roll_siege(game, area, side, rules, stream)
            else:
                end_siege(area, game.board)
                tell_siege_ended(side, area, game.board)


@rule
def roll_siege(game, area, side, rules, stream):
    """F-59, F-68 One castle's roll; the Ottomans re-roll failures, the Christians successes if tokens allow it."""
    board, enemy = game.board, 1 - side
    board.siege_count[area] += 1
    tell(story.SIEGE_OF, area, side, board.field[side, area], board.garrison[enemy, area], board.siege_count[area])
    own = board.tokens[OTTOMAN] if side == OTTOMAN else 0
    against = board.tokens[CHRISTIAN] if side == OTTOMAN and rules.token_target == ANY_DICE else 0
    count = turns_besieged(0, board.siege_count[area], rules)
    event = at(stream, BESIEGED, 0, area)
    fell, own_left, against_left = siege_roll(count, own, against, event, board.turn)
    board.tokens[OTTOMAN] -= own - own_left
    board.tokens[CHRISTIAN] -= against - against_left
    if fell:
        garrison_loses(board, enemy, area, board.garrison[enemy, area])
        take_castle(area, side, board)
        board.by_siege += side == OTTOMAN
        settle(area, game, rules)
