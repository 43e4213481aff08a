"""The board of I Am Vlad as the referee sees it: sets of squares as bits of one number, lines, and turned orders.

A square is row * columns + column, as in what games tell; its bit leaves a column free between rows, so that a step
sideways never leads into another row.
"""

from functools import cache

STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # north, then clockwise
CUTS = "#MXT"  # V-57
INSIDE = "G:o"  # V-51


class Board:
    """V-09, A-4 What is printed."""

    def __init__(self, rows, abyss_blocks_line):
        self.rows, self.columns = len(rows), len(rows[0])
        self.sign = "".join(rows)
        self.squares = range(len(self.sign))
        self.width = self.columns + 1
        self.bit = [1 << (s // self.columns * self.width + s % self.columns) for s in self.squares]
        self.cuts = {s for s in self.squares if self.sign[s] in CUTS + "~" * abyss_blocks_line}
        self.stand = self.bits(s for s in self.squares if self.sign[s] not in CUTS + "~")
        self.inside = self.bits(s for s in self.squares if self.sign[s] in INSIDE)
        self.dens, self.gates, self.churches = self.groups("w"), self.groups("g"), self.groups("+")
        self.church = {self.quarter(group[0]): group for group in self.churches}
        self.bridge = [self.bits(gate) for gate in self.gates]
        self.next_to = [[self.step(s, way) for way in STEPS] for s in self.squares]

    def bits(self, squares):
        """A set of squares as bits."""
        found = 0
        for square in squares:
            found |= self.bit[square]
        return found

    def step(self, square, way):
        """The square one step away, or None past the edge."""
        row, column = square // self.columns + way[0], square % self.columns + way[1]
        on_it = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if on_it else None

    def groups(self, sign):
        """A-4 Squares of a sign that touch, in reading order of their first ones."""
        groups, left = [], [s for s in self.squares if self.sign[s] == sign]
        while left:
            group, rim = {left[0]}, [left[0]]
            while rim:
                here = rim.pop()
                fresh = {n for n in (self.step(here, way) for way in STEPS) if n in left} - group
                group |= fresh
                rim += fresh
            groups.append(sorted(group))
            left = [s for s in left if s not in group]
        return groups

    def quarter(self, square):
        """V-10 The corner in whose quarter a square lies."""
        south, east = square // self.columns >= self.rows / 2, square % self.columns >= self.columns / 2
        return (3 if south else 0) if not east else (2 if south else 1)

    def start(self, corner, kind):
        """V-11 Where a unit starts."""
        return next(s for s in self.squares if self.sign[s] == "VKA"[kind] and self.quarter(s) == corner)

    @cache  # noqa: B019  # a board lives as long as its referees
    def order(self, corner, square):
        """Words: the place of a square in reading order on the board turned until the corner is at the top left."""
        row, column = square // self.columns, square % self.columns
        down, right = self.rows - 1 - row, self.columns - 1 - column
        return ((row, column), (right, row), (down, right), (column, down))[corner]

    def ways(self, corner):
        """P-1 The eight steps, north first as a corner sees it."""
        return [(turn + 2 * corner) % 8 for turn in range(8)]

    def spread(self, bits):
        """Squares in a set or next to it."""
        row = bits | bits << 1 | bits >> 1
        return row | row << self.width | row >> self.width

    @cache  # noqa: B019
    def line(self, one, other):
        """V-56 (distance, squares strictly between) of two squares in line; None if they are not."""
        down = other // self.columns - one // self.columns
        right = other % self.columns - one % self.columns
        length = max(abs(down), abs(right))
        if length == 0 or (down and right and abs(down) != abs(right)):
            return None
        way = (down // length, right // length)
        between, here = [], self.step(one, way)
        while here != other:
            between.append(here)
            here = self.step(here, way)
        return length, frozenset(between), bool(self.cuts.intersection(between)), 0 in way

    def distance(self, one, other):
        """Words: distance of two squares."""
        rows = abs(one // self.columns - other // self.columns)
        return max(rows, abs(one % self.columns - other % self.columns))


@cache
def board_of(rows, abyss_blocks_line):
    """The board of a case, made once."""
    return Board(rows, abyss_blocks_line)
