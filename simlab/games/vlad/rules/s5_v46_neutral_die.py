"""Section V: the eight-sided die of the neutrals (V-46)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import die


@rule
def neutral_roll(number, rules, event):
    """V-46 What throw `number` of an event shows; each face that the option lists is equally likely."""
    return rules.die8[die(event, number, rules.die8_count) - 1]
