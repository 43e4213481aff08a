"""Trials until the answers are as precise as asked: pilot, plan, top-up, growths (statistics A.1).

Trials are whole ranges [0, n), so the result is that of a run of n trials. What decides is how wide the intervals are
and never where they lie. Every event, every level of a curve and every mean counts; of a question with a condition the
trials that meet it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from simlab.contract import Question
from simlab.runs.batches import Begun, Progress, Sampler, sample
from simlab.runs.questions import sampled_values
from simlab.runs.workers import Workers
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.file import MOST_TRIALS, PrecisionTable
from simlab.scenario.questions import precision_faults
from simlab.scenario.scenario import Scenario
from simlab.stats.answers import Values, levels_of, moments, weight_at
from simlab.stats.anytime import Ahead, price
from simlab.stats.intervals import Interval
from simlab.stats.planning import PILOT, Precision, Sample, Share, is_met, next_trials, trials_planned
from simlab.stats.rounding import finite
from simlab.stats.tally import Tally

MOST = 10**9  # trials for a precision that nobody has limited
FEW = 100  # trials that meet a condition before the spread of a value is judged
FINEST, FINEST_RELATIVE = 1e-6, 1e-4  # 10^12 trials and more; beyond, intervals would lack digits
UNMET = 100_000  # trials for a condition that none of a pilot has met, before the growths
AHEAD = MOST_TRIALS  # the first trial of a pilot that does not count: no run gets so far


@dataclass(frozen=True)
class Goal:
    """What is asked: the half-width, FINEST..1, of the widest interval; or as a share of one question's estimate."""

    half_width: float
    question: str | None = None

    @property
    def relative(self) -> bool:
        """Is it relative to the question's estimate?"""
        return self.question is not None


@dataclass(frozen=True)
class Reached:
    """How precise one question's answers have become: the widest half-width, NaN if there is no interval yet.

    `asked` and `reached` are shares of the estimate if `relative`. `needed` are the trials in all that should do.
    """

    question: str
    asked: float
    reached: float
    met: bool
    relative: bool
    needed: int

    @property
    def record(self) -> dict[str, Any]:
        """As JSON has it; a half-width that is not known is null."""
        widths = {"question": self.question, "asked": self.asked, "reached": finite(self.reached), "met": self.met}
        return widths | {"relative": self.relative, "trials_needed": self.needed}


@dataclass(frozen=True)
class Sampled:
    """What was sampled of a case; `ahead` by question if its intervals are sequences."""

    tally: Tally
    complete: bool
    reached: tuple[Reached, ...] = ()
    ahead: Mapping[str, Ahead] = field(default_factory=dict)


@dataclass(frozen=True)
class Way:
    """How trials of a case are made, and what is asked of them.

    `stage(trials)` is open while so many trials are made and gives a function to be told of those done. `begun` are
    trials that there are already.
    """

    sampler: Sampler
    questions: Sequence[Question]
    confidence: float
    workers: Workers
    stage: Callable[[int], AbstractContextManager[Progress]]
    begun: Begun[Tally] | None = None

    def sample(self, first: int, end: int) -> tuple[Tally, bool]:
        """The tally of the trials first .. end - 1, and whether it is complete."""
        with self.stage(end - first) as progress:
            return sample(self.sampler, end - first, self.workers, progress, first)

    def begin(self) -> Begun[Tally]:
        """The trials that there are already, else none."""
        return self.begun or Begun(self.sampler.empty_tally(), self.sampler)

    def go_on(self, begun: Begun[Tally], end: int) -> bool:
        """Add the trials up to `end`; whether all of them are there."""
        first = begun.tally.trials
        if first == end:
            return True
        with self.stage(end - first) as progress:
            return sample(begun.sampler, end - first, self.workers, progress, first, begun)[1]

    def values(self, question: Question, tally: Tally) -> Values:
        """What a question comes to in a tally."""
        return sampled_values(question, self.sampler.case.columns, tally)


@dataclass(frozen=True)
class Watched:
    """One interval that has to be narrow: what was seen, the value whose share it is (None: a mean), its confidence."""

    seen: Share | Sample
    level: float | None
    confidence: float

    def limits(self, ahead: Ahead | None) -> Interval:
        """The interval for this number of trials, or the sequence."""
        if ahead is None:
            return self.seen.interval(self.confidence)
        if isinstance(self.seen, Share):
            return ahead.share(self.seen.hits, self.seen.trials, self.level or 0.0, self.confidence)
        return ahead.mean(self.seen.mean, self.seen.sd, self.seen.trials, self.confidence)


def as_goal(asked: Any) -> Goal:
    """A goal from a half-width, or from {"relative": …, "question": …}; raises ScenarioError for anything else."""
    goal = None
    if isinstance(asked, Goal):
        goal = asked
    elif isinstance(asked, PrecisionTable):
        goal = Goal(asked.relative, asked.question)
    elif isinstance(asked, Mapping) and set(asked) == {"relative", "question"} and isinstance(asked["question"], str):
        goal = Goal(asked["relative"], asked["question"])
    elif not isinstance(asked, Mapping):
        goal = Goal(asked)
    size = None if goal is None else goal.half_width
    least = FINEST_RELATIVE if goal is not None and goal.relative else FINEST
    if goal is None or isinstance(size, bool) or not isinstance(size, int | float) or not least <= size <= 1:
        message = f'must be a half-width of {FINEST:f}..1, or {{relative = {FINEST_RELATIVE}..1, question = "…"}}'
        raise ScenarioError([Problem(message, key="precision", value=asked)])
    return goal


def goal_of(scenario: Scenario, asked: Any, trials: int | None) -> Goal | None:
    """The goal of a run: what is asked, else the scenario's unless a number of trials is; None: run the trials.

    Raises ScenarioError for a question that there is not.
    """
    if asked is None:
        return as_goal(scenario.precision) if scenario.precision is not None and trials is None else None
    goal = as_goal(asked)
    faults = [] if goal.question is None else list(precision_faults(goal.question, scenario.questions))
    if faults:
        raise ScenarioError(Problem(fault, scenario.file, key="precision", value=goal.question) for fault in faults)
    return goal


def sample_trials(way: Way, trials: int, anytime: bool) -> Sampled:
    """So many trials; with `anytime` their intervals will be sequences."""
    ahead = look_ahead(way, None, trials) if anytime else {}
    begun = way.begin()
    complete = way.go_on(begun, trials)
    return Sampled(begun.tally, complete, ahead=ahead)


def sample_until(way: Way, goal: Goal, most: int, anytime: bool) -> Sampled:
    """Trials until the goal is met, at most so many, or until the growths are used up."""
    ahead = look_ahead(way, goal, most) if anytime else {}
    begun = way.begin()
    tally, ends = begun.tally, begun.ends
    if not ends:
        ends.append(min(PILOT, most))
    while True:
        complete = way.go_on(begun, ends[-1])
        reached = judged(way, goal, tally, ahead)
        end = next_trials(ends[-1], max(one.needed for one in reached), len(ends) - 1, most)
        if not complete or end == ends[-1] or all(one.met for one in reached):
            return Sampled(tally, complete, reached, ahead)
        ends.append(end)


def look_ahead(way: Way, goal: Goal | None, trials: int) -> dict[str, Ahead]:
    """What the sequences are tuned by: a pilot that does not count, and a plan of at most so many trials."""
    pilot, complete = sample(way.sampler, PILOT, way.workers, lambda done: None, AHEAD)
    if not complete:
        raise KeyboardInterrupt
    if goal is not None:
        planned = max(one.needed for one in judged(way, goal, pilot, {}))
        trials = min(math.ceil(price(way.confidence) * planned), trials)
    ahead = {}
    for question in way.questions:
        values = way.values(question, pilot)
        ahead[question.name] = Ahead(values, max(round(trials * values.total / PILOT), 1))
    return ahead


def judged(way: Way, goal: Goal, tally: Tally, ahead: Mapping[str, Ahead]) -> tuple[Reached, ...]:
    """How precise each question that the goal is about has become."""
    asked = [question for question in way.questions if goal.question in (None, question.name)]
    return tuple(judged_question(way, goal, question, tally, ahead.get(question.name)) for question in asked)


def judged_question(way: Way, goal: Goal, question: Question, tally: Tally, ahead: Ahead | None) -> Reached:
    """How precise one question's answers have become, and how many trials in all should do."""
    values = way.values(question, tally)
    counted = int(values.total)
    known = counted >= FEW or question.kind == "event"
    widths, met, needed = [], known, counted if known else max(FEW, counted + 1)
    for one in watched(question, values, way.confidence, ahead):
        low, high = one.limits(ahead)
        width = float(high - low) / 2 / (abs(one.seen.estimate or math.nan) if goal.relative else 1.0)
        widths.append(width)
        if ahead is None:
            target = Precision(goal.half_width, goal.relative, one.confidence)
            met = met and is_met(one.seen, target)
            needed = max(needed, trials_planned(one.seen, target))
        else:
            met = met and width <= goal.half_width and (isinstance(one.seen, Share) or one.seen.is_varied)
            scale = price(one.confidence) if math.isnan(width) else (width / goal.half_width) ** 2
            # Before the trials that it is tuned to, a sequence is wider than it will be.
            early = counted < 0.9 * ahead.planned
            needed = max(needed, ahead.planned if early else math.ceil(scale * counted))
    reached = max(widths, key=lambda width: (math.isnan(width), width), default=math.nan)
    # A condition that nothing has met may be one that nothing can meet: it is not looked for without end.
    planned = math.ceil(needed * tally.trials / counted) if counted else UNMET
    total = tally.trials if met else max(planned, tally.trials + 1)
    return Reached(question.name, goal.half_width, reached, met, goal.relative, total)


def watched(question: Question, values: Values, confidence: float, ahead: Ahead | None) -> Iterator[Watched]:
    """The intervals of a question that have to be narrow, equal ones only once."""
    trials = int(values.total)
    if question.kind == "value":
        if trials > 1:
            seen = moments(values, True)
            others = trials - int(values.weights.max())
            yield Watched(Sample(seen.mean, seen.sd, trials, others), None, confidence)
        return
    levels = [1.0] if question.kind == "event" else levels_of(values)
    part = 1 - (1 - confidence) / max(len(levels), 1)
    different = {}
    for level in levels:
        before = 0 if ahead is None else int(weight_at(ahead.pilot, level))
        different[int(weight_at(values, level)), before] = level
    for (hits, _), level in different.items():
        yield Watched(Share(hits, trials), level, part)
