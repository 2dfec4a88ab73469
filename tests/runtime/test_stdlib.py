"""Sorting, searching, arithmetic, random numbers and exit handlers of <stdlib.h>."""

from __future__ import annotations

import ctypes
import itertools
import random
from typing import Any

import pytest

from tests.runtime.native_runtime import NativeRuntime

COMPARISON = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


def compare_first_byte(left: int, right: int) -> int:
    return ctypes.c_ubyte.from_address(left).value - ctypes.c_ubyte.from_address(right).value


def sorted_by_runtime(runtime: NativeRuntime, records: list[bytes], width: int) -> list[bytes]:
    qsort = runtime.function("qsort", None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, COMPARISON)
    memory = ctypes.create_string_buffer(b"".join(records) + b"!")
    qsort(ctypes.addressof(memory), len(records), width, COMPARISON(compare_first_byte))
    assert memory.raw[len(records) * width :] == b"!\0"
    return [memory.raw[i * width : (i + 1) * width] for i in range(len(records))]


@pytest.mark.parametrize("count", range(7))
def test_every_arrangement_of_few_elements_is_sorted(runtime: NativeRuntime, count: int) -> None:
    for keys in itertools.product(range(3), repeat=min(count, 5)):
        records = [bytes((key, position, 7)) for position, key in enumerate(keys)]
        assert sorted_by_runtime(runtime, records, 3) == sorted(records, key=lambda record: record[0])


@pytest.mark.parametrize("count", [15, 16, 17, 18, 31, 32, 33, 100, 1000])
def test_long_arrays_are_sorted_stably(runtime: NativeRuntime, count: int) -> None:
    random.seed(count)
    records = [bytes((random.randrange(20),)) + position.to_bytes(4, "big") for position in range(count)]
    assert sorted_by_runtime(runtime, records, 5) == sorted(records, key=lambda record: record[0])


def test_bsearch_finds_exactly_what_is_there(runtime: NativeRuntime) -> None:
    bsearch = runtime.function(
        "bsearch", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, COMPARISON
    )
    for count in range(9):
        content = bytes(2 * i + 1 for i in range(count))
        memory = ctypes.create_string_buffer(content, max(count, 1))
        for key in range(1, 2 * count + 2):
            found = bsearch(bytes((key,)), ctypes.addressof(memory), count, 1, COMPARISON(compare_first_byte))
            expected = content.find(bytes((key,)))
            assert (found - ctypes.addressof(memory) if found else -1) == expected


@pytest.mark.parametrize(
    ("name", "kind"), [("abs", ctypes.c_int), ("labs", ctypes.c_long), ("llabs", ctypes.c_longlong)]
)
def test_absolute_values(runtime: NativeRuntime, name: str, kind: Any) -> None:
    function = runtime.function(name, kind, kind)
    for value in (0, 1, -1, 2147483647, -2147483647):
        assert function(value) == abs(value)


def test_division_truncates_towards_zero(runtime: NativeRuntime) -> None:
    class Result(ctypes.Structure):
        _fields_ = (("quotient", ctypes.c_int), ("remainder", ctypes.c_int))

    div = runtime.function("div", Result, ctypes.c_int, ctypes.c_int)
    for value, divisor in itertools.product((-7, -1, 0, 7, 8), (-3, 2, 5)):
        result = div(value, divisor)
        assert result.quotient == int(value / divisor)
        assert result.quotient * divisor + result.remainder == value


def test_random_numbers_repeat_with_the_seed_and_stay_in_range(runtime: NativeRuntime) -> None:
    rand, srand = runtime.function("rand", ctypes.c_int), runtime.function("srand", None, ctypes.c_uint)
    srand(5)
    first = [rand() for _ in range(100)]
    srand(5)
    assert [rand() for _ in range(100)] == first
    assert len(set(first)) == 100
    assert all(0 <= number <= 0x7FFFFFFF for number in first)


def test_rand_r_keeps_its_state_with_the_caller(runtime: NativeRuntime) -> None:
    rand_r = runtime.function("rand_r", ctypes.c_int, ctypes.c_void_p)
    seeds = [ctypes.c_uint(9), ctypes.c_uint(9)]
    runs = [[rand_r(ctypes.addressof(seed)) for _ in range(20)] for seed in seeds]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 20


def test_the_environment_is_empty(runtime: NativeRuntime) -> None:
    assert runtime.function("getenv", ctypes.c_char_p, ctypes.c_char_p)(b"PATH") is None


def test_at_least_the_promised_number_of_exit_handlers_is_accepted(runtime: NativeRuntime) -> None:
    # Never run: the process would end. That handlers run is seen where programs are explored.
    atexit = runtime.function("atexit", ctypes.c_int, ctypes.c_void_p)
    accepted = [atexit(None) for _ in range(32)]
    assert accepted == [0] * 32


def test_posix_memalign_wants_a_power_of_two(runtime: NativeRuntime) -> None:
    function = runtime.function("posix_memalign", ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
    result = ctypes.c_void_p(0)
    word = ctypes.sizeof(ctypes.c_void_p)
    assert function(ctypes.addressof(result), 3 * word, 10) == function(ctypes.addressof(result), 1, 10) == 22
    assert function(ctypes.addressof(result), 64, 10) == 0
    assert (result.value or 1) % 64 == 0


def test_reallocarray_refuses_sizes_that_overflow(runtime: NativeRuntime) -> None:
    function = runtime.function("reallocarray", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
    largest = ctypes.c_size_t(-1).value
    assert function(None, largest // 2, 3) is None
    assert function(None, 4, 3) is not None
