"""Two scenarios, or two kept runs, are compared: trial by trial where both sides roll the same dice."""

import time
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from simlab.contract import Case, Outcomes, Question
from simlab.runs.batches import Sampler, sample
from simlab.runs.cautions import caution_questions, counted_warnings
from simlab.runs.comparison import Comparison, Side, Terms, answer_table
from simlab.runs.differences import Asked, Exact, histogram, metrics
from simlab.runs.one_case import one_number, several_cases
from simlab.runs.pairs import PairSampler
from simlab.runs.questions import levels, sampled_values
from simlab.runs.ready import ready_sampler, solution_within
from simlab.runs.results import assumptions, identity
from simlab.runs.run import A_SECOND_OF_STEPS
from simlab.runs.waiting import Waiting
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.questions import question_faults
from simlab.scenario.scenario import Scenario

COMPARISON = "each side of a comparison is"
TAKES_A_NUMBER = "is the precision of an answer; a comparison takes a number of trials:"
Solutions = tuple[Outcomes | None, Outcomes | None]


def compare(a: Scenario, b: Scenario, terms: Terms, waiting: Waiting) -> Comparison:
    """Compare two scenarios of one case each, of the same game and model. Raises ScenarioError.

    The questions are those of `a` that the columns of `b` can answer; the trials the larger number of both.
    """
    refuse_other_models(a, b)
    trials = max(one_number(scenario, terms.effort.trials, TAKES_A_NUMBER) for scenario in (a, b))
    questions, notes = common_questions(a, b)
    terms.refuse_unknown(question.name for question in questions)
    a, b = replace(a, questions=questions), replace(b, questions=questions)
    paired = terms.paired and (a.seed, a.rng) == (b.seed, b.rng)
    if terms.paired and not paired:
        notes.append(unpaired_note(a, b))
    solutions, samplers = prepared(a, b, trials, terms, waiting)
    begin = time.perf_counter()
    measured = paired_values if paired else independent_values
    cautions = caution_questions(a.cases[0])
    asked, done, complete = measured(samplers, trials, (*questions, *cautions), terms, waiting)
    asked, warned = asked[: len(questions)], asked[len(questions) :]
    notes += warning_notes((a.cases[0], b.cases[0]), warned)
    seconds = time.perf_counter() - begin
    table = answers(asked, solutions, terms)
    side_a, side_b = (side_of(scenario, count) for scenario, count in zip((a, b), done))
    found = (side_a, side_b, paired, terms.effort.confidence, table, seconds, complete, tuple(notes))
    return Comparison(a.game.name, a.model.name, *found, game_title=a.game.title)


def side_of(scenario: Scenario, trials: int) -> Side:
    """A scenario as a side of a comparison."""
    case = scenario.cases[0]
    return Side(scenario.title, scenario.file, identity(case), scenario.seed, trials, case.set, assumptions(case))


def refuse_other_models(a: Scenario, b: Scenario) -> None:
    """Raises ScenarioError for sweeps, and for scenarios of different models."""
    problems = [several_cases(scenario, COMPARISON) for scenario in (a, b) if len(scenario.cases) > 1]
    if (a.game.name, a.model.name) != (b.game.name, b.model.name):
        message = f"is of {b.game.name} {b.model.name}, but A ({a.file}) of {a.game.name} {a.model.name}"
        problems.append(Problem(f"{message}; only scenarios of one model can be compared", b.file))
    if problems:
        raise ScenarioError(problems)


def common_questions(a: Scenario, b: Scenario) -> tuple[tuple[Question, ...], list[str]]:
    """The questions of `a` that `b` can answer, and notes about all others; raises ScenarioError if there are none."""
    columns, of_b = b.cases[0].columns, {question.name: question for question in b.questions}
    kept, notes, faults = [], [], []
    for question in a.questions:
        fault = next((text for _, _, text in question_faults(question, columns)), None)
        if fault is not None:
            faults.append(Problem(f"{fault}; B has other columns than A", b.file, key=f"question {question.name!r}"))
            notes.append(f"{question.name!r} is left out, as B has no such columns: {fault}")
            continue
        kept.append(question)
        if question.name not in of_b:
            notes.append(f"{question.name!r} is a question of A alone; it is asked of both")
        elif of_b[question.name] != question:
            notes.append(f"{question.name!r} is worded otherwise in B; A's wording is asked of both")
    known = {question.name for question in a.questions}
    notes += [f"{name!r} is a question of B alone and left out" for name in of_b if name not in known]
    if not kept:
        raise ScenarioError(faults)
    return tuple(kept), notes


def unpaired_note(a: Scenario, b: Scenario) -> str:
    """Why trials are not paired."""
    if a.seed == b.seed:
        return "the generators of random numbers differ, so trials are not paired"
    return f"the seeds differ ({a.seed} and {b.seed}), so trials are not paired; --seed S pairs them"


def prepared(
    a: Scenario, b: Scenario, trials: int, terms: Terms, waiting: Waiting
) -> tuple[Solutions, tuple[Sampler, Sampler]]:
    """Exact solutions where they are cheap, and compiled samplers that all questions have been put to."""
    made = []
    for scenario in (a, b):
        case = scenario.cases[0]
        with waiting.preparing(case):
            solution = None if terms.effort.exact is False else solution_within(case, A_SECOND_OF_STEPS)
            made.append((solution, ready_sampler(scenario, case, trials, solution)))
    (solution_a, sampler_a), (solution_b, sampler_b) = made
    return (solution_a, solution_b), (sampler_a, sampler_b)


def paired_values(samplers, trials, questions, terms: Terms, waiting: Waiting):
    """Both sides on the same trials: (what each question came to, trials of both sides, complete)."""
    pairs = PairSampler(samplers[0], samplers[1:], [question.name for question in questions])
    with waiting.progress("trials of both sides", trials) as progress:
        tally, complete = sample(pairs, trials, terms.effort.workers, progress)
    asked = []
    for question, old, moved in zip(questions, tally.base, tally.moved[0]):
        asked.append(Asked(question, old, moved.onto(old), moved, names_of(question, samplers[0].case)))
    return asked, (tally.trials, tally.trials), complete


def warning_notes(cases: Sequence[Case], warned: Sequence[Asked]) -> list[str]:
    """The warnings of both sides, from what their cautions came to."""
    return [
        f"{name}: {text}"
        for name, case, counted in zip("AB", cases, ([one.old for one in warned], [one.new for one in warned]))
        for text in counted_warnings(case, counted)
    ]


def independent_values(samplers, trials, questions, terms: Terms, waiting: Waiting):
    """Both sides on their own trials, B's from where A's end, so that a common seed leaves them independent."""
    tallies, complete = [], True
    for name, sampler, first in zip("AB", samplers, (0, trials)):
        if not complete:
            raise KeyboardInterrupt  # there is nothing to compare with
        with waiting.progress(f"trials of {name}", trials) as progress:
            tally, complete = sample(sampler, trials, terms.effort.workers, progress, first)
        tallies.append(tally)
    asked = []
    for question in questions:
        old, new = (
            histogram(sampled_values(question, sampler.case.columns, tally))
            for sampler, tally in zip(samplers, tallies)
        )
        asked.append(Asked(question, old, new, names=names_of(question, samplers[0].case)))
    return asked, tuple(tally.trials for tally in tallies), complete


def names_of(question: Question, case: Case) -> tuple[str, ...]:
    """The names of a curve's category."""
    return levels(question, case.columns)[0]


def answers(asked: Sequence[Asked], solutions: Solutions, terms: Terms) -> pd.DataFrame:
    """The table of answers of sampled sides."""
    found = [metric for one in asked for metric in metrics(one, terms.effort.confidence)]
    exact = {one.question.name: exact_of(one.question, solutions) for one in asked}
    return answer_table(found, exact, terms)


def exact_of(question: Question, solutions: Solutions) -> tuple[Exact, Exact]:
    """The exact values of a question on both sides."""
    return Exact(question, solutions[0]), Exact(question, solutions[1])
