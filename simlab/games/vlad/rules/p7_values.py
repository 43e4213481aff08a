"""Policies: what an attack is worth (P-7), and what cards a unit holds (P-1)."""

from typing import NamedTuple

import numpy as np

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import KINDS, TRUCE, UNWANTED
from simlab.games.vlad.rules.s3_v09_board import fighter_of
from simlab.games.vlad.rules.s5_v34_impaling import can_impale
from simlab.games.vlad.rules.s5_v36_cards import blunted
from simlab.games.vlad.rules.s7_v58_attacks import choose_card
from simlab.games.vlad.rules.s7_v65_game_fights import time_now
from simlab.games.vlad.state import AS_DEALT, KNIGHT, MAGIC, VLAD

USUAL_DEFENCE, USUAL_ATTACK = 7, 13  # P-7 what the answer is expected to be
DECIMALS = 1e9  # P-7 values are rounded before they are compared


class Means(NamedTuple):
    """P-7 What a unit would attack with: whether it can, what harm it is expected to do and what comes back."""

    able: bool
    harm: int
    pain: int


@rule
def rounded(value):
    """P-7 A value to nine decimals, the same compiled and plain."""
    return np.floor(value * DECIMALS + 0.5) / DECIMALS


@rule
def means_against(unit, target, play, rules):
    """P-7 Impaling if it is legal, else magic of a Vlad against a Vlad if its attack is higher, else the first card."""
    seat, packs = play.seats.of[unit // KINDS], play.packs.of
    one, other = fighter_of(unit, play), fighter_of(target, play)
    if can_impale(one, other, seat, rules):
        return Means(True, other.life, 0)
    magic, pack = play.magic.of[unit // KINDS], packs[one.unit]
    choice = choose_card(one, pack, magic, packs[MAGIC], other, seat, time_now(play, rules))
    if choice.rank < 0:
        return Means(False, 0, 0)
    if choice.is_magic:
        attack = blunted(packs[MAGIC].attack[magic.hand[choice.place]], seat.blunted)
        return Means(True, attack + seat.magic_attack_bonus, 0)
    card = one.hand[choice.place]
    harm = blunted(pack.attack[card], seat.blunted) + seat.attack_bonus - USUAL_DEFENCE
    return Means(True, harm, USUAL_ATTACK - pack.defence[card] - seat.defence_bonus)


@rule
def prey(kind, player):
    """P-7 What hurting a unit of this kind is worth."""
    if kind == VLAD:
        return player.prey_vlad
    return player.prey_knight if kind == KNIGHT else player.prey_archer


@rule
def value_of(unit, target, gang, play, rules):
    """P-7 What an attack is worth, `gang` added; UNWANTED if it cannot be made."""
    means = means_against(unit, target, play, rules)
    if not means.able or play.table.card == TRUCE:
        return UNWANTED
    player = play.players.of[unit // KINDS]
    hurt = min(1.0, max(0, means.harm) / fighter_of(target, play).life)
    pain = min(1.0, max(0, means.pain) / fighter_of(unit, play).life)
    killed = player.kill_bonus if hurt == 1.0 else 0.0
    return rounded(prey(target % KINDS, player) * hurt + killed - player.caution * pain + gang)


@rule
def expected_harm(unit, target, play, rules):
    """P-8 What harm a unit's attack is expected to do."""
    return max(0, means_against(unit, target, play, rules).harm)


@rule
def attack_at(unit, time, play):
    """P-1, P-4 The attack of all a unit's cards of a time of day together, with bonuses."""
    seat, fighter, pack = play.seats.of[unit // KINDS], fighter_of(unit, play), play.packs.of[unit % KINDS]
    total = 0
    for place in range(fighter.held):
        card = fighter.hand[place]
        if pack.rank[AS_DEALT, time, card] >= 0:
            total += blunted(pack.attack[card], seat.blunted) + seat.attack_bonus
    return total
