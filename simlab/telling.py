"""From what is told of a trial (witness.tell) to sentences: what the narrations of all games share."""

from collections.abc import Callable, Iterable, Mapping

Sentence = Callable[..., str | None]


def teller(sentences: Mapping[int, Sentence]) -> Sentence:
    """A function from an event of the story to its sentence, or to several lines; None if it is not worth one."""
    return lambda what, *details: sentences[what](*details)


def counted(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def joined(names: Iterable[str], nothing: str) -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` if there are none."""
    *first, last = list(names) or [nothing]
    return f"{', '.join(first)} and {last}" if first else last
