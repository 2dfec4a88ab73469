"""C libraries from Debian's source packages, built with `albers cc` in a directory of their own.

Everything is done once: sources that are unpacked and libraries that are built stay. The upstream sources are used as
they are. They are compiled against musl, the C library that programs are explored with.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TOOLS = ("apt-get", "make", "cmake", "tar")

#: The suite of the machine first; a mirror may have dropped what it offers there.
_SUITES = ("bookworm", "trixie")
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"

_ADVICE = (
    "this benchmark needs a Debian system with make, cmake and a C compiler, or the sources in directories you name:\n"
    "  python bench/libraries.py --sources DIR   # with a directory per library: zlib, libpng, ..."
)


@dataclass(frozen=True)
class Library:
    """How a library is built: `configure` or `cmake`, the archives that result, and where its headers are."""

    name: str
    package: str
    archives: tuple[str, ...]  # below the build directory
    includes: tuple[str, ...]  # {source} and {build} stand for the directories
    settings: tuple[str, ...] = ()  # {zlib} stands for zlib's source, {zlib-build} for its build
    targets: tuple[str, ...] = ()
    uses_cmake: bool = False
    inside_source: bool = False  # its configure script cannot build elsewhere
    needs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()


_PLAIN = ("--disable-shared", "--enable-static", "--disable-dependency-tracking")

LIBRARIES = (
    Library(
        name="zlib",
        package="zlib",
        archives=("libz.a",),
        includes=("{build}",),
        settings=("--static",),
        targets=("libz.a",),
        inside_source=True,
    ),
    Library(
        name="libpng",
        package="libpng1.6",
        archives=("libpng16.a",),
        includes=("{source}", "{build}", "{zlib-build}"),
        settings=(
            *("-DPNG_SHARED=OFF", "-DPNG_TESTS=OFF", "-DPNG_HARDWARE_OPTIMIZATIONS=OFF", "-DPNG_EXECUTABLES=OFF"),
            *("-DZLIB_INCLUDE_DIR={zlib-build}", "-DZLIB_LIBRARY={zlib-build}/libz.a", "-DHAVE_LD_VERSION_SCRIPT=OFF"),
        ),
        targets=("png_static",),
        uses_cmake=True,
        needs=("zlib",),
    ),
    Library(
        name="libtasn1",
        package="libtasn1-6",
        archives=("lib/.libs/libtasn1.a",),
        includes=("{source}/lib/includes", "{build}/lib/includes"),
        settings=(*_PLAIN, "--disable-doc", "--disable-valgrind-tests"),
        targets=("-C", "lib"),
    ),
    Library(
        name="json-c",
        package="json-c",
        archives=("libjson-c.a",),
        includes=("{source}", "{build}"),
        settings=(
            *("-DBUILD_SHARED_LIBS=OFF", "-DBUILD_STATIC_LIBS=ON", "-DBUILD_TESTING=OFF", "-DBUILD_APPS=OFF"),
            "-DCMAKE_C_FLAGS=-g -DVALGRIND",  # else its hash function reads whole words behind the end of a key
        ),
        targets=("json-c",),
        uses_cmake=True,
    ),
    Library(
        name="libyaml",
        package="libyaml",
        archives=("libyaml.a",),
        includes=("{source}/include",),
        settings=("-DBUILD_SHARED_LIBS=OFF", "-DBUILD_TESTING=OFF"),
        targets=("yaml",),
        uses_cmake=True,
    ),
    Library(
        name="apr",
        package="apr",
        archives=(".libs/libapr-1.a",),
        includes=("{source}/include", "{build}/include"),
        settings=("--disable-shared", "--enable-static", "--disable-threads", "--disable-dso"),
        targets=("libapr-1.la",),
        defines=("_GNU_SOURCE",),
    ),
    Library(
        name="osip",
        package="libosip2",
        archives=("src/osipparser2/.libs/libosipparser2.a",),
        includes=("{source}/include", "{build}/include"),
        settings=(*_PLAIN, "--disable-mt", "--enable-minisize=no"),
        targets=("-C", "src/osipparser2"),
    ),
)


class LibraryBuilds:
    """The directory with sources and libraries."""

    def __init__(self, cache: Path, sources: Path | None) -> None:
        self._cache = cache.resolve()
        self._sources = None if sources is None else sources.resolve()
        self._cache.mkdir(parents=True, exist_ok=True)
        self.log = self._cache / "without-bitcode.log"
        self._compiler = self._cache / "cc"
        self._compiler.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m albers cc --libc musl "$@"\n')
        self._compiler.chmod(0o755)

    def build(self, library: Library) -> tuple[list[Path], list[Path]]:
        """The archives, that of the library first, and the directories of its headers."""
        archives: list[Path] = []
        for name in library.needs:
            archives += self.build(library_named(name))[0]
        own = [self._build_directory(library) / archive for archive in library.archives]
        if not all(path.exists() for path in own):
            self._make(library)
        return [*own, *archives], [Path(self._filled(library, text)) for text in library.includes]

    def _make(self, library: Library) -> None:
        source, build = self._source(library), self._build_directory(library)
        if library.inside_source:
            shutil.copytree(source, build, dirs_exist_ok=True)
            source = build
        build.mkdir(exist_ok=True)
        settings = [self._filled(library, text) for text in library.settings]
        if library.uses_cmake:
            chosen = [
                f"-DCMAKE_C_COMPILER={self._compiler}",
                "-DCMAKE_BUILD_TYPE=None",
                "-DCMAKE_C_FLAGS=-g",
                "-DCMAKE_POLICY_VERSION_MINIMUM=3.5",
            ]
            self._run(["cmake", *chosen, *settings, str(source)], build)
        else:
            self._run([f"{source}/configure", *settings], build, CC=str(self._compiler), CFLAGS="-O1 -g")
        self._run(["make", "-j2", *library.targets], build)

    def _build_directory(self, library: Library) -> Path:
        return self._cache / f"{library.name}-build"

    def _filled(self, library: Library, text: str) -> str:
        for each in (library, *map(library_named, library.needs)):
            text = text.replace(f"{{{each.name}-build}}", str(self._build_directory(each)))
        build = str(self._build_directory(library))
        return text.replace("{source}", str(self._source(library))).replace("{build}", build)

    def _source(self, library: Library) -> Path:
        if self._sources is not None and (self._sources / library.name).is_dir():
            return self._sources / library.name
        directory = self._cache / library.name
        if not directory.exists():
            self._fetch(library.package, directory)
        return directory

    def _fetch(self, package: str, directory: Path) -> None:
        missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
        if missing:
            raise SystemExit(f"not found: {', '.join(missing)}; {_ADVICE}")
        for suite in _SUITES:
            if self._download(package, suite):
                break
        else:
            raise SystemExit(f"apt-get found no source of {package}; {_ADVICE}")
        (archive,) = self._cache.glob(f"{package}_*.orig.tar.*[!c]")
        directory.mkdir()
        self._run(["tar", "--strip-components=1", "-xf", str(archive)], directory)

    def _download(self, package: str, suite: str) -> bool:
        """With lists of our own, so that nothing of the machine's is needed or changed."""
        lists = self._cache / f"apt-{suite}"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        entry = self._cache / f"{suite}.list"  # not among the lists, where apt-get removes what it does not know
        entry.write_text(f"deb-src [signed-by={_KEYRING}] http://deb.debian.org/debian {suite} main\n")
        options = [f"Dir::Etc::sourcelist={entry}", "Dir::Etc::sourceparts=-", f"Dir::State::lists={lists}"]
        apt = ["apt-get", "-qq", *(word for option in options for word in ("-o", option))]
        for command in ([*apt, "update"], [*apt, "source", "--tar-only", package]):
            if subprocess.run(command, cwd=self._cache, capture_output=True, check=False).returncode != 0:
                return False
        return True

    def _run(self, command: Sequence[str], directory: Path, **variables: str) -> None:
        print(f"[{directory.name}] {' '.join(command)}", file=sys.stderr, flush=True)
        environment = {**os.environ, "ALBERS_CC_LOG": str(self.log), "ALBERS_CC_QUIET": "1", **variables}
        ran = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise SystemExit(f"{' '.join(command)} failed:\n{ran.stdout[-2000:]}{ran.stderr[-4000:]}")


def library_named(name: str) -> Library:
    return next(library for library in LIBRARIES if library.name == name)
