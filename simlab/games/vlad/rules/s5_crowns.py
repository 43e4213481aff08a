"""Section V: the bonuses of crowns (V-28)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.state import ADD


@rule
def attack_bonus(crowns, rules):
    """V-28 +2 attack with one crown; with two +3 in all, or +5 if the bonuses add up."""
    if crowns < 2:
        return 2 * crowns
    return 5 if rules.crown_bonus == ADD else 3


@rule
def defence_bonus(crowns):
    """V-28 +1 defence with two crowns."""
    return 1 if crowns >= 2 else 0
