"""A board of squares drawn, and heat maps over it: how often something happens on each of its squares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, PowerNorm, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simlab.pictures import SquareKind, SquarePicture
from simlab.report import look
from simlab.report.map_plot import Words

GROUND = {"open": "#f3efe4", "floor": "#e4dfee", "solid": "#a3a3a3", "wall": "#5b4636", "chasm": "#22262e"}
FADED = {"open": "#ffffff", "floor": "#ffffff", "solid": "#bdbdbd", "wall": "#8c8c8c", "chasm": "#dfe1e6"}
BLOCKED = ("solid", "wall", "chasm")
WIDE, TALLEST = look.WIDTH - 2 * look.MARGIN, 9.5  # inches
EDGE, GAP = 0.26, 0.3  # inches: of the numbers of rows and columns, and between heat maps
CAPTION, SCALE = 0.32, 0.45  # inches above a heat map, and below it for its shades
LEGEND_LINE, LEGEND_COLUMNS = 0.24, 3
LETTER, SMALLEST_LETTER, LABEL = 0.62, 4.0, 8.0  # of a square; points
LINE, LINE_OF_SIDE = 1.2, 0.18  # points, and at most that much of a square's side
DARKER = 0.8  # of lines that stand for a colour
EVERY = 5  # rows and columns from one number to the next
POWER, STEPS = 0.5, 100  # shades grow with the root, as a few squares see most of what happens
NIGHT = "#00304f"
#: From white to nearly black in even steps of lightness, so that equal steps look equal, in grey print too.
SHADES = LinearSegmentedColormap.from_list(
    "heat", [(0.0, "#ffffff"), (0.374, look.SKY), (0.664, look.BLUE), (1.0, NIGHT)]
)


@dataclass(frozen=True)
class Heat:
    """How often something happens on every square: `values` has the board's rows and columns."""

    title: str
    values: np.ndarray
    unit: str = ""  # what a value is: "turns a game"


def draw_board(picture: SquarePicture, words: Words | None = None) -> Figure:
    """The board with all that is printed on it, as a figure."""
    with look.style():
        side = _side(picture, WIDE - EDGE)
        wide, tall = _size(picture, side)
        entries = _entries(picture.kinds)
        below = LEGEND_LINE * -(-len(entries) // LEGEND_COLUMNS) + 0.15
        figure, top = _sheet(words or Words(picture.title, picture.about), EDGE + tall + below)
        left = look.MARGIN + EDGE + (WIDE - EDGE - wide) / 2
        ax = _axes(figure, picture, (left, top - EDGE), side)
        kinds = {kind.sign: kind for kind in picture.kinds}
        _squares(ax, [[_colour(kinds[sign]) for sign in row] for row in picture.rows])
        _letters(ax, picture, kinds, side)
        _row_and_column_numbers(ax, picture)
        handles = [_patch(_colour(alike[0])) for alike in entries]
        texts = [_meaning(alike) for alike in entries]
        where = {"loc": "upper left", "bbox_to_anchor": ((look.MARGIN - left) / wide, -0.1 / tall), "handlelength": 1}
        look.legend(ax, handles, texts, ncols=LEGEND_COLUMNS, **where)
        return look.finish(figure)


def draw_heat(picture: SquarePicture, heats: Sequence[Heat], words: Words | None = None) -> Figure:
    """Heat maps side by side over the faded board, each with shades of its own; squares that matter are outlined.

    Raises ValueError if values are not for the board's squares.
    """
    shape = (len(picture.rows), len(picture.rows[0]))
    for heat in heats:
        if heat.values.shape != shape or not (heat.values >= 0).all():
            raise ValueError(f"{heat.title}: values must be {shape} numbers of at least 0")
    abreast = 1 if len(heats) == 1 else 2 if len(heats) <= 4 else 3
    with look.style():
        room = (WIDE - GAP * (abreast - 1)) / abreast
        side = _side(picture, room)
        wide, tall = _size(picture, side)
        outlined = _entries([kind for kind in picture.kinds if kind.colour])
        # Where the last of two columns is empty, the legend stands there.
        beside = len(heats) == 3 and LEGEND_LINE * len(outlined) <= tall
        below = 0.1 if beside else LEGEND_LINE * -(-len(outlined) // LEGEND_COLUMNS) + 0.1
        above = CAPTION + max(look.height(_title(heat, wide)) for heat in heats) - look.height("one line")
        each, lines = above + tall + SCALE, -(-len(heats) // abreast)
        figure, top = _sheet(words or Words(picture.title, picture.about), each * lines + below)
        for number, heat in enumerate(heats):
            line, place = divmod(number, abreast)
            corner = (look.MARGIN + place * (room + GAP) + (room - wide) / 2, top - each * line - above)
            ax = _axes(figure, picture, corner, side)
            look.caption(ax, heat.title, heading=True, inches=wide)
            _heat(ax, picture, heat.values)
            _outlines(ax, picture, side)
            _scale(figure, heat, (corner[0], corner[1] - tall), wide)
        if beside:
            _outline_legend(figure, outlined, (look.MARGIN + room + GAP, top - each - above), 1)
        else:
            _outline_legend(figure, outlined, (look.MARGIN, top - each * lines), LEGEND_COLUMNS)
        return look.finish(figure)


def _outline_legend(figure: Figure, outlined: Sequence[list[SquareKind]], corner: tuple[float, float], columns: int):
    """What outlined squares are, from this corner in inches."""
    handles = [_patch("none", _line_colour(alike[0])) for alike in outlined]
    where = {"loc": "upper left", "bbox_to_anchor": corner, "bbox_transform": figure.dpi_scale_trans}
    texts = [alike[0].about for alike in outlined]
    look.legend(figure.axes[0], handles, texts, ncols=columns, handlelength=1, **where)


def _side(picture: SquarePicture, room: float) -> float:
    """How many inches a square's side has."""
    return min(room / len(picture.rows[0]), TALLEST / len(picture.rows))


def _size(picture: SquarePicture, side: float) -> tuple[float, float]:
    return side * len(picture.rows[0]), side * len(picture.rows)


def _sheet(words: Words, room: float) -> tuple[Figure, float]:
    """A figure with its words, and how many inches from below its axes may begin; no layout may change them."""
    figure = look.sheet(words.title, words.about, words.heading, words.note, words.footer, room)
    engine = figure.get_layout_engine()
    floor = 0 if engine is None else engine.get()["rect"][1] * figure.get_figheight()
    figure.set_layout_engine("none")
    return figure, floor + room


def _axes(figure: Figure, picture: SquarePicture, corner: tuple[float, float], side: float) -> Axes:
    """Axes with a unit for each square, their upper left corner at this place in inches."""
    (whole_wide, whole_tall), (wide, tall) = figure.get_size_inches(), _size(picture, side)
    left, top = corner
    ax = figure.add_axes((left / whole_wide, (top - tall) / whole_tall, wide / whole_wide, tall / whole_tall))
    look.bare(ax, None)
    ax.set(xlim=(-0.5, len(picture.rows[0]) - 0.5), ylim=(len(picture.rows) - 0.5, -0.5), xticks=[], yticks=[])
    return ax


def _colour(kind: SquareKind) -> str:
    return look.OKABE_ITO[kind.colour] if kind.colour else GROUND[kind.ground]


def _title(heat: Heat, wide: float) -> str:
    return look.fold(heat.title, wide, look.BODY, "bold")


def _line_colour(kind: SquareKind) -> tuple[float, float, float]:
    """A square's colour, dark enough for a line on white."""
    red, green, blue = (DARKER * part for part in to_rgb(_colour(kind)))
    return red, green, blue


def _entries(kinds: Sequence[SquareKind]) -> list[list[SquareKind]]:
    """The kinds that share an entry of the legend, as they have the same words."""
    entries: dict[str, list[SquareKind]] = {}
    for kind in kinds:
        entries.setdefault(kind.about, []).append(kind)
    return list(entries.values())


def _meaning(alike: Sequence[SquareKind]) -> str:
    """What squares of these kinds are, and their letters."""
    letters = ", ".join(kind.sign for kind in alike if kind.lettered)
    return f"{alike[0].about} ({letters})" if letters else alike[0].about


def _squares(ax: Axes, colours: Sequence[Sequence[str]]) -> None:
    """Every square in its colour, with a white line around it."""
    shades = np.array([[to_rgb(colour) for colour in row] for row in colours])
    rows, columns = shades.shape[:2]
    ax.pcolormesh(
        np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, shades, edgecolor="white", linewidth=0.3, zorder=0
    )


def _letters(ax: Axes, picture: SquarePicture, kinds: Mapping[str, SquareKind], side: float) -> None:
    """The signs of lettered squares, where there is room, and the labels."""
    size = LETTER * side * look.POINTS
    if size >= SMALLEST_LETTER:
        for y, row in enumerate(picture.rows):
            for x, sign in enumerate(row):
                if kinds[sign].lettered:
                    ink = "white" if _dark(_colour(kinds[sign])) else look.INK
                    look.write(ax, x, y, sign, size=size, weight="bold", color=ink, ha="center", zorder=3)
    for down, right, text in picture.labels:
        look.write(ax, right, down, text, size=LABEL, weight="bold", ha="center", path_effects=look.HALO, zorder=5)


def _dark(colour: str) -> bool:
    red, green, blue = to_rgb(colour)
    return 0.3 * red + 0.59 * green + 0.11 * blue < 0.5


def _row_and_column_numbers(ax: Axes, picture: SquarePicture) -> None:
    ax.set(xticks=range(0, len(picture.rows[0]), EVERY), yticks=range(0, len(picture.rows), EVERY))
    ax.tick_params(
        axis="both", labelsize=look.FOOTER, labelcolor=look.MUTED, pad=2, labeltop=True, labelbottom=False, length=0
    )


def _patch(colour: str, edge: str | tuple[float, float, float] = look.MUTED) -> Line2D:
    patch = Line2D([], [], marker="s", markersize=9, linestyle="none", markerfacecolor=colour, markeredgecolor=edge)
    patch.set_markeredgewidth(1.5 if colour == "none" else 0.5)
    return patch


def _heat(ax: Axes, picture: SquarePicture, values: np.ndarray) -> None:
    """The faded board, and the shade of every square on which something happens."""
    kinds = {kind.sign: kind for kind in picture.kinds}
    ax.spines[:].set(visible=True, color=look.FAINT)
    _squares(ax, [[FADED[kinds[sign].ground] for sign in row] for row in picture.rows])
    if values.any():
        rows, columns = values.shape
        shown = np.ma.masked_equal(values, 0)
        edges = np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5
        ax.pcolormesh(*edges, shown, cmap=SHADES, norm=_norm(values), zorder=1)


def _norm(values: np.ndarray) -> PowerNorm:
    return PowerNorm(POWER, 0, float(values.max()))


def _outlines(ax: Axes, picture: SquarePicture, side: float) -> None:
    """A line around squares of each kind that matters."""
    width = min(LINE, LINE_OF_SIDE * side * look.POINTS)
    signs = np.pad(np.array([list(row) for row in picture.rows]), 1, constant_values=" ")
    for kind in (kind for kind in picture.kinds if kind.colour):
        mine = signs == kind.sign
        lines = []
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            for row, column in np.argwhere(mine & ~np.roll(mine, (-down, -right), (0, 1))) - 1:
                x, y = column + right / 2, row + down / 2
                half_x, half_y = (0.5, 0) if down else (0, 0.5)
                lines.append([(x - half_x, y - half_y), (x + half_x, y + half_y)])
        for colour, halo, level in (("white", 1.2, 2.0), (_line_colour(kind), 0.0, 2.1)):
            drawn = LineCollection(lines, colors=[colour], linewidths=width + halo, capstyle="projecting", zorder=level)
            ax.add_collection(drawn)


def _scale(figure: Figure, heat: Heat, corner: tuple[float, float], wide: float) -> None:
    """The shades of a heat map with what they mean, below it."""
    whole_wide, whole_tall = figure.get_size_inches()
    left, below = corner
    if not heat.values.any():
        figure.text(left / whole_wide, (below - 0.16) / whole_tall, "never", size=look.SMALL, color=look.MUTED)
        return
    top = float(heat.values.max())
    ax = figure.add_axes((left / whole_wide, (below - 0.17) / whole_tall, wide / 2 / whole_wide, 0.09 / whole_tall))
    look.bare(ax, None)
    ax.pcolormesh(np.linspace(0, 1, STEPS + 1), [0, 1], np.linspace(0, 1, STEPS)[None], cmap=SHADES)
    stops = (0.0, 0.5, 1.0)
    ax.set(yticks=[], xlim=(0, 1))
    ax.set_xticks(stops, [look.number(float(f"{top * stop ** (1 / POWER):.2g}")) for stop in stops])
    ax.tick_params(axis="x", labelsize=look.FOOTER, labelcolor=look.MUTED, pad=2)
    look.write(ax, 1, 0.5, heat.unit, 8, size=look.FOOTER, color=look.MUTED)
