"""A check of one scenario against its baseline: exact values, replay, screen, confirmation. Nothing is written.

1. An exact value is the answer itself: if it has moved by more than rounding, no trial is needed to say so.
2. The trials of the replay are played again. A question whose values are all the same is identical and leaves.
3. What is left is screened on trials that no one has seen, against the baseline's screen block.
4. What the screen flags is confirmed on other fresh trials against the baseline's other block, Holm over the flagged.
So a false alarm of a scenario has at most the probability `alpha`, whatever hangs together (stats/shifts.py): exactly
so for probabilities and for means of two values, nearly so for other means and for curves. What has too few values for
a t-test is compared as a share, and what has too few of any is undecided, as nothing could be seen.
An exact value that stayed while the trials changed says that the solver is as it was, not the trials: 3 and 4 go on.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from simlab.check.baseline import Baseline, Kept, answer_name, case_names, generator, scenario_digest
from simlab.check.counts import Counted, Pair, counts_of, moved, pair, seen_by
from simlab.check.replay import (
    ROWS_A_DIGEST,
    Replay,
    exact_numbers,
    exact_outcomes,
    exact_shift,
    first_difference,
    replayed,
)
from simlab.check.verdicts import AnswerVerdict, Kind, ScenarioVerdict
from simlab.contract import Case, Column, Outcomes, Question
from simlab.runs.batches import Sampler, sample
from simlab.runs.questions import sampled_values
from simlab.runs.ready import PILOT, ready_sampler
from simlab.runs.workers import Workers
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario
from simlab.stats.comparison import unseen_bound
from simlab.stats.shifts import Check, confirmed_p, flagged, judged
from simlab.stats.tally import OutOfRange, Tally

EXACT_STEPS = 2e7  # some seconds; what was recorded took a twentieth of that
Preparing = Callable[[Case], AbstractContextManager]  # is open while a case is compiled
Place = tuple[int, str]  # of an answer: the case's number and the question's name


@dataclass(frozen=True)
class Terms:
    """`alpha`: false alarms of this scenario; `margin`: the smallest shift that matters, in the answer's unit, None:
    any; `strict`: what is undecided and what moved within the margin is broken too; `seed`: other random numbers than
    the baseline's, for a nightly check, which replays nothing."""

    alpha: float = 0.001
    margin: float | None = None
    strict: bool = False
    workers: Workers = Workers()
    seed: int | None = None
    preparing: Preparing = nullcontext

    def __post_init__(self) -> None:
        wrong = []
        if not 0 < self.alpha < 1:
            wrong.append(Problem("must be between 0 and 1", key="alpha", value=self.alpha))
        if self.margin is not None and not 0 <= self.margin < math.inf:
            wrong.append(Problem("must be a number of at least 0", key="margin", value=self.margin))
        if wrong:
            raise ScenarioError(wrong)


@dataclass(frozen=True)
class Checking:
    """A scenario being checked: its samplers, one a case, and the baseline that they are held against."""

    scenario: Scenario
    baseline: Baseline
    terms: Terms
    samplers: Sequence[Sampler]

    @property
    def names(self) -> list[str]:
        """The cases' names."""
        return case_names(self.scenario)

    def kept(self, place: Place) -> Kept:
        """What the baseline has of an answer."""
        return self.baseline.cases[self.names[place[0]]].questions[place[1]]

    def question(self, place: Place) -> Question:
        """What is asked."""
        return next(question for question in self.scenario.questions if question.name == place[1])

    def levels(self, place: Place) -> tuple[str, ...]:
        """The names of a curve's column, in their order."""
        columns: tuple[Column, ...] = self.scenario.cases[place[0]].columns
        return next((column.names for column in columns if column.name == self.question(place).expression), ())

    def old(self, place: Place, block: str) -> Counted:
        """An answer's counts in a block of the baseline."""
        kept = self.kept(place)
        return Counted(kept.kind, getattr(kept, block), getattr(self.baseline.blocks, block)[1], self.levels(place))

    def name(self, place: Place) -> str:
        """An answer in words."""
        return answer_name(place[1], self.names[place[0]])


def ready_samplers(scenario: Scenario, seed: int | None, preparing: Preparing) -> list[Sampler]:
    """A sampler a case, its kernel compiled. Raises ScenarioError for a question that has no answer in a trial."""
    seeded = scenario if seed is None else replace(scenario, seed=seed)
    samplers = []
    for case in scenario.cases:
        with preparing(case):
            samplers.append(ready_sampler(seeded, case, PILOT, None))
    return samplers


def refuse_undefined(scenarios: Sequence[Scenario], preparing: Preparing) -> None:
    """Raises ScenarioError, with the problems of all, for questions that have no answer in one of the first trials.

    Rows outside their ranges are left to the check, as a defect of the rules.
    """
    problems: list[Problem] = []
    for scenario in scenarios:
        try:
            ready_samplers(scenario, None, preparing)
        except ScenarioError as error:
            problems += [replace(problem, file=scenario.file) for problem in error.problems]
        except OutOfRange:
            continue
    if problems:
        raise ScenarioError(problems)


def incomparable(scenario: Scenario, baseline: Baseline) -> str:
    """Why a scenario cannot be held against a baseline at all; nothing if it can."""
    if baseline.scenario != scenario_digest(scenario):
        return f"is of another scenario, recorded from {baseline.file}"
    if baseline.rng != generator(scenario):
        return "is of other random numbers: the generator has changed"
    if set(baseline.cases) != set(case_names(scenario)):
        return "is of another scenario: its sweep has other points"
    return ""


def check_scenario(scenario: Scenario, baseline: Baseline, terms: Terms) -> ScenarioVerdict:
    """The verdicts on all answers of a scenario that its baseline has. Raises KeyboardInterrupt."""
    try:
        samplers = ready_samplers(scenario, terms.seed, terms.preparing)
        checking = Checking(scenario, baseline, terms, samplers)
        answers, notes = settled(checking)
        open_places = [place for place in places(checking) if place not in answers]
        answers |= sampled_verdicts(checking, open_places)
    except (OutOfRange, BrokenTotals, ScenarioError) as error:  # the last: no answer in a rare outcome
        return ScenarioVerdict(scenario.file, faults=[str(error)])
    trials = baseline.blocks.replay[1] if terms.seed is None else 0
    ordered = [answers[place] for place in places(checking)]
    return ScenarioVerdict(scenario.file, answers=ordered, notes=notes, trials=trials)


class BrokenTotals(Exception):
    """Exact probabilities that do not add up, or outcomes outside their columns' ranges."""


def places(checking: Checking) -> list[Place]:
    """The answers that the baseline has and the scenario still asks for, case by case."""
    return [
        (number, question.name)
        for number, name in enumerate(checking.names)
        for question in checking.scenario.questions
        if (kept := checking.baseline.cases[name].questions.get(question.name)) and kept.asks(question)
    ]


def settled(checking: Checking) -> tuple[dict[Place, AnswerVerdict], list[str]]:
    """Verdicts that need no fresh trials: exact values that moved, values that are the same in every trial."""
    found: dict[Place, AnswerVerdict] = {}
    notes = []
    for number, name in enumerate(checking.names):
        asked = [place for place in places(checking) if place[0] == number]
        outcomes = current_exact(checking, asked)
        if outcomes is None and any(checking.kept(place).exact for place in asked):
            notes.append(f"{name + ': ' if name else ''}no cheap exact values any more; trials alone are compared")
        for place in asked:
            shift = exact_verdict(checking, place, outcomes)
            if shift is not None:
                found[place] = shift
        if checking.terms.seed is None:
            again = replay_now(checking, number)
            for place in asked:
                if place not in found and again.values[place[1]] == checking.kept(place).digest:
                    found[place] = identical(checking, place)
            differs = first_difference(checking.baseline.cases[name].row_digests, again.rows)
            if differs is not None:
                among = f"{differs:,} … {differs + ROWS_A_DIGEST - 1:,}"
                notes.append(f"{name + ': ' if name else ''}outcomes differ, first among trials {among}")
    return found, notes


def replay_now(checking: Checking, number: int) -> Replay:
    """The replay of a case as the rules are now."""
    trials = checking.baseline.blocks.replay[1]
    return replayed(checking.samplers[number], checking.scenario.questions, trials, checking.terms.workers)


def current_exact(checking: Checking, asked: Sequence[Place]) -> Outcomes | None:
    """A case's exact outcomes if the baseline has exact values of it. Raises BrokenTotals."""
    if not any(checking.kept(place).exact for place in asked):
        return None
    outcomes, wrong = exact_outcomes(checking.scenario.cases[asked[0][0]], EXACT_STEPS)
    if wrong:
        raise BrokenTotals("; ".join(wrong))
    return outcomes


def exact_verdict(checking: Checking, place: Place, outcomes: Outcomes | None) -> AnswerVerdict | None:
    """The verdict on an exact value that has moved; None if it stayed or is not known."""
    old, new = checking.kept(place).exact, exact_numbers(checking.question(place), outcomes)
    if old is None or new is None or (shift := exact_shift(old, new)) is None:
        return None
    statistic, was, now = shift
    difference, terms = now - was, checking.terms
    beyond = terms.margin is None or abs(difference) > terms.margin
    verdict: Kind = "broken" if beyond or terms.strict else "holds"
    note = "exact" if beyond else "exact; moved within the margin"
    numbers = (was, now, difference, difference, difference, 0.0)
    return AnswerVerdict(checking.name(place), verdict, statistic, *numbers, note=note)


def identical(checking: Checking, place: Place) -> AnswerVerdict:
    """The verdict on an answer whose values are the same in every trial of the replay."""
    statistic, difference = moved(pair(checking.old(place, "confirm"), checking.old(place, "confirm")))
    counted = checking.old(place, "screen")
    trials = counted.trials / counted.block * checking.baseline.blocks.replay[1]
    bound = unseen_bound(round(trials)) if trials >= 1 else None
    numbers = (difference.old, difference.old, 0.0, 0.0, 0.0)
    return AnswerVerdict(checking.name(place), "identical", statistic, *numbers, bound=bound)


def fresh(checking: Checking, wanted: Sequence[Place], block: str) -> dict[Place, Counted]:
    """The counts of some answers in a block of the check's own trials."""
    first, trials = getattr(checking.baseline.blocks, block)
    counted: dict[Place, Counted] = {}
    for number in sorted({place[0] for place in wanted}):
        tally = sampled(checking.samplers[number], first, trials, checking.terms.workers)
        counted |= {place: now(checking, place, tally) for place in wanted if place[0] == number}
    return counted


def sampled(sampler: Sampler, first: int, trials: int, workers: Workers) -> Tally:
    """The tally of a range of trials. Raises KeyboardInterrupt."""
    tally, complete = sample(sampler, trials, workers, lambda done: None, first)
    if not complete:
        raise KeyboardInterrupt
    return tally


def now(checking: Checking, place: Place, tally: Tally) -> Counted:
    """An answer's counts in a tally."""
    question = checking.question(place)
    values = sampled_values(question, checking.scenario.cases[place[0]].columns, tally)
    return Counted(question.kind, counts_of(question.kind, values), tally.trials, checking.levels(place))


def sampled_verdicts(checking: Checking, wanted: Sequence[Place]) -> dict[Place, AnswerVerdict]:
    """Screen and confirmation of some answers."""
    if not wanted:
        return {}
    seen = fresh(checking, wanted, "check_screen")
    screened = [pair(checking.old(place, "screen"), seen[place]) for place in wanted]
    places = flagged([one.old for one in screened], [one.new for one in screened], Check())
    suspects = [wanted[place] for place in places]
    again = fresh(checking, suspects, "check_confirm")
    confirming = [pair(checking.old(place, "confirm"), again[place]) for place in suspects]
    adjusted = confirmed_p([one.old for one in confirming], [one.new for one in confirming])
    found = {place: found_shift(checking, place, one, 1.0) for place, one in zip(wanted, screened)}
    for place, one, p in zip(suspects, confirming, adjusted.tolist()):
        found[place] = found_shift(checking, place, one, p)
    return found


WORDS: Mapping[str, Kind] = {"drift": "broken", "no drift": "holds", "inconclusive": "undecided"}


def found_shift(checking: Checking, place: Place, compared: Pair, adjusted_p: float) -> AnswerVerdict:
    """The verdict on an answer from the trials that decide about it; `adjusted_p` is 1 if it was not flagged."""
    terms, blocks = checking.terms, checking.baseline.blocks
    sizes = blocks.check_screen[1], blocks.check_confirm[1]
    seen = seen_by(compared, (checking.old(place, "screen"), checking.old(place, "confirm")), sizes, terms.alpha)
    statistic, difference = moved(compared)
    margin = None if compared.note else terms.margin  # is in the answer's unit, not in that of a share in its place
    finding = judged(adjusted_p, difference.estimate, seen, margin, terms.alpha)
    verdict, note = WORDS[finding.kind], compared.note
    if finding.kind == "drift" and not finding.beyond_margin:
        verdict, note = ("broken" if terms.strict else "holds"), "moved within the margin"
    elif finding.kind == "inconclusive":
        verdict, note = ("broken" if terms.strict else "undecided"), "cannot see a shift as small as the margin"
    elif verdict == "holds" and (compared.stands_in or (compared.note and terms.margin is not None)):
        verdict = "broken" if terms.strict else "undecided"
    numbers = (difference.old, difference.new, difference.estimate, difference.low, difference.high, seen)
    return AnswerVerdict(checking.name(place), verdict, statistic, *numbers, note=note)
