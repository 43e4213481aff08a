"""A report as one self-contained page of HTML: style, script and plots are inside it."""

import base64
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from PIL import Image

from simlab.report.page.parts import Chapter, Entry, Explorer, Plot, Point, Report

HERE = Path(__file__).parent
LARGEST_SVG = 100_000  # bytes; a larger drawing is embedded as PNG
IN_AN_ADDRESS = "!$'*+,-./:;=?@_~"  # besides letters and digits
COLOURS = 256  # of an embedded PNG, which makes it a third of the file's size


@cache
def environment() -> Environment:
    """Templates in which everything is escaped that is not said to be markup."""
    made = Environment(
        loader=PackageLoader("simlab.report.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters |= {"embedded": embedded, "as_json": as_json, "first_text": first_text, "unbroken": unbroken}
    made.filters |= {"picture": picture}
    return made


def unbroken(text: str) -> str:
    """A text in which no line ends between a number and its unit, or before an end of an interval."""
    return re.sub(r"(?<=\d) (?=%)|(?<= =) | (?=…)", "\u00a0", text)


def html_page(report: Report) -> str:
    """The page."""
    parts = {name: Markup((HERE / name).read_text(encoding="utf-8")) for name in ("style.css", "page.js")}
    template = environment().get_template("page.html.j2")
    return template.render(report=report, style=parts["style.css"], script=parts["page.js"])


def gallery_page(title: str, entries: Sequence[Entry]) -> str:
    """The page that links to several reports; their plots stay where they are."""
    style = Markup((HERE / "style.css").read_text(encoding="utf-8"))
    return environment().get_template("gallery.html.j2").render(title=title, entries=entries, style=style)


def notebook_cell(chapter: Chapter) -> str:
    """A chapter as a notebook shows it below a cell: answers, tables and plots, without script or style of its own."""
    return environment().get_template("notebook.html.j2").render(chapter=chapter)


def picture(plot: Plot) -> str:
    """A plot's picture as an address that holds it."""
    return f"data:image/png;base64,{base64.b64encode(with_few_colours(plot.png)).decode()}"


def embedded(plot: Plot) -> str:
    """A plot's file as an address that holds it: the drawing, or the picture if the drawing is large."""
    if plot.svg.stat().st_size > LARGEST_SVG:
        return picture(plot)
    return f"data:image/svg+xml,{quote(compact(plot.svg.read_text(encoding='utf-8')), safe=IN_AN_ADDRESS)}"


def compact(svg: str) -> str:
    """A drawing without the white space that its paths and lines do not need."""
    paths = re.sub(r' d="([^"]*)"', lambda found: f' d="{short_path(found[1])}"', svg)
    return re.sub(r"\s*\n\s*", " ", paths).replace("> <", "><")


def short_path(path: str) -> str:
    """A path's commands and numbers with nothing but commas between them."""
    return re.sub(r"\s+", ",", re.sub(r"\s*([A-Za-z])\s*", r"\1", path.strip()))


def with_few_colours(path: Path) -> bytes:
    """A PNG with a palette: plots have few colours, and a page shall be small."""
    small = io.BytesIO()
    with Image.open(path) as opened:
        reduced = opened.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        reduced.save(small, "PNG", optimize=True)
    return small.getvalue()


def as_json(explorer: Explorer) -> Markup:
    """An explorer's data inside a script element: no character can end the element."""
    text = json.dumps(asdict(explorer), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def first_text(points: Mapping[str, Point]) -> str:
    """What an explorer shows before it is touched, and to who runs no scripts."""
    return next(iter(points.values())).text
