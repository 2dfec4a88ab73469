"""Validates a Test-Comp suite: `python bench/testcov.py SUITE PROGRAM.c [-32] [--goal PROPERTY]`.

Checks the format of metadata.xml and of every test, then builds the program with a harness that reads one value per
input from standard input, runs every test, and measures what it covers with the compiler's own counters: branch sides,
or whether the error function is called. Prints what TestCov prints. Written after the rules of the exchange format;
it shares no code with what writes suites.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from albers.results.coverage.gcov_files import read_coverage
from albers.results.coverage.measured import MeasuredCoverage

METADATA = (
    "sourcecodelang producer specification programfile programhash entryfunction architecture creationtime".split()
)
SECONDS = 10

#: Suffix of the function, C type, sscanf's conversion; what TestCov's harness defines.
INPUTS = [
    ("char", "char", "%hhd"),
    ("uchar", "unsigned char", "%hhu"),
    ("unsigned_char", "unsigned char", "%hhu"),
    ("short", "short", "%hd"),
    ("ushort", "unsigned short", "%hu"),
    ("int", "int", "%d"),
    ("uint", "unsigned int", "%u"),
    ("unsigned", "unsigned int", "%u"),
    ("long", "long", "%ld"),
    ("ulong", "unsigned long", "%lu"),
    ("longlong", "long long", "%lld"),
    ("ulonglong", "unsigned long long", "%llu"),
    ("float", "float", "%f"),
    ("double", "double", "%lf"),
    ("size_t", "size_t", "%zu"),
    ("u8", "unsigned char", "%hhu"),
    ("u16", "unsigned short", "%hu"),
    ("u32", "unsigned int", "%u"),
    ("U32", "unsigned int", "%u"),
]

HARNESS = """
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
void __gcov_dump(void);
static void keep(int number) { signal(number, SIG_DFL); __gcov_dump(); raise(number); }
__attribute__((constructor)) static void watch(void) {
  signal(SIGABRT, keep); signal(SIGSEGV, keep); signal(SIGFPE, keep);
}
static char *get_input(void) {
  static char line[4096];
  if (!fgets(line, sizeof line, stdin)) { fputs("TESTCOV: out of inputs\\n", stderr); exit(101); }
  return line;
}
static void bad(const char *line) { fprintf(stderr, "TESTCOV: cannot parse %s", line); exit(102); }
_Bool __VERIFIER_nondet_bool(void) {
  int value; char *line = get_input();
  if (sscanf(line, "%d", &value) != 1) bad(line);
  return (_Bool)value;
}
void *__VERIFIER_nondet_pointer(void) {
  unsigned long long value; char *line = get_input();
  if (sscanf(line, "%llu", &value) != 1) bad(line);
  return (void *)value;
}
void __VERIFIER_assume(int condition) { if (!condition) exit(0); }
"""


class Invalid(Exception):
    """The suite breaks a rule of the format."""


@dataclass
class Suite:
    specification: str
    architecture: str
    tests: list[tuple[str, list[str], bool]] = field(default_factory=list)  # name, values, claims to cover the error


def read_suite(path: Path, program: Path, scratch: Path) -> Suite:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            archive.extractall(scratch / "suite")
        path = scratch / "suite"
    if not (path / "metadata.xml").is_file():
        raise Invalid("no metadata.xml")
    root = parse(path / "metadata.xml", "test-metadata")
    if [child.tag for child in root] != METADATA:
        raise Invalid(f"metadata.xml has {[child.tag for child in root]}")
    values = {child.tag: (child.text or "").strip() for child in root}
    if values["sourcecodelang"] != "C" or values["architecture"] not in ("32bit", "64bit"):
        raise Invalid(f"metadata.xml: {values}")
    if values["programhash"] != hashlib.sha256(program.read_bytes()).hexdigest():
        raise Invalid("the hash is not the program's")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", values["creationtime"]):
        raise Invalid(f"creationtime is {values['creationtime']}")
    suite = Suite(values["specification"], values["architecture"])
    for file in sorted(path.glob("*.xml")):
        if file.name == "metadata.xml":
            continue
        case = parse(file, "testcase")
        if any(child.tag != "input" or not (child.text or "").strip() for child in case):
            raise Invalid(f"{file.name}: a test case consists of inputs with values")
        claim = case.get("coversError")
        if set(case.keys()) - {"coversError"} or claim not in (None, "true", "false"):
            raise Invalid(f"{file.name}: attributes {dict(case.items())}")
        suite.tests.append((file.name, [str(child.text) for child in case], claim == "true"))
    return suite


def parse(path: Path, tag: str) -> ET.Element:
    text = path.read_text(encoding="utf-8")
    pattern = rf'<!DOCTYPE {tag} PUBLIC "\+//IDN sosy-lab\.org//DTD test-format {tag} 1\.\d//EN" "https://[^"]+">'
    if not re.search(pattern, text):
        raise Invalid(f"{path.name}: no document type of the test format")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise Invalid(f"{path.name}: {error}") from error
    if root.tag != tag:
        raise Invalid(f"{path.name}: the root is {root.tag}, not {tag}")
    return root


def harness() -> str:
    functions = "".join(
        f"{type_} __VERIFIER_nondet_{suffix}(void) {{ {type_} value; char *line = get_input();\n"
        f'  if (sscanf(line, "{conversion}", &value) != 1) bad(line); return value; }}\n'
        for suffix, type_, conversion in INPUTS
    )
    return HARNESS + functions


def build(program: Path, scratch: Path, bits: str) -> Path:
    (scratch / "harness.c").write_text(harness())
    flags = ["-O0", "-w", "-std=gnu11", *(["-m32"] if bits == "32" else [])]
    for command in (
        ["gcc", *flags, "--coverage", "-c", str(program.resolve()), "-o", "unit.o"],
        ["gcc", *flags, "-c", "harness.c", "-o", "harness.o"],
        ["gcc", *flags, "--coverage", "unit.o", "harness.o", "-o", "program", "-lm"],
    ):
        subprocess.run(command, cwd=scratch, check=True)
    return scratch / "program"


def measure(coverage: MeasuredCoverage, goal: str) -> tuple[int, int]:
    """Goals reached and goals in all: a function's call, or branch sides."""
    call = re.search(r"@CALL\((\w+)\)", goal)
    if call is None:
        return coverage.branches.covered, coverage.branches.total
    called = [
        times for file in coverage.files.values() for name, (_, times) in file.functions.items() if name == call[1]
    ]
    return int(any(called)), 1


def validate(suite_path: Path, program: Path, bits: str = "", goal: str = "") -> tuple[int, int, list[str]]:
    """Goals covered, goals, and complaints about single tests."""
    complaints: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        suite = read_suite(suite_path, program, scratch)
        goal = goal or suite.specification
        executable = build(program, scratch, bits or suite.architecture[:2])
        notes = [scratch / "unit.gcno"]
        for name, values, claims_error in suite.tests:
            before = measure(read_coverage(notes), goal)[0]
            lines = "".join(f"{value}\n" for value in values)
            try:
                run = subprocess.run(
                    [executable], input=lines.encode(), capture_output=True, timeout=SECONDS, check=False
                )
            except subprocess.TimeoutExpired:
                complaints.append(f"{name}: out of time")
                continue
            said = re.search(rb"TESTCOV: (.*)", run.stderr)
            if said:
                complaints.append(f"{name}: {said[1].decode(errors='replace')}")
            if claims_error and "@CALL" in goal and measure(read_coverage(notes), goal)[0] == before == 0:
                complaints.append(f"{name}: claims to cover the error and does not")
        covered, total = measure(read_coverage(notes), goal)
    return covered, total, complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path, help="a directory or zip with metadata.xml and tests")
    parser.add_argument("program", type=Path)
    parser.add_argument("-32", dest="bits", action="store_const", const="32", default="")
    parser.add_argument("-64", dest="bits", action="store_const", const="64")
    parser.add_argument("--goal", default="", help="a property file; default: the suite's own specification")
    given = parser.parse_args()
    goal = Path(given.goal).read_text() if given.goal else ""
    try:
        covered, total, complaints = validate(given.suite, given.program, given.bits, goal)
    except Invalid as problem:
        print(f"Result: ERROR ({problem})")
        return 1
    for complaint in complaints:
        print(complaint)
    print(f"Coverage: {100 * covered / total if total else 0:.2f}%\nNumber of goals: {total}\nResult: DONE")
    return 0


if __name__ == "__main__":
    sys.exit(main())
