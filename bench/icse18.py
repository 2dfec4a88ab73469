"""The experiments of the chopped-execution paper (ICSE 2018): failure reproduction and test-suite augmentation.

    python bench/icse18.py --libtasn1 DIR [--max-time 300]     # Tables 2 and 3
    python bench/icse18.py --augment DIR [--max-time 300]      # Table 4
    python bench/icse18.py --same-shape [--max-time 60]        # no old sources at hand

For Tables 2 and 3, DIR holds the unpacked sources libtasn1-2.11, libtasn1-3.5, libtasn1-4.3 and libtasn1-4.4,
configured (config.h must be there): Debian ships only newer ones. For Table 4 it holds bc-*, libyaml-* and
libosip2-*. Versions that are missing are named and left out. `--same-shape` runs the harness on octets.c, whose
defect has the shape of CVE-2015-3622 (a length that was not decremented): it shows the method, not the paper's figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from albers import Options, explore
from albers.api.report import Report
from albers.api.skip_suggestions import augment
from albers.errors import UserError
from albers.options import LimitOptions, OutputOptions, ProgramOptions, SearchOptions, TechniqueOptions

HERE = Path(__file__).parent
SEARCHES = ("random-state", "dfs", "covnew")


@dataclass(frozen=True)
class Failure:
    """One failure to reproduce: where it is, and what to skip on the way."""

    name: str
    version: str
    place: str
    skip: tuple[str, ...]
    defines: tuple[str, ...]


_DER = ("_asn1_set_value", "asn1_delete_structure")
FAILURES = (
    Failure("CVE-2012-1569", "2.11", "decoding.c:137", ("_asn1_set_value:1043",), ("SIZE=32", "KIND=INTEGER")),
    *(
        Failure(
            f"CVE-2014-3467_{number}",
            "3.5",
            place,
            ("_asn1_get_octet_string:1092", "asn1_delete_structure:1374"),
            ("SIZE=32", "KIND=OCTETS"),
        )
        for number, place in ((1, "decoding.c:152"), (2, "decoding.c:709"), (3, "decoding.c:1131"))
    ),
    Failure(
        "CVE-2015-2806",
        "4.3",
        "parser_aux.c:574",
        ("_asn1_str_cat:403/404", "asn1_delete_structure"),
        ("SIZE=15", "KIND=OBJECT"),
    ),
    Failure("CVE-2015-3622", "4.4", "decoding.c:91", ("_asn1_append_value", *_DER), ("SIZE=64", "KIND=OCTETS")),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libtasn1", type=Path, metavar="DIR")
    parser.add_argument("--augment", type=Path, metavar="DIR")
    parser.add_argument("--same-shape", action="store_true")
    parser.add_argument("--max-time", type=float, default=300.0)
    given = parser.parse_args()
    if not (given.libtasn1 or given.augment or given.same_shape):
        parser.error("give a directory with sources, or --same-shape")
    if given.libtasn1 or given.same_shape:
        print("| failure | search | whole | sliced | not sliced | snapshots | recoveries | slices |")
        print("|---|---|---|---|---|---|---|---|")
    if given.same_shape:
        shape = Failure("octets.c (shape of CVE-2015-3622)", "", "octets.c:35", ("append",), ("LEN=10",))
        reproduce(shape, [HERE / "programs" / "octets.c"], (), given.max_time)
    if given.libtasn1:
        for failure in FAILURES:
            libtasn1(failure, given.libtasn1, given.max_time)
    if given.augment:
        table_4(given.augment, given.max_time)
    return 0


def libtasn1(failure: Failure, directory: Path, max_time: float) -> None:
    source = directory / f"libtasn1-{failure.version}"
    if not (source / "lib").is_dir():
        print(f"| {failure.name} | | libtasn1-{failure.version} is not in {directory} | | | | | |")
        return
    files = [HERE / "icse18" / "libtasn1.c"]
    files += sorted(file for file in (source / "lib").glob("*.c") if "test" not in file.name.lower())
    includes = (source, source / "lib", source / "lib" / "gllib")
    reproduce(failure, files, includes, max_time)


def reproduce(failure: Failure, files: Sequence[Path], includes: Sequence[Path], max_time: float) -> None:
    for search in SEARCHES:
        whole = run(failure, files, includes, max_time, search, TechniqueOptions())
        sliced = run(failure, files, includes, max_time, search, TechniqueOptions(skip=failure.skip))
        full = run(failure, files, includes, max_time, search, TechniqueOptions(skip=failure.skip, slicing=False))
        chopping = sliced.chopping
        print(
            f"| {failure.name} | {search} | {outcome(whole)} | {outcome(sliced)} | {outcome(full)} | "
            f"{chopping.snapshots} | {chopping.recoveries} | {chopping.slices} |",
            flush=True,
        )


def run(
    failure: Failure,
    files: Sequence[Path],
    includes: Sequence[Path],
    max_time: float,
    search: str,
    techniques: TechniqueOptions,
) -> Report:
    with tempfile.TemporaryDirectory() as scratch:
        program = ProgramOptions(
            include_dirs=tuple(str(each) for each in includes), defines=(*failure.defines, "HAVE_CONFIG_H")
        )
        return explore(
            list(files),
            Options(
                program=program,
                search=SearchOptions(search=(search,)),
                limits=LimitOptions(max_time=max_time, max_memory=4096, stop_at=(failure.place,)),
                techniques=techniques,
                output=OutputOptions(out=str(Path(scratch) / "out"), no_tests=True),
            ),
        )


def outcome(report: Report) -> str:
    """The time until the failure, or why there is none."""
    if report.stopped.value == "stop-at":
        return f"{report.time.wall - report.time.prepare:.1f} s"
    return "out of memory" if report.stopped.value == "max-memory" else "timeout" if report.cut_short else "not found"


# Table 4


@dataclass(frozen=True)
class Subject:
    """One program of Table 4."""

    sources: tuple[str, ...]
    includes: tuple[str, ...]
    skip: tuple[str, ...]
    driver: str = ""


PROGRAMS = {
    "bc": Subject(("bc/*.c", "lib/*.c"), (".", "h", "bc"), ("yy_get_next_buffer", "yyrestart")),
    "libyaml": Subject(
        ("src/*.c",),
        ("include", "src"),
        ("yaml_parser_update_buffer", "yaml_parser_fetch_stream_start"),
        "libyaml.c",
    ),
    "libosip2": Subject(
        ("src/osipparser2/*.c",),
        ("include", "src/osipparser2"),
        ("osip_util_replace_all_lws", "osip_clrncpy"),
        "libosip2.c",
    ),
}


def table_4(directory: Path, max_time: float) -> None:
    print("| program | lines | branch sides | lines with chopping | branch sides with chopping |")
    print("|---|---|---|---|---|")
    for name, subject in PROGRAMS.items():
        found = sorted(path for path in directory.glob(f"{name}-*") if path.is_dir())
        if not found:
            print(f"| {name} | not in {directory} | | | |")
            continue
        files = [file for pattern in subject.sources for file in sorted(found[0].glob(pattern))]
        if subject.driver:
            files.insert(0, HERE / "icse18" / subject.driver)
        try:
            row(name, files, [found[0] / each for each in subject.includes], subject.skip, max_time)
        except UserError as error:
            print(f"| {name} | {error.message.splitlines()[0]} | | | |")


def row(name: str, files: Sequence[Path], includes: Sequence[Path], skip: tuple[str, ...], max_time: float) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        program = ProgramOptions(include_dirs=tuple(str(each) for each in includes), defines=("HAVE_CONFIG_H",))
        options = Options(
            program=program,
            search=SearchOptions(search=("covnew",)),
            limits=LimitOptions(max_time=max_time, max_memory=4096),
            output=OutputOptions(out=str(Path(scratch) / "first"), no_tests=True),
        )
        explore(list(files), options)
        again = replace(
            options,
            techniques=TechniqueOptions(skip=skip),
            output=OutputOptions(out=str(Path(scratch) / "second"), no_tests=True),
        )
        gain = augment(Path(scratch) / "first", again)
    before = f"{share(gain.lines, 0)} | {share(gain.sides, 0)}"
    print(f"| {name} | {before} | {share(gain.lines, 1)} | {share(gain.sides, 1)} |", flush=True)


def share(counts: tuple[int, int, int], which: int) -> str:
    return f"{counts[which] / max(1, counts[2]):.1%}"


if __name__ == "__main__":
    sys.exit(main())
