"""simlab schema: the JSON Schema of a model's scenarios."""

import json

import click

from simlab.cli.options import ends_well, game_and_model, model_argument


@click.command("schema")
@model_argument
@ends_well
def command(game, model) -> None:
    """Print the JSON Schema of the scenarios of GAME's MODEL, for editors."""
    from simlab.scenario.schema import json_schema

    print(json.dumps(json_schema(*game_and_model(game, model)), indent=1))
