"""simlab report: a page from what is kept, and from scenarios that are run first."""

import sys
from pathlib import Path

import click

from simlab.cli.options import Folder, ends_well, load_files, seeded, shared

LONGEST_READINGS = 20  # seconds that readings may take which nobody asked for
OF_FILES = ("trials", "seed", "settings", "vary", "jobs", "scheduler")


@click.command("report")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--out", required=True, type=Folder(file_okay=False), metavar="DIR", help="Write the report there.")
@click.option("--title", metavar="TEXT", help="Title of the report.")
@click.option(
    "--readings/--no-readings", default=None, help="Try all readings of a scenario of one case; left out if long."
)
@shared("trials", "seed", "set", "vary", "jobs", "backend", "scheduler", "confidence", "quiet", "no_progress", "yes")
@ends_well
def command(sources, out, title, readings, confidence, quiet, no_progress, many_cases, **given) -> None:
    """Write report.html, report.md, plots and tables about each SOURCE.

    A SOURCE is a folder that run, solve, compare, readings, find or tournament has kept with --out, or a scenario
    file, which is run first and kept in DIR/runs.
    """
    from simlab.cli.ending import kept_in
    from simlab.cli.progress import waiting_of
    from simlab.games import GAMES
    from simlab.runs.kept import check_writable
    from simlab.runs.reports.report import report_of, write_report
    from simlab.runs.run import Effort

    folders, files = sorted_sources(sources)
    refuse_idle_options(files, given, readings)
    settings = seeded(given["settings"], given["seed"])
    scenarios = all_read(folders, lambda: load_files(files, settings, many_cases, given["vary"]))
    if files:  # before they run
        check_writable(Path(out))
    effort = Effort(
        given["trials"], given["jobs"], None, confidence, backend=given["backend"], scheduler=given["scheduler"]
    )
    made = dict(
        zip(files, kept_of_files(scenarios, files, Path(out), effort, (readings, waiting_of(quiet, no_progress))))
    )
    used = [folder for source in sources for folder in made.get(source, [Path(source)])]
    report = report_of(used, {name: game.title for name, game in GAMES.items()}, title)
    kept_in([path for path in write_report(report, Path(out)) if path.parent == Path(out)], False, quiet)


def sorted_sources(sources) -> tuple[list[Path], list[str]]:
    """The folders and the scenario files among the sources; `-` and whatever is no folder is a file."""
    files = [source for source in sources if not Path(source).is_dir()]
    return [Path(source) for source in sources if source not in files], list(dict.fromkeys(files))


def all_read(folders, load) -> list:
    """The scenarios; raises ScenarioError with what is wrong with any of them, or with any folder."""
    from simlab.runs.reports.folders import kept_in
    from simlab.scenario.errors import Problem, ScenarioError

    problems: list[Problem] = []
    found = []
    for read in (load, lambda: kept_in(folders)):
        try:
            found.append(read())
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    return found[0]


def refuse_idle_options(files, given, readings) -> None:
    """Options of scenario files, where all sources are kept already."""
    idle = [name for name in OF_FILES if given[name] not in (None, ())]
    idle += ["readings"] if readings is not None else []
    if idle and not files:
        names = {"settings": "--set"}
        options = ", ".join(names.get(name, f"--{name}") for name in idle)
        raise click.UsageError(f"{options}: what is kept is reported as it is; give a scenario file")


def kept_of_files(scenarios, files, out: Path, effort, choices) -> list[list[Path]]:
    """Run each scenario and keep it, and its readings; the folders that each file has come to."""
    from simlab.cli.ending import interrupted
    from simlab.cli.keep import done_of, free_names, refuse_other_runs
    from simlab.runs.kept import save
    from simlab.runs.run import simulate

    readings, waiting = choices
    names = free_names(Path(file).stem if file != "-" else "stdin" for file in files)
    folders = [out / "runs" / name for name in names]
    refuse_other_runs(scenarios, folders)
    runs, found = [], []
    for scenario, folder in zip(scenarios, folders):
        try:
            runs.append(simulate(scenario, effort, waiting))
            save(runs[-1], folder)
            beside = kept_readings(runs[-1], folder, effort, readings, waiting) if runs[-1].complete else None
        except KeyboardInterrupt:
            interrupted(done_of(runs), "no report was written")
        if not runs[-1].complete:
            interrupted(done_of(runs), "no report was written")
        found.append([folder, *([beside] if beside else [])])
    return found


def kept_readings(run, folder: Path, effort, asked: bool | None, waiting) -> Path | None:
    """The folder of a run's readings; None for a sweep, or where nobody asked for them and they would take long."""
    from dataclasses import replace

    from simlab.runs.alternatives import sorted_out
    from simlab.runs.kept_tables import keep_tables, refuse_other_tables
    from simlab.runs.readings import readings

    scenario = run.scenario
    if asked is False or (asked is None and len(run.cases) > 1):
        return None
    tried = len(sorted_out(scenario.cases[0], scenario.questions)[0])
    seconds = run.cases[0].seconds * (tried + 1)
    if asked is None and (tried == 0 or seconds > LONGEST_READINGS):
        if tried:
            print(
                f"note: {tried} readings are left out, they may take {seconds:.0f} s; say --readings", file=sys.stderr
            )
        return None
    found = readings(scenario, (), replace(effort, trials=run.cases[0].trials), waiting)
    beside = folder.with_name(f"{folder.name}-readings")
    refuse_other_tables(beside, "readings", [run.cases[0].id])
    keep_tables(beside, "readings", found)
    if not found.complete:
        raise KeyboardInterrupt
    return beside
