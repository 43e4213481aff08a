"""simlab solve: exact answers."""

from contextlib import nullcontext

import click

from simlab.cli.options import ends_well, load_files, scenario_files, shared


@click.command("solve")
@scenario_files
@shared("set", "confidence", "out", "json", "quiet", "yes")
@ends_well
def command(files, settings, confidence, out, as_json, quiet, many_cases) -> None:
    """Answer the questions of FILE... exactly; a model without exact solver says so and exits 2."""
    from simlab.cli.keep import end_interrupted, refuse_other_runs, run_folders, show_and_keep
    from simlab.cli.progress import preparing
    from simlab.cli.show import print_json
    from simlab.runs.run import solve

    scenarios = load_files(files, settings, many_cases)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    runs = []
    for scenario, folder in zip(scenarios, folders):
        try:
            run = solve(scenario, confidence, nullcontext if quiet else preparing)
        except KeyboardInterrupt:
            break
        runs.append(run)
        show_and_keep(run, folder, as_json, quiet)
        if not run.complete:
            break
    if as_json and runs:
        print_json(runs)
    end_interrupted(runs, scenarios)
