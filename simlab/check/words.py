"""Verdicts in words: the cells of the tables that the terminal, Markdown and JUnit show."""

import math

from simlab.check.verdicts import AnswerVerdict, CheckVerdict, ScenarioVerdict, TargetVerdict
from simlab.stats.comparison import unseen_bound
from simlab.stats.rounding import decimals

UNKNOWN = "–"
MANY = {"holds": "hold"}
MOST_HELD = 20  # answers that hold are shown one by one as long as there are so few of them
EXACT_DECIMALS = 8
HEADINGS = ("scenario", "answer", "was", "now", "difference", "95 % interval", "would have seen", "verdict")


def digits_for(low: float | None, high: float | None) -> int:
    """Decimals of the numbers of an answer, by the interval of their difference; many for what is exact."""
    if low is None or high is None or math.isnan(low + high):
        return 4
    found = decimals(low, high, 0.95)
    return EXACT_DECIMALS if found is None else found


def number(value: float | None, digits: int, share: bool, sign: bool = False) -> str:
    """A number for people; a share in percent."""
    if value is None or not math.isfinite(value):
        return UNKNOWN
    plus = "+" if sign else ""
    return f"{100 * value:{plus}.{max(digits - 2, 0)}f} %" if share else f"{value:{plus}.{digits}f}"


def bound(value: float | None, share: bool) -> str:
    """A resolution, to two digits."""
    if value is None or not math.isfinite(value):
        return UNKNOWN
    return f"{100 * value:.2g} %" if share else f"{value:.2g}"


def answer_cells(file: str, answer: AnswerVerdict) -> tuple[str, ...]:
    """An answer under HEADINGS."""
    share, digits = answer.is_share, digits_for(answer.low, answer.high)
    what = answer.question if answer.statistic == "probability" else f"{answer.question}: {answer.statistic}"
    was, now = (number(value, digits, share) for value in (answer.was, answer.now))
    if answer.note.startswith("exact"):
        interval, seen = "exact", "any"
    else:
        low, high = (number(value, digits, share, sign=True) for value in (answer.low, answer.high))
        interval, seen = f"{low} … {high}", bound(answer.resolution, share)
    words = answer.verdict + (f" ({answer.note})" if answer.note and answer.note != "exact" else "")
    return file, what, was, now, number(answer.difference, digits, share, sign=True), interval, seen, words


def target_words(target: TargetVerdict) -> str:
    """A target in a line."""
    digits = digits_for(target.low, target.high) if target.low != target.high else 6
    estimate, low, high = (
        number(value, digits, target.is_share) for value in (target.estimate, target.low, target.high)
    )
    found = estimate if target.low == target.high else f"{estimate} ({low} … {high})"
    ends = [f"{100 * end:g} %" if target.is_share else f"{end:g}" for end in target.range]
    why = f" – {target.why}" if target.why else ""
    return f"target {target.verdict}: {target.question} is {found}, wanted {ends[0]} … {ends[1]}{why}"


def moved_answers(check: CheckVerdict) -> list[tuple[ScenarioVerdict, AnswerVerdict]]:
    """What is broken, undecided or noted; and what holds on other trials, as long as that is not too much to read."""
    pairs = [(scenario, answer) for scenario in check.scenarios for answer in scenario.answers]
    moved = [pair for pair in pairs if pair[1].verdict != "identical"]
    grave = [pair for pair in moved if pair[1].verdict != "holds" or pair[1].note]
    return moved if len(moved) - len(grave) <= MOST_HELD else grave


def left_out(check: CheckVerdict) -> int:
    """How many answers that hold on other trials are not among the moved answers."""
    held = sum(answer.verdict == "holds" for scenario in check.scenarios for answer in scenario.answers)
    return held - sum(answer.verdict == "holds" for _, answer in moved_answers(check))


def scenario_words(scenario: ScenarioVerdict) -> str:
    """A scenario in a line."""
    same = [answer for answer in scenario.answers if answer.verdict == "identical"]
    others = [answer.verdict for answer in scenario.answers if answer.verdict != "identical"]
    count = len(scenario.answers)
    parts = [f"{others.count(kind)} of {count} answers {MANY.get(kind, kind)}" for kind in dict.fromkeys(others)]
    judged = [answer for answer in scenario.answers if answer.verdict == "holds" and not answer.note]
    seen = [answer.resolution for answer in judged if answer.is_share]
    if known := [value for value in seen if value is not None and math.isfinite(value)]:
        parts.append(f"a probability's shift of {bound(max(known), True)} would have been seen with 90 %")
    if same:
        unseen = bound(unseen_bound(scenario.trials), True)
        trials = f"{scenario.trials:,} trials (a change touches fewer than {unseen})"
        parts.append(f"{len(same)} of {count} answers identical in {trials}")
    targets = [target.verdict for target in scenario.targets]
    parts += [
        f"{targets.count(kind)} of {len(targets)} targets {MANY.get(kind, kind)}" for kind in dict.fromkeys(targets)
    ]
    if not parts and scenario.verdict == "holds":
        return "nothing to check"
    return "; ".join(parts)


def lines_below(scenario: ScenarioVerdict) -> list[str]:
    """What has to be said of a scenario beside its table: broken invariants, missing baselines, targets, notes."""
    faults = [f"broken invariant: {fault}" for fault in scenario.faults]
    missing = [f"no baseline: {line}" for line in scenario.missing]
    return [*faults, *missing, *(target_words(target) for target in scenario.targets), *scenario.notes]


def summary(check: CheckVerdict) -> str:
    """The verdict on the whole, and how many scenarios have which."""
    kinds = [scenario.verdict for scenario in check.scenarios]
    counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    files = "1 scenario" if len(kinds) == 1 else f"{len(kinds)} scenarios"
    return f"{check.verdict}: {files}{': ' + counted if len(set(kinds)) > 1 else ''}"


def subject(check: CheckVerdict) -> str:
    """What has the probability that is stated."""
    if check.targets_only:
        return "That any target which is kept is called broken"
    baseline_and = " by baselines and targets together" if any(one.targets for one in check.scenarios) else ""
    return f"A false alarm{baseline_and} in the whole run"


def budget(check: CheckVerdict) -> str:
    """What the verdicts are worth, in some sentences."""
    nightly = check.seed is not None
    alarm = f"{subject(check)} has a probability of at most {check.alpha:g}{' per night' if nightly else ''}."
    if nightly:
        alarm = f"Nightly check {check.seed}, on other random numbers than the baselines'. {alarm}"
    if left_out(check):
        alarm += f" {left_out(check)} answers hold on other trials; --json shows them."
    if moved_answers(check):
        alarm += " `would have seen` is the shift that would have been found with 90 %."
    return alarm
