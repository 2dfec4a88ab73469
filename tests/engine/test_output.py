"""What a path printed is what the program prints when it is given the path's test."""

from __future__ import annotations

from pathlib import Path

from albers.api.explore import explore
from albers.options import Options
from albers.results.observer import Observer

# The byte is printed before anything is known about it, and a length that depends on it too.
PROGRAM = """
#include <unistd.h>
int main(void) {
    unsigned char c[2];
    read(0, c, 2);
    write(1, c, 1);
    write(1, "12345678", c[1] & 7);
    if (c[0] == 'x')
        return 1;
    if (c[0] > 200)
        return 2;
    if (c[1] == 3)
        return 3;
    return 0;
}
"""


class _Outputs(Observer):
    def __init__(self) -> None:
        self.printed: dict[str, bytes] = {}

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        self.printed[path] = b"".join(data for _, data in output)


def test_output_belongs_to_the_test_of_its_path(tmp_path: Path) -> None:
    program = tmp_path / "p.c"
    program.write_text(PROGRAM)
    options = Options()
    options.world.sym_stdin = 2
    options.output.out = str(tmp_path / "out")
    options.output.echo = True
    outputs = _Outputs()
    report = explore(program, options, observer=outputs)
    assert report.exits == {0: 1, 1: 1, 2: 1, 3: 1} and report.complete
    assert len(outputs.printed) == 4
    for number, test in enumerate(report.read_tests(), start=1):
        data = next(item.data for item in test.objects if item.name == "stdin")
        assert outputs.printed[f"test{number:06}"] == data[:1] + b"12345678"[: data[1] & 7]
