"""Options that verbs share, and how a verb ends: results to standard output, everything else to standard error."""

import functools
import os
import sys
from collections.abc import Callable

import click

BAD_INPUT, INTERRUPTED = 2, 130
LEAST_CONFIDENT, MOST_CONFIDENT = 1e-9, 0.999999999  # as runs/run.py has them; beyond, limits would lose their digits


def shared(*names: str) -> Callable:
    """Add the named options to a command, in this order."""
    return lambda command: functools.reduce(lambda made, name: OPTIONS[name](made), reversed(names), command)


class Share(click.FloatRange):
    """A number within limits that is a number: click lets nan through."""

    def convert(self, value, parameter, context):
        number = super().convert(value, parameter, context)
        if number != number:
            self.fail(f"{value} is not a number", parameter, context)
        return number


class Folder(click.Path):
    """The name of a folder to write to: click lets an empty one through, which would be the present folder."""

    def convert(self, value, parameter, context):
        if not str(value).strip() or not str(value).isprintable():
            self.fail("not a name of a folder", parameter, context)
        return super().convert(value, parameter, context)


OPTIONS = {
    "trials": click.option("--trials", type=click.IntRange(1, 10**15), metavar="N", help="Trials of each case."),
    "seed": click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S", help="Seed in place of the file's."),
    "set": click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value; repeatable."),
    "jobs": click.option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="Workers; all cores by default."),
    "backend": click.option(
        "--backend", type=click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True,
        help="What the workers are; answers do not depend on it.",
    ),
    "scheduler": click.option(
        "--scheduler", metavar="ADDRESS", help="A dask scheduler, tcp://HOST:PORT; without it dask workers start here."
    ),
    "confidence": click.option(
        "--confidence", type=Share(LEAST_CONFIDENT, MOST_CONFIDENT), default=0.95, show_default=True,
        help="Confidence of the intervals.",
    ),
    "out": click.option("--out", type=Folder(file_okay=False), metavar="DIR", help="Keep the run in this folder."),
    "keep_rows": click.option("--keep-rows", is_flag=True, help="Keep every trial's outcome in DIR/rows as well."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    "quiet": click.option("--quiet", is_flag=True, help="Print nothing but the results."),
    "no_progress": click.option("--no-progress", is_flag=True, help="No progress bar."),
    "yes": click.option("--yes", "many_cases", is_flag=True, help="Allow a sweep of more than 1000 cases."),
    "observed": click.option(
        "--observed", multiple=True, metavar="COLUMN=VALUE", help="How unusual was this result? Repeatable.",
    ),
    "exact": click.option("--exact", is_flag=True, help="Insist on exact values beside the estimates."),
    "precision": click.option(
        "--precision", metavar="X",
        help="Go on until every interval is that narrow (half-width), for at most --trials N; or"
        " '{relative = 0.05, question = \"NAME\"}'.",
    ),
    "anytime": click.option("--anytime", is_flag=True, help="Intervals that hold at every number of trials at once."),
    "vary": click.option(
        "--vary", multiple=True, metavar="PATH=2..12|a,b", help="A case for each value; repeatable: a product."
    ),
}  # fmt: skip


def scenario_files(command: Callable) -> Callable:
    """The FILE... argument."""
    return click.argument("files", nargs=-1, required=True, metavar="FILE...")(command)


def model_argument(command: Callable) -> Callable:
    """The GAME MODEL arguments."""
    return click.argument("game")(click.argument("model")(command))


def ends_well(command: Callable) -> Callable:
    """Turn problems into lines and exit codes: 2 for bad input, 130 for an interruption."""

    @functools.wraps(command)
    def run(*arguments, **options):
        from simlab.scenario.errors import ScenarioError

        open_streams()
        try:
            result = command(*arguments, **options)
            sys.stdout.flush()
            return result
        except ScenarioError as error:
            print(error, file=sys.stderr)
            if len(error.problems) > 1:
                print(f"{len(error.problems)} problems; nothing was run.", file=sys.stderr)
            sys.exit(BAD_INPUT)
        except KeyboardInterrupt:
            from simlab.cli.ending import interrupted

            interrupted(shown="")
        except BrokenPipeError:
            # The reader of our output has gone (`| head`): there is nobody to tell, and nothing is wrong.
            forget_output()
            sys.exit(0)
        except OSError as error:
            what = ascii(error.filename)
            if error.filename is None:
                forget_output()
                what = "cannot write the output"
            print(f"{what}: {error.strerror or error}", file=sys.stderr)
            sys.exit(BAD_INPUT)
        finally:
            if "simlab.runs.workers" in sys.modules:  # importing it would cost time where nothing was sampled
                sys.modules["simlab.runs.workers"].end_workers()

    return run


def open_streams() -> None:
    """Streams that were closed lead nowhere; characters that a stream's encoding lacks become question marks."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def forget_output() -> None:
    """Lead standard output nowhere, so that Python does not try to write what is left of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def load_files(files, settings=(), many_cases=False, vary=()) -> list:
    """Load scenario files; raises ScenarioError with the problems of all of them."""
    from simlab.games import GAMES
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.load import load

    scenarios, problems = [], []
    if list(files).count("-") > 1:
        problems.append(Problem("standard input can be read only once", key="-"))
    for file in files:
        try:
            scenarios.append(load(file, GAMES, settings, many_cases, vary))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    return scenarios


def game_and_model(game: str, model: str | None = None):
    """A game, and a model of it, by name; raises ScenarioError naming the nearest."""
    from simlab.games import GAMES
    from simlab.scenario.errors import Problem, ScenarioError, no_such

    if game not in GAMES:
        raise ScenarioError([Problem(no_such("game", game, GAMES), key=game)])
    models = GAMES[game].models
    if model is not None and model not in models:
        raise ScenarioError([Problem(no_such(f"model of {game}", model, models), key=model)])
    return GAMES[game], models[model] if model else None


def seeded(settings, seed: int | None) -> tuple[str, ...]:
    """`--seed` is `--set seed=...`."""
    return (*settings, *([f"seed={seed}"] if seed is not None else []))
