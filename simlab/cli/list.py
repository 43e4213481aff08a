"""simlab list: games, models, parameters, options, outcome columns and the items of the reading."""

import json
from pathlib import Path

import click

from simlab.cli.options import ends_well, game_and_model, shared

HEADINGS = {"setup": "setup, in [setup]", "options": "options, in [rules]", "data": "decks and boards, in [data]"}
HEADINGS |= {
    "policies": "policies, in [policies], SEAT = {name = ..., PARAMETER = ...}; more: simlab list GAME POLICY",
    "parameters": "parameters, in [policies], such as SEAT = {name = ..., PARAMETER = ...}",
}
PICTURES = (".png", ".svg")


@click.command("list")
@click.argument("game", required=False)
@click.argument("model", required=False)
@click.option(
    "--map",
    "map_file",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Draw MODEL's board, in GAME_map.png or in this FILE (.png or .svg).",
)
@shared("json")
@ends_well
def command(game, model, map_file, as_json) -> None:
    """Show the games; the models and options of GAME; everything about MODEL; or a deck, board or map of GAME.

    In place of MODEL, F-47 and the like show an item of the reading of the rules, `items` shows all of them, and a
    policy's name shows its parameters.
    """
    from simlab.games import GAMES
    from simlab.scenario.items import is_item

    if game is not None and game not in GAMES and is_item(game):
        raise click.UsageError(f"name the game as well: simlab list GAME {game}")
    if map_file is not None:
        draw_board(game, model, map_file)
        return
    if game is None:
        shown = {"games": [{"name": g.name, "title": g.title, "models": list(g.models)} for g in GAMES.values()]}
    elif model is not None and model in data_tables(game):
        from simlab.scenario.data import default_text

        print(default_text(game, model), end="")
        return
    elif model is not None and (model == "items" or is_item(model)):
        chosen, _ = game_and_model(game)
        shown = about_items(chosen) if model == "items" else about_item(chosen, model)
    elif game is not None and model in policies_of(game):
        shown = about_policy(GAMES[game], model)
    else:
        chosen, chosen_model = game_and_model(game, model)
        shown = about_game(chosen) if chosen_model is None else about_model(chosen, chosen_model)
    if as_json:
        print(json.dumps(shown, indent=1))
    else:
        print_tables(shown)


def draw_board(game: str | None, model: str | None, file: str) -> None:
    """Draw the board of a model's starter scenario and say where; raises ScenarioError if it has none."""
    if game is None or model is None:
        raise click.UsageError("--map draws the board of a model: simlab list GAME MODEL --map [FILE]")
    chosen, chosen_model = game_and_model(game, model)
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.schema import starter_case

    path = Path(file or f"{game}_map.png")
    if chosen_model is None or chosen_model.picture is None:
        having = [name for name, other in chosen.models.items() if other.picture is not None]
        others = f"; {', '.join(having)} {'has' if len(having) == 1 else 'have'} one" if having else ""
        raise ScenarioError([Problem(f"{game} {model} has no board that can be drawn{others}", key="--map")])
    if path.suffix.lower() not in PICTURES:
        raise ScenarioError([Problem(f"must end in {' or '.join(PICTURES)}", key="--map", value=file)])
    from simlab.pictures import BoardPicture
    from simlab.report.board_plot import draw_board
    from simlab.report.map_plot import draw_map
    from simlab.report.plots import save_as

    picture = chosen_model.picture(starter_case(chosen, chosen_model))
    try:
        save_as(draw_map(picture) if isinstance(picture, BoardPicture) else draw_board(picture), path)
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--map {path}")]) from None
    print(f"drawn in {path}")


def data_tables(game: str) -> list[str]:
    """The names of a game's data tables."""
    from simlab.games import GAMES

    return list(GAMES[game].data.model_fields) if game in GAMES else []


def policies_of(game: str) -> list[str]:
    """The names of a game's policies that no model has as well."""
    from simlab.games import GAMES

    return [name for name in GAMES[game].policies if name not in GAMES[game].models] if game in GAMES else []


def about_policy(game, name) -> dict:
    """A policy's seats and parameters."""
    from simlab.scenario.schema import parameters

    policy = game.policies[name]
    return {
        "title": f"{game.title}: {name} – {policy.about}",
        "seats": ", ".join(policy.seats),
        "item": policy.item,
        "parameters": list(parameters(policy.parameters)),
    }


def about_game(game) -> dict:
    """A game's models and options."""
    models = [{"name": model.name, "about": model.about} for model in game.models.values()]
    return {
        "title": game.title,
        "items of the reading": f"simlab list {game.name} items",
        "models": models,
        "options": [about_option(option) for option in game.options.values()],
    }


def about_model(game, model) -> dict:
    """A model's parameters, options and columns."""
    from simlab.scenario.data import about_data
    from simlab.scenario.policies import about_policies
    from simlab.scenario.schema import parameters, short_scenario, starter_case

    case = starter_case(game, model)
    return {
        "title": f"{game.title}: {model.name} – {model.about}",
        "exact solver": "yes" if model.exact is not None else "no",
        "setup": list(parameters(model.setup)),
        "options": [about_option(game.options[name]) for name in model.options],
        "data": [about_data(game, name) for name in model.data],
        "policies": list(about_policies(game, model)),
        "columns are": "the same for every setup" if model.fixed_columns else "those of the scenario below",
        "columns": [{"name": c.name, "values": values_of(c), "about": c.about} for c in case.columns],
        "questions": [
            {"name": q.name, "asks": q.kind, "expression": q.expression, "given": q.given or ""}
            for q in model.questions
        ],
        "a scenario": short_scenario(game, model),
    }


def about_items(game) -> dict:
    """Every item of a game's reading."""
    from simlab.scenario.items import items

    lines = [
        {"name": item.name, "status": item.status, "about": item.about, "why": item.why}
        for item in items(game.name).values()
    ]
    return {"title": f"{game.title}: the items of the reading", "items": lines}


def about_item(game, name) -> dict:
    """One item of a game's reading, and what names it."""
    from simlab.scenario.data import about_data
    from simlab.scenario.items import data_naming, item_named, parameters_naming, policies_naming, rules_naming

    item = item_named(game, name)
    return {
        "title": f"{game.title}: {item.name}",
        "about": item.about,
        "status": item.status,
        "why": item.why,
        "setup": list(parameters_naming(game, item.name)),
        "options": [about_option(option) for option in game.options.values() if option.item == item.name],
        "data": [about_data(game, table) for table in data_naming(game, item.name)],
        "policies": list(policies_naming(game, item.name)),
        "rules": list(rules_naming(game.name, item.name)),
    }


def values_of(column) -> str:
    """What a column may hold."""
    if column.kind == "number":
        return f"{column.low}.." if column.high is None else f"{column.low}..{column.high}"
    return ", ".join(column.names) or "true, false"


def about_option(option) -> dict:
    """An option's line."""
    from simlab.options import in_toml

    return {
        "name": option.name,
        "default": option.value if type(option.value) in (int, str) else in_toml(option.value),
        "allowed": option.allowed.removeprefix("one of ").removeprefix("a whole number "),
        "item": option.item,
        "basis": option.basis,
        "about": option.about,
    }


def print_tables(shown: dict) -> None:
    """Every list as a table."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from simlab.cli.console import console

    out = console()
    for heading, content in shown.items():
        if heading == "title":
            out.print(Text(content, style="bold"))
        elif content and isinstance(content, str):
            out.print(Text(f"{heading}:\n{content}" if "\n" in content else f"{heading}: {content}"))
        elif content:
            table = Table(
                box=box.SIMPLE_HEAD, pad_edge=False, title=Text(HEADINGS.get(heading, heading)), title_justify="left"
            )
            for name in content[0]:
                table.add_column(name, no_wrap=name == "name")
            for entry in content:
                cells = (", ".join(value) if isinstance(value, list) else str(value) for value in entry.values())
                table.add_row(*(Text(cell) for cell in cells))
            out.print(table)
