"""What is wrong with a scenario, said to people: every problem at once, a line each."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from simlab.options import pieces

LONGEST_VALUE, LONGEST_KEY = 60, 200


@dataclass(frozen=True)
class Problem:
    """One thing wrong: where it stands, what is written there, what is allowed."""

    message: str
    file: str = ""
    line: int | None = None
    key: str = ""
    value: object = None
    item: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part not in ("", None))
        key = self.key if len(self.key) <= LONGEST_KEY else self.key[: LONGEST_KEY - 1] + "…"
        written = f"{key} = {shown(self.value)}" if key and self.value is not None else key
        source = f" ({self.item})" if self.item else ""
        return one_line(": ".join(part for part in (place, written, self.message + source) if part))


class ScenarioError(Exception):
    """A scenario that cannot be run, with all its problems."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple({str(problem): problem for problem in problems}.values())
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self):
        return ScenarioError, (self.problems,)


def one_line(text: str) -> str:
    """The text with line breaks and other control characters written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(value: object) -> str:
    """A value as one writes it in TOML, cut when long."""
    text = ""
    try:
        for piece in pieces(value):
            text += piece
            if len(text) > LONGEST_VALUE:
                return text[: LONGEST_VALUE - 1] + "…"
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        return "a huge number"
    return text


def nearest(word: object, names: Iterable[str]) -> str:
    """`; did you mean X?` if a name is near, else nothing."""
    close = difflib.get_close_matches(str(word), [str(name) for name in names], 1, 0.6)
    return f"; did you mean {close[0]}?" if close else ""


def no_such(what: str, word: object, names: Iterable[str]) -> str:
    """`no such key; did you mean X? There are: X, Y, Z`."""
    names = [str(name) for name in names]
    if not names:
        return f"no such {what}; there is none"
    return f"no such {what}{nearest(word, names) or '.'} There are: {', '.join(names)}"
