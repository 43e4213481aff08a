"""The plots of a kept folder, each with what it shows in words."""

from collections.abc import Callable, Mapping

from simlab.report.page.parts import Plot
from simlab.runs.reports.folders import Kept

Words = Callable[[str], tuple[str, str] | None]


def plots(kept: Kept, words: Words) -> list[Plot]:
    """All plots; `words` gives heading and text of one by its stem, or None for one that it does not know."""
    return [plot(kept, stem, words(stem)) for stem in kept.pictures]


def plot(kept: Kept, stem: str, known: tuple[str, str] | None) -> Plot:
    """One plot; of one that nothing is known of, what its file is called."""
    drawn = kept.record.get("plots", {}).get(stem, {})
    heading = str(drawn.get("heading") or stem.replace("-", " ").capitalize())
    said = str(drawn.get("text") or "")
    heading, alt = known or (heading, f"Plot: {heading}.{f' {said}' if said else ''}")
    return Plot(kept.stem(stem), heading, alt, kept.folder / f"{stem}.svg", kept.folder / f"{stem}.png")


def questions_of(kept: Kept) -> Mapping[str, list[str]]:
    """The questions of each plot by its stem, where they are kept."""
    return {stem: list(drawn.get("questions", ())) for stem, drawn in kept.record.get("plots", {}).items()}
