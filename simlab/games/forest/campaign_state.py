"""The rows of state that the rules of a whole campaign work on: the map, the board, generals, players, an activation.

Sides are numbers: 0 Ottoman, 1 Christian; the other side is 1 - side. Areas are numbered from 0 in the order of the
map, generals in the order of jump attempts. Arrays by side and area are indexed [side, area].
"""

from typing import NamedTuple

import numpy as np

from simlab.games.forest.chits import MOST_GENERALS
from simlab.games.forest.state import ORDERS

OTTOMAN, CHRISTIAN = 0, 1
REGIONS = ("wallachia", "transylvania", "moldavia", "rumelia")
WALLACHIA, TRANSYLVANIA, MOLDAVIA, RUMELIA = 0, 1, 2, 3
VARIANTS = ("muslim", "loyal")  # whose side Radu is on
WINNERS = ("ottoman", "christian", "none")
NO_WINNER = 2
NO_AREA, NO_GENERAL, NO_SIEGE = -1, -1, -1
FAR = 1 << 40  # moves to where no way leads
NO_LIMIT = 1 << 40  # pieces where there is no limit

# Choices of players, in the order of the policies' lists.
RANDOM_LEGAL, HEURISTIC, FORESIGHT = 0, 1, 2  # policies by the way they are carried out
SPREAD, CONVERGE = 0, 1  # mode of Ottoman heuristics
DEFEND_CASTLES, RAID, TURTLE = 0, 1, 2  # mode of Christian heuristics
NO_STAKES, STAKES_ALL, STAKES_OWN = 0, 1, 2  # stakes

# What the odds of battles and of storms tell (exact/odds.py).
ATTACKER_WINS, DEFENDER_WINS, ATTACKERS_LEFT, DEFENDERS_LEFT = range(4)
FALLS, STORMERS_LEFT = 0, 1
WORTHS, RATINGS = 4, 7
MOST_TROOPS_KNOWN, MOST_TURNS = 12, 100  # more troops, and the states of a battle are too many
SMALLEST_PAIRS = 16

# Choices of options, as numbers: their place in the `choices` of numbers.toml (a test holds the two equal).
PER_ACTIVATION, PER_TURN = 0, 1  # troop_moves
MUSLIM_ONLY, ALWAYS = 0, 1  # radu_moldavia
BACK, ELIMINATED = 0, 1  # morale_fail_on_entry
ONE_BY_ONE, MERGED = 0, 1  # several_armies
FILL, AS_PLACED = 0, 1  # garrison_on_entry
NEAREST_FRIENDLY, HOME = 0, 1  # general_fate
SUPPLIED_AT_HOME, SUPPLIED_FROM_CASTLES = 0, 1  # christian_supply
GARRISON_AT_HOME, GARRISON_CUT = 0, 1  # garrison_supply
PRESENCE, LAST_HOLDER = 0, 1  # castle_control
DRACULA_WINS_GAP, NOBODY_WINS_GAP = 0, 1  # victory_gap
OWN_DICE, ANY_DICE = 0, 1  # token_target

# Phases: the first part of a random event's address; those of lone models stand in state.py.
TURN, ACTIVATION, FIGHTING, STORMING, ENTERING, RETREATING, RECRUITING = range(32, 39)
BESIEGED, HUNGER, CHOOSING, STAKING, AT_CASTLE = range(39, 44)

SMALLEST_MAP = 32  # room for areas; larger maps double it, so few sizes get compiled
MOST_NEIGHBOURS = 12

#: F-26 How many troops of a stack have been led into 1, 2, … areas; led into none are the others. Groups that broke
#: at impalements in this activation stand SENT_BACK places further on: they cannot be led again in it.
LED_ROOM, SENT_BACK = 16, 8


def _numbers(*names: str) -> list[tuple]:
    return [(name, np.int64) for name in names]


def _arrays(shape: tuple[int, ...], *names: str) -> list[tuple]:
    return [(name, np.int64, shape) for name in names]


def map_type(room: int) -> np.dtype:
    """The map: what never changes. `moves[side, a, b]` are the fewest moves over terrain that the side may enter.

    `from_rumelia` are the fewest of Ottomans from home.
    """
    return np.dtype(
        [
            *_numbers("areas", "castles", "hideout", "ottoman_home"),
            *_arrays((room,), "region", "mountain", "towers", "village", "neighbours", "castle", "from_rumelia"),
            *_arrays((room, MOST_NEIGHBOURS), "neighbour"),
            *_arrays((2, room, room), "moves"),
        ]
    )


def board_type(room: int) -> np.dtype:
    """Everything that a trial changes.

    `field` are all field troops of a side in an area, those of armies and the `loose` ones. `siege` is the side that
    has laid one, `holder` who took the castle last. `stakes` are markers, by the side of their pieces. `goal` is where
    a general who looks ahead is bound for.
    """
    by_side = ("dead", "living", "staked", "pieces", "tokens", "won", "recruited", "starved")
    return np.dtype(
        [
            *_numbers("turn", "battles", "impaled", "sent_back", "by_storm", "by_siege", "empty", "retaken"),
            *_arrays((2,), *by_side),
            *_arrays((MOST_GENERALS,), "where", "troops", "goal"),
            *_arrays((MOST_GENERALS, LED_ROOM), "army_led"),
            *_arrays((room,), "siege", "siege_count", "holder", "fell"),
            *_arrays((2, room), "field", "loose", "garrison", "stakes"),
            *_arrays((2, room, LED_ROOM), "loose_led"),
        ]
    )


def hunger_type(room: int) -> np.dtype:
    """F-62 Which stacks are out of supply."""
    return np.dtype([*_arrays((MOST_GENERALS,), "army"), *_arrays((2, room), "loose", "garrison")])


#: Generals: their number, who is who (NO_GENERAL if he takes no part), whether Radu is loyal; for each whether Moldavia
#: is his home too, and the place of his id from a to z.
GENERALS = np.dtype(
    [*_numbers("count", "dracula", "radu", "sultan", "loyal"), *_arrays((MOST_GENERALS,), "moldavian", "by_id")]
)

#: One activation: who acts, with how many points left, where he came from with his last move, how often he has entered
#: an area and recruited, and whether he had to stop or is done.
MARCH = np.dtype(
    _numbers("general", "side", "points", "came_from", "entries", "recruits", "recruited_in", "stopped", "ended")
)

#: F-56 When either side breaks off a storm.
STORM_PLAN = np.dtype([(name, np.int64) for name in ("attacker_withdraw_below", "defender_withdraw_below")])

#: What players who look ahead weigh, in castles; `full_need` is the logarithm to which `need` makes a sure castle come.
WORTHS_OF_PLAYERS = ("troop_worth", "enemy_worth", "free_worth", "danger", "storm_worth", "need", "full_need")

#: A side's player: policy and parameters (policies.py); ratios are fractions of whole numbers.
PLAYER = np.dtype(
    [
        *_numbers("policy", "mode", "min_army", "siege_reserve", "storm_last_turn", "recruit_below"),
        *_numbers("stakes", "stake_reserve", "outposts_from"),
        *((f"{name}_{part}", np.int64) for name in ("storm", "last", "attack") for part in ("over", "under")),
        *((name, np.float64) for name in WORTHS_OF_PLAYERS),
        ("orders", ORDERS),
    ]
)


def odds_type(pairs: int) -> np.dtype:
    """What policies look ahead with (exact/odds.py), for armies up to MOST_TROOPS_KNOWN.

    `pair` is the place of a pair of ratings in `battles`, which go by (pair, worth, attackers, defenders); `storms` by
    (chance or troops left, attackers, garrison), `sieges` by rolls made before and rolls to come.
    """
    troops, turns = MOST_TROOPS_KNOWN + 1, MOST_TURNS + 1
    tables = [("battles", (pairs, WORTHS, troops, troops)), ("storms", (2, troops, troops)), ("sieges", (turns, turns))]
    return np.dtype([("pair", np.int64, (RATINGS, RATINGS)), *((name, np.float64, shape) for name, shape in tables)])


def scratch_type(areas: int, groups: int) -> np.dtype:
    """Groups at impalements, and areas on a way: on these nobody may rely after a call."""
    return np.dtype([*_arrays((groups,), "sizes", "broken"), *_arrays((areas,), "reached", "queue")])


class Campaign(NamedTuple):
    """A campaign as it stands, and what its rules need to know and to write on.

    `plans` and `cup` are those of the turn order (`last_plans`: in the last turn), `odds` what policies look ahead
    with, `attackers`, `defenders` and `battlefield` those of a battle, `sizes` and `broken` groups at impalements,
    `reached` and `queue` areas on the way of supply or of a march: scratch on which nobody may rely after a call.
    """

    map: np.record
    board: np.record
    generals: np.record
    players: tuple[np.record, np.record]
    plans: np.record
    last_plans: np.record
    odds: np.record
    cup: np.record
    march: np.record
    attackers: np.record
    defenders: np.record
    battlefield: np.record
    storm_plan: np.record
    hungry: np.record
    scratch: np.record
