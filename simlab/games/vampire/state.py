"""The rows of state that the rules of Vampire Empire work on, and the codes of choices.

A row is a numpy record; numbers of the rules come in as rows as well, an option's field has the option's name. Cards of
a deck are numbered from 0 in the card order (E-11), so "the lowest card" is the smallest number.
"""

import numpy as np

HUMAN, VAMPIRE = 0, 1
NOBLE, CLERGY, SERVANT, WATER, RED = 1, 2, 4, 8, 16  # colours of cards, as bits; a profession is its colour
FETCH, ATTACK_MARKER, DEFENCE_MARKER, BLOCK = 1, 2, 3, 4  # support cards; 0: a combat card

# Choices of options, as numbers: their place in the `choices` of numbers.toml (a test holds the two equal).
IN_CASTLE, ANYWHERE = 0, 1  # reveal_where
SUPPORT_ON, SUPPORT_BLANK = 0, 1  # support_cards
TO_DEFENDER, TO_ATTACKER = 0, 1  # ties
CARRY_BOTH, CARRY_ATTACK, CARRY_NONE = 0, 1, 2  # carry_over
OPTIONAL, FORCED = 0, 1  # second_round
FIRST_ROUND, WHOLE_HAND, OFF = 0, 1, 2  # start_check

# How a side plays a fight (E-40, E-41).
ALL_IN, MINIMAL, HOLD_BACK, RANDOM, NONE = 0, 1, 2, 3, 4

# Phases: the first part of a random event's address.
DEAL, PLAY, ASK_ONE, SET_UP, TOLD, DISCARDING, REVEALING, SUPPORTING, MARKING = range(1, 10)
ACTING, PASSING, BLOCKING, BLUFFING, CHOOSING_PAIR, UNMASKING_ATTACK = range(10, 16)

NOBODY = -1
SMALLEST_HAND, SMALLEST_DECK, SMALLEST_SUM = 12, 48, 64  # rooms; larger ones double, so few sizes get compiled


def force_type(cards: int, total: int) -> np.dtype:
    """One side of a fight: its valid cards from the lowest on, which of them it plays now, and its policy.

    `given` and the like are the valid cards of a given hand. `weight`, `big`, `best` and `ways` are scratch of plays:
    what choosing a card is worth, the best choice for a sum, and in how many ways a sum is reached.
    """
    whole = ("side", "policy", "cards", "markers", "opening", "played", "given", "big")
    per_card = ("card", "value", "chosen", "gone", "weight", "given_card", "given_value")
    sums = [("best", np.int64, (total,)), ("ways", np.float64, (cards + 1, total))]
    return np.dtype([*((n, np.int64) for n in whole), *((n, np.int64, (cards,)) for n in per_card), *sums])


def deck_type(cards: int) -> np.dtype:
    """A deck: what is printed on its cards, in the card order, and the random places of the cards in its pile."""
    whole = ("side", "card_count", "dealt", "valid")
    per_card = ("value", "colours", "support", "id")
    keys = [("even_place", np.uint64), ("keys", np.uint64, (cards,))]
    return np.dtype([*((n, np.int64) for n in whole), *((n, np.int64, (cards,)) for n in per_card), *keys])


#: Unmasking (E-65): who is unknown, how many are to be found, and how it is asked.
UNMASKING = np.dtype([(n, np.int64) for n in ("unknown", "vampires", "find", "max_uses", "repeats", "known")])

#: The open table: what both players see of the nine characters. `profession` is the bit of its colour.
#: `defended_cards` and `attacked_fights` count what the vampire player did for and to a character (E-47).
TABLE = np.dtype(
    [
        *(
            (name, np.int64, (9,))
            for name in (
                *("profession", "alive", "revealed", "in_castle", "attack_markers", "defence_markers"),
                *("defended_cards", "attacked_fights"),
            )
        ),
        *(
            (name, np.int64)
            for name in (
                *("city_count", "dead_vampires", "turn", "winner", "way"),
                *("holy_water_uses", "hides", "fights", "blocks", "reveals"),
            )
        ),
    ]
)

#: What the human player does not see: who is a vampire, and the order of the city from the top.
SECRET = np.dtype([("vampire", np.int64, (9,)), ("city", np.int64, (9,))])

#: What the human player knows (E-43): humans that he was told of, and what he makes of each character now.
KNOWLEDGE = np.dtype([("told", np.int64, (9,)), ("status", np.int64, (9,))])
UNKNOWN, KNOWN_HUMAN, SURE_VAMPIRE, REVEALED, GONE = 0, 1, 2, 3, 4

CHARACTERS, CASTLE, VAMPIRES = 9, 3, 3
PILE, HAND, USED = 0, 1, 2  # where a card of a player is

# Policies (section 8), in the order of the game's POLICIES.
INQUISITOR, BRAWLER, LURKER, BOLD, THREE_THRONES, RANDOM_PLAYER, IDLE = 0, 1, 2, 3, 4, 5, 6

# Winners and ways (E-60 to E-63), in the order of the columns' names.
HUMAN_WINS, VAMPIRE_WINS, TIE, NOBODY_YET = 0, 1, 2, 3
VAMPIRES_DEAD, HUMANS_DEAD, THREE_THRONES_WON, CARDS_OUT, TURN_LIMIT = 0, 1, 2, 3, 4


def player_type(cards: int) -> np.dtype:
    """A player: side, policy and parameters, deck, where every card is, and the `hand` cards `held`, lowest first.

    Cards are numbered in the card order (E-11).
    """
    whole = (
        *("side", "card_count", "hand", "pile", "special"),
        *("policy", "cycle", "min_attack", "attack_play", "defend_play", "observed", "reveal_red"),
    )
    per_card = ("value", "colours", "support", "id", "place", "held")
    rest = [("bluff", np.float64), ("discard_chance", np.float64), ("keys", np.uint64, (cards,))]
    return np.dtype([*((n, np.int64) for n in whole), *((n, np.int64, (cards,)) for n in per_card), *rest])
