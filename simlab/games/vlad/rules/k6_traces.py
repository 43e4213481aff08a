"""What is counted on the board's squares for heat maps: where units stand, fight and die. No rule rests on it."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import KINDS
from simlab.games.vlad.rules.s3_v09_board import stands_somewhere


@rule
def trace_position(play):
    """The squares of all units on the map or in outposts, at the end of a round."""
    table = play.table
    for unit in range(KINDS * table.players):
        if stands_somewhere(unit, table):
            play.traces.stood[table.square[unit]] += 1


@rule
def trace_fight(unit, play):
    """The square of a unit that takes part in a battle or in a neutral fight."""
    play.traces.fought[play.table.square[unit]] += 1


@rule
def trace_death(unit, play):
    """The square on which a unit dies; its caller has not taken it off yet."""
    play.traces.died[play.table.square[unit]] += 1
