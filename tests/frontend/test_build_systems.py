"""Whole projects built with `albers cc` as their compiler: make, and CMake with a source in C++."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from albers.frontend.build import BuildOptions, build
from tests.frontend.native_builds import ENTRY, SOURCES, NativeBuild, elf_only

pytestmark = elf_only

MAKEFILE = """\
CFLAGS = -O2 -Wall
program: main.o libtext.a libsum.so
	$(CC) $(CFLAGS) -o $@ main.o libtext.a -L. -lsum -Wl,-rpath,'$$ORIGIN'
libtext.a: count.o
	$(AR) rcs $@ count.o
libsum.so: sum.c
	$(CC) $(CFLAGS) -shared -fPIC -o $@ sum.c
"""
MAIN = """\
#include <stdio.h>
int count(const char *); int sum(int, int);
int main(int argc, char **argv) { printf("%d\\n", sum(count(argv[0]) > 0, argc)); return 0; }
"""
COUNT = "int count(const char *s) { int n = 0; while (*s++) n++; return n; }\n"
SUM = "int sum(int a, int b) { return a + b; }\n"

CMAKE_LISTS = """\
cmake_minimum_required(VERSION 3.10)
project(sample C CXX)
add_library(text STATIC count.c)
add_executable(program main.c sum.c extra.cpp)
target_link_libraries(program text)
"""


@pytest.fixture
def project(tmp_path: Path) -> NativeBuild:
    build = NativeBuild(tmp_path)
    build.write(main_c=MAIN, count_c=COUNT, sum_c=SUM)
    return build


def wrapper(directory: Path, name: str, arguments: str) -> Path:
    """A compiler that is one word, as the scripts albers-cc and albers-c++ are."""
    script = directory / name
    script.write_text(f"#!/bin/sh\nPYTHONPATH='{SOURCES}' exec '{sys.executable}' -c '{ENTRY}' {arguments} \"$@\"\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def run(command: list[str], directory: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ALBERS_CC")}
    ran = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_builds_libraries_and_a_program_that_runs_and_can_be_explored(project: NativeBuild) -> None:
    (project.directory / "Makefile").write_text(MAKEFILE)
    run(["make", "-s", f"CC={wrapper(project.directory, 'albers-cc', 'cc')}"], project.directory)
    assert run(["./program"], project.directory) == "2\n"
    module = build([str(project.directory / "program")], BuildOptions())
    # The shared library is found as the program finds it.
    assert {"main", "count", "sum"} <= module.user_functions
    driver = project.directory / "driver.c"
    driver.write_text('int count(const char *); int main(void) { return count("abc"); }\n')
    library = build([str(project.directory / "libtext.a"), str(driver)], BuildOptions())
    assert library.user_functions == {"main", "count"}


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler is installed")
def test_cmake_builds_a_program_with_a_part_in_cpp(project: NativeBuild) -> None:
    project.write(extra_cpp='#include <string>\nextern "C" int extra() { return std::string("x").size(); }\n')
    (project.directory / "CMakeLists.txt").write_text(CMAKE_LISTS)
    compilers = [
        f"-DCMAKE_C_COMPILER={wrapper(project.directory, 'albers-cc', 'cc')}",
        f"-DCMAKE_CXX_COMPILER={wrapper(project.directory, 'albers-c++', 'cc --c++')}",
    ]
    run(["cmake", "-S", ".", "-B", "out", *compilers], project.directory)
    run(["cmake", "--build", "out"], project.directory)
    assert run(["out/program"], project.directory) == "2\n"
    module = build([str(project.directory / "out" / "program")], BuildOptions())
    assert module.user_functions == {"main", "count", "sum"}
    assert "extra.cpp has no bitcode: it is written in another language than C" in module.warnings
