"""Tables that take long to reckon, kept on disk beside the compiled code: they too hold only for this very source."""

import hashlib
import io
import os
import tempfile
import threading
from collections.abc import Callable

import numpy as np

from simlab.chance import compiled

DIGEST_BYTES = hashlib.sha256().digest_size
_known: dict[str, np.ndarray] = {}
_one_at_a_time = threading.Lock()  # several threads make the same case ready at once


def kept_table(name: str, asked: object, reckon: Callable[[], np.ndarray]) -> np.ndarray:
    """The table that `reckon` makes for what is asked, in words; from memory or disk if it has been made before."""
    key = f"{name}-{hashlib.sha256(repr(asked).encode()).hexdigest()[:20]}"
    with _one_at_a_time:
        if key not in _known:
            table = _read(key)
            if table is None:
                table = reckon()
                _write(key, table)
            _known[key] = table
        return _known[key]


def is_kept(name: str, asked: object) -> bool:
    """Has this table been made before, in this process or on the disk?"""
    key = f"{name}-{hashlib.sha256(repr(asked).encode()).hexdigest()[:20]}"
    return key in _known or (compiled.CACHE_FOLDER is not None and (compiled.CACHE_FOLDER / key).exists())


def _read(key: str) -> np.ndarray | None:
    """A table from the disk; None if there is none, or if it is not whole."""
    if compiled.CACHE_FOLDER is None:
        return None
    try:
        content = (compiled.CACHE_FOLDER / key).read_bytes()
    except OSError:
        return None
    digest, table = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if hashlib.sha256(table).digest() != digest:
        return None
    return np.load(io.BytesIO(table), allow_pickle=False)


def _write(key: str, table: np.ndarray) -> None:
    """Keep a table, whole or not at all; where nothing can be written it is reckoned again next time."""
    if compiled.CACHE_FOLDER is None:
        return
    content = io.BytesIO()
    np.save(content, table, allow_pickle=False)
    try:
        with tempfile.NamedTemporaryFile(dir=compiled.CACHE_FOLDER, delete=False) as file:
            file.write(hashlib.sha256(content.getvalue()).digest() + content.getvalue())
        os.replace(file.name, compiled.CACHE_FOLDER / key)
    except OSError:
        return
