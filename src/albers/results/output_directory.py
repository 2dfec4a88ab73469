"""Where a run writes: `albers-out-N` with the link `albers-last`, or the directory the user named.

An existing directory is never touched. The directory is made only when the program is known to be runnable, so that
a typing error leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from albers.errors import UserError
from albers.results.dialect import ALBERS, Dialect


@contextlib.contextmanager
def writing(directory: OutputDirectory) -> Iterator[None]:
    """What goes wrong on the disk is the user's to mend."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise cannot_write(directory, error) from error


def cannot_write(directory: OutputDirectory, error: Exception) -> UserError:
    return UserError(f"cannot write to {directory.path}: {error}; make room or choose another place with --out DIR")


class OutputDirectory:
    """A place for results; `create` makes it, and only then it has a `path`."""

    def __init__(self, chosen: str, working_directory: Path | None = None, dialect: Dialect = ALBERS) -> None:
        """`chosen` is empty for the next free albers-out-N in the working directory."""
        self._dialect = dialect
        self._chosen = chosen
        self._working_directory = working_directory or Path()
        self._path: Path | None = None
        if chosen and os.path.lexists(chosen):
            raise UserError(self._taken())

    @property
    def path(self) -> Path:
        if self._path is None:
            raise RuntimeError("the output directory is used before it was created")
        return self._path

    def create(self) -> list[str]:
        """Make the directory; the answer is a list of warnings, usually empty."""
        if self._chosen:
            self._path = self._make_chosen()
            return []
        self._path = self._make_next()
        return self._link_last(self._path.name)

    def file(self, name: str) -> str:
        """The path of a file in it, as a string: this is called for every test."""
        return os.path.join(self.path, name)

    def _make_chosen(self) -> Path:
        try:
            os.makedirs(self._chosen)
        except FileExistsError as error:
            raise UserError(self._taken()) from error
        except OSError as error:
            raise UserError(f"cannot create the output directory {self._chosen}: {error.strerror}") from error
        return Path(self._chosen)

    def _make_next(self) -> Path:
        number = self._first_candidate()
        while True:
            path = self._working_directory / f"{self._dialect.prefix}{number}"
            try:
                path.mkdir()
            except FileExistsError:
                number += 1
            except OSError as error:
                raise UserError(
                    f"cannot create {path}: {error.strerror}; choose another place with --out DIR"
                ) from error
            else:
                return path

    def _first_candidate(self) -> int:
        """One past the highest number in use: a hundred directories are not tried one by one, and no gap is filled."""
        highest = -1
        for name in os.listdir(self._working_directory):
            number = name.removeprefix(self._dialect.prefix)
            if name.startswith(self._dialect.prefix) and number.isdecimal():
                highest = max(highest, int(number))
        return highest + 1

    def _link_last(self, target: str) -> list[str]:
        link = self._working_directory / self._dialect.last
        if os.path.lexists(link) and not link.is_symlink():
            return [f"{link} is not a link: left as it is"]
        fresh = self._working_directory / f"{self._dialect.last}.{os.getpid()}"
        try:
            os.symlink(target, fresh)
            os.replace(fresh, link)
        except OSError as error:
            return [f"cannot set the link {link}: {error.strerror}"]
        return []

    def _taken(self) -> str:
        return f"the output directory {self._chosen} exists already; remove it or choose another with --out DIR"
