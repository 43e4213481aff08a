"""The plain-Python twin of a compiled function, for replay, for tests and for looking inside with a debugger."""

import types
from collections.abc import Callable
from functools import cache

import numpy as np


@cache
def plain(function: Callable) -> Callable:
    """`function` and everything that it calls by name, uncompiled. Its rows are those of the compiled one."""
    return _uncompiled(function, {})


def _uncompiled(function: Callable, namespaces: dict) -> Callable:
    python = getattr(function, "py_func", function)
    original = python.__globals__
    if id(original) not in namespaces:
        copy = namespaces[id(original)] = dict(original)
        for name, value in original.items():
            if hasattr(value, "py_func"):
                copy[name] = _rebuilt(value.py_func, namespaces)
    return _rebuilt(python, namespaces)


def _rebuilt(python: Callable, namespaces: dict) -> Callable:
    if id(python.__globals__) not in namespaces:
        return _uncompiled(python, namespaces)
    twin = types.FunctionType(python.__code__, namespaces[id(python.__globals__)], python.__name__, python.__defaults__)
    twin.__doc__ = python.__doc__
    return twin


def run_plain(function: Callable, *arguments):
    """Call the plain twin; 64-bit wrap-around in the generator is meant, so numpy keeps quiet about it."""
    with np.errstate(over="ignore"):
        return plain(function)(*arguments)
