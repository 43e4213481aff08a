"""simlab baseline: record the answers that check defends, and accept changes of named ones."""

import sys
import time
from contextlib import nullcontext
from pathlib import Path

import click

from simlab.cli.options import ends_well, shared

NO_BASELINE = 4

FOLDER = click.option(
    "--baseline", "folder", default="reports/baseline", show_default=True, metavar="DIR", help="Where baselines are."
)


class RecordOrAccept(click.Group):
    """`baseline PATH...` records, `baseline accept QUESTION...` accepts."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """What is not `accept` is a path to record."""
        named = args and (args[0] in self.commands or args[0] in ("-h", "--help"))
        return super().parse_args(context, args if named else ["record", *args])

    def format_usage(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Both forms."""
        formatter.write_usage(context.command_path, "PATH...")
        formatter.write_usage(context.command_path, "accept QUESTION... --reason TEXT")


@click.group("baseline", cls=RecordOrAccept)
def command() -> None:
    """Record the baselines of PATH... that are missing; or accept the changes of the answers named.

    A baseline that is there is never overwritten. `simlab baseline record --help` shows the options.
    """


@command.command("record")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@FOLDER
@click.option(
    "--trials",
    type=click.IntRange(10_000, 12_100_000),
    metavar="N",
    help="Trials of each case in all; what ten seconds a scenario are worth by default.",
)
@shared("jobs", "backend", "scheduler", "quiet")
@ends_well
def record_command(paths, folder, trials, jobs, backend, scheduler, quiet) -> None:  # fmt: skip
    """Record the baselines of the scenarios of PATH..., files or folders, that are missing."""
    import simlab
    from simlab.check.baseline import path_of, write
    from simlab.check.files import load_scenarios
    from simlab.check.procedure import refuse_undefined
    from simlab.check.record import record

    how, folder = recording(trials, (jobs, backend, scheduler), quiet), Path(folder)
    scenarios = load_scenarios(paths, simlab.load, folder)
    refuse_undefined([one for one in scenarios if not path_of(one, folder).exists()], how.preparing)
    for scenario in scenarios:
        path = path_of(scenario, folder)
        if path.exists():
            say(f"kept      {path}: there already", quiet)
            continue
        begin = time.perf_counter()
        baseline = record(scenario, how)
        write(baseline, path)
        say(f"recorded  {path}: {described(baseline)}, {time.perf_counter() - begin:.1f} s", quiet)


@command.command("accept")
@click.argument("questions", nargs=-1, required=True, metavar="QUESTION...")
@click.option("--reason", required=True, metavar="TEXT", help="Why the change is meant; kept in the history.")
@click.option(
    "--scenario",
    "paths",
    multiple=True,
    default=["scenarios"],
    show_default=True,
    metavar="PATH",
    help="The scenario, or a folder of them; repeatable.",
)
@FOLDER
@shared("jobs", "backend", "scheduler", "quiet")
@ends_well
def accept_command(questions, reason, paths, folder, jobs, backend, scheduler, quiet) -> None:  # fmt: skip
    """Record QUESTION... anew where they have moved, in the scenarios of PATH, and keep in the history why.

    A point of a sweep is named as check shows it: "falls [besiegers = 5]"; the question alone means all points.
    """
    import simlab
    from simlab.check.accept import accept
    from simlab.check.baseline import path_of, write
    from simlab.check.files import load_scenarios
    from simlab.check.run import comparable

    how, folder = recording(None, (jobs, backend, scheduler), quiet), Path(folder)
    reason = checked_reason(reason)
    scenarios = load_scenarios(paths, simlab.load, folder)
    found = [(scenario, *comparable(scenario, folder)) for scenario in scenarios]
    for scenario, baseline, names in concerned(found, questions):
        done = accept(scenario, baseline, names, reason, how)
        for change in done.changes:
            say(f"accepted  {change_words(change)} ({scenario.file})", quiet)
        for name in done.unchanged:
            say(f"unchanged {name} ({scenario.file})", quiet)
        if done.baseline is not None:
            write(done.baseline, path_of(scenario, folder))


def recording(trials: int | None, workers: tuple, quiet: bool):
    """How baselines are recorded."""
    from simlab.check.record import Recording
    from simlab.cli.progress import preparing
    from simlab.runs.workers import Workers

    return Recording(trials, Workers(*workers), nullcontext if quiet else preparing)


def say(text: str, quiet: bool) -> None:
    """A line of results."""
    if not quiet:
        print(text, flush=True)


def checked_reason(reason: str) -> str:
    """A reason of at least one letter, in a line. Raises ScenarioError."""
    from simlab.scenario.errors import Problem, ScenarioError, one_line

    if not reason.strip():
        raise ScenarioError([Problem("say why, for those who read the history", key="--reason", value=reason)])
    return one_line(reason.strip())


def described(baseline) -> str:
    """A baseline in words."""
    answers = sum(len(case.questions) for case in baseline.cases.values())
    blocks = baseline.blocks
    return (
        f"{answers} answers; each case {blocks.replay[1]:,} trials to replay, "
        f"{blocks.screen[1]:,} to screen and {blocks.confirm[1]:,} to confirm"
    )


def change_words(change) -> str:
    """A change in words."""
    from simlab.check.baseline import answer_name

    was, now = ("nothing" if value is None else f"{value:.6g}" for value in (change.was, change.now))
    return f"{answer_name(change.question, change.case)}: {was} -> {now}"


def concerned(found, questions) -> list:
    """(scenario, baseline, names) for each scenario with one of the questions; without its baseline code 4.

    Raises ScenarioError for a question that is not known.
    """
    from simlab.check.accept import answers_of
    from simlab.check.baseline import answer_name
    from simlab.scenario.errors import Problem, ScenarioError, no_such

    known: dict[str, None] = {}
    chosen: list = []
    broken: list[str] = []
    for scenario, baseline, missing in found:
        asked = {question.name for question in scenario.questions}
        if baseline is None:
            broken += missing if asked & set(questions) or len(found) == 1 else []
            continue
        own = {
            name: None
            for case, kept in baseline.cases.items()
            for question in answers_of(scenario, kept)
            for name in (question, answer_name(question, case))
        }
        known |= own
        if names := [name for name in questions if name in own]:
            chosen.append((scenario, baseline, names))
    if broken:
        print("\n".join(broken), file=sys.stderr)
        sys.exit(NO_BASELINE)
    wrong = [name for name in questions if name not in known]
    if wrong:
        shown = [name for name in known if "[" not in name] or list(known)
        raise ScenarioError(Problem(no_such("question", name, shown), key=name) for name in wrong)
    return chosen
