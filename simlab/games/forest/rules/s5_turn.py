"""Section 5: the turn: all chits, then sieges and supply (F-20), over the turns of a game."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import ACTIVATION, FORESIGHT, OTTOMAN, PER_TURN, RANDOM_LEGAL, TURN
from simlab.games.forest.rules.s4_armies import forget_leads, forget_sent_back
from simlab.games.forest.rules.s5_turn_order import fill_cup, next_to_act
from simlab.games.forest.rules.s6_movement import begin_activation
from simlab.games.forest.rules.s8_castles import roll_sieges
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
    tell(story.TURN_ENDS, game.board.living[0], game.board.living[1])


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
    if rules.troop_moves == PER_TURN and game.board.sent_back > 0:
        forget_sent_back(game.board, side)
