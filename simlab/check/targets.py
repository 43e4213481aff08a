"""Targets: whether an answer is where a designer wants it, by its exact value or by its whole interval."""

import math
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace

import numpy as np

from simlab.check.baseline import answer_name, case_names
from simlab.check.procedure import Terms, sampled
from simlab.check.verdicts import Kind, TargetVerdict
from simlab.contract import Case
from simlab.runs.precision import MOST, Way, goal_of, sample_until
from simlab.runs.questions import sampled_values
from simlab.runs.ready import ready_sampler, solution_within
from simlab.runs.results import CaseRun, case_answers
from simlab.runs.run import A_SECOND_OF_STEPS
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario, Target
from simlab.stats.answers import Values, moments
from simlab.stats.intervals import Interval, clopper_pearson, mean_interval
from simlab.stats.shifts import means_are_comparable
from simlab.stats.tally import Tally

CONFIDENCE = 0.95  # of the intervals whose half-width a scenario's precision is about


def refuse_curves(scenario: Scenario) -> None:
    """Raises ScenarioError for a target of a question that has no single number."""
    curves = {question.name for question in scenario.questions if question.kind == "curve"}
    message = "a target is about a probability or a mean, and this question is a curve; ask for an event or a value"
    wrong = [target.question for target in scenario.targets if target.question in curves]
    if wrong:
        raise ScenarioError(Problem(message, scenario.file, key="target.question", value=name) for name in wrong)


def target_verdicts(scenario: Scenario, terms: Terms) -> Iterator[TargetVerdict]:
    """A verdict for each target and case, on the scenario's own trials where there is no cheap exact value.

    `terms.alpha` is for each of them, `terms.seed` in place of the scenario's.
    """
    if not scenario.targets:
        return
    for case, name in zip(scenario.cases, case_names(scenario)):
        answers = answered(scenario, case, terms)
        for target in scenario.targets:
            yield judged(target, answers[target.question], answer_name(target.question, name), terms.strict)


def answered(scenario: Scenario, case: Case, terms: Terms) -> dict[str, dict]:
    """The first answer to each question of a case: its probability, or its mean."""
    exact = solution_within(case, A_SECOND_OF_STEPS / len(scenario.cases))
    tally = None if exact is not None else sampled_for(scenario, case, terms)
    done, confidence = CaseRun(case, tally, exact, 0.0), 1 - terms.alpha
    found = {}
    for question in scenario.questions:
        if question.kind != "curve":
            found[question.name] = case_answers(done, question, confidence)[0]
        if question.kind == "value" and tally is not None:
            low, high = mean_limits(sampled_values(question, case.columns, tally), confidence)
            found[question.name] |= {"low": low, "high": high}
    return found


def sampled_for(scenario: Scenario, case: Case, terms: Terms) -> Tally:
    """The trials that a scenario's targets are judged by: its number of them, or those that its precision takes."""
    with terms.preparing(case):
        seeded = scenario if terms.seed is None else replace(scenario, seed=terms.seed)
        sampler = ready_sampler(seeded, case, scenario.trials, None)
    goal = goal_of(scenario, None, None)
    if goal is None:
        return sampled(sampler, 0, scenario.trials, terms.workers)
    way = Way(sampler, scenario.questions, CONFIDENCE, terms.workers, lambda trials: nullcontext(lambda done: None))
    done = sample_until(way, goal, MOST, anytime=False)
    if not done.complete:
        raise KeyboardInterrupt
    return done.tally


def mean_limits(values: Values, confidence: float) -> Interval:
    """An interval of a mean: Student's, or by Clopper and Pearson's of the trials off the commonest value.

    The latter where those are too few for a t interval; it presumes that no value is possible beyond those seen.
    """
    if not values.total:
        return math.nan, math.nan
    if means_are_comparable(values.weights, values.weights):
        seen = moments(values, True)
        return mean_interval(seen.mean, seen.sd, int(values.total), confidence)
    common = int(np.argmax(values.weights))
    off = clopper_pearson(int(values.total) - int(values.weights[common]), int(values.total), confidence)
    away = values.values - values.values[common]
    least, most = ([share * far for share in off] for far in (away.min(), away.max()))
    if len(away) == 2:  # the other one is the least or the most, and 0 the other end
        least = most = [share * float(away.sum()) for share in off]
    return float(values.values[common]) + min(least), float(values.values[common]) + max(most)


def judged(target: Target, answer: dict, name: str, strict: bool) -> TargetVerdict:
    """Broken if the interval lies outside the range, holds if inside; else undecided, or broken if strict.

    A range that ends at probability 0 (1), where a designer declares what must never (always) happen, is kept by a
    sample without (of nothing but) hits: no number of trials has an interval that is inside.
    """
    low, high, estimate = (float(answer[field]) for field in ("low", "high", "estimate"))
    share = answer["statistic"] == "probability"
    undecided: Kind = "broken" if strict else "undecided"
    never, always = estimate == 0 and target.high == 0, estimate == 1 and target.low == 1
    if math.isnan(low) or math.isnan(high):
        verdict = undecided
    elif share and low < high and (never or always):
        verdict = "holds"
    elif high < target.low or low > target.high:
        verdict = "broken"
    else:
        verdict = "holds" if target.low <= low and high <= target.high else undecided
    return TargetVerdict(name, verdict, estimate, low, high, (target.low, target.high), target.why, share)
