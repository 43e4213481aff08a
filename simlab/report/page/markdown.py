"""A report as Markdown, with links to its plots and tables."""

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from simlab.report.page.parts import Report
from simlab.report.page.pictures import sharpest

SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&]|^[-+=](?=[-+=\s]|$)|(?<=^\d)[.)](?=\s|$)")


@cache
def environment() -> Environment:
    """Templates whose texts are escaped one by one, as Markdown needs."""
    made = Environment(
        loader=PackageLoader("simlab.report.page"),
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {"md": escaped, "fence": fence, "sharpest": sharpest}
    return made


def markdown_page(report: Report) -> str:
    """The page; never more than one empty line in a row."""
    text = environment().get_template("page.md.j2").render(report=report)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def escaped(text: str) -> str:
    """A text of one line that shows literally."""
    return SPECIAL.sub(r"\\\g<0>", " ".join(str(text).split()))


def fence(text: str) -> str:
    """What stands around a text that shows as it is, whatever it holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return "`" * max(longest + 1, 3)
