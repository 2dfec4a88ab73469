"""Which compiler runs and for which machine: finding zig or a system clang, targets, and the fixed part of the flags.

Both compilers are driven the same way: zig's wheel contains a complete clang (`zig clang`), started with the musl
headers of the same wheel. The operating system of a target is always Linux with musl, whatever the host is.
"""

from __future__ import annotations

import os
import platform
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from albers.errors import UserError

#: Headers that belong to the analysed program: klee/klee.h and albers.h.
RUNTIME_DIR = Path(__file__).resolve().parent.parent / "runtime"
RUNTIME_INCLUDE = RUNTIME_DIR / "include"

#: Environment variables through which clang finds further headers: they are part of what a result depends on.
HEADER_VARIABLES = ("CPATH", "C_INCLUDE_PATH")

#: Spellings of an architecture found in triples and in `uname -m`, and the name used here.
_ALIASES = {
    "amd64": "x86_64",
    "arm64": "aarch64",
    "i386": "x86",
    "i486": "x86",
    "i586": "x86",
    "i686": "x86",
    "armv6l": "arm",
    "armv7": "arm",
    "armv7l": "arm",
    "armv8l": "arm",
    "ppc64le": "powerpc64le",
}


@dataclass(frozen=True)
class Target:
    """A machine to compile for; the header directories are zig's names for it."""

    architecture: str
    triple: str
    musl_headers: str
    kernel_headers: str
    musl_sources: str  # the directory of the machine in musl's own sources


_TARGETS = {
    target.architecture: target
    for target in (
        Target("x86_64", "x86_64-unknown-linux-musl", "x86_64-linux-musl", "x86-linux-any", "x86_64"),
        Target("x86", "i386-unknown-linux-musl", "x86-linux-musl", "x86-linux-any", "i386"),
        Target("aarch64", "aarch64-unknown-linux-musl", "aarch64-linux-musl", "aarch64-linux-any", "aarch64"),
        Target("arm", "armv7-unknown-linux-musleabihf", "arm-linux-musl", "arm-linux-any", "arm"),
        Target("riscv64", "riscv64-unknown-linux-musl", "riscv64-linux-musl", "riscv-linux-any", "riscv64"),
        Target("riscv32", "riscv32-unknown-linux-musl", "riscv32-linux-musl", "riscv-linux-any", "riscv32"),
        Target(
            "powerpc64le", "powerpc64le-unknown-linux-musl", "powerpc64-linux-musl", "powerpc-linux-any", "powerpc64"
        ),
        Target(
            "loongarch64",
            "loongarch64-unknown-linux-musl",
            "loongarch64-linux-musl",
            "loongarch-linux-any",
            "loongarch64",
        ),
        Target("s390x", "s390x-unknown-linux-musl", "s390x-linux-musl", "s390x-linux-any", "s390x"),
    )
}


def architecture_of(triple: str) -> str:
    """The architecture of a triple or of a bare architecture name, in the spelling used here."""
    name = triple.split("-", 1)[0].strip().lower()
    if name in ("armv7a", "armv7", "armv6", "thumbv7") or name.startswith("armv"):
        return "arm"
    return _ALIASES.get(name, name)


def find_target(name: str) -> Target:
    """The target for an architecture or a triple; the empty name is the host's architecture."""
    architecture = architecture_of(name or platform.machine())
    if architecture in _TARGETS:
        return _TARGETS[architecture]
    known = ", ".join(sorted(_TARGETS))
    asked = f"target '{name}'" if name else f"this machine's architecture '{platform.machine()}'"
    raise UserError(f"cannot compile for {asked}; choose one of: {known}")


@dataclass(frozen=True)
class Toolchain:
    """A compiler ready to run for one target."""

    compiler: tuple[str, ...]  # how the command line starts
    target: Target
    system_headers: tuple[str, ...]
    own_headers: bool  # whether the compiler finds stddef.h and its like by itself
    identity: str  # changes when another compiler takes the place of this one

    def fixed_flags(self, optimize: int) -> tuple[str, ...]:
        """What every compilation on one level of optimisation has in common, whatever is compiled."""
        return (
            f"--target={self.target.triple}",
            f"-O{optimize}",  # first: it would switch on again what is switched off below
            "-c",
            "-emit-llvm",
            "-g",
            # The program's own paths, on a machine without surprises: nothing fused, nothing vectorised or unrolled.
            "-ffp-contract=off",
            "-fno-vectorize",
            "-fno-slp-vectorize",
            "-fno-unroll-loops",
            "-fno-stack-protector",
            "-fno-pic",
            "-fno-pie",
            "-fno-discard-value-names",
            "-Xclang",
            "-disable-O0-optnone",
            # Calls stay calls, so that the library's loops are explored and a definition of the user's is honoured.
            "-fmath-errno",  # calls of sin and the like too: they are the library's, on every machine the same
            *(f"-fno-builtin-{name}" for name in ("memcpy", "mempcpy", "memmove", "memset", "bzero", "bcopy")),
        )

    def header_flags(self) -> tuple[str, ...]:
        """The search path for <...> headers, after the user's own directories."""
        exclude = "-nostdlibinc" if self.own_headers else "-nostdinc"
        path: list[str] = [exclude, "-isystem", str(RUNTIME_INCLUDE)]
        for directory in self.system_headers:
            path += ["-isystem", directory]
        return tuple(path)


def find_toolchain(compiler: str, target: Target) -> Toolchain:
    """The toolchain for `compiler`: "zig", or the name or path of a clang."""
    home = zig_home()
    headers = home / "lib" / "libc" / "include"
    libc_headers = tuple(
        str(headers / name)
        for name in (target.musl_headers, "generic-musl", target.kernel_headers, "any-linux-any")
        if (headers / name).is_dir()
    )
    if compiler == "zig":
        binary = home / ("zig.exe" if os.name == "nt" else "zig")
        system_headers = (str(home / "lib" / "include"), *libc_headers)
        return Toolchain((str(binary), "clang"), target, system_headers, False, bundle_identity())
    found = shutil.which(compiler)
    if found is None:
        raise UserError(
            f"compiler '{compiler}' not found; install it, give its path, or use the bundled one (--compiler zig)"
        )
    return Toolchain((found,), target, libc_headers, True, _identity(Path(found)))


def zig_home() -> Path:
    """Where the wheel with the compiler, the headers and musl's sources is installed."""
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise UserError(
            "the 'ziglang' package, which brings the C compiler and headers, is missing: pip install ziglang"
        )
    return Path(spec.origin).resolve().parent


def bundle_identity() -> str:
    """Changes when another version of the wheel, and with it another musl, is installed."""
    return _identity(zig_home() / ("zig.exe" if os.name == "nt" else "zig"))


def _identity(binary: Path) -> str:
    real = binary.resolve()
    try:
        status = real.stat()
    except OSError as error:
        raise UserError(f"cannot run compiler {binary}: {error.strerror}") from error
    return f"{real}:{status.st_size}:{status.st_mtime_ns}"
