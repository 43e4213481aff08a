"""Section V: the plague in one unit (V-44)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.state import UNIFORM_STEP, WALK


@rule
def plague_loss(life, rules):
    """V-44 Life of an infected unit after the upkeep of an own turn."""
    return lose_life(life, rules.plague_damage)


@rule
def cured(walked, distance):
    """V-44 An infected unit is cured when it has come to an orange square of its own church."""
    return walked >= distance


@rule
def way_to_church(life, distance, step, rules, stream):
    """V-44, V-50 Own turns of an infected unit: loss, then a walk; returns (turns, life left)."""
    turn, walked = 0, 0
    while life > 0 and (turn == 0 or not cured(walked, distance)):
        turn += 1
        life = plague_loss(life, rules)
        squares = rules.move_squares
        if step == UNIFORM_STEP and life > 0:
            squares = die(at(stream, WALK, turn, 0), 0, rules.move_squares)
        walked += squares
        tell(story.PLAGUE_TURN, turn, life, squares, walked)
    return turn, life
