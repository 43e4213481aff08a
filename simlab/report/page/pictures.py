"""The plots of a report as its page holds them and as its folder keeps them: sharp where that is small."""

import base64
import io
import re
from pathlib import Path
from urllib.parse import quote

from PIL import Image

from simlab.report.page.parts import Plot

LARGEST_EMBEDDED = 50_000  # bytes of a drawing; in place of a larger one the page has its PNG
LARGEST_KEPT = 500_000  # bytes of a drawing; of a larger one a report keeps only the PNG
COLOURS = 256  # of a PNG, which makes it a third of the file's size
IN_AN_ADDRESS = "!$'*+,-./:;=?@_~"  # besides letters and digits


def file_names(plot: Plot) -> dict[str, Path]:
    """The files of a plot in a report by their names, the sharpest first."""
    drawing = {f"plots/{plot.stem}.svg": plot.svg} if plot.svg.stat().st_size <= LARGEST_KEPT else {}
    return drawing | {f"plots/{plot.stem}.png": plot.png}


def sharpest(plot: Plot) -> str:
    """The name of the file to look at."""
    return next(iter(file_names(plot)))


def embedded(plot: Plot) -> str:
    """A plot's file as an address that holds it: the drawing, or the picture if the drawing is large."""
    if plot.svg.stat().st_size > LARGEST_EMBEDDED:
        return picture(plot)
    return f"data:image/svg+xml,{quote(compact(plot.svg.read_text(encoding='utf-8')), safe=IN_AN_ADDRESS)}"


def picture(plot: Plot) -> str:
    """A plot's picture as an address that holds it."""
    return f"data:image/png;base64,{base64.b64encode(with_few_colours(plot.png)).decode()}"


def with_few_colours(path: Path) -> bytes:
    """A PNG with a palette: plots have few colours, and a page shall be small."""
    small = io.BytesIO()
    with Image.open(path) as opened:
        reduced = opened.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        reduced.save(small, "PNG", optimize=True)
    return small.getvalue()


def compact(svg: str) -> str:
    """A drawing without the white space that its paths and lines do not need."""
    paths = re.sub(r' d="([^"]*)"', lambda found: f' d="{short_path(found[1])}"', svg)
    return re.sub(r"\s*\n\s*", " ", paths).replace("> <", "><")


def short_path(path: str) -> str:
    """A path's commands and numbers with nothing but commas between them."""
    return re.sub(r"\s+", ",", re.sub(r"\s*([A-Za-z])\s*", r"\1", path.strip()))
