"""Test-Comp suites: the format, the values, and that they cover what they claim when run natively."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import sys
from pathlib import Path
from types import ModuleType

import pytest

from albers.api.explore import explore
from albers.errors import UserError
from albers.options import Options, OutputOptions, ProgramOptions
from albers.results.test_comp import case_xml, read_property, value_text

ERROR = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"
BRANCHES = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "p.c", 3, "reach_error"); }
void assume_abort_if_not(int cond) { if (!cond) abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  assume_abort_if_not(x > -30);
  __VERIFIER_assume(c != 9);
  if (x < -20 && sizeof(long) == 4 && __VERIFIER_nondet_long() < 0) return 2;
  if (x == 77) {
    if (c == 200 && __VERIFIER_nondet_bool())
      reach_error();
  }
  if (x < 10)
    x++;
  switch (c) {
  case 1: x += 1; break;
  case 2: return 3;
  }
  return 0;
}
"""

HOPELESS = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) {
    x = 6;
    __VERIFIER_assume(x < 0);
  }
  return 0;
}
"""


def checker() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "testcov.py"
    specification = importlib.util.spec_from_file_location("testcov", path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["testcov"] = module
    specification.loader.exec_module(module)
    return module


def suite_for(property_: str, tmp_path: Path, m32: bool = False, program: str = PROGRAM) -> tuple[Path, Path]:
    source = tmp_path / "p.c"
    source.write_text(program)
    options = Options(
        program=ProgramOptions(m32=m32), output=OutputOptions(test_comp=property_, out=str(tmp_path / "out"))
    )
    return explore(source, options).directory / "test-suite", source


needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


@needs_gcc
def test_a_suite_covers_every_branch_side_there_is(tmp_path: Path) -> None:
    covered, total, complaints = checker().validate(*suite_for(BRANCHES, tmp_path))
    assert complaints == []
    # sizeof(long) == 4 is decided by the compiler, and so are the sides behind it.
    assert (covered, total) == (total, total)
    assert total >= 13


@needs_gcc
def test_a_suite_reaches_the_error(tmp_path: Path) -> None:
    suite, program = suite_for(ERROR, tmp_path)
    assert checker().validate(suite, program) == (1, 1, [])
    claims = [path for path in suite.glob("test*.xml") if 'coversError="true"' in path.read_text()]
    assert len(claims) == 1


def test_the_32_bit_model_has_4_bytes_in_a_long(tmp_path: Path) -> None:
    suite, _ = suite_for(BRANCHES, tmp_path, m32=True)
    assert "<architecture>32bit</architecture>" in (suite / "metadata.xml").read_text()
    assert any('type="long">-' in path.read_text() for path in suite.glob("test*.xml"))


def test_a_path_that_ends_in_a_failed_assumption_has_a_test(tmp_path: Path) -> None:
    suite, _ = suite_for(BRANCHES, tmp_path, program=HOPELESS)
    assert any('type="int">5<' in path.read_text() for path in suite.glob("test*.xml"))


@pytest.mark.parametrize(
    ("type_", "data", "text"),
    [
        ("int", b"\xff\xff\xff\xff", "-1"),
        ("unsigned int", b"\xff\xff\xff\xff", "4294967295"),
        ("char", b"\x80", "-128"),
        ("_Bool", b"\x01", "1"),
        ("size_t", b"\xff" * 8, str(2**64 - 1)),
        ("char *", b"\xff" * 8, str(2**64 - 1)),
        ("double", struct.pack("<d", 0.1), "0.10000000000000001"),
        ("float", struct.pack("<f", -2.5), "-2.5"),
    ],
)
def test_values_are_printed_for_their_type(type_: str, data: bytes, text: str) -> None:
    assert value_text(type_, data) == text


def test_other_inputs_are_bytes() -> None:
    assert case_xml([("buffer", b"a\0")]).count('type="unsigned char"') == 2


def test_properties_are_known_by_their_body(tmp_path: Path) -> None:
    (tmp_path / "any-name.prp").write_text(f"\n{ERROR}\n\n")
    assert read_property(str(tmp_path / "any-name.prp")).error_function == "reach_error"
    assert read_property(BRANCHES).error_function == ""
    assert read_property(BRANCHES.replace("main", "start")).entry == "start"
    for wrong in ("CHECK( init(main()), LTL(G ! call(reach_error())) )", "missing.prp"):
        with pytest.raises(UserError):
            read_property(wrong)


def test_a_suite_with_a_wrong_hash_is_refused(tmp_path: Path) -> None:
    testcov = checker()
    suite, program = suite_for(ERROR, tmp_path)
    program.write_text(PROGRAM + "\n")
    with pytest.raises(testcov.Invalid, match="hash"):
        testcov.read_suite(suite, program, tmp_path)
