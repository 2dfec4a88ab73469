"""GNU coreutils and BusyBox from Debian's source packages, built with `albers cc` in a directory of their own.

Everything is done once: sources that are unpacked, a tree that is configured and programs that are built stay. The
programs are linked natively against musl, the C library they are explored with, so that both runs print the same
messages.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

#: What builds these packages; `apt-get source` itself also wants a deb-src entry in the list of sources.
_TOOLS = ("apt-get", "dpkg-source", "make", "gcc")
_ADVICE = (
    "this benchmark needs a Debian system with make, gcc (for BusyBox's build tools), dpkg-dev, and a deb-src entry:\n"
    "  echo 'deb-src http://deb.debian.org/debian bookworm main' > /etc/apt/sources.list.d/source.list\n"
    "  apt-get update && apt-get install make gcc dpkg-dev"
)

#: Nothing that depends on libraries of the machine or on its language.
_CONFIGURE = (
    *("--disable-nls", "--disable-acl", "--disable-xattr", "--disable-libcap", "--disable-dependency-tracking"),
    *("--without-selinux", "--without-libgmp", "--with-openssl=no"),
)

#: Of BusyBox's configuration, beside one line per applet.
_BUSYBOX_SETTINGS = (
    *("STATIC", "LONG_OPTS", "SHOW_USAGE", "FEATURE_VERBOSE_USAGE", "FEATURE_FANCY_HEAD", "FEATURE_FANCY_TAIL"),
    *("FEATURE_SORT_BIG", "FEATURE_WC_LARGE", "FEATURE_TR_CLASSES", "FEATURE_TR_EQUIV", "FEATURE_FANCY_ECHO"),
    *("FEATURE_GREP_CONTEXT", "FEATURE_AWK_LIBM", "FEATURE_AWK_GNU_EXTENSIONS", "FEATURE_DIFF_LONG_OPTIONS"),
    *("FEATURE_DIFF_DIR", "FEATURE_FIND_TYPE", "FEATURE_FIND_SIZE", "FEATURE_FIND_MAXDEPTH", "FEATURE_FIND_NOT"),
    *("FEATURE_FIND_PAREN", "FEATURE_FIND_PRUNE", "FEATURE_FIND_PRINT0", "FEATURE_FIND_PATH", "FEATURE_CATN"),
    *("EXPR_MATH_SUPPORT_64", "TEST1", "FEATURE_TEST_64", "FEATURE_DATE_ISOFMT", "EGREP", "FGREP"),
)

_BUSYBOX_NAMES = {"[": "TEST1"}


class Program(NamedTuple):
    """An executable, and the function in it that is the utility."""

    path: Path
    main: str = "main"


class Builds:
    """The directory with sources and programs."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache.resolve()
        self._compiler = f"{shlex.quote(sys.executable)} -m albers cc --libc musl"
        self.log = self._cache / "without-bitcode.log"

    def build(self, wanted: Mapping[str, Sequence[str]]) -> dict[str, Program]:
        """Build what is wanted of "coreutils" and "busybox"; the programs by utility ("wc", "busybox wc")."""
        self._cache.mkdir(parents=True, exist_ok=True)
        programs: dict[str, Program] = {}
        for name in wanted.get("coreutils", ()):
            programs[name] = Program(self._cache / "coreutils-build" / "src" / name)
        missing = [f"src/{name}" for name, program in programs.items() if not program.path.exists()]
        if missing:
            self._build_coreutils(missing)
        applets = wanted.get("busybox", ())
        if applets:
            executable = self._cache / "busybox-build" / "busybox_unstripped"
            if not executable.exists() or not self._is_configured(applets):
                self._build_busybox(applets)
            if not self._is_configured(applets):
                raise SystemExit("this BusyBox lacks one of: " + ", ".join(applets))
            table = (executable.parent / "include" / "applets.h").read_text()
            programs.update((f"busybox {name}", Program(executable, _main_function(table, name))) for name in applets)
        return programs

    def _build_coreutils(self, targets: Sequence[str]) -> None:
        source = self._source("coreutils")
        build = self._cache / "coreutils-build"
        build.mkdir(exist_ok=True)
        if not (build / "Makefile").exists():
            settings = [f"CC={self._compiler}", "CFLAGS=-O1 -g"]
            self._run([f"{source}/configure", "-q", *settings, *_CONFIGURE], build, FORCE_UNSAFE_CONFIGURE="1")
        # automake makes generated headers only for its own targets, not for a single program.
        everything = "include Makefile\nalbers-headers: $(BUILT_SOURCES)\n"
        self._run(["make", "-s", "-f", "-", "albers-headers"], build, stdin=everything)
        self._run(["make", "-s", *targets], build)

    def _build_busybox(self, applets: Sequence[str]) -> None:
        source = self._source("busybox")
        build = self._cache / "busybox-build"
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir()
        make = ["make", "-s", "-C", str(source), f"O={build}", f"CC={self._compiler}", "HOSTCC=gcc", "SKIP_STRIP=y"]
        self._run([*make, "allnoconfig"], self._cache)
        enabled = {f"CONFIG_{name}" for name in (*_BUSYBOX_SETTINGS, *map(_setting, applets))}
        lines = (build / ".config").read_text().splitlines()
        kept = [line for line in lines if not any(line.startswith((f"# {name} ", f"{name}=")) for name in enabled)]
        (build / ".config").write_text("\n".join([*kept, *(f"{name}=y" for name in sorted(enabled))]) + "\n")
        self._run([*make, "oldconfig"], self._cache, stdin="\n" * 2000)
        self._run([*make, "busybox_unstripped"], self._cache)

    def _is_configured(self, applets: Sequence[str]) -> bool:
        configuration = (self._cache / "busybox-build" / ".config").read_text()
        return all(f"CONFIG_{_setting(name)}=y" in configuration for name in applets)

    def _source(self, package: str) -> Path:
        directory = self._cache / package
        if directory.exists():
            return directory
        missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
        if missing:
            raise SystemExit(f"not found: {', '.join(missing)}; {_ADVICE}")
        try:
            self._run(["apt-get", "-q", "source", "--download-only", package], self._cache)
        except SystemExit as error:
            raise SystemExit(f"{error}\n{_ADVICE}") from error
        (description,) = self._cache.glob(f"{package}_*.dsc")
        self._run(["dpkg-source", "--no-check", "-x", description.name, package], self._cache)
        return directory

    def _run(self, command: Sequence[str], directory: Path, stdin: str = "", **variables: str) -> None:
        print(f"[{directory.name}] {' '.join(command)}", file=sys.stderr, flush=True)
        environment = {**os.environ, "ALBERS_CC_LOG": str(self.log), "ALBERS_CC_QUIET": "1", **variables}
        ran = subprocess.run(
            command, cwd=directory, env=environment, input=stdin, capture_output=True, text=True, check=False
        )
        if ran.returncode != 0:
            raise SystemExit(f"{' '.join(command)} failed:\n{ran.stdout[-2000:]}{ran.stderr[-4000:]}")


def _setting(applet: str) -> str:
    """The name of an applet in BusyBox's configuration."""
    return _BUSYBOX_NAMES.get(applet, applet.upper().replace("-", "_"))


def _main_function(table: str, applet: str) -> str:
    """As BusyBox's list of applets says: its own name, unless a macro other than APPLET gives another one."""
    named = re.search(rf"APPLET_\w+\({re.escape(applet)}, (\w+),", table)
    return f"{named[1] if named else applet}_main"
