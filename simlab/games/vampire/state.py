"""The rows of state that the rules of Vampire Empire work on, and every code with its name, once.

A row is a numpy record; numbers of the rules come in as rows as well, an option's field has the option's name. Cards of
a deck are numbered from 0 in the card order (E-11), so "the lowest card" is the smallest number.
"""

from typing import NamedTuple

import numpy as np

# Names in the order of their codes.
SIDES = ("human", "vampire")
HUMAN, VAMPIRE = 0, 1
PROFESSIONS = ("noble", "clergy", "servant")
COLOURS = (*PROFESSIONS, "water", "vampire")
WATER, RED = 8, 16  # a colour is the bit of its place in COLOURS, a profession is its colour
SPECIAL = {"human": "water", "vampire": "vampire"}
SUPPORT = ("fetch", "attack_marker", "defence_marker", "block")
NO_SUPPORT, FETCH, ATTACK_MARKER, DEFENCE_MARKER, BLOCK = 0, 1, 2, 3, 4  # kinds of support cards
PLAYS = ("all_in", "minimal", "hold_back", "random", "none")  # how a side plays a fight (E-40, E-41)
ALL_IN, MINIMAL, HOLD_BACK, RANDOM, NONE = 0, 1, 2, 3, 4
ATTACK_PLAYS, DEFEND_PLAYS = PLAYS[:NONE], PLAYS
SUSPICIONS = ("flat", "observed")  # E-47
FLAT, OBSERVED = 0, 1
WINNERS = ("human", "vampire", "tie")
HUMAN_WINS, VAMPIRE_WINS, TIE, NOBODY_YET = 0, 1, 2, 3
WAYS = ("vampires_dead", "humans_dead", "three_thrones", "cards", "turn_limit")  # E-60, E-61, E-63
VAMPIRES_DEAD, HUMANS_DEAD, THREE_THRONES_WON, CARDS_OUT, TURN_LIMIT = 0, 1, 2, 3, 4
INQUISITOR, BRAWLER, LURKER, BOLD, THREE_THRONES, RANDOM_PLAYER, IDLE = 0, 1, 2, 3, 4, 5, 6  # named in policies.py

# Choices of options: their place in the `choices` of numbers.toml.
IN_CASTLE, ANYWHERE = 0, 1
SUPPORT_ON, SUPPORT_BLANK = 0, 1
TO_DEFENDER, TO_ATTACKER = 0, 1
CARRY_BOTH, CARRY_ATTACK, CARRY_NONE = 0, 1, 2
OPTIONAL, FORCED = 0, 1
FIRST_ROUND, WHOLE_HAND, OFF = 0, 1, 2
#: Option -> code of each of its choices; a test holds this against numbers.toml.
CODES = {
    "first_player": {"human": HUMAN, "vampire": VAMPIRE},
    "reveal_where": {"castle": IN_CASTLE, "anywhere": ANYWHERE},
    "support_cards": {"on": SUPPORT_ON, "blank": SUPPORT_BLANK},
    "ties": {"defender": TO_DEFENDER, "attacker": TO_ATTACKER},
    "carry_over": {"both": CARRY_BOTH, "attack_only": CARRY_ATTACK, "none": CARRY_NONE},
    "second_round": {"optional": OPTIONAL, "forced": FORCED},
    "start_check": {"first_round": FIRST_ROUND, "hand": WHOLE_HAND, "off": OFF},
}

CHARACTERS, CASTLE, VAMPIRES = 9, 3, 3  # E-01, E-02, E-03
NOBODY, NO_CARD = -1, -1
UNKNOWN, KNOWN_HUMAN, SURE_VAMPIRE, REVEALED, GONE = 0, 1, 2, 3, 4  # what the human player makes of a character
PILE, HAND, USED = 0, 1, 2  # where a card of a player is
PASS, FIGHT, HIDE, ASK = 0, 1, 2, 3  # kinds of actions (E-16)

# Phases: the first part of a random event's address.
DEAL, PLAY, ASK_ONE, SET_UP, TOLD, DISCARDING, REVEALING, SUPPORTING, MARKING = range(1, 10)
ACTING, PASSING, BLOCKING, BLUFFING, CHOOSING_PAIR, UNMASKING_ATTACK = range(10, 16)

SMALLEST_HAND, SMALLEST_DECK, SMALLEST_SUM = 12, 48, 64  # rooms; larger ones double, so few sizes get compiled


def _layout(whole: tuple[str, ...], entries: tuple[str, ...], room: int, *more: tuple) -> np.dtype:
    """A row of whole numbers and of arrays of whole numbers, all with the same room, and what else it has."""
    numbers = [(name, np.int64) for name in whole]
    return np.dtype([*numbers, *((name, np.int64, (room,)) for name in entries), *more])


def force_type(cards: int, total: int) -> np.dtype:
    """One side of a fight: its valid cards from the lowest on, which of them it plays now, and how it plays (E-40).

    `given` and the like are the valid cards of a given hand. `weight`, `cost`, `best` and `ways` are scratch of plays:
    what choosing a card is worth and costs, the best choice for a sum, and in how many ways a sum is reached.
    """
    whole = ("side", "play", "cards", "markers", "opening", "played", "given", "cost")
    per_card = ("card", "value", "chosen", "gone", "weight", "given_card", "given_value")
    sums = [("best", np.int64, (total,)), ("ways", np.float64, (cards + 1, total))]
    return _layout(whole, per_card, cards, *sums)


def deck_type(cards: int) -> np.dtype:
    """A deck: what is printed on its cards, in the card order, and the random places of the cards in its pile."""
    keys = [("even_place", np.uint64), ("keys", np.uint64, (cards,))]
    return _layout(("side", "card_count", "dealt", "valid"), ("value", "colours", "support", "id"), cards, *keys)


def player_type(cards: int) -> np.dtype:
    """A player: side, policy, deck, where every card is, and the `hand` cards `held`, lowest first.

    `order` are the cards of the shuffled deck from the top on, those at `top` and below have not been drawn.
    Cards are numbered in the card order (E-11). A parameter of his policy is in the field of its name (policies.py).
    """
    whole = (
        *("side", "card_count", "hand", "pile", "top", "special"),
        *("policy", "cycle", "min_attack", "attack_play", "defend_play", "suspicion", "reveal_red"),
    )
    rest = [("bluff", np.float64), ("discard_chance", np.float64), ("keys", np.uint64, (cards,))]
    return _layout(whole, ("value", "colours", "support", "id", "place", "held", "order"), cards, *rest)


#: Unmasking (E-65): who is unknown, how many are to be found, and how it is asked.
UNMASKING = _layout(("unknown", "vampires", "find", "max_uses", "repeats", "known"), (), 0)

#: The open table: what both players see of the nine characters. `profession` is the bit of its colour.
#: `defended_cards` and `attacked_fights` count what the vampire player did for and to a character (E-47).
TABLE = _layout(
    (
        *("city_count", "dead_vampires", "turn", "winner", "way"),
        *("holy_water_uses", "hides", "fights", "blocks", "reveals"),
    ),
    (
        *("profession", "alive", "revealed", "in_castle", "attack_markers", "defence_markers"),
        *("defended_cards", "attacked_fights"),
    ),
    CHARACTERS,
)

#: What the human player does not see: who is a vampire, and the order of the city from the top.
SECRET = _layout((), ("vampire", "city"), CHARACTERS)

#: What the human player knows (E-43): humans that he was told of, and what he makes of each character now.
KNOWLEDGE = _layout((), ("told", "status"), CHARACTERS)


#: A mark for each character.
SCRATCH = _layout((), ("marked",), CHARACTERS)


class Board(NamedTuple):
    """A full game as it stands. Choices of the human player are not handed it, but the rows that he may look into.

    `players` are the human and the vampire player; `forces` those who attack and defend in the fight going on; nobody
    may rely on `scratch` after a call.
    """

    table: np.record
    secret: np.record
    knowledge: np.record
    players: np.record
    forces: np.record
    scratch: np.record
