"""A small report made by hand, whose texts are as bad as they can be, for the tests of the page."""

from pathlib import Path

from matplotlib.figure import Figure

from simlab.report.page.parts import (
    Answer,
    Asked,
    Axis,
    Cell,
    Chapter,
    Explorer,
    Method,
    Plot,
    Point,
    Report,
    ScenarioFile,
    Table,
)

SCRIPT = "<script>alert(1)</script>"
BAD = f'{SCRIPT} & "quotes" | *stars* _lines_ [link](http://x) `code` </title>'
NUMBERS = (72.24, 9.284, 100.5, 18.4)


def drawn(folder: Path, stem: str) -> Plot:
    """A plot in two files."""
    figure = Figure(figsize=(4, 2), label=SCRIPT)
    figure.add_subplot().plot([1, 2, 3])
    for kind in ("svg", "png"):
        figure.savefig(folder / f"{stem}.{kind}")
    return Plot(stem, f"Heading {SCRIPT}", f"What it shows: {BAD}", folder / f"{stem}.svg", folder / f"{stem}.png")


def table() -> Table:
    """Words and numbers whose order is another one as text."""
    rows = [
        [Cell(f"question {place} {SCRIPT}"), Cell(f"{value} %", value, f"{value / 100}; interval {BAD}")]
        for place, value in enumerate(NUMBERS)
    ]
    rows.append([Cell("not known"), Cell("–")])
    return Table(f"Answers {BAD}", ["question", "estimate"], rows, [False, True], "answers", "a,b\n1,2\n")


def explorer() -> Explorer:
    """Two paths with two and three values."""
    points = {
        f"{a},{b}": Point(f"{10 * a + b} at {a},{b}", 10 * a + b, a, 20 * a + 2) for a in (0, 1) for b in (0, 1, 2)
    }
    axes = [Axis("besiegers", ["6", "8"]), Axis(f"turns {SCRIPT}", ["1", "2", "3"])]
    whole = {place: Point("half", 50, 40, 60) for place in points}
    curve = [Asked(f"when: {level}", " %", whole, "when", f"{level} {SCRIPT}") for level in (1, 2)]
    lasts = Asked("lasts", "", {"0,0": Point("5", 5, 4, 6)})
    return Explorer(axes, [Asked(f"falls {BAD}", " %", points), lasts, *curve])


def report(folder: Path) -> Report:
    """Two chapters, one inside the first."""
    facts = [("seed", "1462"), ("name", BAD)]
    method = Method(facts, [f"simlab run '{BAD}' ```"], ScenarioFile("scenario.toml", f'title = "{BAD}"'))
    inner = Chapter("Readings", "", [Answer("what", BAD)], [table()], [], Method(facts, ["simlab readings x"]))
    first = Chapter(
        title=BAD,
        about=BAD,
        answers=[Answer(BAD, "In 72.2 % of trials (72.15 … 72.33 %).")],
        tables=[table()],
        plots=[drawn(folder, "one")],
        method=method,
        moves=[inner],
        explorer=explorer(),
        assumptions=[BAD],
        notes=[BAD],
    )
    second = Chapter("Plain", "1. Not a list", [], [], [drawn(folder, "two")], Method(facts, ["simlab run y"]))
    return Report(BAD, [first, second], "Made once.")
