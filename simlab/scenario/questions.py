"""Whether a question is one about some outcome columns; told in the same words wherever questions are asked."""

from collections.abc import Iterator, Sequence
from typing import Literal

from simlab.contract import Column, Question
from simlab.scenario.errors import no_such
from simlab.scenario.expressions import ExpressionError, parse


def question_faults(question: Question, columns: Sequence[Column]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a question: (its part: event, value, curve or given; what stands there; the fault)."""
    names = [column.name for column in columns]
    if question.kind == "curve":
        if question.expression not in names:
            yield "curve", question.expression, no_such("column", question.expression, names)
    elif fault := expression_fault(question.expression, columns, question.kind):
        yield question.kind, question.expression, fault
    if question.given is not None and (fault := expression_fault(question.given, columns, "event")):
        yield "given", question.given, fault


def expression_fault(text: str, columns: Sequence[Column], kind: Literal["event", "value"]) -> str:
    """What is wrong with an expression, and where in it; nothing if it is right."""
    try:
        parse(text, columns, kind)
    except ExpressionError as error:
        return f"at character {error.offset + 1}: {error.message}"
    return ""


def precision_faults(name: str, questions: Sequence[Question]) -> Iterator[str]:
    """Why a relative precision cannot be of a question: there is none of this name, or it has no single estimate."""
    kinds = {question.name: question.kind for question in questions}
    if kinds and name not in kinds:
        yield no_such("question", name, kinds)
    elif kinds.get(name) == "curve":
        yield "a relative precision is of an event or a value, not of a curve"
