"""Models in Python take the place of C functions in a real exploration."""

from __future__ import annotations

from pathlib import Path

import pytest

import albers
from albers.api.report import Report
from albers.expr.bits import zext
from albers.expr.compare import eq, ult
from albers.expr.term import const
from albers.options import Options, OutputOptions
from albers.verdicts import ErrorKind
from albers.world.call import Call, Model


@pytest.fixture(autouse=True)
def in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def explore(text: str, *found: Model) -> Report:
    Path("device.c").write_text("#include <klee/klee.h>\n" + text)
    return albers.explore("device.c", Options(models=albers.models(*found), output=OutputOptions(out="out")))


def test_a_model_computes_with_its_arguments() -> None:
    @albers.model("weigh")
    def weigh(call: Call) -> None:
        a, b = call.arguments
        assert isinstance(a, int) and isinstance(b, int)
        call.returns(10 * a + b)

    report = explore("int weigh(int, char); int main(void) { return weigh(4, 2); }", weigh)
    assert report.exits == {42: 1}
    assert report.complete


def test_a_result_is_reduced_to_the_width_the_program_declared() -> None:
    @albers.model("small")
    def small(call: Call) -> None:
        assert call.result_width == 8
        call.returns(0x1FF)

    report = explore("unsigned char small(void); int main(void) { return small() == 255; }", small)
    assert report.exits == {1: 1}


def test_a_model_that_returns_nothing_returns_zero() -> None:
    @albers.model("silent")
    def silent(call: Call) -> None:
        call.warn("was here")

    report = explore("int silent(void); int main(void) { return silent() + 3; }", silent)
    assert report.exits == {3: 1}
    assert "main: was here" in (report.directory / "warnings.txt").read_text()


def test_a_model_goes_before_a_definition_in_c_and_before_the_library() -> None:
    @albers.model("strlen")
    def strlen(call: Call) -> None:
        call.returns(7)

    @albers.model("own")
    def own(call: Call) -> None:
        call.returns(20)

    text = """#include <string.h>
        int own(void) { return 1; }
        int main(void) { char *volatile text = "ab"; return own() + (int)strlen(text); }"""
    assert explore(text, strlen, own).exits == {27: 1}


def test_a_model_that_forks_settles_each_side() -> None:
    """The sensor fails, or delivers a reading below 100 that stays unknown."""

    @albers.model("read_sensor")
    def read_sensor(call: Call) -> None:
        reading = zext(call.term(0), 32)
        works, broken = call.branch(ult(reading, const(32, 100)))
        if works is not None:
            works.returns(reading)
        if broken is not None:
            broken.returns(-1)

    text = """
        int read_sensor(unsigned char raw);
        int main(void) {
            unsigned char raw;
            klee_make_symbolic(&raw, 1, "raw");
            int value = read_sensor(raw);
            if (value < 0)
                return raw >= 100 ? 1 : 100;
            if (value == 50)
                return raw == 50 ? 2 : 100;
            return 3;
        }"""
    report = explore(text, read_sensor)
    assert report.exits == {1: 1, 2: 1, 3: 1}
    assert report.complete


def test_a_fork_that_cannot_happen_has_one_side_only() -> None:
    sides: list[bool] = []

    @albers.model("check")
    def check(call: Call) -> None:
        zero, other = call.branch(eq(call.term(0), const(32, 0)))
        sides.extend([zero is not None, other is not None])
        for side in (zero, other):
            if side is not None:
                side.returns(5)

    text = 'int check(int); int main(void) { int x = klee_int("x"); klee_assume(x > 0); return check(x); }'
    assert explore(text, check).exits == {5: 1}
    assert sides == [False, True]


def test_a_model_makes_memory_and_inputs() -> None:
    @albers.model("receive")
    def receive(call: Call) -> None:
        address = call.allocate(4, 1, zero=True)
        (place,) = call.resolve(address)
        assert place.object is not None and place.offset == 0
        call.make_symbolic(place.object, 0, 2, "packet")
        call.write_value(place.object, 2, 8, 9)
        call.returns(address)

    text = """
        unsigned char *receive(void);
        int main(void) {
            unsigned char *p = receive();
            if (p[0] == 1 && p[1] == 2)
                return p[2];
            return p[3];
        }"""
    report = explore(text, receive)
    assert report.exits == {0: 2, 9: 1}
    packets = [{each.name: each.data for each in test.objects}["packet"] for test in report.read_tests()]
    assert b"\x01\x02" in packets


def test_a_model_reports_errors_exits_and_ends_silently() -> None:
    @albers.model("finish")
    def finish(call: Call) -> None:
        way = call.arguments[0]
        if way == 0:
            call.exits(17)
        elif way == 1:
            call.fails(ErrorKind.REPORT_ERROR, "the device is on fire", suffix="fire")
        elif way == 2:
            call.ends_silently()
        else:
            call.returns()

    text = """
        void finish(int);
        int main(void) {
            switch (klee_range(0, 4, "way")) {
            case 0: finish(0); break;
            case 1: finish(1); break;
            case 2: finish(2); break;
            default: finish(3);
            }
            return 0;
        }"""
    report = explore(text, finish)
    assert report.exits == {17: 1, 0: 1}
    assert [(error.kind, error.message, error.line) for error in report.errors] == [
        ("fire", "the device is on fire", 7)
    ]
    assert report.tests == 3


def test_a_model_with_a_defect_costs_the_paths_that_call_it_and_says_why() -> None:
    @albers.model("broken")
    def broken(call: Call) -> None:
        raise ValueError("no such register")

    text = 'int broken(void); int main(void) { if (klee_range(0, 2, "which")) return broken(); return 0; }'
    report = explore(text, broken)
    assert report.exits == {0: 1}
    assert not report.complete
    (error,) = report.errors
    assert "no such register" in error.message
    assert "device.c" in error.file


def test_a_term_of_another_width_than_the_result_is_refused() -> None:
    @albers.model("narrow")
    def narrow(call: Call) -> None:
        call.returns(call.term(0))

    text = 'int narrow(char c); int main(void) { char c; klee_make_symbolic(&c, 1, "c"); return narrow(c); }'
    (error,) = explore(text, narrow).errors
    assert "the model of narrow returns 8 bits where the program expects 32" in error.message


def test_a_model_is_used_through_a_pointer_too() -> None:
    @albers.model("answer")
    def answer(call: Call) -> None:
        call.returns(6)

    text = "int answer(void); int main(void) { int (*volatile f)(void) = answer; return f(); }"
    assert explore(text, answer).exits == {6: 1}
