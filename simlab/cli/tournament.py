"""simlab tournament: policies against each other over all seats, or two of them in a sequential test."""

import sys
from pathlib import Path

import click

from simlab.cli.options import Share, ends_well, load_files, seeded, shared

UNDECIDED = 3


@click.command("tournament")
@click.argument("file", metavar="FILE")
@click.option("--policies", metavar="A,B,...", help="Only these policies.")
@click.option("--versus", nargs=2, metavar="A B", help="Is A better than B? Blocks are played until that is known.")
@click.option(
    "--gain",
    type=Share(0, 0.5, min_open=True, max_open=True),
    metavar="X",
    help="Of --versus: better by so much of the win, against no better; 0.01 if left out.",
)
@click.option(
    "--loss",
    type=Share(0, 0.5, min_open=True, max_open=True),
    metavar="X",
    help="Of --versus: no worse, against worse by so much of the win.",
)
@click.option(
    "--seat", metavar="SEAT", help="Of --versus: compare the two in this seat, with the other seats' players."
)
@click.option(
    "--margin",
    type=Share(0, 1),
    default=0.02,
    show_default=True,
    help="Seats are fair if their shares of the win are within this of even.",
)
@click.option("--yes", "many_tables", is_flag=True, help="Allow more than 100 tables.")
@shared("trials", "seed", "set", "jobs", "backend", "scheduler", "confidence", "out", "json", "quiet", "no_progress")
@ends_well
def command(
    file,
    policies,
    versus,
    gain,
    loss,
    seat,
    margin,
    many_tables,
    trials,
    seed,
    settings,
    jobs,
    backend,
    scheduler,
    confidence,
    out,
    as_json,
    quiet,
    no_progress,
) -> None:
    """Let the policies that can play FILE's seats play each other, `--trials` blocks of all tables on the same dice."""
    from simlab.cli.progress import waiting_of
    from simlab.runs.tournament import Play

    refuse_mixture(policies, versus, gain, loss, seat, out)
    scenario = load_files([file], seeded(settings, seed))[0]
    play = Play(trials, jobs, confidence, waiting_of(quiet, no_progress), backend, scheduler)
    if versus:
        from simlab.runs.versus import Asked

        one_match(scenario, Asked(versus[0], versus[1], gain, loss, seat), play, as_json, quiet)
    else:
        names = None if policies is None else [name.strip() for name in policies.split(",")]
        whole_tournament(scenario, names, play, (margin, many_tables, out), (as_json, quiet))


def refuse_mixture(policies, versus, gain, loss, seat, out) -> None:
    """Options that do not belong together."""
    if gain is not None and loss is not None:
        raise click.UsageError("give --gain or --loss, not both")
    if versus and (policies is not None or out is not None):
        raise click.UsageError("--policies and --out are of a tournament, not of --versus")
    for name, value in (("--gain", gain), ("--loss", loss), ("--seat", seat)):
        if value is not None and not versus:
            raise click.UsageError(f"{name} belongs to --versus")


def whole_tournament(scenario, names, play, choices, shown) -> None:
    """Play, keep and print a tournament, one for each point of a sweep beside that over players."""
    from simlab.cli.ending import interrupted, kept_in, print_json
    from simlab.cli.show import print_warnings
    from simlab.cli.show_tournament import print_assumptions, print_tournament
    from simlab.runs.kept_tables import keep_tables, refuse_other_tables
    from simlab.runs.results import tables_id
    from simlab.runs.seating import by_situation
    from simlab.runs.standings import Standings
    from simlab.runs.tournament import play_tournament, schedule

    (margin, many_tables, out), (as_json, quiet) = choices, shown
    ready = [schedule(situation, names, play, many_tables) for situation in by_situation(scenario)]
    folders = [None if out is None else folder_of(Path(out), place, len(ready)) for place in range(len(ready))]
    for folder, situation in zip(folders, ready):
        if folder is not None:
            refuse_other_tables(folder, "tournament", [tables_id(situation.cases)])
    records = []
    for folder, situation in zip(folders, ready):
        standings = Standings(play_tournament(situation, play), margin)
        records.append(standings.record)
        kept = [] if folder is None else keep_tables(folder, "tournament", standings)
        if not as_json:
            print_tournament(records[-1], quiet)
        kept_in(kept, as_json, quiet)
        print_warnings([(one["table"], one["warning"]) for one in records[-1].get("warnings", ())])
        if not records[-1]["complete"]:
            break
    if as_json:
        print_json(records if len(ready) > 1 else records[0])
    elif not quiet:
        print_assumptions(records[-1])
    if not records[-1]["complete"]:
        interrupted(f"{records[-1]['trials']:,} blocks")


def folder_of(out: Path, place: int, count: int) -> Path:
    """Where a tournament is kept: in the folder named, or in one of its own inside if there are several."""
    return out if count == 1 else out / f"{place + 1}"


def one_match(scenario, asked, play, as_json: bool, quiet: bool) -> None:
    """Play and print a match; exit code 3 if it is undecided at its end."""
    from simlab.cli.ending import interrupted, print_json
    from simlab.cli.show_tournament import print_match
    from simlab.runs.versus import match, play_match, versus_record

    played = versus_record(play_match(match(scenario, asked, play), play))
    if as_json:
        print_json(played)
    else:
        print_match(played, quiet)
    if not played["complete"]:
        interrupted(f"{played['versus']['blocks']:,} blocks")
    if played["versus"]["decision"] == "undecided":
        sys.stdout.flush()
        sys.exit(UNDECIDED)
