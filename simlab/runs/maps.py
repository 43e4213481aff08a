"""A run's board, with how often and when what its places' columns tell of has happened there."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from simlab.contract import BoardPicture, SquarePicture
from simlab.report.board_plot import draw_board
from simlab.report.look import Share, percentage
from simlab.report.map_plot import Fate, Words, draw_map
from simlab.runs.results import CaseRun, Run
from simlab.scenario.paths import label
from simlab.stats.intervals import clopper_pearson
from simlab.stats.tally import weighted_values

MOST_MAPS = 6  # cases with a map of their own


@dataclass(frozen=True)
class Board:
    """A board that is drawn, and what it shows in words."""

    figure: Figure
    heading: str
    text: str


def maps(run: Run, footer: str) -> dict[str, Board]:
    """The board of each of a few cases by file name stem; none if the model's board cannot be drawn."""
    draw = run.scenario.model.picture
    if draw is None or len(run.cases) > MOST_MAPS:
        return {}
    drawn = {}
    for number, done in enumerate(run.cases, start=1):
        picture = draw(done.case)
        stem = "map" if len(run.cases) == 1 else f"map {number}"
        if isinstance(picture, SquarePicture):
            heading = ": ".join(part for part in (picture.title, label(done.case.point)) if part)
            words = Words(run.scenario.title, run.scenario.about, heading, picture.about, footer)
            drawn[stem] = Board(draw_board(picture, words), heading, picture.about)
            continue
        found = fates(done, picture, run.confidence)
        heading, note = (f"How often {picture.event}", note_of(picture, found)) if found else (picture.title, "")
        heading = ": ".join(part for part in (heading, label(done.case.point)) if part)
        words = Words(run.scenario.title, run.scenario.about, heading, note, footer)
        drawn[stem] = Board(draw_map(picture, words, found), heading, in_words(picture, found))
    return drawn


def in_words(picture: BoardPicture, found: dict[str, Fate]) -> str:
    """What the map says, for who cannot see it: how often it happens where."""
    names = {place.id: place.name for place in picture.places}
    parts = [f"{names[number]} {percentage(one.share.estimate, 1)}" for number, one in found.items()]
    return f"{', '.join(parts)}." if parts else picture.about


def note_of(picture: BoardPicture, found: dict[str, Fate]) -> str:
    """What the numbers of the picture mean, and how sure they are."""
    note = f"probability (darker: higher) and the {picture.when} in which it happens most often"
    sampled = [one.share for one in found.values() if one.share.low < one.share.high]
    if not sampled:
        return note
    widest = max(max(share.high - share.estimate, share.estimate - share.low) for share in sampled)
    return f"{note}; {percentage(sampled[0].confidence)} intervals within {100 * widest:.2g} points"


def fates(done: CaseRun, picture: BoardPicture, confidence: float) -> dict[str, Fate]:
    """How often it happened at each place that has a column, and when most often; nothing before the first trial."""
    if done.tally is not None and not done.tally.trials:
        return {}
    return {place.id: fate(done, place.column, confidence) for place in picture.places if place.column is not None}


def fate(done: CaseRun, column: str, confidence: float) -> Fate:
    """How often a column is above 0, and its most common value then."""
    values, weights = weights_of(done, column)
    total, happened = weights.sum(), weights[values > 0].sum()
    low = high = share = float(happened / total)
    if done.tally is not None:
        low, high = (float(end) for end in clopper_pearson(round(happened), round(total), confidence))
    usual = int(values[values > 0][weights[values > 0].argmax()]) if happened else None
    return Fate(Share("", share, low, high, float("nan"), confidence, total), usual)


def weights_of(done: CaseRun, column: str):
    """The values of a column with their weights: counts if simulated, else probabilities."""
    if done.tally is not None:
        return done.tally.distribution(column)
    if done.exact is None:
        raise ValueError("a case without results")
    place = [one.name for one in done.exact.columns].index(column)
    return weighted_values(done.exact.rows[:, place].astype(float), done.exact.weights)
