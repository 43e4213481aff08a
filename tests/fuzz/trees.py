"""Changes of anything that TOML or JSON can hold: wrong types, edges of numbers, odd texts, depth, too much of it."""

import copy
import datetime
import json
import math
import random
from typing import Any

import tomli_w

NUMBERS = [0, 1, -1, 2, 7, 10**6, 10**15, 10**18, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**4000]
FLOATS = [0.0, -0.0, 1.0, 0.5, 1e-9, 1e308, -1e308, 5e-324, math.nan, math.inf, -math.inf]
TEXTS = [
    *(
        "",
        " ",
        "a",
        "none",
        "true",
        "1",
        "../../../../etc/passwd",
        "/etc/passwd",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/mem",
    ),
    *(
        "-",
        ".",
        "..",
        "~",
        "a\nb",
        "a\rb",
        "a\x00b",
        "\x1b[31mred",
        "\u202eabc",
        "é",
        "e\u0301",
        "\ud7ff",
        "\U0001f3b2",
        "ß",
        "İ",
    ),
    *(
        "<script>alert(1)</script>",
        "[bold]x[/bold]",
        "{{ 7 * 7 }}",
        "$x^{2$",
        "%s%n",
        "a" * 300,
        "a" * 20_000,
        "turns <= 3",
    ),
    *("[" * 300, "(" * 300, "-" * 900 + "1", "__import__('os').system('true')", "setup.turns", "a, b", "CON", "x/../y"),
]
OTHER = [
    True,
    False,
    [],
    {},
    [[]],
    [0] * 300,
    {"": 0},
    datetime.date(1462, 1, 1),
    datetime.time(1, 2),
    datetime.datetime(9999, 12, 31),
]
WAYS = ("replace", "replace", "replace", "number", "text", "remove", "twice", "swap", "deep", "rename", "many", "add")


def odd(chance: random.Random) -> Any:
    """Any value, mostly at an edge."""
    kind = chance.choice([NUMBERS, FLOATS, TEXTS, OTHER])
    return copy.deepcopy(chance.choice(kind))


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Everything inside a tree as (what holds it, key)."""
    found, level = [], [tree]
    while level:
        inside = level.pop()
        keys = list(inside) if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ()
        for key in keys:
            found.append((inside, key))
            level.append(inside[key])
    return found


def changed(tree: Any, chance: random.Random) -> Any:
    """A copy of the tree with one to four changes."""
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        there = places(tree)
        if not there:
            return odd(chance)
        change(*chance.choice(there), chance, there)
    return tree


def change(holder: Any, key: Any, chance: random.Random, there: list) -> None:
    """One change at a place."""
    value = holder[key]
    match chance.choice(WAYS):
        case "number" if isinstance(value, (int, float)) and abs(value) < 2**64:
            holder[key] = chance.choice([value + 1, value - 1, -value, float(value), str(value), [value]])
        case "text" if isinstance(value, str):
            at = chance.randint(0, len(value))
            holder[key] = value[:at] + chance.choice(TEXTS) + value[at:]
        case "remove":
            del holder[key]
        case "twice" if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(value))
        case "swap":
            other, name = chance.choice(there)
            holder[key] = (
                copy.deepcopy(other[name]) if name in other or isinstance(other, list) and name < len(other) else 0
            )
        case "deep":
            for _ in range(chance.choice([1, 10, 29, 31, 200])):
                value = [value] if chance.random() < 0.5 else {"a": value}
            holder[key] = value
        case "rename" if isinstance(holder, dict):
            holder[chance.choice([key.swapcase(), key + " ", key[:-1], *TEXTS])] = holder.pop(key)
        case "many" if isinstance(value, list) and value:
            holder[key] = value * chance.choice([2, 100, 2000 // len(value) + 1])
        case "add" if isinstance(holder, dict):
            holder[chance.choice(TEXTS)] = odd(chance)
        case _:
            holder[key] = odd(chance)


def plain(tree: Any) -> Any:
    """The tree without what TOML has no word for."""
    if isinstance(tree, dict):
        return {key: plain(value) for key, value in tree.items() if value is not None}
    return [plain(value) for value in tree if value is not None] if isinstance(tree, list) else tree


def as_toml(tree: Any) -> bytes:
    """The tree as TOML, whatever its texts hold."""
    try:
        return tomli_w.dumps(plain(tree)).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, RecursionError, AttributeError, KeyError):
        return b"a = 1"


def as_json(tree: Any) -> bytes:
    """The tree as JSON."""
    try:
        return json.dumps(tree, default=str).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, RecursionError):
        return b"{}"


def other_bytes(data: bytes, chance: random.Random) -> bytes:
    """The same text in other bytes: line ends, marks, encodings, a piece lost or doubled."""
    at, end = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
    made = [
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + data,
        data[:at],
        data[:at] + data[end:],
        data[:end] + data[at:],
        data[:at] + b"\0" + data[at:],
        data[:at] + b"\xff" + data[at:],
        data + b"\n" + data,
        b"",
        data.decode("utf-8", "replace").encode("utf-16"),
        data[:at] + b'"""' + data[at:],
        data[:at] + b"[" * 400 + data[at:],
    ]
    return chance.choice(made)
