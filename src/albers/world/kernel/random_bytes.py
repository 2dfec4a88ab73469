"""Random bytes that are the same on every run: getrandom and /dev/urandom."""

from __future__ import annotations

import hashlib
from typing import Final

from albers.world.kernel.kernel_state import Kernel

_BLOCK: Final = 64


def random_bytes(kernel: Kernel, count: int) -> bytes:
    """The next bytes of the path's sequence."""
    start = kernel.random
    kernel.random += count
    first = start // _BLOCK
    last = (start + count) // _BLOCK
    data = b"".join(hashlib.blake2b(block.to_bytes(8, "little")).digest() for block in range(first, last + 1))
    return data[start - first * _BLOCK :][:count]
