"""A campaign's case as rows for its kernel: the map, the set-up, the generals and the players."""

import math
from collections import deque
from collections.abc import Iterable
from typing import Any

import numpy as np

from simlab.contract import Case
from simlab.games.forest.armies import BattleOrders, in_whole_numbers, orders
from simlab.games.forest.campaign_state import (
    CHRISTIAN,
    FAR,
    FORESIGHT,
    GENERALS,
    MARCH,
    NO_AREA,
    NO_GENERAL,
    NO_SIEGE,
    OTTOMAN,
    PLAYER,
    REGIONS,
    RUMELIA,
    SMALLEST_MAP,
    STORM_PLAN,
    Campaign,
    board_type,
    hunger_type,
    map_type,
    scratch_type,
)
from simlab.games.forest.chits import SIDES, General, cup_row, plans_row
from simlab.games.forest.data import Forces, Map
from simlab.games.forest.data import General as NamedGeneral
from simlab.games.forest.exact.odds import no_odds, odds_of
from simlab.games.forest.policies import CHRISTIAN_MODES, OTTOMAN_MODES, POLICY_CODES, STAKES
from simlab.games.forest.state import ATTACKER, DEFENDER, FIELD, side_row
from simlab.rows import room_for, row_of, rows_of

#: Parameters of policies that are names -> the names in the order of their codes.
NAMED = {"stakes": STAKES}
#: Ratios of policies -> the fields that hold their fraction.
RATIOS = {"storm_ratio": "storm", "storm_last_ratio": "last", "attack_ratio": "attack"}


def forces(case: Case) -> Forces:
    """F-05 The set-up of the case's variant."""
    return getattr(case.data.start, case.setup.radu)


def generals_of(case: Case) -> list[NamedGeneral]:
    """F-03 The generals who take part, in the order of jump attempts."""
    return [general for general in case.data.start.generals if general.id in forces(case).armies]


def castles_of(land: Map) -> list[int]:
    """The numbers of the areas with castles, lowest first."""
    return [number for number, area in enumerate(land.areas) if area.castle]


def moves_from(start: int, neighbours: list[list[int]], open_areas: set[int]) -> list[int]:
    """F-25 The fewest moves from an area to every other over areas that may be entered; FAR where no way leads."""
    moves = [FAR] * len(neighbours)
    moves[start], queue = 0, deque([start])
    while queue:
        area = queue.popleft()
        for other in neighbours[area]:
            if other in open_areas and moves[other] == FAR:
                moves[other] = moves[area] + 1
                queue.append(other)
    return moves


def map_row(land: Map) -> np.record:
    """F-08 The map; neighbours are listed from the lowest on."""
    numbers = {area.id: number for number, area in enumerate(land.areas)}
    neighbours = [sorted(numbers[name] for name in area.neighbours) for area in land.areas]
    room = room_for(len(land.areas), SMALLEST_MAP)
    row = row_of(map_type(room))
    row.areas, row.hideout = len(land.areas), numbers[land.hideout]
    row.castles = len(castles_of(land))
    row.castle[: row.castles] = castles_of(land)
    for number, area in enumerate(land.areas):
        row.region[number], row.mountain[number] = REGIONS.index(area.region), area.terrain == "mountain"
        row.towers[number], row.village[number] = area.towers or 0, area.village
        row.neighbours[number] = len(neighbours[number])
        row.neighbour[number, : len(neighbours[number])] = neighbours[number]
    row.ottoman_home = next(a for a in range(row.areas) if row.region[a] == RUMELIA and not row.mountain[a])
    row.moves[:] = FAR
    everywhere = set(range(row.areas))
    for side, enterable in ((OTTOMAN, {a for a in everywhere if not row.mountain[a]}), (CHRISTIAN, everywhere)):
        for number in everywhere:
            row.moves[side, number, : row.areas] = moves_from(number, neighbours, enterable)
    row.from_rumelia[:] = row.moves[OTTOMAN, row.region == RUMELIA].min(axis=0)
    return row


def start_board(case: Case) -> np.recarray:
    """F-05 The board at the start, in an array of one row."""
    numbers = {area.id: number for number, area in enumerate(case.data.map.areas)}
    boards = rows_of(board_type(room_for(len(numbers), SMALLEST_MAP)))
    board, start = boards[0], case.data.start
    board.siege[:], board.holder[:] = NO_SIEGE, CHRISTIAN
    board.goal[:] = NO_AREA
    board.pieces[:] = [start.pieces.ottoman, start.pieces.christian]
    board.tokens[:] = [case.setup.tokens.ottoman, case.setup.tokens.christian]
    for number, general in enumerate(generals_of(case)):
        camp, side = forces(case).armies[general.id], SIDES.index(general.side_in(case.setup.radu))
        board.where[number], board.troops[number] = numbers[camp.area], camp.troops
        board.field[side, numbers[camp.area]] += camp.troops
    for name, troops in forces(case).loose.items():
        area = numbers[name]
        side = SIDES.index(case.data.map.areas[area].side_of_loose)
        board.loose[side, area] += troops
        board.field[side, area] += troops
    for name, troops in forces(case).garrisons.items():
        board.garrison[CHRISTIAN, numbers[name]] = troops
    for name, markers in forces(case).impalements.items():
        board.stakes[CHRISTIAN, numbers[name]] = markers
    board.staked[CHRISTIAN] = board.stakes[CHRISTIAN].sum()
    board.living[:] = board.field.sum(axis=1) + board.garrison.sum(axis=1)
    return boards


def wishes(general: NamedGeneral, case: Case, last_turn: bool) -> General:
    """F-21 A general's wishes for the turn order: those of the set-up, else of his side's policy."""
    side = general.side_in(case.setup.radu)
    policy, own = case.players[side].parameters, case.setup.generals.get(general.id)
    found = {"delay": getattr(policy, "delay", "always"), "jump": getattr(policy, "jump", "always")}
    if last_turn:
        found |= {wish: getattr(policy, f"last_{wish}", found[wish]) for wish in found}
    found |= {} if own is None else own.model_dump(exclude_none=True)
    return General(name=general.id, rating=general.rating, side=side, **found)


def wishes_row(case: Case, last_turn: bool) -> np.record:
    """F-20 Plans of a turn; a random player's generals toss a coin wherever the set-up says nothing."""
    generals = generals_of(case)
    plans = plans_row([wishes(general, case, last_turn) for general in generals])
    for number, general in enumerate(generals):
        own = case.setup.generals.get(general.id)
        at_random = case.players[general.side_in(case.setup.radu)].policy == "random_legal"
        plans.delay_coin[number] = at_random and (own is None or own.delay is None)
        plans.jump_coin[number] = at_random and (own is None or own.jump is None)
    return plans


def generals_row(case: Case) -> np.record:
    """F-03, F-11 Who is who."""
    generals = generals_of(case)
    ids = [general.id for general in generals]
    row = row_of(GENERALS)
    row.count, row.loyal = len(ids), case.setup.radu == "loyal"
    for name in ("dracula", "radu", "sultan"):
        row[name] = ids.index(name) if name in ids else NO_GENERAL
    if row.radu != NO_GENERAL:
        row.moldavian[row.radu] = not row.loyal or case.rules["radu_moldavia"] == "always"
    row.by_id[: len(ids)] = [sorted(ids).index(name) for name in ids]
    return row


def player_rows(case: Case) -> tuple[np.record, np.record]:
    """Section 12: both sides' players, in the order of SIDES, each parameter in the field of its name."""
    rows = rows_of(PLAYER, len(SIDES))
    for row, side in zip(rows, SIDES):
        player = case.players[side]
        row.policy = POLICY_CODES[player.policy]
        row.orders = orders(0, player.parameters if isinstance(player.parameters, BattleOrders) else BattleOrders())
        for name, value in player.parameters.model_dump().items():
            write_parameter(row, name, value)
        row.full_need = math.log(1 + row.need)
    return rows[OTTOMAN], rows[CHRISTIAN]


def write_parameter(row: np.record, name: str, value: Any) -> None:
    """One parameter of a policy in its player's row; those of battles and of the turn order have rows of their own."""
    if name in RATIOS:
        row[f"{RATIOS[name]}_over"], row[f"{RATIOS[name]}_under"] = in_whole_numbers(value)
    elif name == "mode":
        row.mode = (OTTOMAN_MODES if value in OTTOMAN_MODES else CHRISTIAN_MODES).index(value)
    elif name in (PLAYER.names or ()):
        row[name] = NAMED[name].index(value) if name in NAMED else value


def campaign_rows(case: Case) -> tuple[np.recarray, np.recarray, Campaign]:
    """The board that a trial changes and the one that it starts from, in arrays of one row, and the campaign."""
    land, start = map_row(case.data.map), start_board(case)
    boards = start.copy()
    plans, last_plans = wishes_row(case, False), wishes_row(case, True)
    room = len(land.region)
    most = most_troops(case, start[0].living)
    attackers, defenders = side_row(ATTACKER, [], most), side_row(DEFENDER, [], most)
    scratch = row_of(scratch_type(room, len(attackers.troops)))
    order = plans, last_plans, odds_for(case), cup_row(len(generals_of(case)))
    rows = generals_row(case), player_rows(case), *order, row_of(MARCH), attackers, defenders, row_of(FIELD)
    game = Campaign(land, boards[0], *rows, row_of(STORM_PLAN), row_of(hunger_type(room)), scratch)
    return boards, start, game


def ratings_of(case: Case) -> tuple[list[int], list[int]]:
    """F-03 The ratings of both sides' generals."""
    by_side: tuple[list[int], list[int]] = [], []
    for general in generals_of(case):
        by_side[SIDES.index(general.side_in(case.setup.radu))].append(general.rating)
    return by_side


def looks_ahead(case: Case) -> bool:
    """Section 12: does a policy play that needs the odds?"""
    return any(POLICY_CODES[player.policy] == FORESIGHT for player in case.players.values())


def odds_for(case: Case) -> np.record:
    """The odds that the policies of this case look ahead with."""
    return odds_of(case, ratings_of(case)) if looks_ahead(case) else no_odds()


def most_troops(case: Case, living: Iterable[int]) -> int:
    """F-02, F-32 The most troops that a side can ever have: its pieces, or what it begins with and may recruit."""
    pieces = case.data.start.pieces
    if case.rules["piece_limit"]:
        return max(pieces.ottoman, pieces.christian)
    raised = 6 * len(generals_of(case)) * case.rules["turns"]
    return int(max(living)) + raised * (case.rules["move_points"] if case.rules["recruit_repeat"] else 1)
