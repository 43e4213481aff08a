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
ATTACKER, DEFENDER = range(2)  # seats of a lone battle
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
CHOSEN = 4  # in place of an order: the card at the place `chosen` of the hand
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


def card_id(card: Card, time: int, copy: int) -> int:
    """A number of the card itself, whatever else is in its pack: its random value hangs on it alone (V-39)."""
    _, attack, defence = card
    printed_time = DAY if time == ANY_TIME else time  # magic cards have a pack of their own
    return ((printed_time * PRINTED_VALUES + attack) * PRINTED_VALUES + defence) * COPIES + copy


def whole_numbers(*names: str) -> list[tuple]:
    """Fields of a row that hold one whole number each."""
    return [(name, np.int64) for name in names]


def pack_type(room: int) -> np.dtype:
    """A pack of cards: what is printed, who comes first by day and by night, and what lies in the pile or is used.

    Cards are numbered from 1: `pile_count` that the first pile is made of, then those of given hands, `card_count` in
    all. `rank` goes by the order of play (ANSWER_ORDERS), the time of day and the card.
    """
    per_card = [(name, np.int64, (room,)) for name in ("attack", "defence", "id", "discards")]
    ranks = [("rank", np.int64, (len(ANSWER_ORDERS), len(TIMES), room))]
    random = [("key", np.uint64), ("keys", np.uint64, (room,))]
    whole = whole_numbers("pack", "card_count", "pile_count", "shuffles", "drawn", "discarded")
    return np.dtype([*whole, *per_card, *ranks, *random])


def fighter_type(room: int) -> np.dtype:
    """A unit that fights: its life, and its hand of `held` numbers of cards of its pack, a used one being NO_CARD.

    A seat's magic cards are the hand of a fighter of the pack MAGIC. `fights`: does it take part in a neutral fight;
    `chosen`: the place of the card that its seat has chosen, where the seat's order is CHOSEN; -1 for none.
    """
    whole = whole_numbers(*("unit", "seat", "start_life", "life", "dealt", "given", "held", "used", "fights", "chosen"))
    return np.dtype([*whole, ("given_cards", np.int64, (room,)), ("hand", np.int64, (room,))])


#: A seat in a battle: the bonuses of its crowns for battle cards and for magic cards, by how much its cards are blunted
#: (A-3, rusty_blades), its impale tokens, its policies;
#: then what it has done and won: attacks, answers with a card, cards used, enemies impaled, gold, crowns.
SEAT = np.dtype(
    whole_numbers(
        *("attack_bonus", "defence_bonus", "magic_attack_bonus", "magic_defence_bonus", "blunted"),
        *("start_tokens", "tokens", "impales", "magic_policy", "attack_order", "answer_order"),
        *("attacks", "answers", "battle_cards", "magic_cards", "impaled", "gold", "crowns"),
    )
)

#: A hunt as its setup has it (K-2), with the bonuses of crowns, the reward, and whether cards are drawn from packs.
PLAN = np.dtype(
    whole_numbers(
        *("attack_bonus", "defence_bonus", "blunted", "order", "dial", "surrender_below", "attempts", "hold_time"),
        *("refill", "reward", "draws"),
    )
)

#: A unit in the range of an outpost (K-4).
VISIT = np.dtype([*whole_numbers("life", "inside", "crossings", "stays"), ("stay_chance", np.float64)])
