"""Many small matrix products: threads of the linear algebra library would only wait for each other."""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager:
    """A block in which the linear algebra library uses one thread."""
    return _libraries().limit(limits=1)


@cache
def _libraries() -> ThreadpoolController:
    # To look for the libraries takes longer than a small battle.
    return ThreadpoolController()
