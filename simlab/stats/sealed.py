"""Facts and arrays as bytes that tell when they were damaged: a format number, JSON, the arrays, a sha256 of all.

Nothing in them is code: what comes from another process or an old file can at worst be refused.
"""

import hashlib
import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

MAGIC = b"simlab\x00\x01"  # the last byte is the format number
LENGTH = struct.Struct("<Q")
DIGEST = hashlib.sha256().digest_size
KINDS = ("<i1", "<i2", "<i4", "<i8", "<f8", "|i1", "|u1")


class Damaged(ValueError):
    """Bytes that are not what was sealed."""


def sealed(facts: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """What JSON can say, and arrays of numbers by name. Whole numbers are kept as small as their values allow."""
    kept = {name: _little(array) for name, array in arrays.items()}
    shapes = [[name, array.dtype.str, list(array.shape), arrays[name].dtype.str] for name, array in kept.items()]
    head = json.dumps([facts, shapes]).encode()
    parts = [MAGIC, LENGTH.pack(len(head)), head, *(array.tobytes() for array in kept.values())]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return b"".join([*parts, digest.digest()])


def unsealed(content: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The facts and arrays of sealed bytes. Raises Damaged for anything else."""
    start = len(MAGIC) + LENGTH.size
    if content[: len(MAGIC) - 1] != MAGIC[:-1]:
        raise Damaged("it does not begin as simlab's files do")
    if content[len(MAGIC) - 1 : len(MAGIC)] not in (b"", MAGIC[-1:]):
        raise Damaged(f"it has format {content[len(MAGIC) - 1]}; this version reads {MAGIC[-1]}")
    whole = memoryview(content)
    if len(content) < start + DIGEST or hashlib.sha256(whole[:-DIGEST]).digest() != content[-DIGEST:]:
        raise Damaged("its checksum does not fit: it was cut off or changed")
    (length,) = LENGTH.unpack_from(content, len(MAGIC))
    try:
        facts, shapes = json.loads(content[start : start + length])
        arrays, place = {}, start + length
        for name, kept_as, shape, kind in shapes:
            if kept_as not in KINDS or kind not in KINDS:
                raise Damaged(f"{name} holds {kept_as}, which is no kind of numbers that is kept")
            values = np.frombuffer(whole[:-DIGEST], kept_as, int(np.prod(shape, dtype=np.int64)), place)
            arrays[name] = values.reshape(shape).astype(kind)
            place += values.nbytes
    except (ValueError, TypeError, RecursionError) as error:
        raise Damaged(f"it cannot be read: {error}") from None
    return facts, arrays


def _little(array: np.ndarray) -> np.ndarray:
    """The array in little-endian order, whole numbers in the smallest kind that holds them all."""
    if array.dtype.kind != "i" or array.size == 0:
        return array.astype(array.dtype.newbyteorder("<"), copy=False)
    low, high = int(array.min()), int(array.max())
    kind = next(kind for kind in ("<i1", "<i2", "<i4", "<i8") if _holds(kind, low) and _holds(kind, high))
    return array.astype(kind, copy=False)


def _holds(kind: str, number: int) -> bool:
    limits = np.iinfo(kind)
    return limits.min <= number <= limits.max
