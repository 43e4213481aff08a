"""A game's case as rows for its kernel: the board, the table at the start, cards, seats and players."""

from typing import Any

import numpy as np

from simlab.contract import Case, Player
from simlab.games.vlad.board import Rows
from simlab.games.vlad.game_state import (
    AKATHIST_KEYS,
    BOX_CROWNS,
    BOX_GOLD,
    GOALS,
    HOLD,
    INTENT,
    ITEMS,
    KINDS,
    NO_CARD_TURNED,
    NO_SQUARE,
    NO_UNIT,
    NOBODY,
    PLAYER_ROWS,
    RANDOM,
    RESURRECTIONS,
    SEAT_ROWS,
    SEATS,
    SITES,
    STOCK,
    Play,
    reach_type,
    table_type,
    traces_type,
)
from simlab.games.vlad.ground import ground_row
from simlab.games.vlad.hands import PackTable, stock
from simlab.games.vlad.policies import POLICY_CODES, SEAT_NAMES, Balanced
from simlab.games.vlad.state import (
    ANSWER_ORDERS,
    AS_DEALT,
    ATTACK_DESC,
    MAGIC,
    MAGIC_IF_BETTER,
    PLAN,
    PLAY_ORDERS,
    SMALLEST_HAND,
    UNITS,
    fighter_type,
)
from simlab.games.vlad.ways import ways_row
from simlab.rows import room_for, row_of, rows_of, several

SMALLEST_STEPS = 8  # room
#: Parameters of policies that are names -> the names in the order of their codes.
NAMED = {"site": SITES, "order": PLAY_ORDERS, "answer_order": ANSWER_ORDERS}


def corners_of(case: Case) -> list[int]:
    """V-10 The corner of each seat that plays."""
    return case.rules[f"corners_{case.setup.players}"]


def start_table(case: Case, ground: np.record) -> np.recarray:
    """V-08, V-11 The table at the start, in an array of one row; units come onto it in the kernel."""
    tables = rows_of(table_type(len(ground.sign), len(ground.stand_bits)))
    table, corners = tables[0], corners_of(case)
    seats = slice(0, len(corners))
    table.players, table.dial, table.winner = len(corners), 1, NOBODY
    table.gold_box, table.crown_box = BOX_GOLD, BOX_CROWNS
    table.bell_seat = table.card_seat = table.cursed = table.caster = NOBODY
    table.card, table.cards_left = NO_CARD_TURNED, len(case.data.akathist_cards)
    table.card_left[: table.cards_left] = 1
    table.den_stands[: ground.dens] = 1
    table.corner[seats], table.alive[seats] = corners, 1
    table.lives[seats], table.resurrection[seats] = case.rules["vlad_lives"], RESURRECTIONS
    table.outpost_square[:], table.square[:], table.at[:] = NO_SQUARE, NO_SQUARE, NO_UNIT
    table.goal[:], table.killer[:], table.killer_unit[:] = HOLD, NOBODY, NO_UNIT
    return tables


def hand_type(case: Case) -> np.dtype:
    """The row of a fighter with room for the largest hand, be it of magic cards."""
    return fighter_type(room_for(max(case.rules["hand_size"], stock(case, MAGIC).total()), SMALLEST_HAND))


def unit_rows(case: Case) -> np.record:
    """V-11, V-14 All fighters with full life, whose hands are dealt."""
    units = row_of(several(hand_type(case), SEATS, KINDS))
    for seat in range(SEATS):
        for kind, name in enumerate(UNITS):
            fighter = units.of[seat, kind]
            fighter.seat, fighter.unit = seat, kind
            fighter.start_life, fighter.dealt = case.rules["unit_life"][name], case.rules["hand_size"]
    return units


def magic_rows(case: Case) -> np.record:
    """V-36 Each seat's hand of magic cards."""
    hands = row_of(several(hand_type(case), SEATS))
    for seat in range(SEATS):
        hands.of[seat].seat, hands.of[seat].unit = seat, MAGIC
    return hands


def pack_rows(case: Case) -> np.record:
    """V-36, V-37 The packs and the stock of magic cards."""
    table = PackTable(case, {}, (ATTACK_DESC, ATTACK_DESC))
    packs = row_of(several(table.rows.dtype, len(table.rows)))
    packs.of[:] = table.rows
    return packs


def seat_rows(case: Case) -> np.record:
    """P-7, P-8 How each seat fights unless it draws its means."""
    seats = row_of(SEAT_ROWS)
    for seat, name in enumerate(SEAT_NAMES):
        row, parameters = seats.of[seat], parameters_of(case.players[name])
        row.impales, row.magic_policy, row.attack_order = 1, MAGIC_IF_BETTER, ATTACK_DESC
        row.answer_order = ANSWER_ORDERS.index(parameters.answer_order)
    return seats


def parameters_of(player: Player) -> Any:
    """A player's parameters; those of `balanced` where `random` needs values."""
    return Balanced() if POLICY_CODES[player.policy] == RANDOM else player.parameters


def player_rows(case: Case) -> np.record:
    """P-10 Each seat's player, each parameter in the field of its name."""
    players = row_of(PLAYER_ROWS)
    for seat, name in enumerate(SEAT_NAMES):
        row, player = players.of[seat], case.players[name]
        parameters = parameters_of(player)
        row.policy, row.goals[:] = POLICY_CODES[player.policy], HOLD
        for field, value in parameters.model_dump().items():
            if field.startswith("goals_"):
                kind = UNITS.index(field.removeprefix("goals_"))
                row.goals[kind, : len(value)] = [GOALS.index(goal) for goal in value]
            elif field == "shop_list":
                row.wishes = len(value)
                row.wish_item[: len(value)] = [ITEMS.index(item) for item, _ in value]
                row.wish_count[: len(value)] = [target for _, target in value]
            else:
                row[field] = NAMED[field].index(value) if field in NAMED else value
        if row.policy == RANDOM:
            row.order, row.surrender_below, row.tax_ask, row.tax_offer = AS_DEALT, 0, 0, 0
    return players


def stock_row(case: Case) -> np.record:
    """V-40 The Akathist cards of the box."""
    row, cards = row_of(STOCK), case.data.akathist_cards
    row.cards, row.kind[: len(cards)] = len(cards), [AKATHIST_KEYS.index(card) for card in cards]
    return row


def game_rows(case: Case) -> tuple[np.recarray, np.recarray, Play]:
    """The table that a trial changes and the one that it starts from, in arrays of one row, and the game."""
    board: Rows = tuple(case.data.board)
    ground = ground_row(board, case.rules["abyss_blocks_line"])
    start = start_table(case, ground)
    tables = start.copy()
    room, rows = len(ground.sign), len(ground.stand_bits)
    reach = row_of(reach_type(room, rows, room_for(case.rules["move_squares"], SMALLEST_STEPS)))
    seats = unit_rows(case), seat_rows(case), magic_rows(case), pack_rows(case), player_rows(case)
    scratch = row_of(PLAN), row_of(INTENT), reach, row_of(traces_type(room))
    ways = ways_row(board, case.rules["leave_any_gate"])
    return tables, start, Play(ground, ways, tables[0], *seats, stock_row(case), *scratch)
