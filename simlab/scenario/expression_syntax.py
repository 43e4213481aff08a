"""From the text of an expression to Python's syntax tree, with complaints for people who do not write Python."""

import ast
import re
import warnings
from collections.abc import Mapping
from difflib import get_close_matches

DEEPEST = 100  # a level takes up to three nested calls, and Python allows a thousand
ALLOWED = "allowed are columns, numbers, names in quotes, and or not, == != < <= > >=, in, + - * / // %, min max abs"
TOO_DEEP = f"nested too deeply, or too long a sum: at most {DEEPEST} levels"
REFUSED = {
    ast.Attribute: "an attribute", ast.Subscript: "indexing", ast.Lambda: "a lambda", ast.IfExp: "`if ... else`",
    ast.NamedExpr: "an assignment", ast.JoinedStr: "an f-string", ast.Starred: "a starred value", ast.Dict: "a dictionary",  # noqa: E501
    ast.Tuple: "a tuple outside `in`", ast.List: "a list outside `in`", ast.Set: "a set outside `in`",
    **dict.fromkeys([ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp], "a comprehension"),
    ast.Await: "`await`", ast.Yield: "`yield`", ast.YieldFrom: "`yield`",
    ast.Pow: "a power", ast.MatMult: "a matrix product", ast.LShift: "a bit shift", ast.RShift: "a bit shift",
    ast.BitXor: "`^`", ast.BitAnd: "`&` (write `and`)", ast.BitOr: "`|` (write `or`)", ast.Invert: "`~` (write `not`)",
    ast.Is: "`is` (write `==`)", ast.IsNot: "`is not` (write `!=`)", complex: "an imaginary number",
    bytes: "a byte string", type(None): "`None`", type(...): "`...`",
}  # fmt: skip
SLIPS = {
    "&lt;=": "<=", "&gt;=": ">=", "&lt;": "<", "&gt;": ">", "&amp;&amp;": "and", "&amp;": "and", "&&": "and",
    "||": "or", "===": "==", "!==": "!=", "=>": ">=", "=<": "<=", "<>": "!=", ":=": "==", "=": "==", "!": "not",
    "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "AND": "and", "OR": "or", "NOT": "not", "IN": "in",
}  # fmt: skip
WORD_OR_SIGN = re.compile(
    r"\w+|" + "|".join(map(re.escape, sorted({*SLIPS, "==", "!=", "<=", ">="}, key=len, reverse=True)))
)
QUOTED = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
COMPLAINTS = {
    "unterminated": "a text has no closing quote", "was never closed": "`{}` is never closed",
    "unmatched": "`{}` closes nothing", "does not match": "`{}` closes a bracket of another kind",
    "decimal literal": "a number runs into a name", "leading zeros": "a number begins with 0",
    "too many nested": TOO_DEEP, "f-string": f"an f-string is not allowed; {ALLOWED}",
}  # fmt: skip


class ExpressionError(ValueError):
    """What is wrong with an expression, in one line, and the offset of the offending part in its text."""

    def __init__(self, message: str, offset: int):
        super().__init__(message, offset)
        self.message, self.offset = message, offset

    def __str__(self) -> str:
        return self.message


def syntax_tree(line: str) -> ast.expr:
    """The syntax tree of one line."""
    if not line:
        raise ExpressionError("an expression is missing", 0)
    if barred := re.search("[\0\ud800-\udfff]", line):
        raise ExpressionError(f"the character {barred[0]!a} is not allowed", barred.start())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise in_plain_words(line, error) from None
    tail = line.encode()[tree.end_col_offset :].decode()
    if "#" in tail:  # the text may have been several lines, and a comment would swallow those after it
        raise ExpressionError("a comment is not allowed", len(line) - len(tail) + tail.index("#"))
    return tree


def in_plain_words(line: str, error: SyntaxError) -> ExpressionError:
    """The parser's complaint, for people who do not write Python."""
    offset = min(error.offset - 1, len(line)) if error.offset else len(line)
    said = next((words for piece, words in COMPLAINTS.items() if piece in error.msg), None)
    signs = WORD_OR_SIGN.finditer(QUOTED.sub(lambda quoted: " " * len(quoted[0]), line))
    slip = next((sign for sign in signs if sign[0] in SLIPS), None)
    if slip and "unterminated" not in error.msg:
        return ExpressionError(f"`{slip[0]}` is not allowed: write `{SLIPS[slip[0]]}`", slip.start())
    if said:
        return ExpressionError(said.format(line[offset : offset + 1]), offset)
    if offset == len(line):
        return ExpressionError("the expression breaks off: something is missing at its end", offset)
    return ExpressionError(f"cannot be read from `{show(line[offset:])}` on; {ALLOWED}", offset)


def show(text: str) -> str:
    """A piece of text, short enough and safe to print."""
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 60 else text[:59] + "…"


def nearest_of(name: str, shown: Mapping[str, str]) -> str:
    """The most similar of the names, as a question, and all of them, each as it is shown."""
    folded = {other.casefold(): other for other in shown}
    near = [f"did you mean {shown[folded[match]]}? " for match in get_close_matches(name.casefold(), folded, 1)]
    return "".join(near) + f"there are {', '.join(shown.values()) or 'none'}"
