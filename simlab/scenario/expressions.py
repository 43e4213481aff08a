"""The language of `event`, `value` and `given`: Python's parser, an allow-list of its parts, NumPy over columns."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, NoReturn
from unicodedata import normalize

import numpy as np

from simlab.contract import Column
from simlab.scenario.expression_runs import (
    Run,
    Table,
    all_of,
    applied,
    chained,
    compared,
    constant,
    dividing,
    finite,
    negated,
)
from simlab.scenario.expression_syntax import (
    ALLOWED,
    DEEPEST,
    REFUSED,
    TOO_DEEP,
    ExpressionError,
    nearest_of,
    show,
    syntax_tree,
)

LARGEST = 1e15  # float64 holds every whole number up to here
LONGEST = 1000
KINDS = ("text", "category", "number", "truth")  # the pickiest first
Operations = dict[type[ast.operator | ast.unaryop], np.ufunc]
ARITHMETIC: Operations = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply}
ARITHMETIC |= {ast.UAdd: np.positive, ast.USub: np.negative}
DIVISION: Operations = {ast.Div: np.true_divide, ast.FloorDiv: np.floor_divide, ast.Mod: np.remainder}
FUNCTIONS = {"min": np.minimum, "max": np.maximum, "abs": np.abs}
MEMBERSHIP = {ast.In: np.equal, ast.NotIn: np.equal}
ORDER = {ast.Lt: np.less, ast.LtE: np.less_equal, ast.Gt: np.greater, ast.GtE: np.greater_equal}
COMPARISONS = {ast.Eq: np.equal, ast.NotEq: np.not_equal} | MEMBERSHIP | ORDER


@dataclass(frozen=True)
class Expression:
    """A checked expression, ready for any table of its columns."""

    text: str
    kind: Literal["event", "value"]
    columns: tuple[str, ...]
    _run: Run = field(repr=False, compare=False)

    def evaluate(self, table: Table) -> np.ndarray:
        """One bool (event) or float64 (value) a row; raises UndefinedNumber."""
        used = {name: np.asarray(table[name]) for name in self.columns or table}
        lengths = {len(column) for column in used.values()}
        if len(lengths) != 1:
            raise ValueError(f"the columns of a table have one length, not {sorted(lengths) or 'none'}")
        with np.errstate(all="ignore"):
            return self._run(used, np.arange(lengths.pop()))


class Known(NamedTuple):
    """What an expression may know of a column. Its limits are no part of it, so that most cases of a sweep have one."""

    name: str
    kind: str
    names: tuple[str, ...]
    numbered: bool


def parse(text: str, columns: Sequence[Column], kind: Literal["event", "value"]) -> Expression:
    """Check and compile an expression over these columns; raises ExpressionError."""
    return _parsed(text, tuple([Known(c.name, c.kind, c.names, c.numbered) for c in columns]), kind)


@lru_cache(maxsize=1024)
def _parsed(text: str, columns: tuple[Known, ...], kind: Literal["event", "value"]) -> Expression:
    if len(text) > LONGEST:
        raise ExpressionError(f"{len(text)} characters are too many: at most {LONGEST}", LONGEST)
    line = re.sub(r"[\t\n\r\f]", " ", text)
    blanks = len(line) - len(line.lstrip(" "))
    try:
        reader = _Reader(line.strip(" "), columns)
        part = reader.read(reader.tree)
        run = reader.want(part, "truth" if kind == "event" else "number", "use `curve`, or " if kind == "value" else "")
    except ExpressionError as error:
        raise ExpressionError(error.message, error.offset + blanks) from None
    except (RecursionError, MemoryError):
        raise ExpressionError(TOO_DEEP, 0) from None
    return Expression(text, kind, tuple(reader.used), run)


@dataclass(frozen=True)
class _Part:
    """A compiled part of an expression. Its run gives float64 for numbers, bool for truth values, codes for names."""

    node: ast.expr
    kind: str  # one of KINDS
    run: Run
    names: tuple[str, ...] = ()
    constant: float | None = None
    numbered: bool = False  # of a category: numbers from 0 stand for its names


class _Reader:
    """Reads one line part by part; what `read` does not know is refused."""

    def __init__(self, line: str, columns: Sequence[Known]):
        self.line, self.tree = line, syntax_tree(line)
        self.columns = {normalize("NFKC", column.name): column for column in columns}  # as the parser folds names
        self.codes = {name: code for code, name in enumerate(name for column in columns for name in column.names)}
        self.used: dict[str, None] = {}
        level = [self.tree]
        for _ in range(DEEPEST):
            level = [part for node in level for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        if level:
            self.refuse(level[0], TOO_DEEP)

    def refuse(self, node: ast.expr | ast.keyword, message: str) -> NoReturn:
        """Raise the error, at the node."""
        offset = len(self.line.encode()[: node.col_offset].decode())  # the parser counts bytes
        raise ExpressionError(message, offset)

    def refuse_construct(self, node: ast.expr, what: object) -> NoReturn:
        self.refuse(node, f"{REFUSED.get(type(what), 'this')} is not allowed; {ALLOWED}")

    def source(self, node: ast.expr) -> str:
        """The text of a node."""
        return show(" ".join(self.line.encode()[node.col_offset : node.end_col_offset].decode().split()))

    def part(self, node: ast.expr, kind: str, run: Run, *inputs: _Part) -> _Part:
        """A part made of others; a constant, if all of them are."""
        if any(part.constant is None for part in inputs):
            return _Part(node, kind, run)
        with np.errstate(all="ignore"):
            value = run({}, np.arange(1))[0]
        if kind == "number" and not abs(value) <= LARGEST:
            self.refuse(node, f"`{self.source(node)}` is too large: numbers go up to {LARGEST:,.0f}")
        return _Part(node, kind, constant(value), constant=value)

    def want(self, part: _Part, kind: Literal["number", "truth"], instead: str = "") -> Run:
        """The part's run, where a number (float64) or true or false (bool) is wanted."""
        if part.kind == kind:
            return part.run
        if part.kind == "truth":
            return applied(lambda flags: flags.astype(float), part.run)
        source = self.source(part.node)
        if part.kind == "number":
            self.refuse(part.node, f"`{source}` is a number, not true or false: compare it, such as `{source} > 0`")
        if part.kind == "text":
            self.refuse(part.node, f"{source} is text: only a category is compared with text, by ==, !=, in, not in")
        example = f'`{source} == "{show(part.names[0])}"`'
        self.refuse(part.node, f"`{source}` is a category: {instead}compare it with a name, such as {example}")

    def read(self, node: ast.expr) -> _Part:
        """Compile a node with all that is in it."""
        match node:
            case ast.Name():
                return self.column(node)
            case ast.Constant():
                return self.literal(node)
            case ast.UnaryOp(op=ast.Not()):
                part = self.read(node.operand)
                return self.part(node, "truth", negated(self.want(part, "truth")), part)
            case ast.UnaryOp():
                return self.arithmetic(node, node.operand)
            case ast.BinOp():
                return self.arithmetic(node, node.left, node.right)
            case ast.BoolOp():
                parts = [self.read(value) for value in node.values]
                tests = [self.want(part, "truth") for part in parts]
                either = isinstance(node.op, ast.Or)
                run = negated(all_of([negated(test) for test in tests])) if either else all_of(tests)
                return self.part(node, "truth", run, *parts)
            case ast.Compare():
                return self.comparison(node)
            case ast.Call():
                return self.call(node)
        self.refuse_construct(node, node)

    def column(self, node: ast.Name) -> _Part:
        column = self.columns.get(node.id) or self.refuse_column(node)
        name = column.name
        self.used[name] = None
        if column.kind == "flag":
            return _Part(node, "truth", lambda table, rows: table[name][rows] != 0)
        if column.kind == "number":
            return _Part(node, "number", lambda table, rows: table[name][rows].astype(float))
        codes = np.array([self.codes[each] for each in column.names])

        def run(table: Table, rows: np.ndarray) -> np.ndarray:
            return codes[table[name][rows].astype(int)]

        return _Part(node, "category", run, column.names, numbered=column.numbered)

    def refuse_column(self, node: ast.Name) -> NoReturn:
        name = self.source(node)
        if node.id.lower() in ("true", "false"):
            self.refuse(node, f"`{name}` is written `{node.id.capitalize()}`")
        if node.id in self.codes:
            self.refuse(node, f'there is no column `{name}`: a name is written in quotes, "{name}"')
        self.refuse(node, f"there is no column `{name}`: {nearest_of(node.id, {each: each for each in self.columns})}")

    def literal(self, node: ast.Constant) -> _Part:
        held: float
        match node.value:
            case bool(truth):
                kind, held = "truth", truth
            case int(number) | float(number):
                kind, held = "number", float(number) if number <= LARGEST else np.inf
            case str(text):
                kind, held = "text", self.codes.get(text, -1)
            case other:
                self.refuse_construct(node, other)
        return self.part(node, kind, constant(held))

    def arithmetic(self, node: ast.UnaryOp | ast.BinOp, *operands: ast.expr) -> _Part:
        sign = type(node.op)
        if sign not in ARITHMETIC | DIVISION:
            self.refuse_construct(node, node.op)
        parts = [self.read(operand) for operand in operands]
        runs = [self.want(part, "number") for part in parts]
        if sign in ARITHMETIC:
            complaint = f"`{self.source(node)}` is too large a number"
            return self.part(node, "number", applied(finite(ARITHMETIC[sign], complaint), *runs), *parts)
        complaint = f"`{self.source(node)}` divides by zero"
        if parts[1].constant is not None and not parts[1].constant:
            self.refuse(parts[1].node, complaint)
        complaint += f" in `{show(self.line)}`" if node is not self.tree else ""
        return self.part(node, "number", applied(dividing(DIVISION[sign], complaint), *runs), *parts)

    def call(self, node: ast.Call) -> _Part:
        name = self.source(node.func)
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            self.refuse(node, f"a call of {name} is not allowed; {ALLOWED}")
        if node.keywords:
            self.refuse(node.keywords[0], f"{name} takes no values by name")
        parts = [self.read(argument) for argument in node.args]
        if len(parts) != 1 if node.func.id == "abs" else len(parts) < 2:
            self.refuse(node, f"{name} takes {'one value' if node.func.id == 'abs' else 'two values or more'}")
        runs = [self.want(part, "number") for part in parts]
        return self.part(node, "number", applied(FUNCTIONS[node.func.id], *runs), *parts)

    def comparison(self, node: ast.Compare) -> _Part:
        parts, links = [self.read(node.left)], []
        for sign, side in zip(map(type, node.ops), node.comparators, strict=True):
            left = parts[-1]
            if sign not in COMPARISONS:
                self.refuse_construct(node, sign())
            if sign in MEMBERSHIP and side is not node.comparators[-1]:
                self.refuse(side, "nothing is compared with a list: write `and` between two comparisons")
            rights = self.members(side) if sign in MEMBERSHIP else [self.read(side)]
            rights = [self.as_name(right, left) for right in rights]
            for right in rights:
                self.check_pair(left, right, sign)
            links.append(compared(COMPARISONS[sign], [right.run for right in rights], sign is not ast.NotIn))
            parts += rights
        return self.part(node, "truth", chained(parts[0].run, links), *parts)

    def members(self, side: ast.expr) -> list[_Part]:
        if not isinstance(side, ast.Tuple | ast.List | ast.Set) or not side.elts:
            self.refuse(side, 'after `in` comes a list, such as [1, 2] or ["a", "b"]')
        return [self.read(member) for member in side.elts]

    def as_name(self, part: _Part, other: _Part) -> _Part:
        """A number in place of a name, where the names of the other side are numbered."""
        number = part.constant if part.kind == "number" and other.numbered else None
        if number is None or number not in range(len(other.names)):
            return part
        code = self.codes[other.names[int(number)]]
        return _Part(part.node, "text", constant(code), constant=code)

    def check_pair(self, left: _Part, right: _Part, sign: type[ast.cmpop]) -> None:
        """Numbers are compared with numbers, a category with its names or with a category of the same names."""
        one, other = sorted((left, right), key=lambda part: KINDS.index(part.kind))
        if one.kind in ("number", "truth"):
            return
        if other.kind != "category" or (one.kind == "category" and sign in MEMBERSHIP):
            self.want(one, "number")
        shown, of = self.source(one.node), self.source(other.node)
        if sign in ORDER:
            self.refuse(one.node, "names have no order: compare them by ==, !=, in, not in")
        if one.kind == "category" and one.names != other.names:
            self.refuse(one.node, f"`{shown}` and `{of}` do not have the same names")
        match one.node:
            case ast.Constant(value=str(text)) if text not in other.names:
                nearest = nearest_of(text, {name: f'"{show(name)}"' for name in other.names})
                self.refuse(one.node, f"{shown} is no name of `{of}`: {nearest}")
