"""Showing a run and keeping it in a folder, for the verbs that make runs."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from simlab.cli.options import INTERRUPTED
from simlab.cli.show import idle_options, print_json, print_run
from simlab.runs.kept import check_writable, refuse_other_run, save
from simlab.runs.results import Run, identity
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario


def run_folders(out: str | None, files) -> Sequence[Path | None]:
    """Where each file's run is kept: DIR for one file, DIR/<name of the file> for several; made now, or an error."""
    if out is None:
        return [None] * len(files)
    if not out.strip() or not out.isprintable():
        raise ScenarioError([Problem("not a name of a folder", key=f"--out {out}")])
    names = [""] if len(files) == 1 else free_names(Path(file).stem if file != "-" else "stdin" for file in files)
    folders = [Path(out) / name for name in names]
    for folder in folders:
        check_writable(folder)
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


def make_runs(make: Callable[[Scenario], Run], scenarios, folders, as_json: bool, quiet: bool) -> None:
    """Make the run of each scenario, keep and print it; interrupted, what was done, and exit as one does then."""
    runs = []
    for scenario in () if quiet else scenarios:
        idle_options(scenario)
    for scenario, folder in zip(scenarios, folders):
        try:
            run = make(scenario)
        except KeyboardInterrupt:
            break
        runs.append(run)
        show_and_keep(run, folder, as_json, quiet)
        if not run.complete:
            break
    if as_json and runs:
        print_json(runs)
    if len(runs) < len(scenarios) or not runs[-1].complete:
        print(f"interrupted{done_of(runs)}", file=sys.stderr)
        sys.exit(INTERRUPTED)


def show_and_keep(run: Run, folder: Path | None, as_json: bool, quiet: bool) -> None:
    """Keep a run if there is a folder, then print it unless JSON is asked for, which comes at the end."""
    from simlab.runs.figures import without_figures

    kept = [] if folder is None else save(run, folder)
    if not as_json:
        print_run(run, quiet)
    if folder is not None and not quiet and (why := without_figures(run)):
        print(f"note: {why}", file=sys.stderr)
    if kept and not quiet:
        names = ", ".join(path.name for path in kept)
        print(f"kept in {folder}: {names}", file=sys.stderr if as_json else sys.stdout)


def done_of(runs: list[Run]) -> str:
    """What was done before an interruption, in words."""
    if not runs:
        return ""
    last = runs[-1]
    trials = f" and {last.cases[-1].trials:,} trials" if last.cases[-1].trials else ""
    cases = "1 case" if len(last.cases) == 1 else f"{len(last.cases)} cases"
    return f" after {cases}{trials} of {last.scenario.title!r}; these are the answers so far"
