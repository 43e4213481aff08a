"""Games of I Am Vlad that have been set up, and rows of its policies, for positions in tests."""

import json
from functools import cache

from simlab.chance.plain import run_plain
from simlab.chance.streams import trial_stream
from simlab.games.vlad.game_rows import player_rows, seat_rows
from simlab.games.vlad.game_state import SEATS
from simlab.games.vlad.rules.s4_v11_game_start import set_up_game
from simlab.games.vlad.state import UNITS
from simlab.rows import rows_of
from tests.games.vlad_setups import game

WAITS = {
    **{f"goals_{unit}": [] for unit in UNITS},
    "use_tokens": False,
    "shop_list": [],
    "akathist_gold": 1000,
    "bell_min": 1000,
    "attack_min": 1000,
    "surrender_below": 0,
}  # of `balanced`, who then does nothing of his own accord


def new_stream():
    """Where the cards and dice of positions come from."""
    return run_plain(trial_stream, 0, 1, 0)


def copied(row):
    """A row of its own with the same content."""
    rows = rows_of(row.dtype)
    rows[0] = row
    return rows[0]


STARTS: dict = {}


def start_of(players, rules, data):
    """A case, and its game that has been set up, which nobody may write to."""
    key = json.dumps((players, rules, data))
    if key not in STARTS:
        made = game(({"name": "balanced"} | WAITS,) * players, rules, data)
        tables, start, play, row = made.model.compile(made).arguments
        run_plain(set_up_game, tables, start, play, row, new_stream())
        STARTS[key] = made, play, row
    return STARTS[key]


@cache
def policy_rows(table):
    """The rows of a seat whose policy a table, in JSON, says, and how it answers."""
    made = game((json.loads(table),) * SEATS)
    return player_rows(made).of[0], seat_rows(made).of[0]
