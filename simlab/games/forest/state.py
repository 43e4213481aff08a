"""The rows of state that the rules of Forest work on, the numbers that they are handed, and the codes of choices.

A row is a numpy record: `side.troops[g] -= 1` reads the same compiled and in plain Python. Numbers come in as rows as
well, never as constants of a module, which the compiler would freeze. An option's field has the option's name.
"""

import numpy as np

from simlab.rows import room_for, row_of

# Choices of options, as numbers: their place in the `choices` of numbers.toml (a test holds the two equal).
FIRST_ROUND, SEPARATE = 0, 1  # initial_search
BEFORE_BATTLE, EVERY_ROUND = 0, 1  # withdraw_window
WASTED, SPILL = 0, 1  # excess_hits
BY_SIZE, BY_LIST = 0, 1  # group_order
RETURN_FIRE, NO_RETURN_FIRE = 0, 1  # surprise_fire
PAIRED, DUEL = 0, 1  # storm_pairing
FROM_FIRST, FROM_LAST = 0, 1  # morale_order
ONE_EACH, UNTIL_CLEARED = 0, 1  # morale_scheme
OPEN, CLOSED = 0, 1  # held_chit
ANY_RATING, HIGHER_RATING = 0, 1  # jump_rating

# Choices of players' orders, in the order of the setup's lists.
EVEN, JOINED_FIRST, SURPRISE_FIRST = 0, 1, 2  # fire
NEVER, BELOW, OUTNUMBERED = 0, 1, 2  # retreat
BY_POLICY, NEVER_WITHDRAW, ALWAYS_WITHDRAW = 0, 1, 2  # withdraw
DELAY_NEVER, DELAY_ALWAYS, DELAY_WHILE_ENEMY = 0, 1, 2  # delay
STORM_ALWAYS, SIEGE_ONLY, STORM_IF, SIEGE_THEN_STORM = 0, 1, 2, 3  # plan of an assault

ATTACKER, DEFENDER, NOBODY, STILL_OPEN = 0, 1, 2, 3  # who wins, who leaves; the other side is 1 - side
NO_BATTLE = 3  # in place of who wins, if there is nobody to fight
BESIEGERS, GARRISON, TROOPS = 0, 1, 2  # who starves
BY_STORM, BY_SIEGE, EMPTY, NOT_TAKEN = 0, 1, 2, 3  # how a castle is taken

# Phases: the first part of a random event's address.
SEARCH, FIRE, SURPRISE, STORM, SIEGE, STARVE, MORALE, DRAW_CHIT, ALTER_ORDER, STORM_IN_TURN = range(1, 11)
DELAY_WISH, JUMP_WISH = 30, 31

#: What a side's player has decided for a battle (F-17, F-46, F-47, F-50); rating 0: no general (F-51). The retreat
#: ratio is a fraction of whole numbers, so that 11 against 10 at 1.1 is no matter of rounding.
ORDERS = np.dtype(
    [
        (name, np.int64)
        for name in ("rating", "fire", "retreat", "retreat_below", "ratio_over", "ratio_under", "withdraw")
    ]
)

#: A battlefield: both sides' orders, whether the defender has a way out, and when the fight is broken off.
FIELD = np.dtype([("attacker", ORDERS), ("defender", ORDERS), ("can_retreat", np.int64), ("stop_after", np.int64)])

#: A siege before the first of its rolls, as the setup has it; the besiegers and the garrison count troops.
SIEGE_ROW = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("besiegers", "defenders", "turns", "turns_already"),
            *("supplied", "garrison_supplied", "reroll_tokens"),
        )
    ]
)

#: What awaits an army before a castle, and its orders. It is the plan of a storm and the siege of the end of a turn as
#: well, so it has the fields that those rules read; the ratio is a fraction of whole numbers, as in ORDERS.
ASSAULT = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("impalements", "garrison", "turns", "plan", "ratio_over", "ratio_under"),
            *("attacker_withdraw_below", "defender_withdraw_below", "supplied", "garrison_supplied"),
        )
    ]
)

SMALLEST_ARMY = 12  # room for an army of the printed game; larger ones double it, so few sizes get compiled


def side_row(who: int, groups: list[int], most_troops: int) -> np.record:
    """A side of a battle: its groups' troops, whether they have Joined, and the shots and hits of the fire step.

    `most_troops` is the larger of both sides' troops; `hits_up_to` is scratch for that many shots.
    """
    room = room_for(max(most_troops, len(groups)), SMALLEST_ARMY)
    per_group = [(name, np.int64, (room,)) for name in ("troops", "joined", "shots", "hits")]
    dtype = np.dtype([("who", np.int64), ("groups", np.int64), *per_group, ("hits_up_to", np.int64, (room + 1,))])
    side = row_of(dtype)
    side.who, side.groups = who, len(groups)
    side.troops[: len(groups)] = groups
    return side
