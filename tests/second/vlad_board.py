"""V-09, V-18, V-51, V-56, V-57, A-4: the board, its groups, its lines and its distances."""

from .shared import need

MAP = [
    "........................................",
    "........................................",
    "..V..A......M..............M......K..V..",
    "...........www............www...........",
    "........................................",
    "..K...#..........................#...A..",
    ".....#......##...#....#...##......#.....",
    ".................#....#.................",
    "........++....................++........",
    "........+##............$#....##+........",
    ".........#.............##.....#.........",
    "...w.......~~~~~~~gggg~~~~~~~.......w...",
    "..Mw..#....~~~~~~~gggg~~~~~~~....#..wM..",
    "...w..#....~~~~~~~gggg~~~~~~~....#..w...",
    "...........~~~TXXXGGGGXXXT~~~...........",
    ".........##~~~X::::::::::X~~~...........",
    ".........$#~~~X::::::::::X~~~...........",
    "......##...~~~X::#::::#::X~~~...##......",
    "...........gggG::::::::::Gggg...........",
    "...........gggG::::oo::::Gggg...........",
    "...........gggG::::oo::::Gggg...........",
    "...........gggG::::::::::Gggg...........",
    "......##...~~~X::#::::#::X~~~...##......",
    "...........~~~X::::::::::X~~~#$.........",
    "...........~~~X::::::::::X~~~##.........",
    "...........~~~TXXXGGGGXXXT~~~...........",
    "...w..#....~~~~~~~gggg~~~~~~~....#..w...",
    "..Mw..#....~~~~~~~gggg~~~~~~~....#..wM..",
    "...w.......~~~~~~~gggg~~~~~~~.......w...",
    ".........#.....##.............#.........",
    "........+##....#$............##+........",
    "........++....................++........",
    ".................#....#.................",
    ".....#......##...#....#...##......#.....",
    "..A...#..........................#...K..",
    "........................................",
    "...........www............www...........",
    "..V..K......M..............M......A..V..",
    "........................................",
    "........................................",
]

OBSTACLES = "#MXT"  # cut lines
INSIDE = "G:o"  # V-51
STANDING = ".VAK+w$gG:o"  # units may stand here
DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]  # N NE E SE S SW W NW
ORTHOGONAL = [(-1, 0), (0, 1), (1, 0), (0, -1)]
START_SIGNS = {"vlad": "V", "knight": "K", "archer": "A"}
NOWHERE = 99  # P-1: no way at all


class Board:
    """A-4: signs, groups and the four ways to look at the board; a square is row * width + column."""

    def __init__(self, rows):
        self.height, self.width = len(rows), len(rows[0])
        need(all(len(row) == self.width for row in rows), "board: rows of one length")
        known = set(STANDING + OBSTACLES + "~")
        need(all(sign in known for row in rows for sign in row), "board: unknown sign")
        self.sign = [sign for row in rows for sign in row]
        self.squares = range(self.height * self.width)
        self.stands = [sign in STANDING for sign in self.sign]
        self.inside = [sign in INSIDE for sign in self.sign]
        self.place = [(s // self.width, s % self.width) for s in self.squares]
        self.rank = [self.ranks(corner) for corner in range(4)]
        self.around = [self.neighbours(corner) for corner in range(4)]
        self.dens, self.gates = self.groups("w"), self.groups("g")
        self.churches, self.taverns = self.groups("+"), self.groups("$")
        self.den_of = {s: number for number, squares in enumerate(self.dens) for s in squares}
        self.gate_of = {s: number for number, squares in enumerate(self.gates) for s in squares}
        self.tavern_squares = frozenset(s for squares in self.taverns for s in squares)
        self.church_squares = frozenset(s for squares in self.churches for s in squares)
        self.tower = frozenset(s for s in self.squares if self.sign[s] == "o")
        self.church_of = [self.in_quarter(self.churches, corner) for corner in range(4)]
        self.starts = [self.start_squares(corner) for corner in range(4)]

    def turned(self, square, corner):
        """(row, column) on the board turned until that corner is at the top left."""
        row, column = self.place[square]
        if corner == 0:
            return row, column
        if corner == 1:
            return self.width - 1 - column, row
        if corner == 2:
            return self.height - 1 - row, self.width - 1 - column
        return column, self.height - 1 - row

    def ranks(self, corner):
        """Reading order as the corner sees it: a number for each square."""
        across = self.width if corner in (0, 2) else self.height
        return [row * across + column for row, column in (self.turned(s, corner) for s in self.squares)]

    def neighbours(self, corner):
        """The squares next to each square in the order N, NE, .. NW as the corner sees it."""
        at = {self.turned(s, corner): s for s in self.squares}
        table = []
        for s in self.squares:
            row, column = self.turned(s, corner)
            table.append([at.get((row + down, column + right)) for down, right in DIRECTIONS])
        return table

    def groups(self, sign):
        """A-4: 8-neighbour components of one sign, in the reading order of the first square."""
        found, seen = [], set()
        for s in self.squares:
            if self.sign[s] != sign or s in seen:
                continue
            group, todo = [], [s]
            seen.add(s)
            while todo:
                now = todo.pop()
                group.append(now)
                for near in self.around[0][now]:
                    if near is not None and near not in seen and self.sign[near] == sign:
                        seen.add(near)
                        todo.append(near)
            found.append(frozenset(group))
        return found

    def numbered(self, groups, corner):
        """The numbers of groups in the order in which the corner counts them."""
        first = [min(self.rank[corner][s] for s in group) for group in groups]
        return sorted(range(len(groups)), key=lambda number: first[number])

    def quarter(self, square):
        """The corner in whose quarter a square lies."""
        row, column = self.place[square]
        upper, left = 2 * row < self.height, 2 * column < self.width
        return {(True, True): 0, (True, False): 1, (False, False): 2, (False, True): 3}[upper, left]

    def in_quarter(self, groups, corner):
        """A-4: the group of a corner's quarter, in reading order as that corner sees it."""
        mine = [group for group in groups if self.quarter(min(group)) == corner]
        need(len(mine) == 1, f"board: one church in each quarter, corner {corner}")
        return sorted(mine[0], key=lambda s: self.rank[corner][s])

    def start_squares(self, corner):
        """V-11: unit -> start square in a corner's base."""
        starts = {}
        for kind, sign in START_SIGNS.items():
            mine = [s for s in self.squares if self.sign[s] == sign and self.quarter(s) == corner]
            need(len(mine) == 1, f"board: one start square of each unit in each quarter, {kind} of corner {corner}")
            starts[kind] = mine[0]
        return starts

    def apart(self, one, other):
        """Distance of two squares (greater of row and column difference)."""
        (row, column), (other_row, other_column) = self.place[one], self.place[other]
        return max(abs(row - other_row), abs(column - other_column))

    def along(self, square, direction, steps):
        """The squares of a line from a square outwards, as far as the board goes."""
        row, column = self.place[square]
        line = []
        for step in range(1, steps + 1):
            down, right = row + step * direction[0], column + step * direction[1]
            if not (0 <= down < self.height and 0 <= right < self.width):
                break
            line.append(down * self.width + right)
        return line


class Wave:
    """P-1: steps from any square to the nearest target, found by walking backwards as far as asked."""

    def __init__(self, ground, flags, targets):
        self.ground, self.flags = ground, flags
        self.known = dict.fromkeys(targets, 0)
        self.edge, self.steps = list(targets), 0

    def grow(self):
        """One more step away from the targets."""
        ground, known, beyond = self.ground, self.known, []
        around, stands, inside = ground.board.around[0], ground.stands, ground.board.inside
        self.steps += 1
        for square in self.edge:
            for near in around[square]:
                if near is None or near in known or not stands[near]:
                    continue
                if inside[near] != inside[square] and not ground.gate_open(near, square, self.flags):
                    continue
                known[near] = self.steps
                beyond.append(near)
        self.edge = beyond

    def far(self, square):
        """P-1: far; a unit in an outpost starts from the squares around it."""
        if square not in self.known and not self.ground.stands[square]:
            near = [s for s in self.ground.board.around[0][square] if s is not None and self.ground.stands[s]]
            return min([NOWHERE] + [1 + self.far(s) for s in near])
        while self.edge and square not in self.known:
            self.grow()
        return self.known.get(square, NOWHERE)


class Ground:
    """The board with the outposts that stand now: lines (V-57) and distances (P-1)."""

    def __init__(self, board, rules, outposts):
        self.board, self.outposts = board, outposts
        self.leave_any_gate = rules["leave_any_gate"]
        self.stands = [board.stands[s] and s not in outposts for s in board.squares]
        signs = OBSTACLES + ("~" if rules["abyss_blocks_line"] else "")
        self.cuts = [board.sign[s] in signs or s in outposts for s in board.squares]
        self.reaches, self.waves = {}, {}

    def gate_open(self, here, there, flags):
        """V-51: whether flags allow a step between inside and outside (the bell is asked elsewhere)."""
        if self.board.inside[there]:
            return self.board.gate_of.get(here) in flags or here not in self.board.gate_of
        return self.leave_any_gate or self.board.gate_of.get(there) in flags or there not in self.board.gate_of

    def line(self, square, direction, steps):
        """V-57: the squares of one line up to the first one that cuts it."""
        found = []
        for s in self.board.along(square, direction, steps):
            found.append(s)
            if self.cuts[s]:
                break
        return found

    def reach(self, square, steps):
        """V-56: all squares that a unit of that range on this square could attack (it works both ways)."""
        if (square, steps) not in self.reaches:
            squares = [s for direction in DIRECTIONS for s in self.line(square, direction, steps)]
            self.reaches[square, steps] = frozenset(squares)
        return self.reaches[square, steps]

    def wave(self, flags, targets):
        """P-1: the distances to some squares for a seat with these flags."""
        key = (frozenset(flags), frozenset(targets))
        if key not in self.waves:
            if len(self.waves) > 3000:
                self.waves.clear()
            self.waves[key] = Wave(self, *key)
        return self.waves[key]


BOARDS, GROUNDS = {}, {}


def board_of(data):
    """Section O: the board of the data, or that of A-4."""
    rows = (data or {}).get("board", "default")
    # CHOICE: the only board with a name is that of A-4; its name here is "default".
    rows = tuple(MAP) if isinstance(rows, str) and rows == "default" else rows
    need(not isinstance(rows, str), f"board {rows}")
    rows = tuple(rows)
    if rows not in BOARDS:
        BOARDS[rows] = Board(rows)
    return BOARDS[rows]


def bare_ground(board, rules):
    """The ground before any outpost; kept for all games, since its distances never change."""
    key = (id(board), rules["leave_any_gate"], rules["abyss_blocks_line"])
    if key not in GROUNDS:
        GROUNDS[key] = Ground(board, rules, frozenset())
    return GROUNDS[key]
