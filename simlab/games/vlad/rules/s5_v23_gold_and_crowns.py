"""Section V: gold and crowns for a kill, and the bonuses of crowns (V-23, V-28)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.games.vlad.state import (
    ADD,
    CROWNS_FOR_A_VLAD,
    GOLD_FOR_A_UNIT,
    MOST_CROWNS,
    ONE_CROWN_ATTACK,
    TWO_CROWNS_ATTACK,
    TWO_CROWNS_DEFENCE,
    VLAD,
)


class Bonuses(NamedTuple):
    """What crowns add to the attack and to the defence of a card."""

    attack: int
    defence: int


@rule
def crowns_for(unit):
    """V-02, V-63 A crown for a killed Vlad."""
    return CROWNS_FOR_A_VLAD if unit == VLAD else 0


@rule
def gold_for(unit):
    """V-23, V-63 Gold for a killed knight or archer."""
    return GOLD_FOR_A_UNIT if unit != VLAD else 0


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


@rule
def crown_bonuses(crowns, rules):
    """V-28 What a seat's crowns add to its battle cards."""
    return Bonuses(attack_bonus(crowns, rules), defence_bonus(crowns))


@rule
def magic_bonuses(crowns, rules):
    """V-28 What a seat's crowns add to its magic cards: the same, or nothing."""
    return crown_bonuses(crowns, rules) if rules.crown_bonus_magic else Bonuses(0, 0)
