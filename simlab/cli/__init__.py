"""The command line: a thin module a verb. Verbs are imported only when used, so that --help answers at once."""

import gc
import importlib
import os
import sys

import click

#: verb -> what it does, for the list of commands.
VERBS = {
    "run": "Simulate scenarios and print the answers.",
    "solve": "Answer the questions of scenarios exactly.",
    "ask": "Ask a kept run a new question, without simulating.",
    "compare": "Compare two scenarios trial by trial on the same dice.",
    "find": "Find the setup that reaches a probability.",
    "readings": "Rank the options by how far they move the answers.",
    "tournament": "Let policies play each other over all seats.",
    "report": "Write a page from kept runs, comparisons, readings and tournaments.",
    "check": "Check targets and baselines, for CI.",
    "baseline": "Record the answers that `check` defends.",
    "replay": "Tell one trial move by move.",
    "list": "Games, models, parameters, options and outcome columns.",
    "init": "Print a commented starter scenario.",
    "schema": "Print the JSON Schema of a model's scenarios.",
    "bench": "Measure trials per second on this machine.",
}


class Verbs(click.Group):
    """A group whose commands live in simlab.cli.<verb> and are imported when they are used."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The verbs, in the order of a day's work."""
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import a verb."""
        if name not in VERBS:
            return None
        return importlib.import_module(f"simlab.cli.{name}").command

    def resolve_command(self, context: click.Context, args: list[str]):
        """Name the nearest verb for one that is not known."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from simlab.scenario.errors import nearest

            context.fail(f"No such command {args[0]!r}{nearest(args[0], VERBS) or '.'}")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="simlab")
def main() -> None:
    """Balance questions for board games: how often does a 12-troop siege fall by turn 3?"""


def program() -> None:
    """The console script: `main`, and out at once.

    Taking compiled code down piece by piece at the end would cost a third of a second, and Python's garbage collector
    a tenth while the libraries are loaded; both matter to someone who asks a thousand small questions.
    """
    gc.set_threshold(100_000)
    # joblib leaves its folders to a process of its own then, which would say so before it removes them.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                continue  # nobody is there to read it
        os._exit(code)
