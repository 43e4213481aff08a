"""simlab run: simulate scenarios and print the answers."""

import sys
from pathlib import Path

import click

from simlab.cli.options import INTERRUPTED, ends_well, load_files, scenario_files, seeded, shared


@click.command("run")
@scenario_files
@shared("trials", "seed", "set", "jobs", "confidence", "out", "exact", "json", "quiet", "no_progress", "yes")
@ends_well
def command(
    files, trials, seed, settings, jobs, confidence, out, exact, as_json, quiet, no_progress, many_cases
) -> None:
    """Simulate the scenarios of FILE... and print the answers; `-` is standard input."""
    from simlab.cli.progress import compiling, watch
    from simlab.cli.show import print_json, print_run
    from simlab.runs.kept import check_writable, save
    from simlab.runs.run import simulate

    scenarios = load_files(files, seeded(settings, seed), many_cases)
    refuse_precision(scenarios, trials)
    folders = run_folders(out, files)
    for folder in folders:
        check_writable(folder)
    runs = []
    for scenario in scenarios:
        with compiling(scenario, quiet):
            warm(scenario)
        progress = None if quiet or no_progress else watch
        runs.append(simulate(scenario, trials, jobs, True if exact else None, confidence, progress))
        if not as_json:
            print_run(runs[-1], quiet)
        for folder in folders[len(runs) - 1 : len(runs)]:
            written = save(runs[-1], folder)
            if not quiet:
                print(
                    f"kept in {folder}: {', '.join(path.name for path in written)}",
                    file=sys.stderr if as_json else sys.stdout,
                )
        if not runs[-1].complete:
            break
    if as_json:
        print_json(runs)
    if not all(run.complete for run in runs):
        print(f"interrupted after {runs[-1].cases[-1].trials:,} trials; these are the answers so far", file=sys.stderr)
        sys.exit(INTERRUPTED)


def warm(scenario) -> None:
    """Compile the scenario's kernel before the clock of its first case starts."""
    from simlab.runs.batches import Sampler

    case = scenario.cases[0]
    Sampler(case, scenario.rng, scenario.seed, {}).rows(0, 0)


def refuse_precision(scenarios, trials) -> None:
    """A scenario that asks for a precision needs a number of trials until precision can be planned."""
    from simlab.scenario.errors import Problem, ScenarioError

    asked = [s for s in scenarios if s.precision is not None and trials is None]
    if asked:
        message = "this version runs a number of trials; say --trials N"
        raise ScenarioError([Problem(message, s.file, key="precision", value=s.precision) for s in asked])


def run_folders(out: str | None, files) -> list[Path]:
    """Where each run is kept: DIR for one file, DIR/<name of the file> for several."""
    if out is None:
        return []
    if len(files) == 1:
        return [Path(out)]
    stems = [Path(file).stem if file != "-" else "stdin" for file in files]
    names = [f"{stem}-{stems[:n].count(stem) + 1}" if stem in stems[:n] else stem for n, stem in enumerate(stems)]
    return [Path(out) / name for name in names]
