"""The rows of state of a full game: the table with everything that a game changes, and the codes of its choices.

Seats are numbered from 0 clockwise, a unit is 3 * seat + its kind (Vlad, knight, archer). Its life and hand are those
of its fighter row (state.py), a seat's impale tokens and bonuses those of its seat row. Squares are numbered by reading
order, areas of the board as ground_state.py has them.
"""

from typing import NamedTuple

import numpy as np

from simlab.games.vlad.ground_state import LARGEST_BRIDGE, MOST_GROUPS
from simlab.games.vlad.state import SEAT, whole_numbers
from simlab.rows import several

SEATS, KINDS = 4, 3
MOST_UNITS = SEATS * KINDS
NOBODY, NO_SQUARE, NO_UNIT = -1, -1, -1
FAR = 99  # steps to where no way leads
MOST_STEPS = 64  # of a move; a way of FAR steps would count as none
UNWANTED = -1e9  # the value of an attack that cannot be made

ON_MAP, IN_OUTPOST, FALLEN, ON_ROAD, GONE = range(5)  # where a unit is; FALLEN lies beside the board
HEALTHY, INFECTED, IMMUNE = range(3)
NOT_BOUGHT, BOUGHT, PLACED, LOST = range(4)  # a seat's outpost
WAYS = ("none", "crowns", "last_vlad", "tower", "tie_break")
UNDECIDED, BY_CROWNS, LAST_VLAD, BY_TOWER, BY_TIE_BREAK = range(5)
WINNING_CROWNS = 3  # V-02
CROWNS_FOR_CURSE, FLAGS_FOR_CURSE = 2, 4  # V-26
TAX = 2  # V-23
POTION_LIFE, WHOLE_POTION = 7, 7  # V-33; P-2: drunk by a unit that has lost so much
BELL_ROUNDS = 2  # V-29
BELL_POSITION = 1  # V-12
DEN_COINS = 3  # V-11

# Choices of options: their place in the `choices` of numbers.toml (a test holds the two equal).
WALK_STEPS, STRAIGHT = range(2)  # movement
ORTHOGONAL, ALL_EIGHT = range(2)  # outpost_arms
PER_MOVE, PER_SQUARE = range(2)  # outpost_cross
REMOVED, INERT = range(2)  # eliminated_outpost
ENTER_PATH, END_ONLY = range(2)  # plague_spread
ALL_SQUARES, ONE_EACH = range(2)  # church_squares
OWNER_TURN, ROUND_END = range(2)  # effect_clock
AT_RANDOM, BY_CHOICE = range(2)  # magic_purchase
KEEP, DISCARD = range(2)  # dead_hand
BEFORE_UPKEEP, AFTER_UPKEEP = range(2)  # tower_check
BY_LIVES, BY_TOKENS = range(2)  # crown_pool
RESPAWN, DRAW = range(2)  # tie_repeat
PER_TURN, PER_UNIT = range(2)  # stage_order
WHOLE_TURN, ONE_UNIT = range(2)  # tax_scope

#: Akathist cards (A-3): key -> rounds that it lasts; no more than this many may be in the box.
MOST_AKATHIST = 48
AKATHIST = {
    "plague": 0, "altar_wrath": 0, "tithe": 0, "stillness": 1, "deep_mud": 2, "truce": 1, "long_night": 2,
    "turning_sun": 0, "hail": 0, "lightning": 0, "mercy": 0, "rusty_blades": 2,
}  # fmt: skip
AKATHIST_KEYS, AKATHIST_ROUNDS = tuple(AKATHIST), tuple(AKATHIST.values())
(
    PLAGUE_CARD, ALTAR_WRATH, TITHE, STILLNESS, DEEP_MUD, TRUCE, LONG_NIGHT, TURNING_SUN, HAIL, LIGHTNING, MERCY,
    RUSTY_BLADES,
) = range(12)  # fmt: skip
NO_CARD_TURNED = -1
DEEP_MUD_LIMIT = 3
WRATH_DISTANCE, WRATH_LOSS, HAIL_LOSS, LIGHTNING_LOSS, MERCY_LIFE, TITHE_GOLD, BLUNTED = 3, 4, 2, 8, 7, 2, 3
BELL_SQUARE, AKATHIST_SQUARE, RETURN_SQUARE = range(3)  # V-54 by the option church_squares

GOALS = (
    "cure", "strike", "hunt", "gate", "contest", "tower", "curse_run", "shop", "pray", "settle", "shelter", "escort",
    "chase", "home", "hold",
)  # fmt: skip
(
    CURE, STRIKE, HUNT_DEN, WIN_GATE, CONTEST, CLAIM_TOWER, CURSE_RUN, SHOP, PRAY, SETTLE, SHELTER, ESCORT, CHASE, HOME,
    HOLD,
) = range(15)  # fmt: skip
ITEMS = ("magic", "impale", "potion", "outpost")
MAGIC_ITEM, IMPALE_ITEM, POTION_ITEM, OUTPOST_ITEM = range(4)
NO_ITEM = -1
SITES = ("church", "gate", "tower_gate")
CHURCH_SITE, GATE_SITE, TOWER_GATE_SITE = range(3)
HEURISTIC, RANDOM = range(2)  # policies by the way they are carried out
MOST_GOALS, MOST_WISHES = 16, 16

#: What is in the box (V-08): tokens of a kind for all seats together, and what each seat begins with.
BOX_GOLD, BOX_CROWNS, BOX_POTIONS, BOX_IMPALES, RESURRECTIONS = 42, 8, 14, 8, 2
NO_LIMIT = 1 << 30

# Phases: the first part of a random event's address; those of lone models stand in state.py. The second part is
# 8 * round + seat, the third the unit and what is the how-manieth of its kind.
(
    FIRST_SEAT, AKATHIST_PILE, TOKEN_WISH, POTION_WISH, MOVE_WISH, TAVERN_WISH, CHURCH_WISH, CURSE_WISH, SITE_WISH,
    TAX_WISH, ATTACK_WISH, ANSWER_WISH, FIGHT, ON_THE_ROAD, BOLT,
) = range(16, 31)  # fmt: skip

COUNTED = (
    "vlad_deaths", "knight_deaths", "archer_deaths", "impaled", "kills", "dens", "guards", "hunts", "resurrections",
    "akathist", "potions", "bells", "curses", "outpost", "tax_paid", "tax_got", "plagued",
    "tower_turns", "out_round",
)  # fmt: skip
SEAT_NUMBERS = (
    "corner", "alive", "lives", "resurrection", "gold", "flasks", "crowns", "banners", "tower_count", "on_tower",
    "outpost_state", "outpost_square", "akathist_bought", "paid",
)  # fmt: skip
UNIT_NUMBERS = (
    "square", "place", "road", "placed_in", "plague", "resting", "acted", "battled", "spared", "goal",
    "arrives", "killer", "killer_unit", "killer_lived", "fell", "doomed",
)  # fmt: skip


def table_type(room: int, rows: int) -> np.dtype:
    """Everything of a game that is not a fighter, a seat of a battle or a pack.

    `at` has the unit on each square, `occupied` the same and outposts as bits; `built` squares with an outpost, 1 + its
    seat, `built_bits` the same as bits. By seat, as bits: `gateway`, squares from which it may step inside; `barred`,
    bridges onto which it may not step from inside; `live`, its live combat squares.
    """
    numbers = whole_numbers(
        *("players", "round_now", "dial", "active", "first_seat"),
        *("winner", "way", "over", "death_match", "tie_respawns"),
        *("gold_box", "crown_box", "bell_seat", "bell_round", "attacks"),
        *("card", "card_seat", "card_round", "cards_left", "cursed", "caster", "outposts", "infected", "magic_sold"),
    )
    per_seat = [(name, np.int64, (SEATS,)) for name in (*SEAT_NUMBERS, *COUNTED)]
    per_unit = [(name, np.int64, (MOST_UNITS,)) for name in UNIT_NUMBERS]
    squares = [(name, np.int8, (room,)) for name in ("at", "built")]
    bits = [(name, np.uint64, (rows,)) for name in ("occupied", "built_bits")]
    seat_bits = [(name, np.uint64, (SEATS, rows)) for name in ("gateway", "barred", "live")]
    piles = [("den_stands", np.int64, (MOST_GROUPS,)), ("card_left", np.int64, (MOST_AKATHIST,))]
    return np.dtype([*numbers, *per_seat, *per_unit, *squares, *bits, *seat_bits, *piles])


#: The Akathist cards of the box by number: their codes, and how many there are.
STOCK = np.dtype([*whole_numbers("cards"), ("kind", np.int64, (MOST_AKATHIST,))])


def reach_type(room: int, rows: int, steps: int) -> np.dtype:
    """Where the unit that looked around can go (rules/s6_v50_movement.py), its way, and where it wants to go.

    `target` are the squares of P-1's X. Scratch: nobody may rely on it after a call.
    """
    words = [(name, np.uint64, (rows,)) for name in ("inward", "outward", "barred", "wave")]
    path = [("path", np.int64, (room,))]
    whole = whole_numbers(
        "limit", "low", "high", "length", "outpost_steps", "outpost_square", "start", "start_row", "targets", "nearest"
    )
    targets = [("target", np.int64, (max(4 * LARGEST_BRIDGE, 64),))]
    return np.dtype([*whole, *words, *targets, ("layer", np.uint64, (steps + 1, rows)), *path])


def traces_type(room: int) -> np.dtype:
    """What is counted on every square over all games: nothing else reads it, and a new game does not clear it."""
    return np.dtype([(name, np.int64, (room,)) for name in ("stood", "fought", "died")])


def ways_type(entries: int) -> np.dtype:
    """V-50, V-51 The steps between all squares, by open gates, by where to, by where from (ways.ways_row)."""
    return np.dtype([("steps", np.uint8, (entries,))])


#: P-10 A seat's player: policy and parameters; goals by kind of unit, HOLD at the end; `wish_item` and `wish_count` are
#: the shop list.
PLAYER = np.dtype(
    [
        *whole_numbers("policy", "contest_at", "hunt_until", "flags_wanted", "shop_gold", "wishes", "gold_reserve"),
        *whole_numbers("akathist_gold", "use_tokens", "bell_min", "site", "site_radius", "fear", "surrender_below"),
        *whole_numbers("tax_ask", "tax_offer", "order", "answer_order"),
        *((name, np.float64) for name in ("hunt_margin", "hunt_life", "strike_min", "attack_min", "prey_vlad")),
        *((name, np.float64) for name in ("prey_knight", "prey_archer", "kill_bonus", "gang_bonus", "caution")),
        *((name, np.float64) for name in ("heal_below", "shelter_below", "tax_fear", "tax_accept")),
        ("goals", np.int64, (KINDS, MOST_GOALS)),
        ("wish_item", np.int64, (MOST_WISHES,)),
        ("wish_count", np.int64, (MOST_WISHES,)),
    ]
)

#: What a seat's heuristic has fixed before its units move (P-4): targets, and whether a party goes for them.
INTENT = np.dtype(whole_numbers("den", "gate", "party_tested", "party_able"))


SEAT_ROWS, PLAYER_ROWS = several(SEAT, SEATS), several(PLAYER, SEATS)


class Play(NamedTuple):
    """A game as it stands, and what its rules need to know and to write on; see docs/architecture.md, Hot code."""

    ground: np.record
    ways: np.record
    table: np.record
    units: np.record
    seats: np.record
    magic: np.record
    packs: np.record
    players: np.record
    stock: np.record
    plan: np.record
    intent: np.record
    reach: np.record
    traces: np.record
