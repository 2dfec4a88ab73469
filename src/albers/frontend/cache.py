"""A content-addressed cache on disk, shared by concurrent runs.

Two kinds of entries: *objects*, named by the hash of their content, and *records*, small JSON documents named by the
hash of what they were computed from. Writes go to a temporary file that is renamed into place, so a reader sees a
whole entry or none. An entry that does not read back as written is removed and counts as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from albers.errors import UserError

#: What a record may hold.
Json = dict[str, object]


def cache_directory() -> Path:
    """`$ALBERS_CACHE`, else `$XDG_CACHE_HOME/albers`, else `~/.cache/albers`."""
    own = os.environ.get("ALBERS_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "albers"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def key_of(*parts: object) -> str:
    """The name of a record computed from `parts`, which must be JSON values."""
    return digest(json.dumps(parts, sort_keys=True).encode())


class Cache:
    """Objects and records below one directory; `Cache(None)` remembers nothing."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory

    def object(self, name: str) -> bytes | None:
        content = self._read("objects", name)
        if content is None:
            return None
        if digest(content) != name:
            self._discard("objects", name)
            return None
        return content

    def store_object(self, content: bytes) -> str:
        name = digest(content)
        self._write("objects", name, content)
        return name

    def record(self, key: str) -> Json | None:
        content = self._read("records", key)
        if content is None:
            return None
        try:
            envelope = json.loads(content)
            body = envelope["body"]
            intact = envelope["digest"] == key_of(body) and isinstance(body, dict)
        except (ValueError, KeyError, TypeError):
            intact = False
        if not intact:
            self._discard("records", key)
            return None
        return {str(name): value for name, value in body.items()}

    def store_record(self, key: str, body: Json) -> None:
        self._write("records", key, json.dumps({"digest": key_of(body), "body": body}).encode())

    def _path(self, kind: str, name: str) -> Path | None:
        if self._directory is None:
            return None
        return self._directory / kind / name[:2] / name[2:]

    def _read(self, kind: str, name: str) -> bytes | None:
        path = self._path(kind, name)
        if path is None:
            return None
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(path, error) from error

    def _write(self, kind: str, name: str, content: bytes) -> None:
        path = self._path(kind, name)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        except OSError as error:
            raise _unusable(path, error) from error
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.replace(temporary, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise _unusable(path, error) from error

    def _discard(self, kind: str, name: str) -> None:
        path = self._path(kind, name)
        if path is not None:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


def _unusable(path: Path, error: OSError) -> UserError:
    return UserError(
        f"the cache cannot be used: {path}: {error.strerror}; "
        "set ALBERS_CACHE to a writable directory or run without cache"
    )
