"""The plain-Python twin of a compiled function, for replay, for tests and for looking inside with a debugger."""

import types
from collections.abc import Callable

import numpy as np


def plain(function: Callable, _namespaces: dict | None = None) -> Callable:
    """`function` and everything that it calls by name, uncompiled. Its rows are those of the compiled one."""
    python = getattr(function, "py_func", function)
    namespaces = {} if _namespaces is None else _namespaces
    original = python.__globals__
    if id(original) not in namespaces:
        copy = namespaces[id(original)] = dict(original)
        for name, value in original.items():
            if hasattr(value, "py_func"):
                copy[name] = _rebuilt(value.py_func, namespaces)
    return _rebuilt(python, namespaces)


def _rebuilt(python: Callable, namespaces: dict) -> Callable:
    if id(python.__globals__) not in namespaces:
        return plain(python, namespaces)
    twin = types.FunctionType(python.__code__, namespaces[id(python.__globals__)], python.__name__, python.__defaults__)
    twin.__doc__ = python.__doc__
    return twin


def run_plain(function: Callable, *arguments):
    """Call the plain twin; 64-bit wrap-around in the generator is meant, so numpy keeps quiet about it."""
    with np.errstate(over="ignore"):
        return plain(function)(*arguments)
