"""What must hold for any input: no surprise of Python, no long work, no blow-up, no file or code that nobody named."""

import faulthandler
import os
import resource
import signal
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

SECONDS = 20.0  # of a processor, for one input: what is found takes minutes, and a slow machine is no fault
MEMORY = 2**30  # that one input may take on top of what the program has
HANG = 60  # seconds of a processor after which the program is given up, with a traceback
PROJECT = Path(__file__).parents[2]
PARTS = ("simlab", "scenarios", "simlab.egg-info")
#: Where the program itself may read: its own files and Python's.
OURS = tuple(
    str(Path(folder).resolve())
    for folder in {*map(PROJECT.joinpath, PARTS), sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()}
)
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate")
NEVER = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "subprocess.Popen"),
    *("socket.connect", "socket.bind", "pickle.find_class", "shutil.rmtree", "ctypes.dlopen"),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PARSED = "<unknown>"  # the file name that ast.parse gives; code that has it was made from an input


class Fault(AssertionError):
    """What an input led to and must not."""


class _Watch:
    """The audit hook: notes what is opened, changed and executed while it is switched on."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] | None = None
        self.found: list[str] = []
        self.added = False

    def __call__(self, event: str, arguments: tuple) -> None:
        if self.allowed is None:
            return
        if event == "open":
            self.opened(*arguments)
        elif event in CHANGES:
            self.touch(event, arguments[0], writes=True)
        elif event == "exec" and arguments[0].co_filename == PARSED:
            self.found.append("executed an input")
        elif event == "compile":
            self.compiled(*arguments)
        elif event in NEVER:
            self.found.append(f"{event} {arguments!r:.200}")

    def compiled(self, source: object, file: object) -> None:
        names = isinstance(source, bytes) and source.startswith(b"lambda _cls, ")  # a namedtuple of checked field names
        if file not in (PARSED, None) and not names and not Path(str(file)).exists():
            self.found.append(f"compiled {file}: {source!r:.200}")

    def opened(self, path: object, mode: object, flags: object) -> None:
        self.touch("open", path, isinstance(flags, int) and bool(flags & WRITING))

    def touch(self, event: str, path: object, writes: bool) -> None:
        if self.allowed is None or not isinstance(path, (str, bytes, os.PathLike)):
            return
        place = os.path.abspath(os.fsdecode(path))
        folders = self.allowed if writes else (*self.allowed, *OURS)
        if not any(place == folder or place.startswith(folder + "/") for folder in folders):
            self.found.append(f"{event} {place}{' to write' if writes else ''}")


WATCH = _Watch()


@contextmanager
def guarded(named: Sequence[Path | str], seconds: float = SECONDS) -> Iterator[None]:
    """Inside, only what is named (folders, or files) may be touched. Raises Fault for that, and for long work."""
    if not WATCH.added:
        sys.addaudithook(WATCH)
        WATCH.added = True
        faulthandler.register(signal.SIGPROF, chain=True)
    before, limits = time.thread_time(), resource.getrlimit(resource.RLIMIT_AS)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    WATCH.allowed, WATCH.found = tuple(os.path.abspath(folder) for folder in named), []
    signal.setitimer(signal.ITIMER_PROF, HANG)
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)
        signal.setitimer(signal.ITIMER_PROF, 0)
        WATCH.allowed = None
    if WATCH.found:
        raise Fault("; ".join(dict.fromkeys(WATCH.found)))
    if (took := time.thread_time() - before) > seconds:
        raise Fault(f"took {took:.1f} s")


def refused_or(call: Callable[[], object], *refusals: type[Exception]) -> object:
    """What the call gives; None if it refuses its input in one of these ways, with a line for every problem."""
    try:
        return call()
    except refusals as error:
        problems = getattr(error, "problems", (error,))
        if not problems or not all(str(problem).isprintable() for problem in problems):
            raise Fault(f"no line for people: {error}") from error
        return None
