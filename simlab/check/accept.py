"""Accepting changes: the named answers are recorded anew where they have moved, and the history says why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from simlab.check.baseline import Baseline, Change, Kept, KeptCase, answer_name, case_names
from simlab.check.counts import Counted, moved, pair
from simlab.check.procedure import ready_samplers
from simlab.check.record import (
    Recording,
    cheap_exact,
    in_lines,
    kept_answers,
    replay_of,
    revision,
    rules_digest,
    with_quiet_check,
)
from simlab.check.replay import Replay, exact_numbers, exact_shift
from simlab.contract import Outcomes
from simlab.runs.batches import Sampler
from simlab.runs.workers import Workers
from simlab.scenario.scenario import Scenario


@dataclass(frozen=True)
class Acceptance:
    """What became of some named answers: the new baseline, None if nothing has moved, and the changes."""

    baseline: Baseline | None
    changes: tuple[Change, ...]
    unchanged: tuple[str, ...]


def accept(scenario: Scenario, baseline: Baseline, names: Sequence[str], reason: str, how: Recording) -> Acceptance:
    """Record the named answers anew where they have moved; an answer that is not asked for any more is dropped.

    A name is a question's, or that of an answer: `question [point of the sweep]`. Raises ScenarioError.
    """
    samplers = ready_samplers(scenario, None, how.preparing)
    cases, changes, unchanged, recorded = dict(baseline.cases), [], [], []
    for number, (sampler, case) in enumerate(zip(samplers, case_names(scenario))):
        kept = cases[case]
        named = [name for name in answers_of(scenario, kept) if {name, answer_name(name, case)} & set(names)]
        if not named:
            continue
        again = replay_of(scenario, sampler, baseline.blocks, how.workers)
        outcomes = cheap_exact(scenario, sampler.case)
        moving = [name for name in named if has_moved(scenario, kept, name, again, outcomes)]
        unchanged += [answer_name(name, case) for name in named if name not in moving]
        new = recorded_anew(scenario, sampler, baseline, moving, again, outcomes, how.workers)
        questions = {name: one for name, one in kept.questions.items() if name not in moving} | new
        cases[case] = renewed(kept, questions, again)
        recorded += [(number, name) for name in new]
        changes += [change(name, case, kept.questions.get(name), new.get(name), baseline, reason) for name in moving]
    if not changes:
        return Acceptance(None, (), tuple(unchanged))
    new_rules = {"rules": rules_digest(scenario), "revision": revision()}
    update = {"cases": cases, "history": (*baseline.history, *changes), **new_rules}
    accepted = with_quiet_check(scenario, baseline.model_copy(update=update), samplers, recorded, how.workers)
    return Acceptance(accepted, tuple(changes), tuple(unchanged))


def recorded_anew(
    scenario: Scenario,
    sampler: Sampler,
    baseline: Baseline,
    names: Sequence[str],
    again: Replay,
    outcomes: Outcomes | None,
    workers: Workers,
) -> dict[str, Kept]:
    """Of the named questions those that the scenario asks, in a case, on the trials of its baseline."""
    asked = [question for question in scenario.questions if question.name in names]
    return kept_answers(sampler, asked, baseline.blocks, again, outcomes, workers) if asked else {}


def answers_of(scenario: Scenario, kept: KeptCase) -> list[str]:
    """The questions that a scenario asks or its baseline knows."""
    return list(dict.fromkeys([*(question.name for question in scenario.questions), *kept.questions]))


def has_moved(scenario: Scenario, kept: KeptCase, name: str, again: Replay, outcomes: Outcomes | None) -> bool:
    """Whether a check would not call an answer identical."""
    question = next((one for one in scenario.questions if one.name == name), None)
    old = kept.questions.get(name)
    if question is None or old is None or not old.asks(question) or old.digest != again.values[name]:
        return True
    new = exact_numbers(question, outcomes)
    return old.exact is not None and new is not None and exact_shift(old.exact, new) is not None


def renewed(kept: KeptCase, questions: Mapping[str, Kept], again: Replay) -> KeptCase:
    """A case with other answers; with the rows of now once all its answers are those of now."""
    all_new = all(again.values.get(name) == one.digest for name, one in questions.items())
    return KeptCase(rows=in_lines(again.rows) if all_new else kept.rows, questions=dict(questions))


def change(name: str, case: str, old: Kept | None, new: Kept | None, baseline: Baseline, reason: str) -> Change:
    """One line of the history."""
    block = baseline.blocks.confirm[1]
    numbers: dict[str, float | None] = {"was": None, "now": None, "low": None, "high": None}
    if old is not None and new is not None and old.kind == new.kind:
        _, difference = moved(pair(counted(old, block), counted(new, block)))
        numbers = {name: getattr(difference, name) for name in ("low", "high")}
        numbers |= {"was": difference.old, "now": difference.new}
    else:
        numbers |= {field: estimate(one, block) for field, one in (("was", old), ("now", new)) if one is not None}
    date = datetime.now(UTC).date().isoformat()
    return Change.model_validate(
        {"question": name, "case": case, "reason": reason, "date": date, "revision": revision()} | numbers
    )


def counted(kept: Kept, block: int) -> Counted:
    """An answer's counts in the baseline's larger block."""
    numbers = all(level.removeprefix("-").isdigit() for level in kept.confirm)
    return Counted(kept.kind, kept.confirm, block, () if numbers else tuple(kept.confirm))


def estimate(kept: Kept, block: int) -> float:
    """The answer itself, in the baseline's larger block."""
    own = counted(kept, block)
    return moved(pair(own, own))[1].old
