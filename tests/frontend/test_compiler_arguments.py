"""Command lines as build systems write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.frontend.compiler_arguments import Language, Source, read_arguments, split_response_file


def sources(line: str) -> list[str]:
    return [source.path for source in read_arguments(line.split()).sources]


@pytest.mark.parametrize(
    "line",
    [
        "--version",
        "-v",
        "-dumpmachine",
        "-print-prog-name=ld",
        "-E a.c",
        "-S a.c -o a.s",
        "-M a.c",
        "-MM -MF a.d a.c",
        "-fsyntax-only a.c",
        "a.o b.o -o program",
        "-x c-header a.h -o a.h.gch",
        "a.h",
        "-shared -o libx.so x.o -lm",
        "-### -c a.c",
    ],
)
def test_what_makes_no_code_from_a_source(line: str) -> None:
    assert not read_arguments(line.split()).makes_code()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-c a.c", ["a.c"]),
        ("-c -o out/a.o src/a.c", ["src/a.c"]),
        ("-MT a.o -MD -MP -MF .deps/a.c -c -o a.o a.c", ["a.c"]),
        ("-I include.c -D x.c -include config.c a.c", ["a.c"]),
        ("-Xlinker -Map -Xlinker map.c a.c -L lib.c -l m.c", ["a.c"]),
        ("-O2 a.c b.c lib.a -o prog -Wl,-rpath,/x.c", ["a.c", "b.c"]),
        ("-c --param max=1.c a.c", ["a.c"]),
        ("-c -x c - -o a.o", ["-"]),
        ("-xc nothing.in -x none b.c c.o", ["nothing.in", "b.c"]),
    ],
)
def test_sources_are_told_from_values_of_options(line: str, expected: list[str]) -> None:
    assert sources(line) == expected
    assert read_arguments(line.split()).makes_code()


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("a.c", Language.C),
        ("a.i", Language.PREPROCESSED_C),
        ("a.S", Language.ASSEMBLY),
        ("a.s", Language.ASSEMBLY),
        ("a.cpp", Language.OTHER),
        ("a.C", Language.OTHER),
        ("a.f90", Language.OTHER),
    ],
)
def test_the_language_follows_from_the_name(name: str, language: Language) -> None:
    assert read_arguments(["-c", name]).sources == [Source(name, language)]


def test_a_compiler_for_cpp_takes_c_for_cpp() -> None:
    assert read_arguments(["-c", "a.c"], c_is_other=True).sources == [Source("a.c", Language.OTHER)]


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("-Iinc -I inc2 -DX=1 -D Y -UZ -c a.c", "-I inc -I inc2 -D X=1 -D Y -U Z"),
        ("-include config.h -isystem sys -iquotequote -idirafter last -c a.c",
         "-include config.h -isystem sys -iquote quote -idirafter last"),
        ("-O2 -g3 -Wall -Werror -fPIC -fstack-protector-strong -pipe -march=native -c a.c", ""),
        ("-std=gnu99 -funsigned-char -fno-common -fwrapv -fno-builtin-memcpy -pthread -c a.c",
         "-std=gnu99 -funsigned-char -fno-common -fwrapv -fno-builtin-memcpy -pthread"),
        ("-mavx2 -mpclmul -msse4.2 -mno-red-zone -mtune=generic -c a.c", "-mavx2 -mpclmul -msse4.2"),
        ("-Wp,-MD,.a.o.d,-DX,-Iinc -Xpreprocessor -DY -c a.c", "-D X -I inc -D Y"),
        ("-ffile-prefix-map=/tmp/b=. -fdebug-prefix-map=/tmp/b=. -c a.c", "-fmacro-prefix-map=/tmp/b=."),
        ("--define-macro=X --include-directory inc -c a.c", "-D X -I inc"),
    ],
)  # fmt: skip
def test_only_flags_that_matter_for_bitcode_are_kept(line: str, flags: str) -> None:
    assert read_arguments(line.split()).bitcode_flags == flags.split()


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("-c dir/a.b.c", "a.b.o"),
        ("-c a.c -o x/y.o", "x/y.o"),
        ("-c a.c -ox.o", "x.o"),
        ("-c -x c noext", "noext.o"),
        ("-c a.c --output=z.o", "z.o"),
    ],
)
def test_where_the_object_goes(line: str, result: str) -> None:
    parsed = read_arguments(line.split())
    assert parsed.compile_only
    assert parsed.object_of(parsed.sources[0]) == result


def test_an_executable_is_called_a_out_unless_named() -> None:
    assert read_arguments(["a.c"]).executable() == "a.out"
    assert read_arguments(["a.c", "-o", "prog"]).executable() == "prog"


@pytest.mark.parametrize(
    ("line", "optimised"), [("-O2 a.c", True), ("-O2 -O0 a.c", False), ("-Os a.c", True), ("a.c", False)]
)
def test_the_last_level_of_optimisation_counts(line: str, optimised: bool) -> None:
    assert read_arguments(line.split()).optimised is optimised


def test_link_time_optimisation_is_noticed() -> None:
    assert read_arguments("-flto=auto -c a.c".split()).link_time_optimisation
    assert not read_arguments("-flto -fno-lto -c a.c".split()).link_time_optimisation


def test_response_files_are_read_through_each_other(tmp_path: Path) -> None:
    (tmp_path / "inner").write_text("-DINNER b.c\n")
    (tmp_path / "outer").write_text(f"-DOUTER='a b' @{tmp_path / 'inner'}\n")
    parsed = read_arguments(["-c", f"@{tmp_path / 'outer'}", "@missing.c"])
    assert parsed.bitcode_flags == ["-D", "OUTER=a b", "-D", "INNER"]
    assert [source.path for source in parsed.sources] == ["b.c", "@missing.c"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a  b\n\tc\n", ["a", "b", "c"]),
        ("'a b' \"c 'd'\" e\\ f", ["a b", "c 'd'", "e f"]),
        ("-DX=\\\"text\\\" ''", ['-DX="text"', ""]),
        ("", []),
    ],
)
def test_quoting_in_response_files(content: str, words: list[str]) -> None:
    assert split_response_file(content) == words
