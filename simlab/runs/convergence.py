"""How a run's answers settle: its first trials are played again, and the answers read after more and more of them."""

from dataclasses import replace

import numpy as np
import pandas as pd

from simlab.report.answer_sentences import HEADLINE
from simlab.report.convergence_plot import Settling
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.questions import asked_as, measure
from simlab.runs.results import CaseRun, Run, case_answers

FIRST = 50  # trials after which an answer is looked at first
STEPS = 30  # how often an answer is looked at
MOST_ANSWERS = 6


def settlings(run: Run) -> list[Settling]:
    """How the first few answers of a simulated case settle; none of a sweep, and none of a run of few trials.

    The trials that are played again are those of the run, as a trial depends on seed and number only; what comes after
    the first of them is known as a whole, and is the last point.
    """
    asked = [question for question in run.questions if question.kind != "curve"][:MOST_ANSWERS]
    done = run.cases[0]
    if len(run.cases) > 1 or done.tally is None or done.trials < 2 * FIRST or not asked:
        return []
    scenario, again = run.scenario, min(done.trials, ROWS_AT_ONCE)
    measures = {asked_as(question.name): measure(question, done.case.columns) for question in asked}
    sampler = Sampler(done.case, scenario.rng, scenario.seed, measures)
    rows, tally, at = sampler.rows(0, again), sampler.empty_tally(), 0
    found: list[dict] = []
    for trials in np.unique(np.geomspace(FIRST, again, STEPS).round().astype(int)):
        tally.add_rows(rows[at:trials])
        at = int(trials)
        found += answers_after(replace(done, tally=tally), run)
    found += answers_after(done, run) if done.trials > again else []
    table = pd.DataFrame(found)
    return [settling(question, table[table["question"] == question.name], run) for question in asked]


def answers_after(done: CaseRun, run: Run) -> list[dict]:
    """The answers after the trials that a case has, a row each."""
    bare = replace(done, exact=None)
    asked = [question for question in run.questions if question.kind != "curve"][:MOST_ANSWERS]
    answers = [case_answers(bare, question, run.confidence) for question in asked]
    return [row | {"trials": done.trials} for rows in answers for row in rows if row["statistic"] in HEADLINE.values()]


def settling(question, rows: pd.DataFrame, run: Run) -> Settling:
    """One answer: where it stood, and its exact value if that is known."""
    answers = run.answers[run.answers["question"] == question.name]
    exact = float(answers[answers["statistic"] == HEADLINE[question.kind]]["exact"].astype(float).iloc[0])
    return Settling(question.name, question.kind == "event", rows[rows["estimate"].notna()], exact)
