"""simlab find: the setup or number that reaches a probability."""

from pathlib import Path

import click

from simlab.cli.options import Share, ends_well, load_files, seeded, shared


class Number(click.ParamType):
    """Any number but nan and the infinities."""

    name = "number"

    def convert(self, value, parameter, context):
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", parameter, context)
        if number - number != 0:
            self.fail(f"{value} is not a number", parameter, context)
        return number


@click.command("find")
@click.argument("file", metavar="FILE")
@click.option(
    "--vary", required=True, multiple=True, metavar="PATH=LOW..HIGH", help="The path to search, in whole numbers."
)
@click.option("--question", required=True, metavar="NAME", help="The event or value that shall reach a number.")
@click.option("--reach", required=True, type=Number(), metavar="X", help="The probability, or the mean, to reach.")
@click.option(
    "--zone", type=Share(0, min_open=True), default=0.01, show_default=True, help="As near to X is near enough."
)
@click.option(
    "--trials", type=click.IntRange(1, 10**12), default=2_000_000, show_default=True, help="The most of a probe."
)
@click.option("--exact/--no-exact", default=None, help="Insist on exact probes, or sample all of them.")
@shared("seed", "set", "jobs", "backend", "scheduler", "confidence", "out", "json", "quiet", "no_progress")
@ends_well
def command(file, vary, question, reach, zone, trials, exact, jobs, confidence, out, as_json, quiet, **more) -> None:
    """Find the value of PATH at which the question NAME of FILE reaches X.

    The smallest such value where the curve rises, the largest where it falls: exactly where there is an exact solver,
    else by as many trials as it takes to tell.
    """
    from simlab.cli.ending import interrupted, kept_in, print_json
    from simlab.cli.progress import waiting_of
    from simlab.cli.show_found import print_found
    from simlab.runs.find import find
    from simlab.runs.kept_tables import keep_tables, refuse_other_tables
    from simlab.runs.run import Effort
    from simlab.runs.search_result import SearchResult
    from simlab.runs.searches import Search, parse_range, search_id, search_of

    if len(vary) > 1:
        raise click.UsageError("a search goes along one path: give --vary once")
    path, low, high = parse_range(vary[0])
    scenario = load_files([file], seeded(more["settings"], more["seed"]), False, [f"{path}={low}"])[0]
    search = search_of(scenario, Search(path, low, high, question, reach, zone, trials))
    if out is not None:
        refuse_other_tables(Path(out), "find", [search_id(scenario, search)])
    waiting = waiting_of(quiet, more["no_progress"])
    effort = Effort(None, jobs, exact, confidence, backend=more["backend"], scheduler=more["scheduler"])
    found = find(scenario, search, effort, waiting)
    result = SearchResult(scenario, found, confidence)
    kept = keep_tables(Path(out), "find", result) if out is not None and found.probed else []
    if as_json:
        print_json(result.record)
    else:
        print_found(scenario, found, confidence, quiet)
    kept_in(kept, as_json, quiet)
    if not found.complete:
        interrupted(f"{len(found.probed)} probes")
