"""The library is the same on every machine: what a program prints does not depend on its words and long doubles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.test_programs import run


@pytest.mark.parametrize("target", ["x86_64", "aarch64", "x86", "arm", "riscv64"])
def test_a_program_prints_the_same_on_every_machine(target: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(
        """
        #include <errno.h>
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <time.h>
        int main(int argc, char **argv) {
            time_t when = 1721038272;
            printf("%d %s %.3f %.10g ", argc, "text", 0.1, sin(1));
            printf("%lld %g ", strtoll("-9000000000", NULL, 10), strtod("2.5e3", NULL));
            printf("%d %s", errno, asctime(gmtime(&when)));
            return 3;
        }
        """
    )
    report, printed = run(program, tmp_path, target)
    (streams,) = printed.paths.values()
    assert streams[1] == b"1 text 0.100 0.8414709848 -9000000000 2500 0 Mon Jul 15 10:11:12 2024\n"
    assert report.exits == {3: 1}
