"""simlab run: simulate scenarios and print the answers."""

import click

from simlab.cli.options import ends_well, load_files, scenario_files, seeded, shared

OPTIONS = (
    "trials",
    "precision",
    "anytime",
    "seed",
    "set",
    "vary",
    "jobs",
    "backend",
    "scheduler",
    "confidence",
    "out",
    "exact",
    "json",
    "quiet",
)


@click.command("run")
@scenario_files
@shared(*OPTIONS, "no_progress", "yes", "observed", "keep_rows")
@ends_well
def command(
    files, trials, precision, anytime, seed, settings, vary, jobs, backend, scheduler, confidence, out, exact, as_json,
    quiet, **more
) -> None:  # fmt: skip
    """Simulate the scenarios of FILE... and print the answers; `-` is standard input."""
    from simlab.cli.keep import Shown, keepers_of, make_runs, refuse_other_runs, run_folders
    from simlab.cli.progress import waiting_of
    from simlab.runs.precision import goal_of
    from simlab.runs.run import Effort, simulate

    if more["observed"] and (precision is not None or anytime):
        raise click.UsageError("--observed goes with a number of trials, not with --precision or --anytime")
    if more["keep_rows"] and out is None:
        raise click.UsageError("--keep-rows needs a folder: --out DIR")
    if more["keep_rows"] and backend != "threads":
        raise click.UsageError(f"--keep-rows goes with --backend threads: from {backend} only counts come back")
    scenarios = load_files(files, seeded(settings, seed), more["many_cases"], vary)
    asked = None if precision is None else asked_precision(precision)
    effort = Effort(trials, jobs, True if exact else None, confidence, asked, anytime, backend, scheduler)
    for scenario in scenarios:
        goal_of(scenario, asked, trials)
    folders = run_folders(out, files)
    refuse_other_runs(scenarios, folders)
    keepers = keepers_of(scenarios, folders, effort, more["keep_rows"], quiet)
    waiting = waiting_of(quiet, more["no_progress"])
    shown = Shown(as_json, quiet)
    if more["observed"]:
        from simlab.cli.show_observed import shown_observed

        shown = shown_observed(more["observed"], scenarios, shown)
    make_runs(lambda scenario, keeper: simulate(scenario, effort, waiting, keeper), scenarios, folders, shown, keepers)


def asked_precision(text: str):
    """A number, or a table in TOML; anything else as it stands, to be refused by name."""
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.paths import parse_value

    try:
        return float(text)
    except ValueError:
        pass
    try:
        return parse_value("--precision", text)
    except ValueError as error:
        raise ScenarioError([Problem(str(error))]) from None
