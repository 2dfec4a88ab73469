"""`albers doctor` vouches for what works and fails for what does not."""

from __future__ import annotations

import pytest

from albers.cli import doctor
from albers.cli.compiled import is_compiled
from albers.cli.main import main
from albers.errors import UserError

Captured = pytest.CaptureFixture[str]


def test_a_healthy_installation_is_exit_code_0(capsys: Captured) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {check.name} " in out for check in doctor.CHECKS)
    assert "Everything works.\n" in out
    assert all(f"  {check.name} " in out.partition("Everything works.")[2] for check in doctor.NATIVE)


def failing() -> str:
    raise UserError("not installed: pip install bitwuzla")


def test_a_part_that_fails_is_named_and_the_others_are_still_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    checks = (doctor.Check("bitwuzla", failing), doctor.Check("rich", lambda: "15.0"))
    monkeypatch.setattr(doctor, "CHECKS", checks)
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "  bitwuzla    FAILED: not installed: pip install bitwuzla\n  rich        15.0\n" in out


def test_a_wrong_answer_is_a_failure() -> None:
    with pytest.raises(UserError, match="wrong answer"):
        doctor._expect(False, "1 = 2")


def test_compiled_modules_are_told_from_python() -> None:
    assert not is_compiled("albers.cli.compiled")
    assert is_compiled("_ssl")
    assert not is_compiled("albers.cli.no_such_module")
