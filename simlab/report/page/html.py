"""A report as one self-contained page of HTML: style, script and plots are inside it."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simlab.report.page.parts import Chapter, Entry, Explorer, Point, Report
from simlab.report.page.pictures import embedded, picture, sharpest

HERE = Path(__file__).parent


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
    made.filters |= {"picture": picture, "sharpest": sharpest}
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


def as_json(explorer: Explorer) -> Markup:
    """An explorer's data inside a script element: no character can end the element."""
    text = json.dumps(asdict(explorer), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def first_text(points: Mapping[str, Point]) -> str:
    """What an explorer shows before it is touched, and to who runs no scripts."""
    return next(iter(points.values())).text
