"""Expressions: any text is understood or refused in a line, and what is understood is computed."""

import random
from itertools import islice

import numpy as np

from simlab.contract import Column
from simlab.scenario.expression_runs import UndefinedNumber
from simlab.scenario.expressions import ExpressionError, parse
from tests.fuzz.guard import guarded, refused_or

COLUMNS = (
    Column("turns", "", 0, 20),
    Column("ende", "", 0, None),
    Column("fallen", "", 0, 1, (), True),
    Column("winner", "", 0, 2, ("none", "Christian", "Ottoman")),
    Column("first", "", 0, 2, ("none", "Christian", "Ottoman")),
)
TABLE = {column.name: np.arange(50) % 3 % (2 if column.kind == "flag" else 3) for column in COLUMNS}
SEEDS = (
    b"evturns <= 3",
    b"evwinner == 'Ottoman' and not fallen",
    b"evturns in [1, 2, 3] or ende > 2 * turns",
    b"vamin(turns, ende, 4) // 2 + abs(-turns) % 3",
    b"va1 / (turns - 1)",
    b"evwinner == first",
    b"evwinner in ('none',)",
    b"ev0 <= turns < ende <= 1e3",
    b"va((((turns))))",
    b"ev__class__.__bases__",
    b"evopen('/etc/passwd')",
)
NUMBERS = [
    "0",
    "1",
    "-1",
    "1e308",
    "1e15",
    "1e16",
    "9" * 400,
    "9" * 5000,
    "0x" + "f" * 300,
    "1_0",
    "٣",
    "²",
    "1j",
    "nan",
]
TEXTS = ['"Ottoman"', "'none'", '"Otoman"', '""', "'\\x00'", 'f"{turns}"', 'b"a"', '"\u202e"', '"' + "a" * 900 + '"']
ATOMS = [column.name for column in COLUMNS] + [
    "True",
    "False",
    "None",
    "__class__",
    "Turns",
    "ｔｕｒｎｓ",
    "...",
    "lambda: 0",
]
SIGNS = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "<<",
    "@",
    "and",
    "or",
    "==",
    "!=",
    "<",
    "<=",
    "in",
    "not in",
    "is",
    "=",
    ":=",
    "&",
    ",",
]
AROUND = [
    "(%s)",
    "[%s]",
    "-%s",
    "not %s",
    "abs(%s)",
    "min(%s, 1)",
    "max(%s)",
    "%s.real",
    "%s[0]",
    "{%s}",
    "f(%s)",
    "*%s",
]


def target(data: bytes) -> None:
    """The first two bytes say of which kind the expression is, the rest is its text."""
    kind, text = ("value" if data[:2] == b"va" else "event"), data[2:].decode("utf-8", "surrogateescape")
    with guarded([]):
        expression = refused_or(lambda: parse(text, COLUMNS, kind), ExpressionError)
        if expression is not None:
            refused_or(lambda: expression.evaluate(TABLE), UndefinedNumber)


def grown(chance: random.Random, depth: int = 0) -> str:
    """An expression of the grammar, or a little beside it."""
    if depth > 5 or chance.random() < 0.25:
        return chance.choice([*ATOMS, *NUMBERS, *TEXTS, *ATOMS[:5] * 3])
    if chance.random() < 0.3:
        return chance.choice(AROUND).replace("%s", grown(chance, depth + 1))
    sign = chance.choice(SIGNS)
    parts = [grown(chance, depth + 1) for _ in range(chance.choice([2, 2, 2, 3]))]
    return f" {sign} ".join(parts)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another expression: a new one, one repeated or deeply nested, or a part of one put into another."""
    head, text = data[:2], data[2:].decode("utf-8", "replace")
    way = chance.randrange(5)
    if way == 0:
        text = grown(chance)
    elif way == 1:
        around, times = chance.choice(AROUND), chance.choice([2, 10, 95, 300, 1000])
        before, _, after = around.partition("%s")
        text = before * times + text + after * times
    elif way == 2:
        text = f" {chance.choice(SIGNS)} ".join(islice([text] * 1000, chance.choice([2, 20, 101, 400])))
    elif way == 3:
        text = f"{text} {chance.choice(SIGNS)} {grown(chance, 3)}"
    else:
        words = text.split(" ")
        words[chance.randrange(len(words))] = grown(chance, 3)
        text = " ".join(words)
    return chance.choice([head, b"ev", b"va"]) + text.encode("utf-8", "replace")
