"""Section 8: castles. Here: sieges and supply at the end of a turn."""

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.state import BESIEGERS, GARRISON, SIEGE, STARVE


@rule
def can_besiege(besiegers, defenders, rules):
    """F-57 Enough field troops (F-13) against a garrison that exists."""
    return besiegers >= 1 and defenders >= 1 and besiegers >= defenders + rules.siege_margin


@rule
def end_of_siege_turn(besiegers, defenders, count, tokens, siege, rules, stream, turn):
    """F-59, F-62 The castle's roll, then hunger; returns (besieged, fell, besiegers, defenders, tokens)."""
    besieged, fell = can_besiege(besiegers, defenders, rules), False
    if besieged:
        fell, tokens, _ = siege_roll(count, tokens, 0, stream, turn)
        if fell:
            defenders = 0
    else:
        tell(story.SIEGE_LIFTED, besiegers, defenders)
    if not siege.supplied:
        besiegers = starve(BESIEGERS, besiegers, rules, stream, turn)
    if not siege.garrison_supplied and not fell:
        defenders = starve(GARRISON, defenders, rules, stream, turn)
        fell = starved_out(besieged, besiegers, defenders)
    return besieged, fell, besiegers, defenders, tokens


@rule
def turns_besieged(already, turn, rules):
    """F-59 How many turns the siege counts at the end of its `turn`-th turn, 1 = first, of those played here."""
    return already + rules.siege_first_count + turn - 1


@rule
def castle_falls(roll, count):
    """F-59 The castle falls if the die shows at most the turns that it has been besieged."""
    return roll <= count


@rule
def siege_roll(count, tokens, enemy_tokens, stream, turn):
    """F-59 with F-68 The roll for a castle: the besieger's tokens re-roll failures, the enemy's re-roll successes.

    Returns (fell, tokens left, enemy tokens left).
    """
    event = at(stream, SIEGE, turn, 0)
    number = 0
    roll = die(event, number, FACES)
    tell(story.SIEGE_ROLLED, roll, count, castle_falls(roll, count), 0)
    while (enemy_tokens if castle_falls(roll, count) else tokens) > 0:
        if castle_falls(roll, count):
            enemy_tokens -= 1
        else:
            tokens -= 1
        number += 1
        roll = die(event, number, FACES)
        tell(story.SIEGE_ROLLED, roll, count, castle_falls(roll, count), 1)
    return castle_falls(roll, count), tokens, enemy_tokens


@rule
def starves(roll, rules):
    """F-62 A troop out of supply is removed on 1 to `starve_max`."""
    return roll <= rules.starve_max


@rule
def starve(who, troops, rules, stream, turn):
    """F-62 Every troop out of supply rolls; returns the troops left."""
    event, left = at(stream, STARVE, turn, who), troops
    for troop in range(troops):
        left -= starves(die(event, troop, FACES), rules)
    tell(story.STARVED, who, troops, left)
    return left


@rule
def starved_out(besieged, besiegers, defenders):
    """F-62 Has hunger emptied a besieged castle, with somebody alive outside to take it?"""
    return besieged and defenders == 0 and besiegers > 0
