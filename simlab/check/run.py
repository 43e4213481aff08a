"""A whole check: every scenario against its baseline and its targets. Baselines are only read."""

import hashlib
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simlab.check.baseline import DEFAULT_FOLDER, Baseline, DamagedBaseline, case_names, path_of, read
from simlab.check.procedure import Terms, check_scenario, incomparable, refuse_undefined
from simlab.check.targets import refuse_curves, target_verdicts
from simlab.check.verdicts import CheckVerdict, ScenarioVerdict
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
    for scenario in scenarios:
        begin = time.perf_counter()
        try:
            verdict = verdict_on(scenario, order.folder, terms)
        except KeyboardInterrupt:
            return replace(whole, scenarios=found, interrupted=True)
        found.append(replace(verdict, seconds=time.perf_counter() - begin))
        order.done(found[-1])
    return replace(whole, scenarios=found)


def verdict_on(scenario: Scenario, folder: Path | None, terms: Terms) -> ScenarioVerdict:
    """Baseline and targets of one scenario."""
    verdict = ScenarioVerdict(scenario.file)
    terms = replace(terms, seed=None if terms.seed is None else nightly_seed(terms.seed, scenario.seed))
    terms, aim = shared_out(scenario, folder, terms)
    if folder is not None:
        baseline, missing = comparable(scenario, folder)
        if baseline is not None:
            verdict = check_scenario(scenario, baseline, terms)
            missing += missing_answers(scenario, baseline, path_of(scenario, folder))
        verdict = replace(verdict, missing=missing)
    try:
        return replace(verdict, targets=list(target_verdicts(scenario, aim)))
    except (OutOfRange, ScenarioError) as error:
        return replace(verdict, faults=[*verdict.faults, str(error)])


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
