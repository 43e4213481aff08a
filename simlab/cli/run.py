"""simlab run: simulate scenarios and print the answers."""

from contextlib import nullcontext

import click

from simlab.cli.options import ends_well, load_files, scenario_files, seeded, shared


@click.command("run")
@scenario_files
@shared("trials", "seed", "set", "jobs", "confidence", "out", "exact", "json", "quiet", "no_progress", "yes")
@ends_well
def command(
    files, trials, seed, settings, jobs, confidence, out, exact, as_json, quiet, no_progress, many_cases
) -> None:
    """Simulate the scenarios of FILE... and print the answers; `-` is standard input."""
    from simlab.cli.keep import make_runs, refuse_other_runs, run_folders
    from simlab.cli.progress import preparing, watch
    from simlab.runs.run import refuse_trials, simulate

    scenarios = load_files(files, seeded(settings, seed), many_cases)
    for scenario in scenarios:
        refuse_trials(scenario, trials)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    progress = None if quiet or no_progress else watch
    waiting = nullcontext if quiet else preparing

    def make(scenario):
        return simulate(scenario, trials, jobs, True if exact else None, confidence, progress, waiting)

    make_runs(make, scenarios, folders, as_json, quiet)
