"""Random numbers by address: a draw is a pure function of (seed, trial, event, number within the event).

A stream is a key. `branch` leads from a stream to a substream by any whole number: seed -> trial -> event. Draws of
a stream are numbered, and any number can be asked for at any time, so nothing has to be kept or advanced: rows do
not depend on batches or threads, one trial replays alone, and an extra die in one event leaves all others alone.

Two generators stand behind the same functions. SPLITMIX is the default: splitmix64 (Steele, Lea, Flood 2014; the
finaliser is Stafford's "mix 13"). PHILOX is Philox4x32-10 (Salmon et al. 2011), slower, with published vectors: the
audit twin. Two trials or events share a key only by a 64-bit collision.
"""

from typing import NamedTuple

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.witness import rolled, seen_if

SPLITMIX, PHILOX = 0, 1
GENERATORS = {"splitmix": SPLITMIX, "philox": PHILOX}

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # splitmix64's step, 2**64 / golden ratio
BRANCH = np.uint64(0xD1342543DE82EF95)  # an odd multiplier of its own, so that branches are not draws
MIX_A, MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)

PHILOX_M0, PHILOX_M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
PHILOX_W0, PHILOX_W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
DRAWS, BRANCHES = np.uint64(0), np.uint64(1)  # Philox counters of the two uses never meet


class Stream(NamedTuple):
    """Where draws come from: the generator's kind and a 64-bit key."""

    kind: int
    key: np.uint64


@rule
def mix64(z):
    """The splitmix64 finaliser: a bijection of 64 bits."""
    z = (z ^ (z >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return z ^ (z >> S31)


@rule
def philox4x32(c0, c1, c2, c3, k0, k1):
    """Philox4x32-10: four 32-bit words from a 128-bit counter and a 64-bit key, all held in uint64."""
    for _ in range(10):
        p0, p1 = PHILOX_M0 * c0, PHILOX_M1 * c2
        c0, c1, c2, c3 = (p1 >> S32) ^ c1 ^ k0, p1 & LOW, (p0 >> S32) ^ c3 ^ k1, p0 & LOW
        k0, k1 = (k0 + PHILOX_W0) & LOW, (k1 + PHILOX_W1) & LOW
    return c0, c1, c2, c3


@rule
def philox_word(key, number, use):
    """64 bits of Philox under a 64-bit key, at a 64-bit number, for draws or for branches."""
    w0, w1, _, _ = philox4x32(number & LOW, number >> S32, use, np.uint64(0), key & LOW, key >> S32)
    return (w0 << S32) | w1


@rule
def branch(stream, number):
    """The substream of this number; any whole number from 0 to 2**63 - 1."""
    if stream.kind == PHILOX:
        return Stream(stream.kind, philox_word(stream.key, np.uint64(number), BRANCHES))
    return Stream(stream.kind, mix64(stream.key + (np.uint64(number) + ONE) * BRANCH))


@rule
def trial_stream(kind, seed, trial):
    """The stream of one trial."""
    return branch(branch(Stream(kind, np.uint64(0)), seed), trial)


@rule
def at(stream, phase, turn, unit):
    """The stream of one event, named by things that stay: what is done, when, by or to whom.

    `phase` 0..2**15 - 1, `turn` 0..2**24 - 1, `unit` 0..2**24 - 1.
    """
    return branch(stream, (phase << 48) | (turn << 24) | unit)


@rule
def word(stream, number):
    """Draw `number` of a stream: 64 random bits."""
    if stream.kind == PHILOX:
        return philox_word(stream.key, np.uint64(number), DRAWS)
    return mix64(stream.key + (np.uint64(number) + ONE) * GOLDEN)


@rule
def face(stream, number, faces):
    """What die `number` of a stream shows, 1..faces; the 32-bit multiply leaves a bias below faces / 2**32."""
    return np.int64(((word(stream, number) >> S32) * np.uint64(faces)) >> S32) + 1


@rule
def die(stream, number, faces):
    """Roll die `number` of a stream, 1..faces."""
    return rolled(stream.key, number, faces, face(stream, number, faces))


@rule
def die_if(needed, stream, number, faces):
    """Roll a die that is looked at only if `needed`; no branch, as the processor could not foresee it."""
    return seen_if(needed, stream.key, number, faces, face(stream, number, faces))
