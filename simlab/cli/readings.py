"""simlab readings: what every other reading of every option would change."""

import click

from simlab.cli.options import ends_well, load_files, seeded, shared


@click.command("readings")
@click.argument("file", metavar="FILE")
@click.option("--question", "names", multiple=True, metavar="NAME", help="Only this question; repeatable.")
@shared("set", "trials", "seed", "jobs", "backend", "scheduler", "confidence", "out", "json", "quiet", "no_progress")
@ends_well
def command(
    file, names, settings, trials, seed, jobs, backend, scheduler, confidence, out, **shown
) -> None:  # fmt: skip
    """Try every other value of every option of FILE's model, one at a time on the same dice, and rank them.

    Of numbers with more than 8 allowed values the neighbours are tried; of lists and tables one entry at a time.
    """
    from pathlib import Path

    from simlab.cli.progress import waiting_of
    from simlab.cli.show_differences import show_readings
    from simlab.runs.kept_tables import refuse_other_tables
    from simlab.runs.one_case import one_case
    from simlab.runs.readings import READINGS, readings
    from simlab.runs.results import identity
    from simlab.runs.run import Effort

    scenario = load_files([file], seeded(settings, seed))[0]
    case = one_case(scenario, READINGS)
    if out is not None:
        refuse_other_tables(Path(out), "readings", [identity(case)])
    waiting = waiting_of(shown["quiet"], shown["no_progress"])
    effort = Effort(trials, jobs, None, confidence, backend=backend, scheduler=scheduler)
    found = readings(scenario, names, effort, waiting)
    show_readings(found, out, shown["as_json"], shown["quiet"])
