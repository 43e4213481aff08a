"""Files that a crash leaves whole, and folders that belong to one process at a time."""

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from simlab.scenario.errors import Problem, ScenarioError

LOCK = ".lock"
_held: dict[Path, object] = {}  # locks of this process, until it ends


def write_durably(path: Path, content: bytes) -> None:
    """Put a file in place at once: after a crash either the old content is there or the new. Raises OSError."""
    with replaced(path) as beside:
        beside.write_bytes(content)


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to, moved into place when the block ends well and all of it is on the disk."""
    beside = path.with_name(f".{path.name}.part")
    try:
        yield beside
        with open(beside, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def digests(tables: Iterable[Path]) -> dict[str, str]:
    """Sha256 by name of those files that are tables or scenarios. Raises OSError."""
    kept = (path for path in tables if path.suffix in (".csv", ".parquet", ".toml"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(kept)}


def cannot_keep(out: Path, error: OSError) -> ScenarioError:
    """The complaint about a folder that cannot be written any more."""
    why = os.strerror(error.errno) if error.errno else str(error)
    message = f"cannot write there: {why}; the same command goes on from what was kept before"
    return ScenarioError([Problem(message, key=f"--out {out}")])


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder last."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems keep names without being asked
                raise
        finally:
            os.close(opened)


def hold(folder: Path) -> None:
    """Keep other processes from writing to a folder until this one ends. Raises ScenarioError if another one does.

    The operating system lets go of it when a process ends, however that happens.
    """
    from filelock import FileLock, Timeout

    place = folder.resolve()
    if place in _held:
        return
    lock = FileLock(place / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        message = "another simlab is writing to this folder; wait until it has ended, or choose another folder"
        raise ScenarioError([Problem(message, key=f"--out {folder}")]) from None
    except (OSError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or "the file system there has no locks; choose another one"
        raise ScenarioError([Problem(f"cannot be locked: {why}", key=f"--out {folder}")]) from None
    _held[place] = lock
