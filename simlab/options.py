"""Options: named readings of a rule and numbers of the rules, as a game declares them and a scenario sets them.

The value of an option is a number, a truth value or a name; a list of these; or a table of numbers by name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from simlab.rows import room_for

Scalar = int | float | bool | str
OptionValue = Scalar | list | dict
Basis = Literal["rulebook", "public", "assumed"]

SMALLEST_ROOM = 16  # entries of a list of any length; longer ones double it, so few sizes get compiled


def in_toml(value: Any) -> str:
    """A value as one writes it in TOML."""
    return "".join(pieces(value))


def pieces(value: Any) -> Iterator[str]:
    """The same piece by piece, for who wants the beginning only."""
    if isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, str):
        yield f'"{value}"'
    elif isinstance(value, (list, tuple)):
        yield "["
        for place, entry in enumerate(value):
            yield ", " if place else ""
            yield from pieces(entry)
        yield "]"
    elif isinstance(value, Mapping):
        yield "{"
        for place, (key, entry) in enumerate(value.items()):
            yield f"{', ' if place else ''}{key} = "
            yield from pieces(entry)
        yield "}"
    else:
        yield str(value)


@dataclass(frozen=True)
class Option:
    """One option: its default, what it may be, and where it comes from.

    `choices`, or else `low` and `high`, hold for the value, or for every entry of a list or table. `lengths` are the
    fewest and the most entries of a list; a table has the keys of its default, and a scenario may give some of them.
    """

    name: str
    value: OptionValue
    item: str
    basis: Basis
    about: str
    choices: tuple[Scalar, ...] = ()
    low: int = 0
    high: int = 0
    lengths: tuple[int, int] | None = None

    @property
    def allowed(self) -> str:
        """What the option may be, for people."""
        if self.choices:
            names = ", ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices
            )
            entry, entries = f"one of {names}", f"of {names}"
        else:
            entry, entries = f"a whole number {self.low}..{self.high}", f"whole numbers {self.low}..{self.high}"
        if self.lengths is not None:
            fewest, most = self.lengths
            return f"a list of {fewest if fewest == most else f'{fewest} to {most}'} {entries}"
        if isinstance(self.value, dict):
            return f"a table of {', '.join(self.value)}, each {entry}"
        return entry

    def allows(self, value: Any) -> bool:
        """Is a value allowed? Types must fit as well: true is not 1."""
        if self.lengths is not None:
            fits = isinstance(value, list) and self.lengths[0] <= len(value) <= self.lengths[1]
            return fits and all(self._allows_entry(entry) for entry in value)
        if isinstance(self.value, dict):
            fits = isinstance(value, dict) and value.keys() <= self.value.keys()
            return fits and all(self._allows_entry(entry) for entry in value.values())
        return self._allows_entry(value)

    def _allows_entry(self, value: Any) -> bool:
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def completed(self, value: OptionValue) -> OptionValue:
        """An allowed value with the keys of a table that it leaves out."""
        return self.value | value if isinstance(self.value, dict) and isinstance(value, dict) else value

    def encode(self, value: Scalar) -> int:
        """The number that the kernels know a value by: itself, or its place among the choices."""
        return self.choices.index(value) if isinstance(value, str) else int(value)

    def fields(self, value: OptionValue) -> Iterator[tuple[str, tuple[int, ...], Any]]:
        """The option in a row of numbers: (name, shape, number or numbers).

        A list whose length is free stands at the beginning of a roomier field, and `<name>_count` holds its length.
        """
        if isinstance(value, list):
            numbers = [self.encode(entry) for entry in value]
            room = len(numbers)
            if self.lengths is not None and self.lengths[0] != self.lengths[1]:
                room = room_for(len(numbers), SMALLEST_ROOM)
                yield f"{self.name}_count", (), len(numbers)
            yield self.name, (room,), numbers + [0] * (room - len(numbers))
        elif isinstance(value, dict):
            yield self.name, (len(value),), [self.encode(entry) for entry in value.values()]
        else:
            yield self.name, (), self.encode(value)


def read_options(numbers: Mapping[str, Mapping[str, Any]]) -> dict[str, Option]:
    """Options from the tables of a game's numbers.toml."""
    options = {}
    for name, entry in numbers.items():
        choices = tuple(entry.get("choices", (True, False) if isinstance(entry["value"], bool) else ()))
        low, high = (0, 0) if choices else entry["range"]
        lengths = tuple(entry["length"]) if "length" in entry else None
        kind = (choices, low, high, lengths)
        options[name] = Option(name, entry["value"], entry["item"], entry["basis"], entry["about"], *kind)
    return options
