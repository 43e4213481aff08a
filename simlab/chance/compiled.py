"""How rules and trial loops are compiled, and where the compiled code is kept.

numba's own cache stamps only the file of the outermost function: after an edit of a rule in another file it would
go on running the old rule. So the folder is named by a digest of every source that can end up in a kernel.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import event
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys
from numba.core.types import unliteral

from simlab.chance.linking import compiling

PACKAGE = Path(__file__).parents[1]
KERNEL_SOURCES = ("chance", "solvers", "games", "stats")
ROOM = 64_000_000  # bytes that must be free for compiled code, or another folder is tried
KEPT_FOLDERS = 8  # older rule sets go, so that editing rules for a year does not fill the disk


@cache
def source_digest(*folders: str) -> str:
    """Sha256 over the Python and data files of these folders of the package, in a fixed order."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable_folder() -> Path | None:
    name = f"{source_digest(*KERNEL_SOURCES)[:20]}-numba{numba.__version__}"
    chosen = os.environ.get("SIMLAB_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(chosen)] if chosen else [Path(platformdirs.user_cache_dir("simlab"))]
    user = getattr(os, "getuid", lambda: 0)()
    for home in [*homes, Path(tempfile.gettempdir()) / f"simlab-{user}"]:
        try:
            (home / name).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=home / name):
                pass
            if shutil.disk_usage(home).free < ROOM:
                continue
        except OSError:
            continue
        _forget_old_folders(home, keep=name)
        return home / name
    return None


def _forget_old_folders(home: Path, keep: str) -> None:
    rule_sets = []
    for folder in home.glob("*-numba*"):
        if folder.name != keep:
            with suppress(OSError):  # another process that begins at the same time may just have removed it
                rule_sets.append((folder.stat().st_mtime, folder))
    for _, folder in sorted(rule_sets, reverse=True)[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = _writable_folder()
if CACHE_FOLDER is not None:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)  # type: ignore[attr-defined]  # numba makes its settings at run time

_njit_rule = numba.njit(  # type: ignore[call-overload]  # numba's own types lack the options that begin with no_
    error_model="numpy", no_rewrites=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
_njit_kernel = numba.njit(  # type: ignore[call-overload]  # the same
    error_model="numpy", nogil=True, no_cfunc_wrapper=True, cache=CACHE_FOLDER is not None
)


def _read_as_it_is(cache: FunctionCache, signature: Any, context: Any) -> Any:
    """Read kept code without getting ready to compile, which is a fifth of a small run.

    numba does both at once. It gets ready again whenever it begins to compile, so nothing is missed.
    """
    rtsys.initialize(context)
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)


FunctionCache.load_overload = _read_as_it_is  # type: ignore[method-assign, assignment]  # as linking.py does


class _Compiling(event.Listener):
    """Counts what numba is compiling now; to read it from the disk is none of that."""

    now = 0

    def on_start(self, event: event.Event) -> None:
        self.now += 1

    def on_end(self, event: event.Event) -> None:
        self.now -= 1


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def is_compiling() -> bool:
    """Is some function being compiled now?"""
    return _compiling.now > 0


#: A decorated function is a dispatcher of numba's, but for those who call it it keeps the type that it is written with.
Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """A rule: a small function that only compiled functions call; from Python use its plain twin (chance.plain).

    numba would optimise every function together with all that it calls, and turn it into machine code, once for each
    level of calls above it. A rule is only linked into the kernel that needs it, which is optimised once, as a whole.
    """
    return _compiled_with(_njit_rule(function), linked_only=True)


def kernel(function: Function) -> Function:
    """A trial loop: called from Python, once a batch; lets go of the interpreter lock; kept on disk."""
    return _compiled_with(_njit_kernel(function), linked_only=False)


def _compiled_with(dispatcher: Any, linked_only: bool) -> Any:
    """The dispatcher, compiling as a rule or as a kernel; without the compiler it is the function itself."""
    if hasattr(dispatcher, "compile"):
        compile_it = dispatcher.compile

        def compile_in_its_way(signature):
            # A constant argument would be a type of its own, and the rule be compiled once for each constant.
            types_only = tuple(unliteral(argument) for argument in signature)
            with compiling(as_rule=linked_only):
                return compile_it(types_only)

        dispatcher.compile = compile_in_its_way
    return dispatcher
