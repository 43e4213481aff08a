"""Is policy A better than policy B? Blocks of the same dice are played until a sequential test knows.

Where both can play all seats a block is every seating of the two with both at the table, and its score A's mean share
of the win of all its seats together: 1/2 for equal policies, as each seating has its mirror image in the block.
In one seat a block is two tables, A and B in that seat against the scenario's other players, and its score
(1 + share of A - share of B) / 2. Either way a difference of shares is stated in *points*: A's share above even, or A's
share minus B's.
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np
from scipy.special import ndtri

from simlab.contract import Case, Player
from simlab.runs.batches import Sampler
from simlab.runs.results import assumptions, scenario_record, tables_id
from simlab.runs.seating import Winner, entrants, table_cases, winner_of
from simlab.runs.tables import Dice, Tables
from simlab.runs.tournament import Play
from simlab.scenario.errors import Problem, ScenarioError, no_such
from simlab.scenario.scenario import Scenario
from simlab.stats.sequences import mean_sequence
from simlab.stats.sprt import EVEN, EVERY, Look, SequentialRun, SequentialTest, improvement, non_regression

MOST_SEATS = 6  # 62 seatings of two policies

Decision = Literal["better", "not_better", "no_worse", "worse", "undecided"]
SAYS: dict[str, dict[str, Decision]] = {
    "improvement": {"alternative": "better", "null": "not_better", "undecided": "undecided"},
    "non_regression": {"alternative": "no_worse", "null": "worse", "undecided": "undecided"},
}


@dataclass(frozen=True)
class Asked:
    """What is tested, in points: is A better than B by `gain`, or (with a loss) no worse, against worse by `loss`?

    `seat`: the seat that the two are compared in; None: all seats, or the only one that both can play.
    """

    a: str
    b: str
    gain: float | None = None
    loss: float | None = None
    seat: str | None = None

    @property
    def preset(self) -> str:
        """`improvement` or `non_regression`."""
        return "improvement" if self.loss is None else "non_regression"

    @property
    def points(self) -> float:
        """The difference that the two hypotheses are apart."""
        return self.loss if self.loss is not None else self.gain if self.gain is not None else 0.01

    def test(self, points_a_score: float, most_blocks: int) -> SequentialTest:
        """The test on scores of blocks, of which one is worth so many points."""
        preset = improvement if self.loss is None else non_regression
        return preset(self.points / points_a_score, most_blocks)


@dataclass(frozen=True)
class Match:
    """The tables of a block, and what each outcome is worth: scores[table, winner] adds up to the block's score.

    A winner is the number of a seat, or k for a tie. `seat` is None where both play all seats. `points` are what a
    score of 1 is worth: 1, or 2 for a difference of two shares.
    """

    scenario: Scenario
    asked: Asked
    cases: Sequence[Case]
    winner: Winner
    scores: np.ndarray
    seat: str | None
    points: int
    dice: Dice


@dataclass(frozen=True)
class Versus:
    """What came of a match: where the test stands, and A's mean less B's in points with a confidence sequence."""

    match: Match
    test: SequentialTest
    look: Look
    difference: tuple[float, float, float]
    seconds: float
    confidence: float
    complete: bool

    @property
    def decision(self) -> Decision:
        """What the test says of A."""
        return SAYS[self.match.asked.preset][self.look.decision]


def match(scenario: Scenario, asked: Asked, play: Play) -> Match:
    """Check a match and set up its tables. Raises ScenarioError."""
    key = f"--versus {asked.a} {asked.b}"
    if asked.a == asked.b:
        raise ScenarioError([Problem("takes two different policies", key=key)])
    if not 0 < asked.points < EVEN:
        option = "--loss" if asked.loss is not None else "--gain"
        raise ScenarioError([Problem("must be above 0 and below 0.5 points", key=option, value=asked.points)])
    seats = scenario.cases[0].seats
    able = {name: playable(scenario, name) for name in (asked.a, asked.b)}
    seat = seat_of(seats, asked, list(map(list, able.values())))
    if seat is None:
        tables, scores = everywhere(seats, asked, able)
    else:
        tables, scores = in_one_seat(scenario, seat, [able[asked.a][seat], able[asked.b][seat]])
    dice = play.dice(scenario, EVERY)
    points, winner = 1 if seat is None else 2, winner_of(scenario.cases[0])
    return Match(scenario, asked, table_cases(scenario, tables), winner, scores, seat, points, dice)


def playable(scenario: Scenario, name: str) -> dict[str, Player]:
    """A policy as it plays each seat that it can."""
    seats = entrants(scenario).seats
    known = list(dict.fromkeys(policy for players in seats.values() for policy in players))
    if name not in known:
        what = f"policy of {scenario.game.name} {scenario.model.name}"
        raise ScenarioError([Problem(no_such(what, name, known), key=name)])
    return {seat: players[name] for seat, players in seats.items() if name in players}


def seat_of(seats: Sequence[str], asked: Asked, able: Sequence[Sequence[str]]) -> str | None:
    """The one seat in which the two are compared, None for all. Raises ScenarioError if that is not clear."""
    both = [seat for seat in seats if all(seat in those for those in able)]
    key = f"--versus {asked.a} {asked.b}"
    if asked.seat is not None:
        if asked.seat not in seats:
            raise ScenarioError([Problem(no_such("seat", asked.seat, seats), key=f"--seat {asked.seat}")])
        if asked.seat not in both:
            message = f"not both of {asked.a} and {asked.b} can play the {asked.seat} seat"
            raise ScenarioError([Problem(message, key=f"--seat {asked.seat}")])
        return asked.seat
    if len(both) == len(seats):
        if len(seats) > MOST_SEATS:
            raise ScenarioError([Problem(f"more than {MOST_SEATS} seats; choose one with --seat", key=key)])
        return None
    if len(both) != 1:
        said = " and ".join(f"{name} plays {', '.join(those)}" for name, those in zip((asked.a, asked.b), able))
        choose = "; choose one of their seats with --seat" if both else ": they have no seat in common"
        raise ScenarioError([Problem(said + choose, key=key)])
    return both[0]


def everywhere(
    seats: Sequence[str], asked: Asked, able: Mapping[str, Mapping[str, Player]]
) -> tuple[list[dict[str, Player]], np.ndarray]:
    """All seatings of the two with both at the table, and A's share of the win of all its seats."""
    seatings = [s for s in product((asked.a, asked.b), repeat=len(seats)) if len(set(s)) == 2]
    held = np.array([[name == asked.a for name in names] for names in seatings], float)
    scores = np.column_stack([held, held.mean(axis=1)]) / len(seatings)
    return [{seat: able[name][seat] for seat, name in zip(seats, names)} for names in seatings], scores


def in_one_seat(scenario: Scenario, seat: str, rivals: Sequence[Player]) -> tuple[list[dict[str, Player]], np.ndarray]:
    """The scenario's table with one and the other in the seat, and half of 1 + share of the first - of the second."""
    seats = scenario.cases[0].seats
    own = np.array([name == seat for name in seats] + [1 / len(seats)], float)
    others = {one for case in scenario.cases for one in [tuple(p for s, p in case.players.items() if s != seat)]}
    if len(others) > 1:
        path = next(path for path in scenario.cases[0].point if path.split(".")[1] != seat)
        message = f"the other seats have several players; choose one, with --set {path}=…"
        raise ScenarioError([Problem(message, scenario.file, key="sweep")])
    tables = [{**scenario.cases[0].players, seat: rival} for rival in rivals]
    return tables, np.array([own / 2, (1 - own) / 2])


def expected_blocks(points_a_score: float, points: float, most: int) -> int:
    """Blocks of a test of fixed length with errors of 5 %, for scores that vary as much as they can; at most `most`.

    The confidence sequence is narrowest there. It must not hang on what was seen.
    """
    z = 2 * float(ndtri(0.95))
    return min(math.ceil((z * EVEN / (points / points_a_score)) ** 2), most)


def play_match(ready: Match, play: Play) -> Versus:
    """Play blocks until the test knows, or to the last; interrupted, where it stood at the last look."""
    test = ready.asked.test(ready.points, ready.dice.blocks)
    run, tables = SequentialRun(test), Tables(ready.cases, ready.winner)
    with play.waiting.preparing(ready.cases[0]):
        Sampler(ready.cases[0], ready.dice.rng, ready.dice.seed, {}).rows(0, 1)
    begin, games = time.perf_counter(), ready.dice.blocks * len(ready.cases)
    places = np.arange(len(ready.cases))
    with play.waiting.progress(ready.scenario.title, games) as progress:
        for winners, _ in tables.blocks(ready.dice, play.workers, progress):
            if run.add(ready.scores[places, winners].sum(axis=1).clip(0, 1)):
                break
    look = run.last
    if look.blocks == 0:
        raise KeyboardInterrupt
    planned = expected_blocks(ready.points, ready.asked.points, ready.dice.blocks)
    limits = mean_sequence(look.mean, math.sqrt(look.variance), look.blocks, planned, play.confidence)
    mean, low, high = (ready.points * (end - EVEN) for end in (look.mean, max(limits[0], 0.0), min(limits[1], 1.0)))
    return Versus(ready, test, look, (mean, low, high), time.perf_counter() - begin, play.confidence, run.over)


def versus_record(played: Versus) -> dict[str, Any]:
    """The match for JSON."""
    ready, look = played.match, played.look
    scenario, asked = ready.scenario, ready.asked
    return {
        "scenario": scenario_record(scenario, ready.cases[0], tables_id(ready.cases)),
        "method": "monte_carlo",
        "trials": look.blocks,
        "versus": {
            "a": asked.a,
            "b": asked.b,
            "seat": ready.seat,
            "preset": asked.preset,
            "points": asked.points,
            "decision": played.decision,
            "difference": dict(zip(("estimate", "low", "high"), played.difference)),
            "interval": "confidence sequence, approximate",
            "log_likelihood_ratio": look.ratio,
            "bounds": list(played.test.bounds),
            "alpha": played.test.alpha,
            "beta": played.test.beta,
            "blocks": look.blocks,
            "games": look.blocks * len(ready.cases),
        },
        "most_blocks": ready.dice.blocks,
        "seed": scenario.seed,
        "seconds": played.seconds,
        "complete": played.complete,
        "confidence": played.confidence,
        "assumptions": assumptions(ready.cases[0]),
    }
