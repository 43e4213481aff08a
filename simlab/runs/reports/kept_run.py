"""The chapter of a kept run: one case, or a sweep."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from simlab.contract import Question
from simlab.options import in_toml
from simlab.report.answer_sentences import HEADLINE, NOTHING, answer_sentence, sweep_sentence
from simlab.report.answer_words import answer_numbers, statistic_words, without_rare_levels
from simlab.report.page.parts import Answer, Cell, Chapter, Method, Plot, ScenarioFile, Table
from simlab.report.sweep_plots import MOST_AXES, Grid
from simlab.runs.compare_kept import written_questions
from simlab.runs.figures import in_words, sweep_grid
from simlab.runs.reports.cautions import cautions
from simlab.runs.reports.explorer import explorer
from simlab.runs.reports.folders import Kept
from simlab.runs.reports.method import METHODS, command, game_fact, ids_fact, percent_of, unless_usual, versions_fact
from simlab.runs.reports.pictures import plots, questions_of
from simlab.runs.reports.tables import numeral, table, whole_truth, words
from simlab.scenario.paths import headings, paths_of
from simlab.scenario.toml_files import read_toml
from simlab.stats.answers import FIELDS

FEW_CASES = 4  # of a sweep whose curves are shown case by case


class KeptAnswers:
    """The answers of a kept run with its scenario."""

    def __init__(self, kept: Kept):
        self.kept, self.record = kept, kept.record
        self.scenario, _ = read_toml(str(kept.folder / "resolved.toml"))
        self.questions = written_questions(kept.folder)
        self.answers = kept.table("answers")
        self.cases: Sequence[Mapping[str, Any]] = kept.record["cases"]
        names = list(self.answers.columns)
        self.paths = names[1 : names.index("question")]
        asked = {question.name for question in self.questions}
        numbers = set(self.answers["case"])
        if not (set(FIELDS) <= set(names) and set(self.answers["question"]) == asked and self.cases):
            raise ValueError("answers.csv is not of the questions of resolved.toml")
        if numbers != set(range(len(self.cases))):
            raise ValueError("answers.csv is not of the cases of run.json")

    @property
    def method(self) -> str:
        """`monte_carlo` or `exact`."""
        return self.record["method"]

    @property
    def grid(self) -> Grid:
        """The sweep's directions; decks, boards and maps by the names of their files."""
        sweep: Mapping[str, list] = self.scenario.get("sweep", {})
        named, step = {}, math.prod(map(len, sweep.values()))
        for key, values in sweep.items():
            step //= len(values)
            named[key] = [self.value_at(key, number * step, value) for number, value in enumerate(values)]
        return sweep_grid(named, len(self.cases))

    def value_at(self, key: str, case: int, written: Any) -> Any:
        """A value of the sweep as the case has it that is the first to have it; as it is written if none was played."""
        if case >= len(self.cases):
            return written
        values = [self.cases[case]["set"][path] for path in paths_of(key)]
        return values if len(values) > 1 else values[0]

    def place(self, case: int) -> str:
        """A case in words."""
        values = [in_words(self.cases[case]["set"][path]) for path in self.paths]
        return in_place(headings(self.paths), values)

    def rows(self, question: Question) -> pd.DataFrame:
        """The answers to one question."""
        return self.answers[self.answers["question"] == question.name]


def without_repeated(drawn: Sequence[Plot], cases: int) -> list[Plot]:
    """The plots; of a long sweep without a bar chart for each case where stacked bars show the same."""
    stacked = {plot.stem.removesuffix("-by-case") for plot in drawn if plot.stem.endswith("-by-case")}
    return [plot for plot in drawn if cases <= FEW_CASES or plot.stem not in stacked]


def in_place(names: Sequence[str], values: Sequence[str]) -> str:
    """Names with their values; of several seats' policies, who sits where."""
    seats = [name.removesuffix(".name") for name in names if name.endswith(".name")]
    if len(seats) < 2:
        return ", ".join(f"{name} = {value}" for name, value in zip(names, values))
    sitting = in_words([value for name, value in zip(names, values) if name.endswith(".name")], together=True)
    others = (f"{name} = {value}" for name, value in zip(names, values) if not name.endswith(".name"))
    return ", ".join([f"{sitting} in {', '.join(seats)}", *others])


def chapter(kept: Kept, titles: Mapping[str, str]) -> Chapter:
    """All about a kept run."""
    run = KeptAnswers(kept)
    sentences = {question.name: sentence(run, question) for question in run.questions}
    return Chapter(
        title=str(kept.record["title"]),
        about=str(run.scenario.get("about", "")),
        answers=[Answer(name, text) for name, text in sentences.items()],
        tables=[answer_table(run)],
        plots=without_repeated(plots(kept, lambda stem: shown(kept, stem, sentences)), len(run.cases)),
        method=method(run, titles),
        explorer=explorer(run.grid, run.questions, run.answers, run.method),
        assumptions=list(dict.fromkeys(line for case in run.cases for line in case["assumptions"])),
        notes=[*warned(run), *notes(run)],
    )


def sentence(run: KeptAnswers, question: Question) -> str:
    """The answer to a question."""
    rows = run.rows(question)
    if len(run.cases) == 1:
        return answer_sentence(list(rows.itertuples()), question.kind, run.method, question.given)
    rows = rows[rows["statistic"] == HEADLINE[question.kind]]
    return sweep_sentence([(run.place(row.case), row) for row in rows.itertuples()], question.kind, run.method)


def shown(kept: Kept, stem: str, sentences: Mapping[str, str]) -> tuple[str, str] | None:
    """A plot's heading, and the answers that it shows."""
    names = [name for name in questions_of(kept).get(stem, []) if name in sentences]
    if not names:
        return None
    drawn = kept.record["plots"][stem]
    told = [str(drawn.get("text") or ""), *(f"{name}: {sentences[name]}" for name in names)]
    return str(drawn["heading"]), f"Plot. {' '.join(part for part in told if part)}"


def answer_table(run: KeptAnswers) -> Table:
    """One row a case and answer; of a sweep's values only the mean."""
    answers, method = run.answers, run.method
    if len(run.cases) > 1:
        answers = answers[~answers["statistic"].isin(["sd", "quantile"])]
    exact_known = bool(answers["exact"].notna().any()) and method != "exact"
    kind = "sequence" if "interval" in answers else "interval"
    interval = f"{percent_of(run.record['confidence'])} {kind}"
    right = ["estimate", *([] if method == "exact" else [interval, "trials"]), *(["exact", "z"] if exact_known else [])]
    names = headings(run.paths)
    numeric = [all(type(case["set"][path]) in (int, float) for case in run.cases) for path in run.paths]
    head = [*zip(names, numeric), ("question", False), ("answer", False), *((name, True) for name in right)]
    rows = [
        [*place_cells(run, row.case, numeric), *answer_cells(row, method, exact_known)]
        for row in without_rare_levels(answers).itertuples()
    ]
    return table("Answers", head, rows, (run.kept.stem("answers"), run.kept.text("answers.csv")))


def place_cells(run: KeptAnswers, case: int, numeric: Sequence[bool]) -> list[Cell]:
    """Where in the sweep an answer stands."""
    values = [run.cases[case]["set"][path] for path in run.paths]
    return [words(in_words(value), value if number else None) for value, number in zip(values, numeric)]


def answer_cells(row, method: str, exact_known: bool) -> list[Cell]:
    """The cells of one answer; behind the estimate stands the whole truth."""
    numbers = answer_numbers(row, method, exact_known)
    truth = whole_truth(row.estimate, row.low, row.high, row.confidence, row.trials, row.exact)
    values = [row.estimate, *([] if method == "exact" else [row.low, row.trials])]
    values += [row.exact, row.z] if exact_known else []
    cells = [numeral(text, value) for text, value in zip(numbers, values)]
    return [words(row.question), words(statistic_words(row)), numeral(numbers[0], row.estimate, truth), *cells[1:]]


def warned(run: KeptAnswers) -> list[str]:
    """What was warned of when the run was kept."""
    return cautions(
        (run.place(case), text) for case in range(len(run.cases)) for text in run.cases[case].get("warnings", ())
    )


def notes(run: KeptAnswers) -> list[str]:
    """What a reader has to know beside the answers."""
    said = []
    if not run.record["complete"]:
        cases = math.prod(map(len, run.scenario.get("sweep", {}).values()))
        of = f"{len(run.cases)} of {cases} cases were begun" if cases > 1 else "not all trials were played"
        said.append(f"The run was interrupted: {of}; these are the answers so far.")
    if len(run.grid.axes) > MOST_AXES:
        said.append(
            f"There are no plots of a sweep of more than {MOST_AXES} lists; the explorer goes over all of them."
        )
    if "interval" in run.answers:
        said.append("Intervals are sequences: they hold at every number of trials at once (of a mean approximately).")
    for question in run.questions:
        trials = run.rows(question)["trials"]
        few = trials[(trials > 0) & (trials < 100)]
        if len(few):
            said.append(
                f"“{question.name}” rests on only {int(few.min())} trials{' in a case' if len(run.cases) > 1 else ''}."
            )
        elif len(run.cases) > 1 and (trials == 0).any():
            said.append(f"“{question.name}”, in some cases: {NOTHING[0].lower()}{NOTHING[1:]}")
    missed = sum(not one["met"] for case in run.cases for one in case.get("precision", ()))
    if missed:
        said.append(f"The precision that was asked for is missed by {missed} answer{'s' * (missed > 1)}.")
    return said


def how_long(run: KeptAnswers) -> list[tuple[str, object]]:
    """The trials; or the precision that was asked for, with the most trials if they did not reach it."""
    most = ("--trials", max(case["trials"] for case in run.cases))
    reached = [one for case in run.cases for one in case.get("precision", ())]
    if not reached:
        return [most]
    first = reached[0]
    precision: object = float(first["asked"])
    if first["relative"]:
        precision = f"{{relative = {first['asked']!r}, question = {in_toml(first['question'])}}}"
    return [("--precision", precision), *([] if all(one["met"] for one in reached) else [most])]


def asked(question: Question) -> tuple[str, str]:
    """What a question asks, as a scenario has it."""
    given = f", given {question.given}" if question.given else ""
    return f"Question “{question.name}”", f"{question.kind}: {question.expression}{given}"


def method(run: KeptAnswers, titles: Mapping[str, str]) -> Method:
    """How the run was made; its command needs the scenario with every value explicit that goes with the report."""
    record, name = run.record, f"{run.kept.stem('scenario')}.toml"
    sampled, trials = run.method != "exact", sorted({case["trials"] for case in run.cases})
    facts = [game_fact(record, titles), *map(asked, run.questions), ("Method", METHODS[run.method])]
    if sampled:
        many = f"{trials[0]:,}" if len(trials) == 1 else f"{trials[0]:,} to {trials[-1]:,}"
        facts.append(("Trials", f"{many}{' of each case' if len(run.cases) > 1 else ''}"))
        facts += [("Seed", str(record["seed"])), ("Generator", str(record["rng"]))]
        facts.append(("Confidence of the intervals", percent_of(record["confidence"])))
    facts += [*versions_fact(record), *ids_fact([case["id"] for case in run.cases])]
    options: list[tuple[str, object]] = []
    if sampled:
        options += how_long(run)
        options += [("--seed", record["seed"]), ("--anytime", True if "interval" in run.answers else None)]
    options += [unless_usual(record["confidence"]), ("--yes", True if len(run.cases) > 1000 else None)]
    line = command("run" if sampled else "solve", [f"scenarios/{name}"], options)
    return Method(facts, [line], ScenarioFile(name, run.kept.text("resolved.toml")))
