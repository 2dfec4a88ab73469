"""From an earlier run to the next: what to skip, and what skipping it gains."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.cli.main import main

PROGRAM = """\
#include <klee/klee.h>
int total, log_entries[64];
static void note(const unsigned char *s, int n) {
    for (int i = 0; i < n; i++)
        if (s[i] == 'x')
            log_entries[i] = 1;
        else if (s[i] == 'y')
            log_entries[i] = 2;
}
static int check(const unsigned char *s) {
    if (s[0] == 1 && s[1] == 2 && s[2] == 3)
        return 1 / total;
    return 0;
}
int main(void) {
    unsigned char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    note(s, 5);
    return check(s);
}
"""


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("first")
    source = directory / "program.c"
    source.write_text(PROGRAM)
    limits = ["--max-instructions", "3000", "--search", "dfs"]
    assert main(["run", str(source), "--quiet", *limits, "--out", str(directory / "out")]) == 0
    return directory / "out"


def test_the_costly_function_off_the_way_is_proposed(first_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest-skip", str(first_run), "--target", "program.c:12"]) == 0
    output = capsys.readouterr().out
    assert "note: " in output and "none of them read by the code towards program.c:12" in output
    assert output.endswith("  --skip note\n")


def test_what_leads_to_the_target_is_not_skipped(first_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest-skip", str(first_run), "--target", "program.c:6"]) == 0
    assert "note" not in capsys.readouterr().out


def test_augmenting_covers_more(first_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["augment", str(first_run), "--skip", "note", "--quiet", "--out", str(tmp_path / "more")]) == 0
    output = capsys.readouterr().out
    assert "skipped: note" in output
    before, now = next(
        [int(word) for word in line.replace(",", "").split() if word.isdigit()][0::2][:2]
        for line in output.splitlines()
        if line.startswith("branch sides:")
    )
    assert now > before


def test_skip_auto_finds_the_error_at_once(first_run: Path, tmp_path: Path) -> None:
    source = first_run.parent / "program.c"
    arguments = ["run", str(source), "--skip", "auto", "--stop-at", "program.c:12", "--max-time", "5", "--quiet"]
    assert main([*arguments, "--out", str(tmp_path / "out"), "--error-exitcode", "3"]) == 3


def test_a_directory_without_a_run_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest-skip", str(tmp_path)]) == 2
    assert "give the output directory of a finished run" in capsys.readouterr().err
