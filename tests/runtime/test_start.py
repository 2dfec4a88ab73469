"""How a program starts and ends: the library first, then constructors, then main; buffers are written at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.options import Options
from albers.results.observer import Observer


class _Printed(Observer):
    def __init__(self) -> None:
        self.text = b""
        self.warnings: list[str] = []

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        self.text += b"".join(data for _, data in output)

    def warned(self, text: str) -> None:
        self.warnings.append(text)


def outcome(directory: Path, text: str, entry: str = "main") -> tuple[bytes, dict[int, int], list[str]]:
    program = directory / "program.c"
    program.write_text(text)
    options = Options()
    options.program.entry = entry
    options.world.env = ("COLOUR=blue",)
    options.output.out = str(directory / "out")
    options.output.echo = True
    printed = _Printed()
    report = explore(program, options, observer=printed)
    return printed.text, report.exits, printed.warnings


def test_a_constructor_finds_the_environment_and_the_programs_name(tmp_path: Path) -> None:
    source = """
        #define _GNU_SOURCE
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        __attribute__((constructor)) static void early(void) {
            printf("%s %s\\n", getenv("COLOUR"), program_invocation_short_name);
        }
        int main(void) { return 0; }"""
    assert outcome(tmp_path, source)[0] == b"blue program.c\n"


@pytest.mark.parametrize(
    ("ending", "text"), [("return 5;", b"kept"), ("exit(5);", b"kept"), ("_Exit(5);", b""), ("quick_exit(5);", b"")]
)
def test_what_is_in_a_buffer_is_written_by_an_orderly_end_only(tmp_path: Path, ending: str, text: bytes) -> None:
    # The first newline shows the library that nobody reads line by line.
    source = f"""
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {{ printf("\\n"); fflush(stdout); printf("kept"); {ending} }}"""
    assert outcome(tmp_path, source)[:2] == (b"\n" + text, {5: 1})


def test_an_entry_other_than_main_has_a_library_too(tmp_path: Path) -> None:
    source = """
        #include <stdio.h>
        extern char **environ;
        void print(void) { printf("%d", environ != NULL); }
        int main(void) { return 1; }"""
    assert outcome(tmp_path, source, entry="print")[0] == b"1"


def test_a_weak_variable_that_nobody_defines_has_no_address(tmp_path: Path) -> None:
    source = """
        extern int perhaps __attribute__((weak));
        int main(void) { return &perhaps == 0 ? 3 : perhaps; }"""
    assert outcome(tmp_path, source)[1:] == ({3: 1}, [])


def test_a_thread_cannot_be_created_and_the_user_is_told(tmp_path: Path) -> None:
    source = """
        #include <errno.h>
        #include <pthread.h>
        static void *work(void *p) { return p; }
        int main(void) {
            pthread_t thread;
            return pthread_create(&thread, NULL, work, NULL) == EAGAIN;
        }"""
    _, exits, warnings = outcome(tmp_path, source)
    assert exits == {1: 1}
    assert any("threads are not supported" in warning for warning in warnings)


def test_rounding_is_to_nearest_and_nothing_else_can_be_chosen(tmp_path: Path) -> None:
    source = """
        #include <fenv.h>
        int main(void) {
            int keeps = fesetround(FE_TONEAREST) == 0, refuses = fesetround(FE_UPWARD) != 0;
            return (fegetround() == FE_TONEAREST) + 2 * keeps + 4 * refuses;
        }"""
    assert outcome(tmp_path, source)[1] == {7: 1}
