"""A process that creates files: what `TestFiles` hands the tests to when there are many.

Creating a file keeps a processor busy for longer than many a path, and a thread would not help: it would need the
interpreter between its system calls, which the compiled engine does not let go of. Run as a script with the directory
as argument; on standard input come files as length of name, length of content (four bytes each, big-endian), name,
content. Whatever happens to the engine, what arrived here is written.
"""

from __future__ import annotations

import os
import sys
from typing import Final

_CHUNK: Final = 1 << 16
_LENGTHS: Final = 8


def framed(name: bytes, content: bytes) -> bytes:
    """A file as it travels."""
    return b"%b%b%b%b" % (len(name).to_bytes(4, "big"), len(content).to_bytes(4, "big"), name, content)


def write_file(path: str | bytes, content: bytes) -> None:
    """Three system calls and no buffer object: a run can write ten thousands of these."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
    finally:
        os.close(descriptor)


def write_arriving(descriptor: int) -> None:
    """Writes into the current directory what arrives, until the other side closes."""
    pending = b""
    while chunk := os.read(descriptor, _CHUNK):
        pending += chunk
        at = 0
        while at + _LENGTHS <= len(pending):
            name_at = at + _LENGTHS
            content_at = name_at + int.from_bytes(pending[at : at + 4], "big")
            end = content_at + int.from_bytes(pending[at + 4 : at + 8], "big")
            if end > len(pending):
                break
            write_file(pending[name_at:content_at], pending[content_at:end])
            at = end
        pending = pending[at:]


def main() -> int:
    try:
        os.chdir(sys.argv[1])
        write_arriving(sys.stdin.fileno())
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
