"""A whole check: every scenario against its baseline and its targets. Baselines are only read."""

import hashlib
import shlex
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from simlab.check.baseline import DEFAULT_FOLDER, Baseline, DamagedBaseline, case_names, path_of, read
from simlab.check.procedure import Terms, check_scenario, incomparable, refuse_undefined
from simlab.check.targets import refuse_curves, target_verdicts
from simlab.check.verdicts import CheckVerdict, ScenarioVerdict
from simlab.runs.workers import Workers
from simlab.scenario.errors import ScenarioError
from simlab.scenario.scenario import Scenario
from simlab.stats.tally import OutOfRange

SEEDS = 1 << 63


@dataclass(frozen=True)
class Order:
    """What is checked: `folder` holds the baselines, None looks at targets alone; `done` is told of each verdict;
    `notes` are handed on.

    `terms` are those of the whole run, whose alpha is shared out evenly over the scenarios, and there over baseline and
    targets.
    """

    folder: Path | None
    terms: Terms
    done: Callable[[ScenarioVerdict], None] = lambda verdict: None
    notes: Sequence[str] = ()


def check(scenarios: Sequence[Scenario], order: Order) -> CheckVerdict:
    """The verdicts on all scenarios; interrupted, on those that are done. Raises ScenarioError before anything runs."""
    for scenario in scenarios:
        refuse_curves(scenario)
    refuse_undefined(scenarios, order.terms.preparing)
    terms = replace(order.terms, alpha=order.terms.alpha / max(len(scenarios), 1))
    alone = order.folder is None
    whole = CheckVerdict((), order.terms.alpha, order.terms.seed, targets_only=alone, notes=order.notes)
    found: list[ScenarioVerdict] = []
    try:
        with closing(verdicts([held(scenario, order.folder, terms) for scenario in scenarios], terms.workers)) as given:
            for verdict in given:
                found.append(verdict)
                order.done(verdict)
    except KeyboardInterrupt:
        return replace(whole, scenarios=found, interrupted=True)
    return replace(whole, scenarios=found)


@dataclass(frozen=True)
class Held:
    """A scenario and what it is held against: its baseline, or what is missing, by the terms for that; its targets'."""

    scenario: Scenario
    baseline: Baseline | None
    missing: Sequence[str]
    terms: Terms
    aim: Terms

    def by_itself(self) -> "Held":
        """The same for one worker among others."""
        terms, aim = (replace(one, workers=Workers(1), preparing=nullcontext) for one in (self.terms, self.aim))
        return replace(self, terms=terms, aim=aim)


def held(scenario: Scenario, folder: Path | None, terms: Terms) -> Held:
    """A scenario with its baseline from the folder; None if only targets count."""
    terms = replace(terms, seed=None if terms.seed is None else nightly_seed(terms.seed, scenario.seed))
    terms, aim = shared_out(scenario, folder, terms)
    if folder is None:
        return Held(scenario, None, (), terms, aim)
    baseline, missing = comparable(scenario, folder)
    if baseline is not None:
        missing += missing_answers(scenario, baseline, path_of(scenario, folder))
    return Held(scenario, baseline, missing, terms, aim)


def verdicts(all_held: Sequence[Held], workers: Workers) -> Generator[ScenarioVerdict, None, None]:
    """The verdicts in their order: one scenario after another by all threads, or whole ones by other processes."""
    if workers.away:
        yield from workers.results(verdict_on, ((one.by_itself(),) for one in all_held))
    else:
        yield from map(verdict_on, all_held)


def verdict_on(held: Held) -> ScenarioVerdict:
    """Baseline and targets of one scenario."""
    begin, scenario = time.perf_counter(), held.scenario
    verdict = ScenarioVerdict(scenario.file)
    if held.baseline is not None:
        verdict = check_scenario(scenario, held.baseline, held.terms)
    verdict = replace(verdict, missing=held.missing)
    try:
        verdict = replace(verdict, targets=list(target_verdicts(scenario, held.aim)))
    except (OutOfRange, ScenarioError) as error:
        verdict = replace(verdict, faults=[*verdict.faults, str(error)])
    return replace(verdict, seconds=time.perf_counter() - begin)


def shared_out(scenario: Scenario, folder: Path | None, terms: Terms) -> tuple[Terms, Terms]:
    """The terms for the baseline and for each target of a case: halves of alpha where there are both."""
    judged = len(scenario.targets) * len(scenario.cases)
    halves = 2 if judged and folder is not None else 1
    return replace(terms, alpha=terms.alpha / halves), replace(terms, alpha=terms.alpha / halves / max(judged, 1))


def nightly_seed(night: int, seed: int) -> int:
    """The seed of a scenario in a night: other random numbers every night, and for scenarios of other seeds."""
    return int.from_bytes(hashlib.sha256(f"nightly {night} {seed}".encode()).digest()[:8], "big") % SEEDS


def comparable(scenario: Scenario, folder: Path) -> tuple[Baseline | None, list[str]]:
    """A scenario's baseline; or None, and what is wrong with it and how to mend that, in a line."""
    path = path_of(scenario, folder)
    place = "" if folder == DEFAULT_FOLDER else f" --baseline {shlex.quote(str(folder))}"
    again = f"simlab baseline {shlex.quote(scenario.file)}{place}"
    try:
        baseline = read(path)
    except DamagedBaseline as error:
        return None, [f"{path} {error}; to record it anew, remove it, then: {again}"]
    if baseline is None:
        return None, [f"{path} is missing; to record it: {again}"]
    if fault := incomparable(scenario, baseline):
        return None, [f"{path} {fault}; to record it anew, remove it, then: {again}"]
    return baseline, []


def missing_answers(scenario: Scenario, baseline: Baseline, path: Path) -> list[str]:
    """Questions that the baseline does not have, has with other words, or has though nobody asks them any more."""
    asked = {question.name: question for question in scenario.questions}
    kept = {name: one for case in case_names(scenario) for name, one in baseline.cases[case].questions.items()}
    lines = []
    for name in dict.fromkeys([*asked, *kept]):
        if name not in asked:
            fault = "which the scenario does not ask any more"
        elif any(name not in baseline.cases[case].questions for case in case_names(scenario)):
            fault = "which it does not have"
        elif not kept[name].asks(asked[name]):
            fault = "which asked for something else when it was recorded"
        else:
            continue
        accept = f'simlab baseline accept {shlex.quote(name)} --reason "…" --scenario {shlex.quote(scenario.file)}'
        lines.append(f"{path}: {name!r}, {fault}; to accept that: {accept}")
    return lines
