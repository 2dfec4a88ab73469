"""Symbolic data flows through the library: every path prints, reads and sorts what its own test says."""

from __future__ import annotations

from pathlib import Path

from tests.runtime.test_programs import run


def write(directory: Path, text: str) -> Path:
    program = directory / "program.c"
    program.write_text(text)
    return program


def test_a_symbolic_number_is_printed_digit_by_digit(tmp_path: Path) -> None:
    program = write(
        tmp_path,
        """
        #include <klee/klee.h>
        #include <stdio.h>
        int main(void) {
            signed char number;
            klee_make_symbolic(&number, 1, "number");
            printf("<%d>", number);
            return 0;
        }
        """,
    )
    report, printed = run(program, tmp_path)
    values = []
    for i, test in enumerate(report.read_tests(), start=1):
        (value,) = (int.from_bytes(item.data, "little", signed=True) for item in test.objects)
        assert printed.paths[f"test{i:06}"][1].decode() == f"<{value}>"
        values.append(value)
    # One to three digits, with and without a sign, and the zero.
    lengths = {len(str(value)) for value in values}
    assert lengths == {1, 2, 3, 4}


def test_every_two_byte_string_is_read_as_a_number_on_some_path(tmp_path: Path) -> None:
    program = write(
        tmp_path,
        """
        #include <klee/klee.h>
        #include <stdlib.h>
        int main(void) {
            char text[3] = {0};
            klee_make_symbolic(text, 2, "text");
            int expected = 0, digits = 0;
            for (; digits < 2 && text[digits] >= '0' && text[digits] <= '9'; digits++)
                expected = 10 * expected + (text[digits] - '0');
            char *end;
            long value = strtol(text, &end, 10);
            if (digits > 0)
                klee_assert(value == expected && end == text + digits);
            else
                klee_assert(value >= -9 && value <= 9);
            return digits;
        }
        """,
    )
    report, _ = run(program, tmp_path)
    assert set(report.exits) == {0, 1, 2}


def test_sorting_three_symbolic_keys_takes_one_path_per_order(tmp_path: Path) -> None:
    program = write(
        tmp_path,
        """
        #include <klee/klee.h>
        #include <stdlib.h>
        static int compare(const void *a, const void *b) {
            return *(const unsigned char *)a < *(const unsigned char *)b ? -1 : 1;
        }
        int main(void) {
            unsigned char keys[3];
            klee_make_symbolic(keys, 3, "keys");
            qsort(keys, 3, 1, compare);
            klee_assert(keys[0] <= keys[1] && keys[1] <= keys[2]);
            return 0;
        }
        """,
    )
    report, _ = run(program, tmp_path)
    assert report.paths.completed >= 6
    assert report.paths.completed <= 12


def test_symbolic_bytes_pass_through_a_stream(tmp_path: Path) -> None:
    program = write(
        tmp_path,
        """
        #include <klee/klee.h>
        #include <stdio.h>
        int main(void) {
            char text[3] = {0};
            klee_make_symbolic(text, 2, "text");
            FILE *stream = fmemopen(text, 2, "r");
            int first = fgetc(stream);
            klee_assert(first == (unsigned char)text[0]);
            fwrite(text, 1, 2, stdout);
            if (first == 'x')
                return 1;
            return 0;
        }
        """,
    )
    report, printed = run(program, tmp_path)
    assert set(report.exits) == {0, 1}
    for i, test in enumerate(report.read_tests(), start=1):
        assert printed.paths[f"test{i:06}"][1] == test.objects[0].data
