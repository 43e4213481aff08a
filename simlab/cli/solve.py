"""simlab solve: exact answers."""

import click

from simlab.cli.options import ends_well, load_files, scenario_files, shared


@click.command("solve")
@scenario_files
@shared("set", "vary", "confidence", "out", "json", "quiet", "yes")
@ends_well
def command(files, settings, vary, confidence, out, as_json, quiet, many_cases) -> None:
    """Answer the questions of FILE... exactly; a model without exact solver says so and exits 2."""
    from simlab.cli.keep import Shown, make_runs, refuse_other_runs, run_folders
    from simlab.cli.progress import waiting_of
    from simlab.runs.run import solve

    scenarios = load_files(files, settings, many_cases, vary)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    waiting = waiting_of(quiet, no_progress=True)
    make_runs(lambda scenario, _: solve(scenario, confidence, waiting), scenarios, folders, Shown(as_json, quiet))
