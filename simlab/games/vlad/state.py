"""The rows of state that the rules of I Am Vlad work on, and the codes of choices.

A row is a numpy record: `fighter.life -= 1` reads the same compiled and in plain Python. Numbers of the rules come in
as rows as well; an option's field has the option's name. Card 0 of every pack stands for no card.
"""

import numpy as np

VLAD, KNIGHT, ARCHER, MAGIC = 0, 1, 2, 3  # units in the order of V-66; the stock of magic cards is the fourth pack
UNITS = ("vlad", "knight", "archer")
DAY, NIGHT = 0, 1

# Choices of options, as numbers: their place in the `choices` of numbers.toml (a test holds the two equal).
CAP, STAY, REROLL = 0, 1, 2  # overshoot
BY_POSITION, BY_TIME = 0, 1  # exit_match
REPLACE, ADD = 0, 1  # crown_bonus
AT_BATTLE_END, AT_EXCHANGE = 0, 1  # reward_at
EACH_UNIT, FIRST_UNIT, NO_UNIT = 0, 1, 2  # no_card_hit

# Choices of players, in the order of the setup's lists.
ATTACK_DESC, DEFENCE_DESC, AS_DEALT, NEVER = 0, 1, 2, 3  # which card comes first
MAGIC_ALWAYS, MAGIC_NEVER, MAGIC_IF_BETTER = 0, 1, 2  # magic_policy

# Phases: the first part of a random event's address.
ROAD, SHUFFLE, NEUTRAL, LEAVE, WALK = range(1, 6)

NO_CARD, NOT_MATCHING = 0, -1
LAST_ROAD_SQUARE, FIRST_EXIT = 16, 13
SMALLEST_PACK, SMALLEST_HAND = 40, 4  # rooms; larger packs and hands double them, so few sizes get compiled

Card = tuple[str, int, int]


def card_id(time: int, attack: int, defence: int, copy: int) -> int:
    """A number of the card itself, whatever else is in its pack: its random value hangs on it alone (V-39)."""
    return ((time * 1000 + attack) * 1000 + defence) * 1000 + copy


def rank(order: int, attack: int, defence: int) -> int:
    """V-66 A card's rank: the highest is played first; of equal ones the first in unit order and place in hand."""
    if order == NEVER:
        return NOT_MATCHING
    return {ATTACK_DESC: attack * 1000 + defence, DEFENCE_DESC: defence * 1000 + attack, AS_DEALT: 0}[order]


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
