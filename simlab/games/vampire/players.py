"""The players of a full game as rows for its kernel (section 8)."""

import numpy as np

from simlab.contract import Case
from simlab.games.vampire.cards import special_bit
from simlab.games.vampire.decks import deck_cards, deck_room, write_cards
from simlab.games.vampire.policies import POLICY_CODES
from simlab.games.vampire.state import DEFEND_PLAYS, SIDES, SUSPICIONS, player_type
from simlab.rows import rows_of

#: Parameters of policies that are names -> the names in the order of their codes.
NAMED = {"attack_play": DEFEND_PLAYS, "defend_play": DEFEND_PLAYS, "suspicion": SUSPICIONS}


def player_row(case: Case, side: str) -> np.recarray:
    """A player in an array of one row: his deck, his policy and its parameters, each in the field of its name."""
    row = rows_of(player_type(deck_room(case)))
    row[0].side, row[0].special = SIDES.index(side), special_bit(side)
    write_cards(row[0], deck_cards(case, side))
    player = case.players[side]
    row[0].policy = POLICY_CODES[player.policy]
    for name, value in player.parameters.model_dump().items():
        row[0][name] = NAMED[name].index(value) if name in NAMED else value
    return row


def player_rows(case: Case) -> np.recarray:
    """Both players, in the order of SIDES."""
    return np.concatenate([player_row(case, side) for side in SIDES]).view(np.recarray)
