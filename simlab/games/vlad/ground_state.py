"""The row that a board is for kernels (V-09): squares by number, row by row from the top; nothing changes it."""

import numpy as np

SIGNS = ".#VAK+Mw$~XTgG:o"  # V-09 the code of a sign is its place here
START_SIGNS = "VKA"  # of vlad, knight, archer
CHURCH, DEN, TAVERN, BRIDGE, OPENING, TOWER, ABYSS, PLAIN = "+w$gGo~."
BLOCKED = "#MXT~"  # V-50 nobody stands there
CUTTING = "#MXT"  # V-57 cuts lines
INSIDE = "G:o"  # V-51 the inside of the fortress

CORNERS = ("top left", "top right", "bottom right", "bottom left")  # V-10
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # N, NE, E, SE, S, SW, W, NW
DIRECTIONS = len(STEPS)
NOWHERE = -1  # no square, no group
NO_WAY = 255  # V-50 where no way leads

LARGEST_SIDE = 64
MOST_GROUPS, MOST_GATES = 16, 4
LARGEST_GROUP, LARGEST_BRIDGE = 8, 24
SMALLEST_BOARD, SMALLEST_SIDE = 1600, 64  # rooms


def _fields(*names: str, shape: tuple[int, ...] = ()) -> list[tuple]:
    return [(name, np.int64, shape) for name in names]


def ground_type(room: int, rows_room: int = SMALLEST_SIDE, groups_room: int = MOST_GROUPS) -> np.dtype:
    """A board. Lists of squares and groups are followed by NOWHERE.

    A square has its `sign`; `ray` is how many squares can be seen from it in a direction; `group` is the number of its
    den, gate or tavern on the board as it lies, and of its church, which is that of its corner. `rank` and `direction`
    are the order of squares and the directions as a corner sees them: on the board turned until it is at the top left.
    In `stand_bits`, `inside_bits` and `bridge_bits` bit c of row r is the square in column c.
    """
    corners, gates = len(CORNERS), MOST_GATES
    return np.dtype(
        [
            *_fields("rows", "columns", "squares", "dens", "gates", "towers", "tavern_squares"),
            *_fields("sign", "stands", "cuts", "inside", "plain", "group", "row", "column", shape=(room,)),
            *_fields("neighbour", "ray", shape=(room, DIRECTIONS)),
            ("stand_bits", np.uint64, (rows_room,)),
            ("inside_bits", np.uint64, (rows_room,)),
            ("bridge_bits", np.uint64, (gates, rows_room)),
            *_fields("den_square", shape=(groups_room, LARGEST_GROUP)),
            *_fields("den_size", shape=(groups_room,)),
            *_fields("gate_square", shape=(gates, LARGEST_BRIDGE)),
            *_fields("gate_size", shape=(gates,)),
            *_fields("church_square", shape=(corners, LARGEST_GROUP)),
            *_fields("church_size", shape=(corners,)),
            *_fields("tavern_square", "tower_square", shape=(groups_room,)),
            *_fields("start_square", shape=(corners, len(START_SIGNS))),
            *_fields("rank", shape=(corners, room)),
            *_fields("direction", shape=(corners, DIRECTIONS)),
            *_fields("den_order", shape=(corners, groups_room)),
            *_fields("gate_order", shape=(corners, gates)),
        ]
    )
