"""The rows of state that the rules of I Am Vlad work on, and the codes of choices.

A row is a numpy record: `fighter.life -= 1` reads the same compiled and in plain Python. Numbers of the rules come in
as rows as well; an option's field has the option's name. Card 0 of every pack stands for no card.
"""

import numpy as np

# Codes, and beside them the names that scenarios have for them: a code is the place of its name.
VLAD, KNIGHT, ARCHER, MAGIC = range(4)  # units in the order of V-66; the stock of magic cards is the fourth pack
UNITS = ("vlad", "knight", "archer")
PACKS = (*UNITS, "magic")
DAY, NIGHT = range(2)
TIMES = ("day", "night")
ANY_TIME = -1  # when a magic card can be used
ATTACKER, DEFENDER = range(2)
SIDES = ("attacker", "defender")

# Choices of options: their place in the `choices` of numbers.toml (a test holds the two equal).
CAP, STAY, REROLL = range(3)  # overshoot
BY_POSITION, BY_TIME = range(2)  # exit_match
REPLACE, ADD = range(2)  # crown_bonus
AT_BATTLE_END, AT_EXCHANGE = range(2)  # reward_at
EACH_UNIT, FIRST_UNIT, NO_UNIT = range(3)  # no_card_hit

# Choices of players.
ATTACK_DESC, DEFENCE_DESC, AS_DEALT, NEVER = range(4)  # which card comes first; NEVER: none answers
ANSWER_ORDERS = ("attack_desc", "defence_desc", "as_dealt", "never")
PLAY_ORDERS = ANSWER_ORDERS[:NEVER]
MAGIC_ALWAYS, MAGIC_NEVER, MAGIC_IF_BETTER = range(3)
MAGIC_POLICIES = ("always", "never", "if_better")
IMPALE_ALWAYS, IMPALE_NEVER = range(2)
IMPALE_POLICIES = ("always", "never")
FULL_STEP, UNIFORM_STEP = range(2)  # squares that a plagued unit walks in a turn
STEPS = ("full", "uniform")

# Numbers of the rules that are no options.
DIAL_POSITIONS = 4  # V-12
FIRST_EXIT, LAST_ROAD_SQUARE = 13, 16  # V-15
GOLD_FOR_A_UNIT, CROWNS_FOR_A_VLAD = 3, 1  # V-02, V-23, V-63
NEUTRAL_GOLD = {"werewolf": 3, "guard": 1}  # V-70, V-71 by the name of the neutral
ONE_CROWN_ATTACK = 2  # V-28
TWO_CROWNS_ATTACK, TWO_CROWNS_DEFENCE = 3, 1  # V-28
MOST_CROWNS = 2  # V-02 that a seat can fight with: the third wins

# Phases: the first part of a random event's address.
ROAD, SHUFFLE, NEUTRAL, LEAVE, WALK = range(1, 6)

NO_CARD, NOT_MATCHING = 0, -1
PRINTED_VALUES, COPIES = 1000, 1000  # attack and defence, and the number of a copy, are below these
SMALLEST_PACK, SMALLEST_HAND = 40, 4  # rooms; larger packs and hands double them, so few sizes get compiled

Card = tuple[str, int, int]


def card_id(time: int, attack: int, defence: int, copy: int) -> int:
    """A number of the card itself, whatever else is in its pack: its random value hangs on it alone (V-39)."""
    return ((time * PRINTED_VALUES + attack) * PRINTED_VALUES + defence) * COPIES + copy


def rank(order: int, attack: int, defence: int) -> int:
    """V-66 A card's rank: the highest is played first; of equal ones the first in unit order and place in hand."""
    if order == NEVER:
        return NOT_MATCHING
    by_attack, by_defence = attack * PRINTED_VALUES + defence, defence * PRINTED_VALUES + attack
    return {ATTACK_DESC: by_attack, DEFENCE_DESC: by_defence, AS_DEALT: 0}[order]


def pack_type(room: int) -> np.dtype:
    """A pack of cards: what is printed, who comes first by day and by night, and what lies in the pile or is used."""
    whole = ("pack", "card_count", "pile", "shuffles", "drawn", "discarded")
    per_card = [(name, np.int64, (room,)) for name in ("attack", "defence", "id", "discards")]
    ranks = [(name, np.int64, (2, room)) for name in ("attack_rank", "answer_rank")]
    random = [("key", np.uint64), ("keys", np.uint64, (room,))]
    return np.dtype([*((name, np.int64) for name in whole), *per_card, *ranks, *random])


def fighter_type(room: int) -> np.dtype:
    """A unit that fights: its life, and its hand as numbers of cards of its pack."""
    whole = ("unit", "seat", "start_life", "life", "dealt", "given", "cards", "used", "impaled")
    return np.dtype([*((name, np.int64) for name in whole), *((n, np.int64, (room,)) for n in ("given_cards", "hand"))])


#: A seat in a battle: the bonuses of its crowns for battle cards and for magic cards, its impale tokens, its policies.
SEAT = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("attack_bonus", "defence_bonus", "magic_attack_bonus", "magic_defence_bonus"),
            *("start_tokens", "tokens", "impales", "magic_policy"),
        )
    ]
)

#: What a battle came to, beside the life of those who fought.
BATTLE = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("attacks", "answers", "attacker_cards", "defender_cards", "attacker_magic", "defender_magic"),
            *("impaled", "impaled_attackers", "attacker_gold", "attacker_crowns", "defender_gold", "defender_crowns"),
        )
    ]
)

#: A hunt: the bonuses of crowns, and the seat's plan (K-2); `draws`: cards are drawn from packs.
HUNT = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("attack_bonus", "defence_bonus", "dial", "surrender_below", "attempts", "hold_time", "refill"),
            *("reward", "draws"),
        )
    ]
)
