"""What a model's scenarios may hold, for editors and people: JSON Schema, parameter list, starter scenario."""

import tomllib
from collections.abc import Iterator
from typing import Any, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from simlab.contract import Case, Game, Model, Question
from simlab.options import Option, in_toml
from simlab.scenario.data import about_data, default_data, default_file
from simlab.scenario.fields import allowed, item_of, tables_in
from simlab.scenario.file import ScenarioFile
from simlab.scenario.policies import about_policies, default_players


def json_schema(game: Game, model: Model) -> dict[str, Any]:
    """The JSON Schema of a model's scenario files."""
    schema = ScenarioFile.model_json_schema()
    setup = model.setup.model_json_schema()
    schema.setdefault("$defs", {}).update(setup.pop("$defs", {}))
    properties = schema["properties"]
    properties["game"], properties["model"] = {"const": game.name}, {"const": model.name}
    swept = [f"setup.{name}" for name in setup.get("properties", {})]
    # A required parameter may come from the sweep alone, so the setup by itself does not require any.
    properties["setup"] = setup | {"required": []}
    properties["rules"] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: option_schema(option) for option in game.options.values()},
    }
    properties["policies"] = policies_schema(game, model, schema["$defs"])
    properties["data"] = data_schema(game, model, schema["$defs"])
    properties["sweep"] = {
        "type": "object",
        "description": "path = list of values, a case for each combination; "
        '"path, other path" = [[value, value], ...] goes through the values of several paths together',
        "patternProperties": {",": {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 2}}},
        "additionalProperties": {"type": "array", "minItems": 1},
        "examples": swept,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": f"simlab scenario: {game.name} {model.name}",
        "required": ["game", "model"],
        "not": {"required": ["trials", "precision"]},
    }


def policies_schema(game: Game, model: Model, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of `[policies]`: for every seat one of the policies that can play it, with its parameters."""
    seats = {}
    for seat in model.policies:
        kinds = []
        for name, policy in game.policies.items():
            if seat in policy.seats:
                kind = policy.parameters.model_json_schema()
                definitions.update(kind.pop("$defs", {}))
                required = [] if model.policies[seat] == name else ["name"]
                kinds.append(
                    kind | {"properties": {"name": {"const": name}, **kind.get("properties", {})}, "required": required}
                )
        seats[seat] = {"anyOf": kinds}
    return {"type": "object", "properties": seats, "additionalProperties": False}


def data_schema(game: Game, model: Model, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of `[data]`: a table's content, or the file that holds it."""
    tables = game.data.model_json_schema() if model.data else {}
    for name, definition in tables.get("$defs", {}).items():
        definitions[name] = definition | {"required": []}  # what a table leaves out stays as it is by default
    known = {name: {"anyOf": [{"type": "string"}, tables["properties"][name]]} for name in model.data}
    return {"type": "object", "properties": known, "additionalProperties": False}


def option_schema(option: Option) -> dict[str, Any]:
    """The schema of one option."""
    entry: dict[str, Any] = (
        {"enum": list(option.choices)}
        if option.choices
        else {"type": "integer", "minimum": option.low, "maximum": option.high}
    )
    values = entry
    if option.lengths is not None:
        values = {"type": "array", "items": entry, "minItems": option.lengths[0], "maxItems": option.lengths[1]}
    elif isinstance(option.value, dict):
        values = {"type": "object", "properties": dict.fromkeys(option.value, entry), "additionalProperties": False}
    return {"description": f"{option.about} ({option.item}, {option.basis})", "default": option.value, **values}


def parameters(table: type[BaseModel], prefix: str = "") -> Iterator[dict[str, str]]:
    """The setup parameters of a table and the tables in it: name, default, what is allowed, rule item, meaning."""
    for name, field in table.model_fields.items():
        inside = next(tables_in(field.annotation), None)
        is_list = get_origin(field.annotation) is list
        if inside is None or is_list or not isinstance(field.annotation, type):
            yield parameter_line(prefix + name, field)
        if inside is not None:
            yield from parameters(inside, f"{prefix}{name}{'[]' if is_list else ''}.")


def parameter_line(name: str, field: FieldInfo) -> dict[str, str]:
    """One parameter: name, default, what is allowed, rule item, meaning."""
    value = field.default
    default = "required" if field.is_required() else "–" if value is None else value
    return {
        "name": name,
        "default": default if isinstance(default, str) else in_toml(default),
        "allowed": allowed(field.annotation, field),
        "item": item_of(field),
        "about": field.description or "",
    }


def starter_case(game: Game, model: Model) -> Case:
    """The case of the model's starter scenario."""
    setup = model.setup.model_validate(tomllib.loads(model.starter))
    rules = {name: option.value for name, option in game.options.items()}
    players = default_players(game, model)
    return Case(game, model, setup, rules, data=default_data(game, model.data), players=players)


def starter(game: Game, model: Model) -> str:
    """A commented starter scenario that runs as it is."""
    lines = [
        f'game   = "{game.name}"',
        f'model  = "{model.name}"',
        f'title  = "{model.about[0].upper()}{model.about[1:]}"',
        "trials = 1_000_000",
        "seed   = 1462",
        "",
        "[setup]",
        model.starter.rstrip(),
        "# All parameters:",
        *(
            f"#   {p['name']} = {p['default']}: {p['allowed']} – {p['about']} ({p['item']})"
            for p in parameters(model.setup)
        ),
        "",
        "[rules]",
        "# Options with their defaults; take the # away and change what shall differ:",
        *(option_comment(game.options[name]) for name in model.options),
        "",
        *data_comments(game, model),
        *policy_comments(game, model),
        *question_lines(model),
    ]
    return "\n".join(lines) + "\n"


def data_comments(game: Game, model: Model) -> Iterator[str]:
    """The model's data tables as comments that can be switched on."""
    if not model.data:
        return
    yield "[data]"
    yield "# In place of the game's own: the table itself, or a file beside this one that holds it, as these do:"
    files = {name: f"my_{default_file(game.name, name).name}" for name in model.data}
    yield from (f"#   simlab list {game.name} {name} > {file}" for name, file in files.items())
    for about in (about_data(game, name) for name in model.data):
        name = about["name"]
        yield f'# {name} = "{files[name]}"  # {about["about"]} ({about["item"]}, {about["basis"]})'
    yield ""


def policy_comments(game: Game, model: Model) -> Iterator[str]:
    """The players of the model's seats, and as comments who else may play them."""
    if not model.policies:
        return
    yield "[policies]"
    yield from (f'{seat} = {{name = "{name}"}}' for seat, name in model.policies.items())
    yield "# There are, with their parameters:"
    for about in about_policies(game, model):
        yield f"#   {about['name']} ({about['seats']}): {about['parameters']} – {about['about']} ({about['item']})"
    yield ""


def short_scenario(game: Game, model: Model) -> str:
    """The least that a scenario of a model says, and one question."""
    question = question_table(model.questions[0])
    return f'game = "{game.name}"\nmodel = "{model.name}"\n\n[setup]\n{model.starter}\n{question}\n'


def option_comment(option: Option) -> str:
    """An option as a comment that can be switched on by taking the # away."""
    return (
        f"# {option.name} = {in_toml(option.value)}  # {option.allowed}: {option.about} ({option.item}, {option.basis})"
    )


def question_lines(model: Model) -> Iterator[str]:
    """The model's default questions as tables."""
    for question in model.questions:
        yield question_table(question)
        yield ""
    columns = "event (its probability), value (mean, spread, quantiles) or curve (distribution of a column)"
    yield f"# A question asks for one of: {columns}; given = a condition."


def question_table(question: Question) -> str:
    """A question as a scenario has it."""
    given = "" if question.given is None else f"\ngiven = '{question.given}'"
    return f"[[question]]\nname = \"{question.name}\"\n{question.kind} = '{question.expression}'{given}"
