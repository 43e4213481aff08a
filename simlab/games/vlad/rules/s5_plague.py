"""Section V: the plague in one unit (V-44)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.rules.s5_dials import lose_life


@rule
def plague_loss(life, rules):
    """V-44 Life of an infected unit after the upkeep of an own turn."""
    return lose_life(life, rules.plague_damage)


@rule
def cured(walked, distance):
    """V-44 An infected unit is cured when it has come to an orange square of its own church."""
    return walked >= distance
