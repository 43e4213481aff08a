"""Targets: whether an answer is where a designer wants it, by its exact value or by its whole interval."""

import math
from collections.abc import Iterator
from dataclasses import replace

from simlab.check.baseline import answer_name, case_names
from simlab.check.procedure import Terms, sampled
from simlab.check.verdicts import Kind, TargetVerdict
from simlab.contract import Case
from simlab.runs.results import CaseRun, case_answers
from simlab.runs.run import A_SECOND_OF_STEPS, ready_sampler, solution_within
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario, Target


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
    tally = None
    if exact is None:
        with terms.preparing(case):
            seeded = scenario if terms.seed is None else replace(scenario, seed=terms.seed)
            sampler = ready_sampler(seeded, case, scenario.trials, None)
        tally = sampled(sampler, 0, scenario.trials, terms.jobs)
    done = CaseRun(case, tally, exact, 0.0)
    return {
        question.name: case_answers(done, question, 1 - terms.alpha)[0]
        for question in scenario.questions
        if question.kind != "curve"
    }


def judged(target: Target, answer: dict, name: str, strict: bool) -> TargetVerdict:
    """Broken if the interval lies outside the range, holds if inside; else undecided, or broken if strict."""
    low, high = float(answer["low"]), float(answer["high"])
    undecided: Kind = "broken" if strict else "undecided"
    if math.isnan(low) or math.isnan(high):
        verdict = undecided
    elif high < target.low or low > target.high:
        verdict = "broken"
    else:
        verdict = "holds" if target.low <= low and high <= target.high else undecided
    estimate = None if math.isnan(answer["estimate"]) else float(answer["estimate"])
    ends = [None if math.isnan(end) else end for end in (low, high)]
    share = answer["statistic"] == "probability"
    return TargetVerdict(name, verdict, estimate, ends[0], ends[1], (target.low, target.high), target.why, share)
