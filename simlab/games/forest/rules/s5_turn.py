"""Section 5: the turn: all chits, then sieges and supply (F-20), over the turns of a game."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import (
    ACTIVATION,
    CHRISTIAN,
    FORESIGHT,
    OTTOMAN,
    PER_TURN,
    RANDOM_LEGAL,
    TURN,
)
from simlab.games.forest.rules.s4_armies import forget_leads, forget_sent_back
from simlab.games.forest.rules.s5_turn_order import fill_cup, next_to_act
from simlab.games.forest.rules.s6_movement import begin_activation
from simlab.games.forest.rules.s6_stakes import stakes_in
from simlab.games.forest.rules.s8_castles import roll_sieges
from simlab.games.forest.rules.s8_control import is_castle_of
from simlab.games.forest.rules.s8_supply import check_supply
from simlab.games.forest.rules.s8_victory import nobody_left
from simlab.games.forest.rules.s12_christian import christian_activation
from simlab.games.forest.rules.s12_foresight_christian import calculating_defence
from simlab.games.forest.rules.s12_foresight_ottoman import calculating_siege
from simlab.games.forest.rules.s12_ottoman import ottoman_activation
from simlab.games.forest.rules.s12_random import random_activation


@rule
def play_campaign(game, rules, stream):
    """F-20, F-67 All turns, or until a side has no troops where the option early_end says so."""
    for turn in range(1, rules.turns + 1):
        game.board.turn = turn
        play_turn(game, rules, at(stream, TURN, turn, 0))
        if nobody_left(game.board, rules):
            tell(story.ENDS_EARLY, turn)
            return


@rule
def play_turn(game, rules, stream):
    """F-20 One turn: general after general moves and fights; then siege rolls, then supply."""
    tell(story.TURN_BEGINS, game.board.turn)
    forget_leads(game.board)
    fill_cup(game.cup)
    plans = game.last_plans if game.board.turn == rules.turns else game.plans
    while game.cup.acted < game.cup.chits:
        general = next_to_act(game.cup, plans, rules, stream)
        activate(game, general, rules, at(stream, ACTIVATION, 0, general))
    tell(story.SIEGES_ROLLED)
    roll_sieges(game, rules, stream)
    check_supply(game, rules, stream)
    tell_position(game, rules)


@rule
def tell_position(game, rules):
    """F-14, F-64, F-66 What the board looks like at the end of a turn."""
    board = game.board
    for place in range(game.map.castles):
        area = game.map.castle[place]
        ottoman = is_castle_of(OTTOMAN, area, game, rules)
        inside = board.garrison[OTTOMAN, area] + board.garrison[CHRISTIAN, area]
        tell(story.CASTLE_STANDS, area, ottoman, inside, board.siege[area], board.siege_count[area])
    for general in range(game.generals.count):
        tell(story.GENERAL_STANDS, general, board.where[general], board.troops[general])
    for area in range(game.map.areas):
        tell(story.LOOSE_STAND, area, board.loose[OTTOMAN, area], board.loose[CHRISTIAN, area])
        tell(story.STAKES_STAND, area, stakes_in(board, area))
    tell(story.TURN_ENDS, board.living[OTTOMAN], board.living[CHRISTIAN])


@rule
def activate(game, general, rules, stream):
    """F-19, F-20.4, F-20.5 The general whose turn it is moves and fights with the troops that he leads."""
    begin_activation(game, general, rules)
    side = game.march.side
    player = game.players[side]
    if player.policy == RANDOM_LEGAL:
        random_activation(game, rules, stream)
    elif player.policy == FORESIGHT:
        if side == OTTOMAN:
            calculating_siege(game, player, rules, stream)
        else:
            calculating_defence(game, player, rules, stream)
    elif side == OTTOMAN:
        ottoman_activation(game, player, rules, stream)
    else:
        christian_activation(game, player, rules, stream)
    if rules.troop_moves == PER_TURN and game.board.sent_back > 0:  # else nothing stands there: spares the loop
        forget_sent_back(game.board, side)
