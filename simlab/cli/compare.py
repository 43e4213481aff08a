"""simlab compare: two scenarios on the same dice, or two kept runs."""

import click

from simlab.cli.options import ends_well, seeded, shared


@click.command("compare")
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@shared("set")
@click.option("--against", multiple=True, metavar="PATH=VALUE", help="What B has besides --set; repeatable.")
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="[QUESTION=]X",
    help="Smallest difference that matters, 0.01 for one point of probability; repeatable.",
)
@click.option("--unpaired", is_flag=True, help="Give B dice of its own.")
@shared("trials", "seed", "jobs", "backend", "scheduler", "confidence", "out", "json", "quiet", "no_progress")
@ends_well
def command(
    a, b, settings, against, margins, unpaired, trials, seed, jobs, backend, scheduler, confidence, out, **shown
) -> None:  # fmt: skip
    """Compare scenario A with scenario B, or with itself under --against: B - A, trial by trial on the same dice.

    Or compare two kept runs, given by their folders.
    """
    from simlab.cli.compared import comparison_of_files, comparison_of_folders, parsed_margins
    from simlab.cli.progress import waiting_of
    from simlab.cli.show_differences import show_comparison
    from simlab.runs.comparison import Terms
    from simlab.runs.run import Effort

    effort = Effort(trials, jobs, None, confidence, backend=backend, scheduler=scheduler)
    terms = Terms(effort, parsed_margins(margins), not unpaired)
    changes = seeded(settings, seed), against
    folders = comparison_of_folders(a, b, any(changes) or trials is not None or unpaired, terms, out)
    waiting = waiting_of(shown["quiet"], shown["no_progress"])
    comparison = folders or comparison_of_files(a, b, changes, terms, out, waiting)
    show_comparison(comparison, out, shown["as_json"], shown["quiet"])
