"""Runs on standard output: as a table for people, as JSON for programs."""

import math
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from simlab.cli.console import console
from simlab.report.answer_words import answer_numbers, statistic_words, without_rare_levels
from simlab.runs.cautions import warnings_of
from simlab.runs.precision import MOST
from simlab.runs.results import CaseRun, Run, assumptions, scenario_record
from simlab.scenario.errors import shown
from simlab.scenario.paths import headings, label
from simlab.scenario.scenario import Scenario
from simlab.stats.rounding import finite

MOST_MISSED, MOST_TOLD = 5, 5


def answer_table(run: Run) -> Table:
    """The answers of all cases as one table; of a sweep's values only the mean, the rest is in the file and in JSON."""
    answers, several = run.answers, len(run.cases) > 1
    if several:
        answers = answers[~answers["statistic"].isin(["sd", "quantile"])]
    exact_known = answers["exact"].notna().any() and run.method != "exact"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    paths = headings(run.cases[0].case.point)
    left = [*paths, "question", "answer"]
    interval = f"{100 * run.confidence:g} % {'sequence' if run.cases[0].ahead else 'interval'}"
    right = (
        ["estimate"] + ([] if run.method == "exact" else [interval, "trials"]) + (["exact", "z"] if exact_known else [])
    )
    for heading in left:
        table.add_column(heading, no_wrap=heading == "answer")
    for heading in right:
        table.add_column(heading, justify="right", no_wrap=True)
    last = (None, None)
    for row in without_rare_levels(answers).itertuples():
        begins = (row.case, row.question) != last
        point = run.cases[row.case].case.point.values() if row.case != last[0] else [""] * len(paths)
        cells = answer_cells(row, run.method, exact_known, begins)
        table.add_row(*(Text(shown(value) if value != "" else "") for value in point), *cells)
        last = (row.case, row.question)
    return table


def answer_cells(row, method: str, exact_known: bool, new_question: bool) -> list:
    """The cells of one answer."""
    words = [Text(row.question if new_question else ""), statistic_words(row)]
    return words + answer_numbers(row, method, exact_known)


def print_assumptions(out: Console, found: Iterable[str]) -> None:
    """The choices of ours that answers rest on, each once."""
    for line in dict.fromkeys(found):
        out.print(Text(f"rests on an assumption: {line}", style="dim"))


def print_run(run: Run, quiet: bool) -> None:
    """A run's answers, with how they were made and what they rest on."""
    out = console()
    out.print(Text(run.scenario.title, style="bold"))
    out.print(answer_table(run))
    if not quiet:
        out.print(Text(how(run), style="dim"))
        print_assumptions(out, assumptions(run.cases[0].case))
        for line in precision_lines(run):
            out.print(Text(line, style="dim"))
        if run.method == "monte_carlo" and any(done.exact is None and done.case.model.exact for done in run.cases):
            out.print(
                Text("exact values that take more than about a second are left out; --exact insists", style="dim")
            )
    few_trials(run)
    print_case_warnings(run)


def idle_options(scenario: Scenario) -> None:
    """Say, on standard error, which options are changed that do not touch the model, and which seats do not play."""
    options, model = scenario.game.options, scenario.model
    changed = {name for case in scenario.cases for name, value in case.rules.items() if options[name].value != value}
    for name in sorted(changed - set(model.options)):
        print(f"note: the option {name} does not touch {model.name}", file=sys.stderr)
    playing = {seat for case in scenario.cases for seat in case.seats}
    for seat in sorted(set(scenario.content.get("policies", {})) - playing):
        print(f"note: the {seat} seat does not play in this setup", file=sys.stderr)


def remarks(scenario: Scenario) -> None:
    """Say, on standard error, what the model has to remark on its cases; each remark once."""
    for text in dict.fromkeys(text for case in scenario.cases for text in scenario.model.remarks(case)):
        print(f"note: {text}", file=sys.stderr)


def few_trials(run: Run) -> None:
    """Warn, on standard error, of answers that rest on very few trials; of a sweep, in how many cases."""
    if run.method == "exact":
        return
    asked = run.answers.drop_duplicates(["case", "question"])
    for question, counts in asked[asked["trials"] < 100].groupby("question", sort=False)["trials"]:
        few, cases = counts.min(), len(run.cases)
        what = {0: "no trial that meets its condition", 1: "one trial only"}.get(few, f"only {few} trials")
        if cases > 1:
            where = f"in {len(counts)} of {cases} cases {question!r} rests on fewer than 100 trials"
            print(f"note: {where}, at the least on {what}", file=sys.stderr)
        else:
            print(f"note: {question!r} rests on {what}", file=sys.stderr)


def print_case_warnings(run: Run) -> None:
    """The warnings of a run's cases, on standard error."""
    print_warnings([(label(done.case.point), text) for done in run.cases for text in warnings_of(done)])


def print_warnings(found: Sequence[tuple[str, str]]) -> None:
    """Warnings of cases, by the case's label, on standard error; of a long sweep some."""
    for place, text in found[:MOST_TOLD]:
        print(f"warning: {f'{place}: ' if place else ''}{text}", file=sys.stderr)
    if len(found) > MOST_TOLD:
        print(f"warning: the same of {len(found) - MOST_TOLD} more cases; --json has them all", file=sys.stderr)


def how(run: Run) -> str:
    """How the answers were made, in a line."""
    seconds = sum(case.seconds for case in run.cases)
    if run.method == "exact":
        return f"exact, {seconds:.2f} s"
    trials = sum(case.trials for case in run.cases)
    rate = trials / max(seconds, 1e-9)
    speed = f"{rate / 1e6:.1f} million" if rate >= 1e6 else f"{rate:,.0f}"
    return f"{trials:,} trials in {seconds:.2f} s ({speed} a second), seed {run.scenario.seed}"


def precision_lines(run: Run) -> list[str]:
    """Whether the precision asked for is reached, or by how much it is missed and what it would take."""
    lines = []
    if run.cases[0].ahead:
        lines.append("intervals are sequences: they hold at every number of trials at once (of a mean approximately)")
    missed = [(done, one) for done in run.cases for one in done.reached if not one.met]
    for done, one in missed[:MOST_MISSED]:
        place = f" at {label(done.case.point)}" if done.case.point else ""
        seldom = "; narrow enough, but the rarer outcome was hardly seen" if one.reached <= one.asked else ""
        way = f"about {rounded_up(one.needed):,} trials would do it"
        way = way if math.isfinite(one.reached) else "few trials or none count for it"
        way += f" (--trials allows more than {MOST:,})" if done.trials == MOST else ""
        asked, reached = half_width(one.asked, one.relative), half_width(one.reached, one.relative)
        found = f"missed: {one.question!r}{place} has {reached} after {done.trials:,} trials"
        lines.append(f"precision {asked} {found}{seldom}; {way}")
    if len(missed) > MOST_MISSED:
        lines.append(f"precision missed by {len(missed) - MOST_MISSED} more answers; --json has them all")
    met = [(one.reached, one, done) for done in run.cases for one in done.reached]
    if met and not missed:
        _, one, done = max(met, key=lambda entry: entry[0])
        where = f"{one.question!r}" + (f" at {label(done.case.point)}" if done.case.point else "")
        asked, reached = half_width(one.asked, one.relative), half_width(one.reached, one.relative)
        lines.append(f"precision {asked} reached: the widest interval is {reached} ({where})")
    return lines


def rounded_up(trials: int) -> int:
    """The next number of two digits and zeros."""
    step = 10 ** max(len(str(trials)) - 2, 0)
    return -(-trials // step) * step


def half_width(width: float, relative: bool) -> str:
    """Half the width of an interval; of a relative one in per cent of its estimate."""
    if not math.isfinite(width):
        return "no interval"
    return f"±{100 * width:.3g} % of its estimate" if relative else f"±{width:.3g}"


def case_json(run: Run, number: int) -> dict:
    """One case as the JSON contract has it."""
    scenario, done = run.scenario, run.cases[number]
    return {
        "scenario": scenario_record(scenario, done.case),
        "method": run.method,
        "trials": done.trials or None,
        "seed": scenario.seed,
        "seconds": done.seconds,
        "trials_per_second": done.trials / done.seconds if done.trials and done.seconds > 0 else None,
        "complete": run.complete or number < len(run.cases) - 1,
        "answers": [answer_json(row) | interval_json(row, done) for row in run.answers_by_case[number]],
        "assumptions": assumptions(done.case),
        **warnings_json(done),
        **({"precision": [one.record for one in done.reached]} if done.reached else {}),
    }


def warnings_json(done: CaseRun) -> dict:
    """A case's warnings, if there are any."""
    found = warnings_of(done)
    return {"warnings": found} if found else {}


def interval_json(row: dict, done: CaseRun) -> dict:
    """What an answer says more if a precision was asked for, or sequences."""
    width = {"half_width": finite((row["high"] - row["low"]) / 2)} if done.reached else {}
    return width | ({"interval": row["interval"]} if done.ahead else {})


def answer_json(row: dict) -> dict:
    """One answer: `q` only for quantiles, `level` only for shares."""
    answer = {"question": row["question"], "statistic": row["statistic"]}
    if row["statistic"] == "quantile":
        answer["q"] = row["q"]
    if row["statistic"] == "share":
        answer["level"] = row["level"]
    for name in ("estimate", "low", "high", "confidence"):
        answer[name] = finite(row[name])
    answer["trials"] = None if finite(row["trials"]) is None else int(row["trials"])
    return answer | {"exact": finite(row["exact"]), "z": finite(row["z"])}
