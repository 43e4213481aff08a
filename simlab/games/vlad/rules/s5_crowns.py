"""Section V: the bonuses of crowns (V-28)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.state import ADD, MOST_CROWNS, ONE_CROWN_ATTACK, TWO_CROWNS_ATTACK, TWO_CROWNS_DEFENCE


@rule
def attack_bonus(crowns, rules):
    """V-28 +2 attack with one crown; with two +3 in all, or +5 if the bonuses add up."""
    if crowns < MOST_CROWNS:
        return ONE_CROWN_ATTACK * crowns
    return TWO_CROWNS_ATTACK + (ONE_CROWN_ATTACK if rules.crown_bonus == ADD else 0)


@rule
def defence_bonus(crowns):
    """V-28 +1 defence with two crowns."""
    return TWO_CROWNS_DEFENCE if crowns >= MOST_CROWNS else 0
