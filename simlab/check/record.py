"""Recording the baseline of a scenario. Nothing is written here."""

import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from simlab.chance.compiled import source_digest
from simlab.check.baseline import FORMAT, Baseline, Blocks, Kept, KeptCase, case_names, generator, scenario_digest
from simlab.check.counts import counts_of
from simlab.check.procedure import (
    EXACT_STEPS,
    Checking,
    Place,
    Terms,
    places,
    ready_samplers,
    sampled,
    sampled_verdicts,
)
from simlab.check.replay import Replay, exact_numbers, exact_outcomes, replayed
from simlab.check.sizes import blocks_for, trials_within, with_other_check
from simlab.contract import Case, Outcomes, Question
from simlab.runs.batches import Sampler
from simlab.runs.questions import sampled_values
from simlab.runs.workers import Workers
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario
from simlab.stats.tally import OutOfRange

DIGESTS_A_LINE = 8
ATTEMPTS = 5  # at other trials for the check; that all give a false alarm has a chance of 1e-15
RECORDED_SHARE = 1 / 20  # of the exact steps that a check may take, so that what was recorded can be checked


@dataclass(frozen=True)
class Recording:
    """How a baseline is recorded: `trials` of each case in all blocks, None what about ten seconds are worth."""

    trials: int | None = None
    workers: Workers = Workers()
    preparing: Callable[[Case], AbstractContextManager] = nullcontext


def record(scenario: Scenario, how: Recording) -> Baseline:
    """A baseline of all answers of a scenario. Raises ScenarioError for rules that break their own columns' ranges."""
    samplers = ready_samplers(scenario, None, how.preparing)
    blocks = blocks_for(how.trials or trials_within(samplers))
    cases = {}
    for sampler, name in zip(samplers, case_names(scenario)):
        again = replay_of(scenario, sampler, blocks, how.workers)
        outcomes = cheap_exact(scenario, sampler.case)
        kept = kept_answers(sampler, scenario.questions, blocks, again, outcomes, how.workers)
        cases[name] = KeptCase(rows=in_lines(again.rows), questions=kept)
    baseline = Baseline(
        format=FORMAT,
        simlab=version("simlab"),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        file=Path(scenario.file).name,
        scenario=scenario_digest(scenario),
        rng=generator(scenario),
        blocks=blocks,
        cases=cases,
        history=(),
        rules=rules_digest(scenario),
        revision=revision(),
    )
    return with_quiet_check(scenario, baseline, samplers, None, how.workers)


def rules_digest(scenario: Scenario) -> str:
    """Which rules answer: a digest of their sources."""
    return source_digest("chance", f"games/{scenario.game.name}")


def revision() -> str | None:
    """The commit of the current folder; None without git or outside a repository."""
    git = shutil.which("git")
    if git is None:
        return None
    try:
        done = subprocess.run([git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def in_lines(digests: Sequence[str]) -> tuple[str, ...]:
    """Several digests a line."""
    starts = range(0, len(digests), DIGESTS_A_LINE)
    return tuple(" ".join(digests[start : start + DIGESTS_A_LINE]) for start in starts)


def replay_of(scenario: Scenario, sampler: Sampler, blocks: Blocks, workers: Workers) -> Replay:
    """The replay of a case. Raises ScenarioError for an outcome outside its declared range."""
    try:
        return replayed(sampler, scenario.questions, blocks.replay[1], workers)
    except OutOfRange as error:
        raise ScenarioError([Problem(f"a defect of the rules: {error}", scenario.file)]) from None


def cheap_exact(scenario: Scenario, case: Case) -> Outcomes | None:
    """A case's exact outcomes if they cost next to nothing. Raises ScenarioError if they are no distribution."""
    outcomes, wrong = exact_outcomes(case, EXACT_STEPS * RECORDED_SHARE * min(1.0, 10 / len(scenario.cases)))
    if wrong:
        raise ScenarioError([Problem(f"a defect of the exact solver: {'; '.join(wrong)}", scenario.file)])
    return outcomes


def kept_answers(
    sampler: Sampler,
    questions: Iterable[Question],
    blocks: Blocks,
    again: Replay,
    outcomes: Outcomes | None,
    workers: Workers,
) -> dict[str, Kept]:
    """What a baseline keeps of some questions of a case."""
    tallies = [sampled(sampler, first, trials, workers) for first, trials in (blocks.screen, blocks.confirm)]
    kept = {}
    for question in questions:
        values = [sampled_values(question, sampler.case.columns, tally) for tally in tallies]
        screen, confirm = (counts_of(question.kind, each) for each in values)
        kept[question.name] = Kept(
            kind=question.kind,
            expression=question.expression,
            given=question.given,
            digest=again.values[question.name],
            exact=exact_numbers(question, outcomes),
            screen=screen,
            confirm=confirm,
        )
    return kept


def with_quiet_check(
    scenario: Scenario,
    baseline: Baseline,
    samplers: Sequence[Sampler],
    wanted: Sequence[Place] | None,
    workers: Workers,
) -> Baseline:
    """The baseline with ranges for the check on which these very rules give no false alarm (all answers: None)."""
    for _ in range(ATTEMPTS):
        checking = Checking(scenario, baseline, Terms(workers=workers), samplers)
        found = sampled_verdicts(checking, places(checking) if wanted is None else wanted)
        if all(verdict.verdict != "broken" for verdict in found.values()):
            return baseline
        baseline = baseline.model_copy(update={"blocks": with_other_check(baseline.blocks)})
    message = "gives another answer on every part of its trials: its trials are not independent of their numbers"
    raise ScenarioError([Problem(message, scenario.file)])
