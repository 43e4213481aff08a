"""From what is told of a trial (witness.tell) to sentences: what the narrations of all games share."""

from collections.abc import Callable, Mapping

Sentence = Callable[..., str | None]


def teller(sentences: Mapping[int, Sentence]) -> Sentence:
    """A function from an event of the story to its sentence; None for one that is not worth a line."""
    return lambda what, *details: sentences[what](*details)


def counted(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
