"""simlab check: targets and baselines, for CI."""

import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from simlab.cli.options import Share, ends_well, shared


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--baseline", default="reports/baseline", show_default=True, metavar="DIR", help="Where baselines are.")
@click.option("--targets-only", is_flag=True, help="Look at [[target]] alone; no baseline is needed.")
@click.option(
    "--alpha",
    type=Share(0, 0.5, min_open=True),
    default=0.001,
    show_default=True,
    help="Probability of a false alarm in the whole run.",
)
@click.option(
    "--margin",
    type=Share(0, min_open=True),
    metavar="X",
    help="The smallest shift that matters: 0.01 is a point of a probability, or 0.01 of a mean.",
)
@click.option("--strict", is_flag=True, help="Undecided, and moved within the margin, is broken too.")
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Write JUnit XML.")
@click.option(
    "--summary",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write a summary in Markdown; $GITHUB_STEP_SUMMARY gets one by itself.",
)
@click.option("--nightly", is_flag=True, help="Other random numbers, every night; half of --alpha each.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S", help="The night, in place of the date.")
@shared("jobs", "backend", "scheduler", "json", "quiet")
@ends_well
def command(
    paths, baseline, targets_only, alpha, margin, strict, junit, summary, nightly, seed, jobs, backend, scheduler,
    as_json, quiet
) -> None:  # fmt: skip
    """Check the scenarios of PATH..., files or folders, against their targets and baselines. Nothing is recorded.

    Exit code 0: all hold; 1: something is broken; 3: undecided; 4: a baseline is missing or of something else.
    """
    import simlab
    from simlab.check.files import forgotten_baselines, load_scenarios
    from simlab.check.procedure import Terms
    from simlab.check.run import Order, check
    from simlab.check.writers import as_json as in_json
    from simlab.cli.ending import interrupted
    from simlab.cli.progress import preparing
    from simlab.runs.workers import Workers

    terms = Terms(
        alpha=alpha / 2 if nightly else alpha, margin=margin, strict=strict, seed=night(nightly, seed),
        workers=Workers(jobs, backend, scheduler), preparing=nullcontext if quiet else preparing,
    )  # fmt: skip
    folder = None if targets_only else Path(baseline)
    scenarios = load_scenarios(paths, simlab.load, folder)
    refuse_unwritable(junit, summary)
    notes = [] if folder is None else forgotten_baselines(paths, scenarios, folder)
    found = check(scenarios, Order(folder, terms, lambda one: None if as_json else print_scenario(one, quiet), notes))
    if as_json:
        print(json.dumps(in_json(found), indent=1, ensure_ascii=False, allow_nan=False))
    else:
        print_ending(found, quiet)
    if found.interrupted:
        interrupted(f"{len(found.scenarios)} of {len(scenarios)} scenarios")
    write_files(found, junit, summary)
    sys.exit(found.exit_code)


def night(nightly: bool, seed: int | None) -> int | None:
    """The number of a nightly check: its seed, or the date. Raises ScenarioError for a seed without --nightly."""
    from datetime import UTC, datetime

    from simlab.scenario.errors import Problem, ScenarioError

    if not nightly:
        if seed is not None:
            raise ScenarioError(
                [Problem("goes with --nightly; a baseline keeps its own seed", key="--seed", value=seed)]
            )
        return None
    return int(datetime.now(UTC).strftime("%Y%m%d")) if seed is None else seed


def refuse_unwritable(*files: str | None) -> None:
    """Raises ScenarioError before anything runs for a file in a folder that is not there."""
    from simlab.scenario.errors import Problem, ScenarioError

    wrong = [file for file in files if file is not None and not Path(file).parent.is_dir()]
    if wrong:
        raise ScenarioError(Problem("no such folder", key=str(Path(file).parent)) for file in wrong)


def print_scenario(one, quiet: bool) -> None:
    """A scenario's line, as soon as it is done."""
    from simlab.check.text import scenario_lines
    from simlab.cli.console import console

    if not quiet or one.verdict not in ("identical", "holds"):
        for line in scenario_lines(one):
            console().print(line, soft_wrap=True)


def print_ending(found, quiet: bool) -> None:
    """The table of what moved, and the verdict."""
    from rich.text import Text

    from simlab.check.text import ending
    from simlab.cli.console import console

    parts = list(ending(found))
    for part in parts[:-1] if quiet else parts:
        console().print(part, soft_wrap=isinstance(part, Text))


def write_files(found, junit: str | None, summary: str | None) -> None:
    """The files for CI; the page of a run of GitHub Actions is added to, as other steps write there as well."""
    from simlab.check.writers import as_junit, as_markdown

    if junit is not None:
        Path(junit).write_text(as_junit(found), encoding="utf-8")
    if summary is not None:
        Path(summary).write_text(as_markdown(found), encoding="utf-8")
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if page and summary is None:
        with open(page, "a", encoding="utf-8") as file:
            file.write(as_markdown(found))
