"""The numbers of system calls: complete, unique, and on real machines what the headers say."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from albers.world.kernel.native_numbers import native_name
from albers.world.kernel.numbers import COMMON_NAMES, NAMES, NAMES_32_BIT, NUMBERS
from albers.world.kernel.system_calls import ENTRIES, TABLE


def _libc() -> Path:
    spec = find_spec("ziglang")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "lib" / "libc"


def _header(machine: str) -> dict[int, set[str]]:
    text = (_libc() / "include" / f"{machine}-linux-musl" / "bits" / "syscall.h").read_text()
    found: dict[int, set[str]] = {}
    for name, number in re.findall(r"__NR_(\w+)\s+(\d+)", text):
        found.setdefault(int(number), set()).add(name)
    return found


def test_every_name_is_there_once() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert [NUMBERS[name] for name in NAMES] == list(range(len(NAMES)))
    assert not set(COMMON_NAMES) & set(NAMES_32_BIT)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_every_call_of_a_machine_has_a_number(machine: str) -> None:
    assert {name for names in _header(machine).values() for name in names} <= set(COMMON_NAMES)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_machines_own_numbers_are_those_of_its_header(machine: str) -> None:
    header = _header(machine)
    for number in range(max(header) + 10):
        assert native_name(machine, number) in header.get(number, {""}), number


def test_a_machine_we_do_not_know_has_no_numbers() -> None:
    assert native_name("s390x", 3) == ""


def test_the_table_follows_the_numbers() -> None:
    assert [name for name, _ in TABLE] == list(NAMES)
    assert set(ENTRIES) <= set(NAMES)
    assert len(ENTRIES) > 60
