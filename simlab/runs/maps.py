"""A run's board: with how often and when what its places' columns tell of has happened there, or with heat maps."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from simlab.chance.streams import GENERATORS
from simlab.contract import Case, by_name
from simlab.pictures import BoardPicture, SquarePicture
from simlab.report.board_plot import Heat, draw_board, draw_heat
from simlab.report.look import Share, percentage
from simlab.report.map_plot import Fate, Words, draw_map
from simlab.runs.results import CaseRun, Run
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario
from simlab.stats.intervals import clopper_pearson
from simlab.stats.tally import weighted_values

MOST_MAPS = 6  # cases with a map of their own
HEAT_NOTE = "darker: more often, by the square root, each map on its own scale; white: never; grey: nobody stands there"
MOST_PLAYED = 3_000  # trials that are played again for heat maps: some seconds of the slowest game


@dataclass(frozen=True)
class Board:
    """A board that is drawn, and what it shows in words."""

    figure: Figure
    heading: str
    text: str


def maps(run: Run, footer: str) -> dict[str, Board]:
    """The board of each of a few cases by file name stem, and its heat maps; none if it cannot be drawn.

    A board of squares that is the same in all cases is drawn once.
    """
    draw = run.scenario.model.picture
    if draw is None or len(run.cases) > MOST_MAPS:
        return {}
    drawn: dict[str, Board] = {}
    pictures = [draw(done.case) for done in run.cases]
    alike = all(isinstance(picture, SquarePicture) and picture == pictures[0] for picture in pictures)
    for number, (done, picture) in enumerate(zip(run.cases, pictures), start=1):
        stem = "map" if len(run.cases) == 1 else f"map {number}"
        if isinstance(picture, SquarePicture):
            if not alike:
                drawn[stem] = board(run, picture, label(done.case.point), footer)
            elif number == 1:
                drawn["map"] = board(run, picture, "", footer)
            drawn |= heat_maps(run, done, picture, stem.replace("map", "heat map"), footer)
            continue
        found = fates(done, picture, run.confidence)
        heading, note = (f"How often {picture.event}", note_of(picture, found)) if found else (picture.title, "")
        heading = ": ".join(part for part in (heading, label(done.case.point)) if part)
        words = Words(run.scenario.title, run.scenario.about, heading, note, footer)
        drawn[stem] = Board(draw_map(picture, words, found), heading, in_words(picture, found))
    return drawn


def board(run: Run, picture: SquarePicture, point: str, footer: str) -> Board:
    """A board of squares as it is printed, with the case that plays on it if others play on another."""
    heading = ": ".join(part for part in (picture.title, point) if part)
    words = Words(run.scenario.title, run.scenario.about, heading, picture.about, footer)
    return Board(draw_board(picture, words), heading, picture.about)


def heat_maps(run: Run, done: CaseRun, picture: SquarePicture, stem: str, footer: str) -> dict[str, Board]:
    """A case's heat maps over its board, if its kernel counts on squares."""
    point, played = label(done.case.point), min(done.trials, MOST_PLAYED)
    heats = heats_of(done.case, run.scenario, played)
    if not heats:
        return {}
    heading = ": ".join(part for part in (f"What happens where, in the first {played:,} trials", point) if part)
    words = Words(run.scenario.title, run.scenario.about, heading, HEAT_NOTE, footer)
    return {stem: Board(draw_heat(picture, heats, words), heading, " ".join(map(hottest, heats)))}


def hottest(heat: Heat) -> str:
    """Where most is counted on a board, for who cannot see it."""
    row, column = np.unravel_index(int(heat.values.argmax()), heat.values.shape)
    return f"{heat.title}: most in row {row + 1}, column {column + 1}, {heat.values[row, column]:.2g} {heat.unit}."


def heats_of(case: Case, scenario: Scenario, trials: int) -> list[Heat]:
    """What a case's kernel counts on squares in its first trials; nothing if it does not count or there is no trial.

    They are played again with rows of their own, as those of a run's threads stop at no certain trial.
    """
    compiled = case.model.compile(case)
    if not compiled.squares or not trials:
        return []
    out = by_name(np.empty((trials, len(case.columns)), np.int32), case.columns)
    compiled.kernel(*compiled.arguments, GENERATORS[scenario.rng], scenario.seed, 0, out)
    return [Heat(one.title, one.counts / trials, one.unit) for one in compiled.squares]


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
