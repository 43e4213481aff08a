"""simlab run: simulate scenarios and print the answers."""

import sys
from contextlib import nullcontext

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
    from simlab.cli.keep import refuse_other_runs, run_folders, show_and_keep
    from simlab.cli.progress import preparing, watch
    from simlab.cli.show import print_json
    from simlab.runs.run import simulate

    scenarios = load_files(files, seeded(settings, seed), many_cases)
    refuse_precision(scenarios, trials)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    runs = []
    for scenario, folder in zip(scenarios, folders):
        progress = None if quiet or no_progress else watch
        waiting = nullcontext if quiet else preparing
        runs.append(simulate(scenario, trials, jobs, True if exact else None, confidence, progress, waiting))
        show_and_keep(runs[-1], folder, as_json, quiet)
        if not runs[-1].complete:
            break
    if as_json:
        print_json(runs)
    if not all(run.complete for run in runs):
        print(f"interrupted after {runs[-1].cases[-1].trials:,} trials; these are the answers so far", file=sys.stderr)
        sys.exit(INTERRUPTED)


def refuse_precision(scenarios, trials) -> None:
    """A scenario that asks for a precision needs a number of trials until precision can be planned."""
    from simlab.scenario.errors import Problem, ScenarioError

    asked = [s for s in scenarios if s.precision is not None and trials is None]
    if asked:
        message = "this version runs a number of trials; say --trials N"
        raise ScenarioError([Problem(message, s.file, key="precision", value=s.precision) for s in asked])
