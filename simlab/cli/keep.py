"""Showing a run and keeping it in a folder, for the verbs that make runs."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.cli.ending import interrupted, kept_in, print_json
from simlab.cli.show import case_json, idle_options, print_run, remarks
from simlab.runs.durable import hold
from simlab.runs.kept import check_writable, refuse_other_run, save
from simlab.runs.results import Run, identity
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario


def run_folders(out: str | None, files) -> Sequence[Path | None]:
    """Where each file's run is kept: DIR for one file, DIR/<name of the file> for several; made and held now."""
    if out is None:
        return [None] * len(files)
    names = [""] if len(files) == 1 else free_names(Path(file).stem if file != "-" else "stdin" for file in files)
    folders = [Path(out) / name for name in names]
    for folder in folders:
        check_writable(folder)
        hold(folder)
    return folders


def free_names(stems) -> list[str]:
    """The stems, with -2, -3 … behind those that are there already."""
    names = []
    for stem in stems:
        name, number = stem, 2
        while name in names:
            name, number = f"{stem}-{number}", number + 1
        names.append(name)
    return names


def refuse_other_runs(scenarios, folders) -> None:
    """Before anything runs: no folder may hold the run of another scenario."""
    for scenario, folder in zip(scenarios, folders):
        if folder is not None:
            refuse_other_run({identity(case) for case in scenario.cases}, folder)


@dataclass(frozen=True)
class Shown:
    """How runs are shown: `table` prints one, more or less of it as one is quiet, `record` gives a case of it for JSON.

    `as_json`: JSON of all cases comes at the end, in place of the tables.
    """

    as_json: bool
    quiet: bool
    table: Callable[[Run, bool], None] = print_run
    record: Callable[[Run, int], dict[str, Any]] = case_json


def keepers_of(scenarios, folders, effort, keep_rows: bool, quiet: bool) -> list:
    """What keeps each run's progress, None for one that is not kept; raises ScenarioError with all that is wrong."""
    from simlab.runs.keeper import Keeper
    from simlab.runs.run import plan_of

    keepers: list[Keeper | None] = []
    problems: list[Problem] = []
    for scenario, folder in zip(scenarios, folders):
        try:
            plan = plan_of(scenario, effort)
            keepers.append(folder and Keeper(scenario, plan, folder, keep_rows, silence if quiet else tell))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    return keepers


def tell(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr, flush=True)


def silence(text: str) -> None:
    """Nothing."""


def make_runs(make: Callable[[Scenario, Any], Run], scenarios, folders, shown: Shown, keepers=None) -> None:
    """Make the run of each scenario, keep and show it; interrupted, what was done, and exit as one does then.

    `make` is given a scenario, and what keeps its progress.
    """
    runs = []
    for scenario in () if shown.quiet else scenarios:
        idle_options(scenario)
        remarks(scenario)
    for scenario, folder, keeper in zip(scenarios, folders, keepers or [None] * len(folders)):
        try:
            run = make(scenario, keeper)
        except KeyboardInterrupt:
            break
        runs.append(run)
        show_and_keep(run, folder, shown, keeper and keeper.rows and keeper.rows.parts)
        if not run.complete:
            break
    if shown.as_json and runs:
        cases = [shown.record(run, number) for run in runs for number in range(len(run.cases))]
        alone = sum(len(scenario.cases) for scenario in scenarios) == 1
        print_json(cases[0] if alone else cases)
    if len(runs) < len(scenarios) or not runs[-1].complete:
        interrupted(done_of(runs), "these are the answers so far" if runs else "")


def show_and_keep(run: Run, folder: Path | None, shown: Shown, rows=None) -> None:
    """Keep a run if there is a folder, then print it unless JSON is asked for, which comes at the end."""
    kept = [] if folder is None else save(run, folder, rows)
    if not shown.as_json:
        shown.table(run, shown.quiet)
    if folder is not None and not shown.quiet and (why := why_no_plots(run)):
        print(f"note: {why}", file=sys.stderr)
    kept_in(kept, shown.as_json, shown.quiet)


def done_of(runs: list[Run]) -> str:
    """What was done before an interruption, in words."""
    if not runs:
        return ""
    last = runs[-1]
    trials = f" and {last.cases[-1].trials:,} trials" if last.cases[-1].trials else ""
    cases = "1 case" if len(last.cases) == 1 else f"{len(last.cases)} cases"
    return f"{cases}{trials} of {last.scenario.title!r}"


def why_no_plots(run: Run) -> str:
    """Why a kept run has no plots; nothing if it has. Plots are imported for a run that is kept, and for no other."""
    from simlab.runs.figures import without_figures

    return without_figures(run)
