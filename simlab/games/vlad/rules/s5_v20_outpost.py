"""Section V: what an outpost does to units in its range (V-20)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.state import LEAVE


@rule
def outpost_hit(life, inside, rules):
    """V-20 Life after one hit, by the number of own units inside; no card and no defence counts."""
    left = lose_life(life, rules.outpost_damage[inside])
    tell(story.OUTPOST_HIT, life - left, left)
    return left


@rule
def may_have_left(hits, visit):
    """V-20 A unit that stays in range may be gone before each of its stays; a move through it is always hit."""
    return hits >= visit.crossings


@rule
def under_fire(visit, rules, stream):
    """V-20 Moves through the range, then turns of the owner that find the unit in it; returns (hits, life left)."""
    hits, life = 0, visit.life
    while life > 0 and hits < visit.crossings + visit.stays:
        if may_have_left(hits, visit):
            turn = hits - visit.crossings
            if not happens(at(stream, LEAVE, turn, 0), 0, visit.stay_chance):
                tell(story.LEFT_RANGE, turn + 1)
                break
        life = outpost_hit(life, visit.inside, rules)
        hits += 1
    return hits, life
