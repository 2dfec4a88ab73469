"""The kernel as the program finds it when it starts: the files the user allows, devices, three open descriptors.

This is the only place that reads files of the host, before anything is explored.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.options import WorldOptions
from albers.world.kernel.contents import FileContents
from albers.world.kernel.descriptors import O_RDONLY, O_RDWR, O_WRONLY
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import ROOT, FileSystem
from albers.world.kernel.inodes import Device, Inode, Kind
from albers.world.kernel.kernel_state import Kernel

_DEVICES: Final = {
    b"null": Device.NULL,
    b"zero": Device.ZERO,
    b"full": Device.FULL,
    b"random": Device.RANDOM,
    b"urandom": Device.RANDOM,
    b"tty": Device.TERMINAL,
    b"stdin": Device.STDIN,
    b"stdout": Device.STDOUT,
    b"stderr": Device.STDERR,
}


def initial_kernel(options: WorldOptions, architecture: str) -> Kernel:
    """A kernel without symbolic inputs; those belong to a path (`program_inputs`)."""
    kernel = Kernel(architecture, options.clock)
    kernel.failures_left = options.fail_syscalls
    files = kernel.files
    for directory in (b"/dev", b"/tmp"):
        files.make_directories(ROOT, directory, options.clock)
    for name, device in _DEVICES.items():
        _add_device(kernel, files.look_up(ROOT, b"/dev").existing(), name, device)
    kernel.directory = _current_directory(files, options)
    for specification in options.files:
        _Loader(kernel, options.clock).load(specification)
    _open_standard_streams(kernel, options)
    return kernel


def _add_device(kernel: Kernel, directory: int, name: bytes, device: Device) -> Inode:
    inode = kernel.files.add(Kind.DEVICE, 0o666, kernel.clock.start, 0)
    inode.device = device
    inode.status["rdev"] = device.value
    kernel.files.enter(directory, name, inode.number)
    return inode


def _current_directory(files: FileSystem, options: WorldOptions) -> int:
    path = os.fsencode(options.cwd)
    if not path.startswith(b"/"):
        raise UserError(f"--cwd {options.cwd}: give an absolute path; it is a directory of the analysed program's own")
    return files.make_directories(ROOT, path, options.clock)


def _open_standard_streams(kernel: Kernel, options: WorldOptions) -> None:
    """Input is a file, output a pipe that we read; or all are a terminal."""
    content = _read(options.stdin, "--stdin") if options.stdin else b""
    if options.terminal:
        terminal = kernel.files.writable(kernel.files.look_up(ROOT, b"/dev/tty").existing())
        terminal.captures = 1
        streams = [terminal]
        for _ in range(2):
            streams.append(kernel.files.add(Kind.DEVICE, 0o620, kernel.clock.start, 0))
            streams[-1].device = Device.TERMINAL
            streams[-1].status["rdev"] = Device.TERMINAL.value
        flags = [O_RDWR, O_RDWR, O_RDWR]
    else:
        streams = [kernel.files.add(Kind.REGULAR, 0o644, kernel.clock.start, 0)]
        streams += [kernel.files.add(Kind.PIPE, 0o600, kernel.clock.start, 0) for _ in range(2)]
        flags = [O_RDONLY, O_WRONLY, O_WRONLY]
    streams[0].contents = FileContents.of_bytes(content)
    for number in (1, 2):
        streams[number].captures = number
    for stream, flag in zip(streams, flags, strict=True):
        kernel.open(stream.number, flag, False)


def _read(path: str, option: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"{option} {path}: cannot be read: {error.strerror or error}") from error


class _Loader:
    """Copies files and directories of the host into the kernel."""

    def __init__(self, kernel: Kernel, seconds: int) -> None:
        self._kernel = kernel
        self._files = kernel.files
        self._seconds = seconds

    def load(self, specification: str) -> None:
        """HOST or HOST:GUEST; without GUEST the program finds the file under the same path."""
        host, guest = specification, specification
        if not os.path.lexists(specification) and ":" in specification:
            host, _, guest = specification.rpartition(":")
        if not os.path.exists(host):
            raise UserError(f"--file {specification}: there is no {host} to copy")
        try:
            self._copy(host, os.fsencode(guest), follow=True)
        except Refused as refusal:
            raise UserError(f"--file {specification}: cannot be placed at {guest} ({refusal})") from refusal
        except OSError as error:
            raise UserError(f"--file {specification}: cannot be read: {error.strerror or error}") from error

    def _copy(self, host: str, guest: bytes, follow: bool) -> None:
        if os.path.islink(host) and not follow:
            link = self._files.add(Kind.SYMLINK, 0o777, self._seconds, 0)
            link.target = os.fsencode(os.readlink(host))
            self._enter(guest, link.number)
        elif os.path.isdir(host):
            self._files.make_directories(self._kernel.directory, guest, self._seconds)
            for name in sorted(os.listdir(host)):
                self._copy(os.path.join(host, name), guest.rstrip(b"/") + b"/" + os.fsencode(name), follow=False)
        elif os.path.isfile(host):
            executable = os.access(host, os.X_OK)
            file = self._files.add(Kind.REGULAR, 0o755 if executable else 0o644, self._seconds, 0)
            file.contents = FileContents.of_bytes(Path(host).read_bytes())
            self._enter(guest, file.number)
        # Sockets, devices and the like are left out.

    def _enter(self, guest: bytes, number: int) -> None:
        parent, _, name = guest.rstrip(b"/").rpartition(b"/")
        if not name or name in (b".", b".."):
            raise Refused(Errno.EISDIR)
        if guest.startswith(b"/"):
            parent = b"/" + parent
        directory = self._files.make_directories(self._kernel.directory, parent, self._seconds)
        if name in self._files.inode(directory).entries:
            raise Refused(Errno.EEXIST)
        self._files.enter(directory, name, number)
