"""simlab replay: one trial, told move by move."""

import json
import sys

import click

from simlab.cli.options import ends_well, load_files, seeded, shared


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--trial", type=click.IntRange(0, 2**62), metavar="N", help="Number of the trial, from 0.")
@click.option("--where", metavar="EVENT", help="The first trial whose outcome meets this event.")
@click.option(
    "--trials", type=click.IntRange(1, 10**15), metavar="N", help="Trials that --where looks through, from 0 on."
)
@click.option("--board", is_flag=True, help="Print the board as well, for models that have one as text.")
@shared("seed", "set", "json")
@ends_well
def command(file, trial, where, trials, board, seed, settings, as_json) -> None:
    """Tell one trial of FILE in plain sentences: --trial N, or the first --where EVENT happens."""
    from simlab.runs.one_case import one_case
    from simlab.runs.replay import in_words, replay

    if trial is not None and where is not None:
        raise click.UsageError("give --trial or --where, not both")
    scenario = load_files([file], seeded(settings, seed))[0]
    case = one_case(scenario, "a replay is")
    if board:
        refuse_without_board(case)
    if where is not None:
        trial = found_trial(scenario, case, where, trials or scenario.trials)
    story: list[str] = []
    say = story.append if as_json else print
    say(f"{scenario.title}: trial {trial or 0}, seed {scenario.seed}")
    row = replay(scenario, case, trial or 0, say, board)
    if as_json:
        outcome = {column.name: column.shown(value) for column, value in zip(case.columns, row.tolist())}
        json.dump(
            {"trial": trial or 0, "seed": scenario.seed, "story": story, "outcome": outcome}, sys.stdout, indent=1
        )
        print()
    else:
        say(f"Outcome: {in_words(case, row)}")


def refuse_without_board(case) -> None:
    """Raises ScenarioError if the model of a case cannot print its board."""
    from simlab.games import GAMES
    from simlab.scenario.errors import Problem, ScenarioError

    if case.model.text_board is None:
        others = [
            f"{game.name} {model.name}" for game in GAMES.values() for model in game.models.values() if model.text_board
        ]
        message = f"{case.game.name} {case.model.name} has no board as text; models that have one: {', '.join(others)}"
        raise ScenarioError([Problem(message, "--board")])


def found_trial(scenario, case, where: str, trials: int) -> int:
    """The first of so many trials that meets an event; raises ScenarioError if none does."""
    from simlab.runs.replay import first_trial
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.questions import expression_fault

    if fault := expression_fault(where, case.columns, "event"):
        raise ScenarioError([Problem(fault, "--where", key=where)])
    trial = first_trial(scenario, case, where, trials)
    if trial is None:
        message = f"none of {trials:,} trials is such; look further with --trials"
        raise ScenarioError([Problem(message, "--where", key=where)])
    return trial
