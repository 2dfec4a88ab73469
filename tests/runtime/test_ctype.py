"""Character classes and cases agree with the host's C locale for every character and EOF."""

from __future__ import annotations

import ctypes

import pytest

from tests.runtime.native_runtime import HOST, NativeRuntime

CLASSES = "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii"


@pytest.mark.parametrize("name", CLASSES.split())
def test_classes_agree(runtime: NativeRuntime, name: str) -> None:
    own, host = runtime.function(name, ctypes.c_int, ctypes.c_int), getattr(HOST, name)
    for character in range(-1, 256):
        assert bool(own(character)) == bool(host(character)), character


@pytest.mark.parametrize("name", ["tolower", "toupper", "toascii"])
def test_conversions_agree(runtime: NativeRuntime, name: str) -> None:
    own, host = runtime.function(name, ctypes.c_int, ctypes.c_int), getattr(HOST, name)
    for character in range(-1, 256):
        assert own(character) == host(character), character
