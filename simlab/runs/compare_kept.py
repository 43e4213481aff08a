"""Two kept runs are compared by their outcomes; their trials have no partners."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from simlab.contract import Outcomes, Question
from simlab.runs.compare import Solutions, answers, exact_of
from simlab.runs.comparison import Comparison, Side, Terms, known_table
from simlab.runs.differences import Asked, histogram
from simlab.runs.kept import KeptRun
from simlab.runs.kept import read as read_kept
from simlab.runs.questions import levels, values_in
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.file import QuestionTable
from simlab.scenario.questions import question_faults
from simlab.scenario.toml_files import read_toml


def are_kept(*given: object) -> bool:
    """Whether these name the folders of kept runs; raises ScenarioError if only some do."""
    folders = [name for name in given if isinstance(name, (str, Path)) and Path(name).is_dir()]
    if folders and len(folders) < len(given):
        message = "is the folder of a kept run; compare it with another one, or two scenario files with each other"
        raise ScenarioError([Problem(message, str(folders[0]))])
    return bool(folders)


def compare_kept(a: str | Path, b: str | Path, terms: Terms) -> Comparison:
    """Compare two kept runs of one case each; their trials are not paired. Raises ScenarioError."""
    runs = read_kept(a), read_kept(b)
    refuse_other_runs(runs, (str(a), str(b)))
    outcomes = [run.cases[0][1] for run in runs]
    questions, notes = kept_questions(a, b, outcomes)
    terms.refuse_unknown(question.name for question in questions)
    side_a, side_b = (kept_side(run, str(folder)) for run, folder in zip(runs, (a, b)))
    exact_run = runs[0].record["method"] == "exact"
    solutions: Solutions = (outcomes[0], outcomes[1]) if exact_run else (None, None)
    if exact_run:
        table = known_table(questions, {question.name: exact_of(question, solutions) for question in questions})
    else:
        table = answers([kept_values(question, outcomes) for question in questions], solutions, terms)
        if same_trials(side_a, side_b):
            table = table.assign(verdict="identical", low=0.0, high=0.0)
            notes.append("both are runs of the same trials of one case")
        elif side_a.seed == side_b.seed:
            notes.append(
                "both runs rolled the dice of one seed, so they are not independent, as the intervals take them to be; "
                "comparing their scenario files pairs the trials"
            )
    notes += [f"{name}: {text}" for name, run in zip("AB", runs) for _, text in run.warnings]
    names = (runs[0].record["game"], runs[0].record["model"])
    return Comparison(*names, side_a, side_b, False, terms.effort.confidence, table, notes=tuple(notes))


def kept_side(run: KeptRun, folder: str) -> Side:
    """A kept run as a side of a comparison."""
    case = run.record["cases"][0]
    return Side(
        run.record["title"], folder, case["id"], run.record["seed"], case["trials"], case["set"], case["assumptions"]
    )


def same_trials(a: Side, b: Side) -> bool:
    """Whether both sides counted the very same trials: one case, one seed, one number of trials."""
    return (a.id, a.seed, a.trials) == (b.id, b.seed, b.trials)


def refuse_other_runs(runs: Sequence[KeptRun], folders: Sequence[str]) -> None:
    """Raises ScenarioError for kept runs that cannot be compared."""
    problems = []
    for run, folder in zip(runs, folders):
        if len(run.cases) > 1:
            message = f"holds {len(run.cases)} cases; a comparison is of runs of one case each, chosen with --set"
            problems.append(Problem(message, folder))
    a, b = (run.record for run in runs)
    if (a["game"], a["model"]) != (b["game"], b["model"]):
        message = f"is of {b['game']} {b['model']}, but A ({folders[0]}) of {a['game']} {a['model']}"
        problems.append(Problem(f"{message}; only runs of one model can be compared", folders[1]))
    if a["method"] != b["method"]:
        message = f"made by {b['method']}, but A ({folders[0]}) by {a['method']}; keep both by run or both by solve"
        problems.append(Problem(message, folders[1]))
    if problems:
        raise ScenarioError(problems)


def kept_questions(a, b, outcomes: Sequence[Outcomes]) -> tuple[tuple[Question, ...], list[str]]:
    """The questions of the kept run `a` that both runs' columns can answer."""
    kept, notes = [], []
    for question in written_questions(Path(a)):
        faults = [text for side in outcomes for _, _, text in question_faults(question, side.columns)]
        if faults:
            notes.append(f"{question.name!r} is left out: {faults[0]}")
        else:
            kept.append(question)
    if not kept:
        raise ScenarioError([Problem(f"has no question that both runs can answer {'; '.join(notes)}".strip(), str(a))])
    return tuple(kept), notes


def written_questions(folder: Path) -> list[Question]:
    """The questions of a kept run, from its resolved.toml; raises ScenarioError if they are not there."""
    content, _ = read_toml(str(folder / "resolved.toml"))
    changed = ScenarioError([Problem("no whole kept run: resolved.toml has been changed", str(folder))])
    try:
        tables = TypeAdapter(list[QuestionTable]).validate_python(content.get("question", []))
    except ValidationError:
        raise changed from None
    found = []
    for table in tables:
        kinds: dict[Any, str | None] = {"event": table.event, "value": table.value, "curve": table.curve}
        asked = [(kind, text) for kind, text in kinds.items() if text is not None]
        if len(asked) != 1 or table.name is None:
            raise changed
        found.append(Question(table.name, *asked[0], table.given))
    return found


def kept_values(question: Question, outcomes: Sequence[Outcomes]) -> Asked:
    """What a question comes to in two kept runs."""
    old, new = (histogram(values_in(question, side)) for side in outcomes)
    return Asked(question, old, new, names=levels(question, outcomes[0].columns)[0])
