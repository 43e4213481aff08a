"""Section V: what an outpost does to units in its range (V-20)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_dials import lose_life


@rule
def outpost_hit(life, inside, rules):
    """V-20 Life after one hit, by the number of own units inside; no card and no defence counts."""
    left = lose_life(life, rules.outpost_damage[inside])
    tell(story.OUTPOST_HIT, life - left, left)
    return left
