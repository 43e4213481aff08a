"""Forest's field battle in bare loops: default options only, plain arrays, one running generator, no address.

The same steps as in simlab/games/forest/rules (search, allotment a byte a size, fire, surprise fire), written into as
few functions as they need, to see what readable rules cost. Not a second implementation: that is tests/second.
"""

import numba
import numpy as np

GOLDEN, MIX_A, MIX_B = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32, SIX = (np.uint64(n) for n in (27, 30, 31, 32, 6))
EVERY_BYTE = 0x0101010101010101


@numba.njit(error_model="numpy", inline="always")
def roll(z):
    """A die from a state of the generator."""
    z = (z ^ (z >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return np.int64((((z ^ (z >> S31)) >> S32) * SIX) >> S32) + 1


@numba.njit(error_model="numpy")
def search(troops, joined, rating, state):
    """Lost groups search; the troops of the Joined and the generator's state."""
    strength = 0
    for g in range(troops.size):
        state += GOLDEN
        joined[g] |= (troops[g] > 0) & (joined[g] == 0) & (roll(state) <= rating)
        strength += troops[g] * joined[g]
    return strength, state


@numba.njit(error_model="numpy")
def allot(troops, joined, shots, dealt):
    """Deal the shots: Joined first, then larger groups, then lower numbers, over and over."""
    of_joined = of_lost = all_joined = all_lost = 0
    for g in range(troops.size):
        counted = troops[g] * joined[g]
        of_joined += counted << (8 * troops[g])
        all_joined += counted
        of_lost += (troops[g] - counted) << (8 * troops[g])
        all_lost += troops[g] - counted
    if shots == 0 or all_joined + all_lost == 0:
        for g in range(troops.size):
            dealt[g] = 0
        return
    times, rest = shots // (all_joined + all_lost), shots % (all_joined + all_lost)
    ahead_joined = all_joined * EVERY_BYTE - of_joined * EVERY_BYTE
    ahead_lost = (all_joined + all_lost) * EVERY_BYTE - of_lost * EVERY_BYTE
    for g in range(troops.size):
        size, byte = troops[g], 8 * troops[g]
        ahead = ((ahead_joined if joined[g] else ahead_lost) >> byte) & 255
        ahead_joined += (size * joined[g]) << byte
        ahead_lost += (size * (1 - joined[g])) << byte
        dealt[g] = times * size + min(max(rest - ahead, 0), size)


@numba.njit(error_model="numpy")
def fire(troops, dealt, hit_min, hits_up_to, state):
    """The shots dealt to a side are rolled, its losses taken; the generator's state."""
    shots = hits = 0
    for g in range(troops.size):
        for shot in range(shots, shots + dealt[g]):
            state += GOLDEN
            hits += roll(state) >= hit_min
            hits_up_to[shot + 1] = hits
        shots += dealt[g]
    shots = 0
    for g in range(troops.size):
        first, shots = shots, shots + dealt[g]
        troops[g] -= min(hits_up_to[shots] - hits_up_to[first], troops[g])
    return state


@numba.njit(error_model="numpy")
def answers(troops, joined, dealt):
    """Lost groups that were shot at and live join; their troops."""
    strength = 0
    for g in range(troops.size):
        answers = (dealt[g] > 0) & (joined[g] == 0) & (troops[g] > 0)
        joined[g] |= answers
        strength += answers * troops[g]
    return strength


@numba.njit(error_model="numpy")
def begin(start, troops, joined):
    """A side as it begins."""
    for g in range(start.size):
        troops[g], joined[g] = start[g], 0


@numba.njit(error_model="numpy")
def strength(troops):
    """Living troops; numpy's own sum is slower for so few."""
    count = 0
    for g in range(troops.size):
        count += troops[g]
    return count


@numba.njit(error_model="numpy")
def bare_battles(attackers, defenders, attacker_rating, defender_rating, hit_min, state, out):
    """Battles to the end: rows of winner (0 attacker, 1 defender, 2 none), rounds, and what is left of both."""
    a, joined_a, dealt_a = attackers.copy(), np.zeros_like(attackers), np.zeros_like(attackers)
    d, joined_d, dealt_d = defenders.copy(), np.zeros_like(defenders), np.zeros_like(defenders)
    hits_up_to = np.zeros(1 + max(attackers.sum(), defenders.sum()), np.int64)
    for i in range(out.shape[0]):
        begin(attackers, a, joined_a)
        begin(defenders, d, joined_d)
        rounds, over, left_a, left_d = 0, False, 0, 0
        while not over:
            rounds += 1
            shots_a, state = search(a, joined_a, attacker_rating, state)
            shots_d, state = search(d, joined_d, defender_rating, state)
            for volley in range(2):
                if volley == 1:
                    shots_a, shots_d = answers(a, joined_a, dealt_a), answers(d, joined_d, dealt_d)
                if volley == 0 or shots_a + shots_d > 0:
                    allot(d, joined_d, shots_a, dealt_d)
                    allot(a, joined_a, shots_d, dealt_a)
                    state = fire(d, dealt_d, hit_min, hits_up_to, state)
                    state = fire(a, dealt_a, hit_min, hits_up_to, state)
            left_a, left_d = strength(a), strength(d)
            over = left_a == 0 or left_d == 0
        out[i, 0], out[i, 1] = (0 if left_a > 0 else 1 if left_d > 0 else 2), rounds
        out[i, 2], out[i, 3] = left_a, left_d
