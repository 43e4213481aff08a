"""What a field allows, in words, from its pydantic declaration; pydantic's complaints as problems for people."""

import types
import typing
from collections.abc import Iterator

from pydantic import BaseModel, ValidationError, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from simlab.scenario.errors import no_such

Path = tuple[str | int, ...]
MOST_COMPLAINTS = 1000  # more are not told


def item_of(field: FieldInfo) -> str:
    """The rule item that a field names; nothing if it names none."""
    extra = field.json_schema_extra
    return str(extra.get("item", "")) if isinstance(extra, dict) else ""


def limits(field: FieldInfo) -> tuple[float | None, float | None]:
    """The lowest and highest value allowed."""
    low = next((limit.ge for limit in field.metadata if hasattr(limit, "ge")), None)
    high = next((limit.le for limit in field.metadata if hasattr(limit, "le")), None)
    return low, high


def allowed(kind, field: FieldInfo | None = None) -> str:
    """What a type allows, within the field's limits."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        field = next((part for part in parts[1:] if isinstance(part, FieldInfo)), field)
        described = next((part.json_schema for part in parts[1:] if isinstance(part, WithJsonSchema)), None)
        return described["title"] if described else allowed(parts[0], field)
    if origin is typing.Literal:
        return ("one of " if len(parts) > 1 else "") + ", ".join(str(part) for part in parts)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(allowed(part, field) for part in parts if part is not type(None))
    if origin is list:
        entries = allowed(parts[0]).removeprefix("one of ")
        for one, many in (("a whole number", "whole numbers"), ("text", "names"), ("a table", "tables")):
            entries = entries.replace(one, many)
        return f"a list of {entries}" + _most_entries(field)
    if kind is bool:
        return "true or false"
    if kind is str:
        return "text"
    if kind in (int, float):
        return ("a whole number" if kind is int else "a number") + _range(field)
    return "a table"


def given_kind(kind):
    """A field's kind if it is given: without what may stand in place of it, and without notes."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        given = [part for part in typing.get_args(kind) if part is not type(None)]
        kind = given[0] if len(given) == 1 else kind
    return typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


def _most_entries(field: FieldInfo | None) -> str:
    limits_of_list = field.metadata if field is not None else []
    most = next((limit.max_length for limit in limits_of_list if hasattr(limit, "max_length")), None)
    return "" if most is None else f", at most {most} of them"


def _range(field: FieldInfo | None) -> str:
    low, high = limits(field) if field is not None else (None, None)
    if low is None and high is None:
        return ""
    if high is None or low is None:
        return f" of at least {low}" if low is not None else f" of at most {high}"
    return f" {low}..{high}"


def tables_in(kind) -> Iterator[type[BaseModel]]:
    """The setup tables that a field may hold: itself, or the entries of its list."""
    for part in (kind, *typing.get_args(kind)):
        if isinstance(part, type) and issubclass(part, BaseModel):
            yield part


def field_at(table: type[BaseModel], path: Path, unknown_key: bool) -> tuple[FieldInfo | None, type[BaseModel], Path]:
    """The field that a path of pydantic leads to, the table it is in, and the path without pydantic's own marks.

    With `unknown_key` the last part is a key that the table does not have.
    """
    field: FieldInfo | None = None
    clean: Path = ()
    named = False  # the field holds a table whose keys are the scenario's own names, and its key is still to come
    for place, part in enumerate(path):
        if named or isinstance(part, int):
            clean, named = (*clean, part), False
            continue
        inside = next(tables_in(field.annotation), None) if field is not None else table
        may_be_unknown = unknown_key and place == len(path) - 1
        if inside is None or not (part in inside.model_fields or may_be_unknown):
            continue  # pydantic's mark of the kind that it tried
        table, clean = inside, (*clean, part)
        field = inside.model_fields.get(part)
        named = field is not None and has_own_names(field)
    return field, table, clean


def has_own_names(field: FieldInfo) -> bool:
    """Does a field hold a table whose keys are the scenario's own names?"""
    return typing.get_origin(field.annotation) is dict


def complaints(error: ValidationError, table: type[BaseModel]) -> Iterator[tuple[Path, object, str, str]]:
    """Each thing that pydantic found: (path, value, message, rule item), a path only once.

    Where a field may be of several kinds pydantic complains for each of them; the deepest complaint says what is wrong.
    """
    found = {}
    for entry in error.errors(include_url=False)[:MOST_COMPLAINTS]:
        field, inside, path = field_at(table, entry["loc"], entry["type"] == "extra_forbidden")
        if path not in found:
            found[path] = complaint(entry, field, inside, path)
    around = {other[:length] for other in found for length in range(len(other))}
    for path, (value, message, item) in found.items():
        if path not in around:
            yield path, value, message, item


def complaint(
    entry: ErrorDetails, field: FieldInfo | None, inside: type[BaseModel], path: Path
) -> tuple[object, str, str]:
    """One thing that pydantic found at a path: (value, message, rule item)."""
    if entry["type"] == "extra_forbidden":
        names = list(inside.model_fields)
        return entry["input"], no_such("key", path[-1], names) if names else "no such key; nothing can be set here", ""
    item = item_of(field) if field is not None else ""
    about = f" – {field.description}" if field is not None and field.description else ""
    wanted = allowed(field.annotation, field) if field is not None else "a table"
    if entry["type"] == "missing":
        return None, f"missing; {wanted}{about}", item
    if entry["type"] == "value_error":
        return entry["input"], f"{entry['ctx']['error']}{about}", item
    if field is not None and path and (isinstance(path[-1], int) or path[-1] not in inside.model_fields):
        kind = typing.get_args(given_kind(field.annotation))
        wanted = allowed(kind[-1]) if len(kind) == 1 or has_own_names(field) else wanted
    return entry["input"], f"must be {wanted}{about}", item
