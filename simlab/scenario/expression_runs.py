"""What a compiled expression does with a table: functions from its columns and row numbers to one value a row."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

Table = Mapping[str, np.ndarray]
Run = Callable[[Table, np.ndarray], np.ndarray]  # table, row numbers -> one value a row
Link = Callable[[np.ndarray, Table, np.ndarray], tuple[np.ndarray, np.ndarray]]  # left side first -> holds, right side


class UndefinedNumber(ArithmeticError):
    """A division by 0, or a number too large to hold, in a row where it counts."""


def constant(value: float) -> Run:
    """The same value in every row."""
    return lambda table, rows: np.full(len(rows), value)


def applied(operation: Callable, first: Run, *others: Run) -> Run:
    """The operation on one run, or on all of them from the left."""

    def run(table: Table, rows: np.ndarray) -> np.ndarray:
        result = first(table, rows)
        for other in others:
            result = operation(result, other(table, rows))
        return result if others else operation(result)

    return run


def finite(operation: Callable[..., np.ndarray], complaint: str) -> Callable[..., np.ndarray]:
    """The operation, refusing results beyond what a float can hold."""

    def checked(*operands: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore", invalid="ignore"):
            result = operation(*operands)
        if not np.isfinite(result).all():
            raise UndefinedNumber(complaint)
        return result

    return checked


def dividing(divide: np.ufunc, complaint: str) -> Callable:
    """The division, refusing zeros."""

    def operation(above: np.ndarray, below: np.ndarray) -> np.ndarray:
        if not below.all():
            raise UndefinedNumber(complaint)
        return divide(above, below)

    return operation


def compared(operation: Callable, operands: Sequence[Run], wanted: bool = True) -> Link:
    """Whether the operation holds with one of the operands, or with none."""

    def link(left: np.ndarray, table: Table, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        holds = np.zeros(len(rows), bool)
        for operand in operands:
            right = operand(table, rows)
            holds |= operation(left, right)
        return holds == wanted, right

    return link


def chained(first: Run, links: Sequence[Link]) -> Run:
    """Links that must all hold: each is worked out once, on the rows where all before it hold."""

    def run(table: Table, rows: np.ndarray) -> np.ndarray:
        result, still, left = np.zeros(len(rows), bool), np.arange(len(rows)), first(table, rows)
        for link in links:
            holds, right = link(left, table, rows[still])
            still, left = still[holds], right[holds]
        result[still] = True
        return result

    return run


def all_of(tests: Sequence[Run]) -> Run:
    """Whether all tests hold; each is made where those before it hold."""
    return chained(lambda table, rows: rows, [compared(lambda left, right: right, [test]) for test in tests])


def negated(test: Run) -> Run:
    """Whether a test does not hold."""
    return applied(np.logical_not, test)
