"""The other readings of a model's options: each alternative value of each, one at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simlab.contract import Case, Question
from simlab.options import Option, OptionValue, Scalar
from simlab.scenario.errors import shown
from simlab.scenario.questions import question_faults

MOST_VALUES = 8  # so many whole numbers allowed: all are tried; of a longer range the neighbours of the value


@dataclass(frozen=True)
class Reading:
    """One other value of an option, or of one entry of a list or table; `path` is `option`, `option.2`, `option.key`.

    `here` is the value in the scenario and `default` the game's; `whole` is the option with the other value in place.
    """

    option: Option
    path: str
    value: Scalar
    here: Scalar
    default: Scalar | None
    whole: OptionValue

    @property
    def record(self) -> dict[str, Any]:
        """The reading for programs."""
        values = {"option": self.path, "value": self.value, "default": self.default, "here": self.here}
        return values | {"item": self.option.item, "basis": self.option.basis}

    def of(self, case: Case) -> Case:
        """The case under this reading."""
        rules = {**case.rules, self.option.name: self.whole}
        return replace(case, rules=rules, set={**case.set, f"rules.{self.path}": self.value})


def other_values(option: Option, value: Any, default: Any) -> list[Scalar]:
    """The values to try in place of one: all others where they are few, else its neighbours and the default.

    `value` and `default` are those of the option, or of one entry of it; None where the default has no such entry.
    """
    if option.choices:
        return [choice for choice in option.choices if choice != value]
    low, high = option.low or 0, option.high or 0  # an option without choices has both
    if high - low < MOST_VALUES:
        return [number for number in range(low, high + 1) if number != value]
    near = {value - 1, value + 1, value if default is None else default} - {value}
    return sorted(number for number in near if low <= number <= high)


def readings_of(option: Option, value: OptionValue) -> Iterator[Reading]:
    """Every reading of an option that differs from its value in a scenario; lists and tables one entry at a time.

    The length of a list stays as it is.
    """
    default: Any = option.value
    if isinstance(value, dict):
        for key, here in value.items():
            for other in other_values(option, here, default[key]):
                yield Reading(option, f"{option.name}.{key}", other, here, default[key], {**value, key: other})
    elif isinstance(value, list):
        for place, here in enumerate(value):
            usual = default[place] if place < len(default) else None
            for other in other_values(option, here, usual):
                whole = [*value[:place], other, *value[place + 1 :]]
                yield Reading(option, f"{option.name}.{place}", other, here, usual, whole)
    else:
        for other in other_values(option, value, default):
            yield Reading(option, option.name, other, value, default, other)


def impossibility(case: Case, questions: Sequence[Question]) -> str:
    """Why a case cannot be played, or its columns cannot answer the questions; empty if all is well."""
    faults = [fault.message for fault in case.model.faults(case)]
    if not faults:
        faults = [text for question in questions for _, _, text in question_faults(question, case.columns)]
    return "; ".join(dict.fromkeys(faults))


def sorted_out(case: Case, questions: Sequence[Question]) -> tuple[list[Reading], list[tuple[Reading, str]]]:
    """All readings of a case's options: those to try, and those that are not possible here with the reason."""
    tried, impossible = [], []
    for name in case.model.options:
        for reading in readings_of(case.game.options[name], case.rules[name]):
            reason = impossibility(reading.of(case), questions)
            impossible.append((reading, reason)) if reason else tried.append(reading)
    return tried, impossible


def word(value: Scalar) -> str:
    """A value of an option for people: names without quotes."""
    return value if isinstance(value, str) else shown(value)
