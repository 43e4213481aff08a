"""Section 6: movement. Here: the morale of Ottoman groups that enter an area with impalements."""

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die_if
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.state import FROM_LAST, MORALE, ONE_EACH


@rule
def must_roll(place, markers_at_first, markers_left, rules):
    """F-37 Does the group in this place of the order roll: one a marker, or as long as a marker is left?"""
    if rules.morale_scheme == ONE_EACH:
        return place < markers_at_first
    return markers_left > 0


@rule
def goes_on(roll, rules):
    """F-37 The group goes on and takes a marker down with `morale_min` or more; otherwise it breaks."""
    return roll >= rules.morale_min


@rule
def group_in_place(place, groups, rules):
    """F-37 The order in which groups roll: from the first, or from the last."""
    return groups - 1 - place if rules.morale_order == FROM_LAST else place


@rule
def face_impalements(sizes, broken, markers, rules, stream):
    """F-37 The groups of these sizes enter an area with markers: who breaks is noted; returns the markers left."""
    event = at(stream, MORALE, 0, 0)
    left = markers
    for place in range(sizes.size):
        group = group_in_place(place, sizes.size, rules)
        rolls = must_roll(place, markers, left, rules)
        roll = die_if(rolls, event, group, FACES)
        broken[group] = rolls and not goes_on(roll, rules)
        left -= rolls and goes_on(roll, rules)
        if rolls:
            tell(story.MORALE_ROLLED, group, sizes[group], roll, broken[group], left)
        else:
            tell(story.WENT_ON, group, sizes[group])
    return left
