"""Showing a run and keeping it in a folder, for the verbs that make runs."""

import sys
from pathlib import Path

from simlab.cli.show import print_run
from simlab.runs.kept import check_writable, refuse_other_run, save
from simlab.runs.run import Run, identity


def run_folders(out: str | None, files) -> list[Path | None]:
    """Where each file's run is kept: DIR for one file, DIR/<name of the file> for several; made now, or an error."""
    if out is None:
        return [None] * len(files)
    folders = [Path(out)]
    if len(files) > 1:
        stems = [Path(file).stem if file != "-" else "stdin" for file in files]
        numbers = [stems[:place].count(stem) + 1 for place, stem in enumerate(stems)]
        folders = [Path(out) / (stem if number == 1 else f"{stem}-{number}") for stem, number in zip(stems, numbers)]
    for folder in folders:
        check_writable(folder)
    return folders


def refuse_other_runs(scenarios, folders) -> None:
    """Before anything runs: no folder may hold the run of another scenario."""
    for scenario, folder in zip(scenarios, folders):
        if folder is not None:
            refuse_other_run({identity(case) for case in scenario.cases}, folder)


def show_and_keep(run: Run, folder: Path | None, as_json: bool, quiet: bool) -> None:
    """Print a run unless JSON is asked for, which comes at the end; keep it if there is a folder."""
    if not as_json:
        print_run(run, quiet)
    if folder is not None:
        written = save(run, folder)
        if not quiet:
            names = ", ".join(path.name for path in written)
            print(f"kept in {folder}: {names}", file=sys.stderr if as_json else sys.stdout)
