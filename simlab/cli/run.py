"""simlab run: simulate scenarios and print the answers."""

from dataclasses import replace

import click

from simlab.cli.options import ends_well, load_files, scenario_files, seeded, shared


@click.command("run")
@scenario_files
@shared("trials", "seed", "set", "jobs", "confidence", "out", "exact", "json", "quiet", "no_progress", "yes")
@shared("observed")
@ends_well
def command(
    files, trials, seed, settings, jobs, confidence, out, exact, as_json, quiet, no_progress, many_cases, observed
) -> None:
    """Simulate the scenarios of FILE... and print the answers; `-` is standard input."""
    from simlab.cli.keep import make_runs, refuse_other_runs, run_folders
    from simlab.cli.progress import preparing, progress_bar
    from simlab.runs.run import Effort, Waiting, refuse_precision, simulate

    scenarios = load_files(files, seeded(settings, seed), many_cases)
    effort = Effort(trials, jobs, True if exact else None, confidence)
    for scenario in scenarios:
        refuse_precision(scenario, effort)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    waiting = Waiting() if quiet else Waiting(preparing=preparing)
    if not (quiet or no_progress):
        waiting = replace(waiting, progress=progress_bar)
    if observed:
        from simlab.cli.show_observed import make_observed

        make = make_observed(observed, scenarios, as_json)
        make(lambda scenario: simulate(scenario, effort, waiting), folders, quiet)
        return
    make_runs(lambda scenario: simulate(scenario, effort, waiting), scenarios, folders, as_json, quiet)
