"""simlab init: a commented starter scenario."""

import click

from simlab.cli.options import ends_well, game_and_model, model_argument


@click.command("init")
@model_argument
@ends_well
def command(game, model) -> None:
    """Print a commented starter scenario of GAME's MODEL; it runs as it is."""
    from simlab.scenario.schema import starter

    print(starter(*game_and_model(game, model)), end="")
