"""The chits of generals: what each general's player wants of the turn order, as rows for the rules (F-20 to F-24)."""

from typing import Literal

import numpy as np

from simlab.contract import Setup, parameter
from simlab.rows import row_of

SIDES = ("ottoman", "christian")
DELAYS = ("never", "always", "while_enemy")
JUMPS = ("never", "always", "enemy")
MOST_GENERALS = 12


class General(Setup):
    """One general, his side and his player's wishes."""

    name: str = parameter(about="unique name; letters, digits and _ in its column pos_<name>", item="F-03")
    rating: int = parameter(about="rating; an attempt succeeds with a roll below it", item="F-21", low=0, high=6)
    side: Literal[SIDES] = parameter("ottoman", about="his side", item="F-01")
    delay: Literal[DELAYS] = parameter("never", about="when he tries to go later", item="F-22")
    jump: Literal[JUMPS] | list[str] = parameter("never", about="past whom he tries to jump", item="F-23")


def jumps_past(general: General, other: General) -> bool:
    """F-23 Would this general try to act before the other?"""
    if isinstance(general.jump, list):
        return other.name in general.jump
    return general.jump == "always" or (general.jump == "enemy" and general.side != other.side)


def plans_row(generals: list[General]) -> np.record:
    """Ratings, sides and wishes as a row of numbers, with room for every case; nobody tosses a coin for a wish."""
    room = (MOST_GENERALS,)
    per_general = [(name, np.int64, room) for name in ("rating", "side", "delay")]
    coins = [(name, np.int64, room) for name in ("delay_coin", "jump_coin")]
    plans = row_of(np.dtype([*per_general, ("jump_past", np.int64, room * 2), *coins]))
    for place, general in enumerate(generals):
        plans.rating[place] = general.rating
        plans.side[place] = SIDES.index(general.side)
        plans.delay[place] = DELAYS.index(general.delay)
        plans.jump_past[place, : len(generals)] = [jumps_past(general, other) for other in generals]
    return plans


def cup_row(generals: int) -> np.record:
    """The cup and who has acted, with room for every case."""
    counters = [(name, np.int64) for name in ("chits", "acted", "held", "picked")]
    per_chit = [(name, np.int64, (MOST_GENERALS,)) for name in ("in_cup", "eligible", "position")]
    cup = row_of(np.dtype([*counters, *per_chit]))
    cup.chits = generals
    return cup
