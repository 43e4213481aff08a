"""A check's verdicts as JSON, JUnit XML and Markdown."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from typing import Any

from simlab.check.verdicts import AnswerVerdict, CheckVerdict, Kind, ScenarioVerdict, TargetVerdict
from simlab.check.words import (
    HEADINGS,
    answer_cells,
    budget,
    lines_below,
    moved_answers,
    scenario_words,
    summary,
    target_words,
)
from simlab.runs.comparison import finite
from simlab.scenario.errors import one_line

ANSWER_FIELDS = ("question", "verdict", "was", "now", "difference", "low", "high", "resolution", "bound")
TARGET_FIELDS = ("question", "verdict", "estimate", "low", "high", "range", "why")
#: What JUnit calls a verdict that is not fine.
JUNIT: dict[Kind, str] = {"broken": "failure", "undecided": "error", "no baseline": "error"}
MARKS: dict[Kind, str] = {"identical": "✅", "holds": "✅", "undecided": "❔", "no baseline": "⚠️", "broken": "❌"}


def as_json(check: CheckVerdict) -> dict[str, Any]:
    """The contract's object; of a curve the numbers are those of the level that moved most, named under `levels`."""
    scenarios = [scenario_json(scenario) for scenario in check.scenarios]
    return {"verdict": check.verdict, "scenarios": scenarios, "notes": list(check.notes)}


def scenario_json(scenario: ScenarioVerdict) -> dict[str, Any]:
    """One scenario; the first three fields are the contract's."""
    levels = {one.question: one.statistic for one in scenario.answers if one.statistic.startswith("share ")}
    return {
        "file": scenario.file,
        "verdict": scenario.verdict,
        "answers": [fields(answer, ANSWER_FIELDS) for answer in scenario.answers],
        "targets": [fields(target, TARGET_FIELDS) for target in scenario.targets],
        "levels": levels,
        "notes": [*scenario.faults, *scenario.missing, *scenario.notes],
    }


def fields(verdict: AnswerVerdict | TargetVerdict, names: Iterable[str]) -> dict[str, Any]:
    """Some fields for JSON; null for what is not known or infinite."""
    values = {name: getattr(verdict, name) for name in names}
    return {name: finite(value) for name, value in values.items()}


def as_junit(check: CheckVerdict) -> str:
    """JUnit XML: a suite a scenario, a test an answer, a target, and one for the invariants and the baseline."""
    root = ElementTree.Element("testsuites", name="simlab check")
    for scenario in check.scenarios:
        cases = list(junit_cases(scenario))
        counts = {"tests": str(len(cases)), "time": f"{scenario.seconds:.3f}"}
        for kind in ("failure", "error"):
            counts[f"{kind}s"] = str(sum(JUNIT.get(verdict) == kind for _, verdict, _ in cases))
        suite = ElementTree.SubElement(root, "testsuite", {"name": one_line(scenario.file)} | counts)
        for name, verdict, text in cases:
            case = ElementTree.SubElement(suite, "testcase", classname=one_line(scenario.file), name=one_line(name))
            if verdict in JUNIT:
                ElementTree.SubElement(case, JUNIT[verdict], type=verdict, message=one_line(text))
    for field in ("tests", "failures", "errors"):
        root.set(field, str(sum(int(suite.get(field, "0")) for suite in root)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def junit_cases(scenario: ScenarioVerdict) -> Iterable[tuple[str, Kind, str]]:
    """(name, verdict, message) of each test of a scenario."""
    yield "outcomes are within their ranges", "broken" if scenario.faults else "holds", "; ".join(scenario.faults)
    yield "has its baseline", "no baseline" if scenario.missing else "holds", "; ".join(scenario.missing)
    for answer in scenario.answers:
        _, _, was, now, difference, interval, _, words = answer_cells(scenario.file, answer)
        yield answer.question, answer.verdict, f"{words}: was {was}, now {now}, difference {difference} ({interval})"
    for target in scenario.targets:
        yield f"target: {target.question}", target.verdict, target_words(target)


def as_markdown(check: CheckVerdict) -> str:
    """A summary for the page of a CI run: the verdict, what moved from what to what, what else is wrong."""
    lines = [f"## simlab check {MARKS[check.verdict]} {cell(summary(check))}", ""]
    moved = [answer_cells(scenario.file, answer) for scenario, answer in moved_answers(check)]
    if moved:
        lines += markdown_table(HEADINGS, moved) + [""]
    for scenario in check.scenarios:
        lines += [f"- `{scenario.file}`: {cell(line)}" for line in lines_below(scenario)]
    lines += [f"- {cell(note)}" for note in check.notes]
    rows = [(one.file, f"{MARKS[one.verdict]} {one.verdict}", scenario_words(one)) for one in check.scenarios]
    lines += ["", "<details><summary>All scenarios</summary>", ""]
    lines += [*markdown_table(("scenario", "verdict", "what was looked at"), rows), "", "</details>", "", budget(check)]
    return "\n".join(lines) + "\n"


def markdown_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A table in Markdown."""
    headings = list(headings)
    lines = [headings, ["---"] * len(headings), *(list(map(cell, row)) for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def cell(text: str) -> str:
    """A text that stays in its cell."""
    return one_line(text).replace("|", "\\|").replace("<", "&lt;")
