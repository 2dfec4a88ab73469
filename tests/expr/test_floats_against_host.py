"""The floating-point layer against the machine: the same operands through C's float, double, long double, _Float128.

The C library is built on the fly from host_floats.c; a type that the host or its compiler lacks is skipped. A result
that is NaN need only be NaN on both sides: processors differ in its sign and payload.
"""

import ctypes
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from albers.expr import float_arith as arith
from albers.expr import float_compare as compare
from albers.expr import float_convert as conversion
from albers.expr import float_format as ff
from albers.expr.float_format import DOUBLE, FLOAT, FP128, X86_FP80, FloatFormat

SOURCE = Path(__file__).with_name("host_floats.c")
SAMPLES = 600
# The C name of each type and the suffix of its functions in libm.
TYPES = {
    "float": ("float", "SUFFIX_F"),
    "double": ("double", "SUFFIX_NONE"),
    "long double": ("long double", "SUFFIX_L"),
    "_Float128": ("_Float128", "SUFFIX_F128"),
}


class HostType:
    """One C type: its format, and its functions on arrays of bit patterns."""

    def __init__(self, name: str, library: ctypes.CDLL) -> None:
        self.library = library
        self.size: int = library.size_of_type()
        self.fmt = self._format(name)

    def _format(self, name: str) -> FloatFormat:
        if name != "long double":
            return {"float": FLOAT, "double": DOUBLE, "_Float128": FP128}[name]
        digits: int = self.library.long_double_digits()
        formats = {53: DOUBLE, 64: X86_FP80, 113: FP128}
        if digits not in formats:
            pytest.skip(f"long double has {digits} digits here")
        return formats[digits]

    def array(self, patterns: list[int]) -> ctypes.Array[ctypes.c_char]:
        return pack(patterns, self.size)

    def results(self, buffer: ctypes.Array[ctypes.c_char]) -> list[int]:
        return unpack(buffer, self.size, self.fmt.width)

    def empty(self, count: int) -> ctypes.Array[ctypes.c_char]:
        return ctypes.create_string_buffer(count * self.size)

    def arithmetic(self, operation: str, mode: int, a: list[int], b: list[int], c: list[int]) -> list[int]:
        out = self.empty(len(a))
        done = self.library.arithmetic(
            operation.encode(), mode, ctypes.c_size_t(len(a)), self.array(a), self.array(b), self.array(c), out
        )
        if not done:
            pytest.skip("the host cannot set the rounding mode")
        return self.results(out)

    def mapped(
        self, function: str, source: ctypes.Array[ctypes.c_char], size: int, count: int, width: int
    ) -> list[int]:
        """A function from one array to another whose elements have that size, of which `width` bits matter."""
        out = ctypes.create_string_buffer(count * size)
        self.library[function](ctypes.c_size_t(count), source, out)
        return unpack(out, size, width)


def pack(patterns: list[int], size: int) -> ctypes.Array[ctypes.c_char]:
    data = b"".join(bits.to_bytes(size, sys.byteorder) for bits in patterns)
    return ctypes.create_string_buffer(data, len(data))


def unpack(buffer: ctypes.Array[ctypes.c_char], size: int, width: int) -> list[int]:
    data, mask = buffer.raw, (1 << width) - 1
    return [int.from_bytes(data[i : i + size], sys.byteorder) & mask for i in range(0, len(data), size)]


@pytest.fixture(scope="module", params=sorted(TYPES))
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> HostType:
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler")
    name: str = request.param
    c_type, suffix = TYPES[name]
    target = tmp_path_factory.mktemp("host") / "host_floats.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-frounding-math", "-ffp-contract=off", "-fno-builtin"]
    command += [f"-DTYPE={c_type}", f"-D{suffix}", str(SOURCE), "-o", str(target), "-lm"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0 and name == "_Float128":
        pytest.skip("the compiler or the C library has no _Float128")
    assert built.returncode == 0, built.stderr
    return HostType(name, ctypes.CDLL(str(target)))


# ------------------------------------------------------------------------------------------------------ the samples


def pattern(fmt: FloatFormat, negative: int, field: int, fraction: int) -> int:
    stored_integer_bit = fmt.integer_bit if fmt.stores_integer_bit and field else 0
    return negative << (fmt.width - 1) | field << fmt.exponent_shift | stored_integer_bit | fraction


def edges(fmt: FloatFormat) -> list[int]:
    one = pattern(fmt, 0, fmt.bias, 0)
    half_and_integers = [
        pattern(fmt, 0, fmt.bias + n, fraction) for n in (-1, 0, 1, 2) for fraction in (0, fmt.quiet_bit)
    ]
    magnitudes = [0, 1, 3, fmt.fraction_mask, fmt.min_normal, fmt.min_normal + 1, one + 1, fmt.max_finite]
    magnitudes += [*half_and_integers, fmt.infinity, fmt.default_nan, fmt.infinity | 1]
    return [magnitude | negative for magnitude in magnitudes for negative in (0, fmt.sign_bit)]


def sample(fmt: FloatFormat, count: int, seed: int) -> list[int]:
    """Uniform patterns, numbers around one, and numbers around the smallest normal one, in turn."""
    source = random.Random(seed)
    result = []
    for i in range(count):
        near = source.randint(-fmt.precision, fmt.precision)
        field = (source.randint(0, fmt.exponent_field), fmt.bias + near, abs(near))[i % 3]
        fraction = source.choice((source.randint(0, fmt.fraction_mask), source.randint(0, 3), fmt.fraction_mask))
        if source.random() < 0.3:
            fraction &= ~fmt.fraction_mask // 2 | source.randint(0, 3)
        result.append(pattern(fmt, source.randint(0, 1), field, fraction & fmt.fraction_mask))
    return result


def pairs(fmt: FloatFormat, seed: int) -> tuple[list[int], list[int]]:
    special = edges(fmt)
    a = [x for x in special for _ in special] + sample(fmt, SAMPLES, seed)
    b = [y for _ in special for y in special] + sample(fmt, SAMPLES, seed + 1)
    return a, b


def same(fmt: FloatFormat, ours: int, theirs: int) -> bool:
    return ours == theirs or (ff.is_nan(fmt, ours) and ff.is_nan(fmt, theirs))


def assert_same(fmt: FloatFormat, ours: list[int], theirs: list[int], *arguments: list[int]) -> None:
    """Fails with the first operands that differ."""
    for place, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if not same(fmt, our, their):
            operands = ", ".join(hex(argument[place]) for argument in arguments)
            pytest.fail(f"{fmt.name}: {operands}: ours {our:#x}, the host's {their:#x}")


# --------------------------------------------------------------------------------------------------------- the tests

MODES = {"RNE": ff.RNE, "RTZ": ff.RTZ, "RUP": ff.RUP, "RDN": ff.RDN}
BINARY = {"+": arith.add, "-": arith.sub, "*": arith.mul, "/": arith.div}
EXACT = {"%": arith.frem, "r": arith.ieee_remainder}
INTEGRAL: dict[str, Callable[[FloatFormat, int], int]] = {
    "f": arith.floor,
    "c": arith.ceil,
    "t": arith.trunc,
    "a": arith.round_ties_away,
    "e": arith.round_ties_even,
}


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
@pytest.mark.parametrize("operation", BINARY)
def test_basic_arithmetic_is_the_hosts_in_every_mode(host: HostType, operation: str, mode: int) -> None:
    fmt = host.fmt
    a, b = pairs(fmt, 10 + mode)
    ours = [BINARY[operation](fmt, x, y, mode) for x, y in zip(a, b, strict=True)]
    assert_same(fmt, ours, host.arithmetic(operation, mode, a, b, a), a, b)


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_square_roots_are_the_hosts_in_every_mode(host: HostType, mode: int) -> None:
    fmt = host.fmt
    a = edges(fmt) + [ff.fabs(fmt, x) for x in sample(fmt, SAMPLES, 20)]
    assert_same(fmt, [arith.sqrt(fmt, x, mode) for x in a], host.arithmetic("q", mode, a, a, a), a)


def test_fused_multiplication_is_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    a, b = pairs(fmt, 30)
    c = (sample(fmt, 400, 32) + edges(fmt)) * (len(a) // 400)
    # A third operand close to the product, so that most of it cancels.
    close = [arith.mul(fmt, x, y) ^ fmt.sign_bit for x, y in zip(a, b, strict=True)]
    for third in (c[: len(a)], close):
        ours = [arith.fma(fmt, x, y, z) for x, y, z in zip(a, b, third, strict=True)]
        assert_same(fmt, ours, host.arithmetic("m", ff.RNE, a, b, third), a, b, third)


@pytest.mark.parametrize("operation", EXACT)
def test_remainders_are_the_hosts(host: HostType, operation: str) -> None:
    fmt = host.fmt
    a, b = pairs(fmt, 40)
    ours = [EXACT[operation](fmt, x, y) for x, y in zip(a, b, strict=True)]
    assert_same(fmt, ours, host.arithmetic(operation, ff.RNE, a, b, a), a, b)


@pytest.mark.parametrize("operation", INTEGRAL)
def test_rounding_to_integral_values_is_the_hosts(host: HostType, operation: str) -> None:
    fmt = host.fmt
    a = edges(fmt) + sample(fmt, SAMPLES, 50)
    ours = [INTEGRAL[operation](fmt, x) for x in a]
    assert_same(fmt, ours, host.arithmetic(operation, ff.RNE, a, a, a), a)


def test_comparisons_are_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    a, b = pairs(fmt, 60)
    out = ctypes.create_string_buffer(len(a))
    host.library.compare(ctypes.c_size_t(len(a)), host.array(a), host.array(b), out)
    assert [compare.relation(fmt, x, y) for x, y in zip(a, b, strict=True)] == list(out.raw)


def test_scaling_and_splitting_are_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    a = edges(fmt) + sample(fmt, SAMPLES, 70)
    source = random.Random(71)
    reach = 2 * fmt.bias + fmt.precision
    powers = [source.choice((source.randint(-reach, reach), source.randint(-70, 70))) for _ in a]
    int_array = (ctypes.c_int * len(a))(*powers)
    out = host.empty(len(a))
    host.library.scale(ctypes.c_size_t(len(a)), host.array(a), int_array, out)
    assert_same(fmt, [arith.ldexp(fmt, x, n) for x, n in zip(a, powers, strict=True)], host.results(out), a)
    host.library.split(ctypes.c_size_t(len(a)), host.array(a), out, int_array)
    split = [arith.frexp(fmt, x) for x in a]
    assert_same(fmt, [fraction for fraction, _ in split], host.results(out), a)
    # C leaves the exponent of an infinity or a NaN open.
    finite = [place for place, x in enumerate(a) if ff.is_finite(fmt, x)]
    assert [split[place][1] for place in finite] == [int_array[place] for place in finite]


def test_conversions_to_and_from_other_formats_are_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    a = edges(fmt) + sample(fmt, 2 * SAMPLES, 80)
    for function, target, size in (("to_float", FLOAT, 4), ("to_double", DOUBLE, 8)):
        # Numbers of a wide format are brought into the reach of the narrow one, where rounding happens.
        reachable = a + [conversion.convert(target, fmt, x) ^ 1 for x in edges(target) + sample(target, SAMPLES, 81)]
        theirs = host.mapped(function, host.array(reachable), size, len(reachable), target.width)
        assert_same(target, [conversion.convert(fmt, target, x) for x in reachable], theirs, reachable)
    for function, narrow, size in (("from_float", FLOAT, 4), ("from_double", DOUBLE, 8)):
        b = edges(narrow) + sample(narrow, SAMPLES, 82)
        theirs = host.mapped(function, pack(b, size), host.size, len(b), fmt.width)
        assert_same(fmt, [conversion.convert(narrow, fmt, x) for x in b], theirs, b)


def test_conversions_to_the_long_double_are_the_hosts(host: HostType) -> None:
    wide = HostType("long double", host.library).fmt
    size = ctypes.sizeof(ctypes.c_longdouble)
    a = edges(host.fmt) + sample(host.fmt, SAMPLES, 90)
    theirs = host.mapped("to_long_double", host.array(a), size, len(a), wide.width)
    assert_same(wide, [conversion.convert(host.fmt, wide, x) for x in a], theirs, a)


def test_conversions_to_integers_are_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    a = edges(fmt) + sample(fmt, 2 * SAMPLES, 100)
    for function, ours in (
        ("to_signed", [conversion.to_signed(fmt, x, 64) for x in a]),
        ("to_unsigned", [conversion.to_unsigned(fmt, x, 64) for x in a]),
        ("to_nearest", [conversion.lrint(fmt, x, 64) for x in a]),
    ):
        fitting = [x for x, integer in zip(a, ours, strict=True) if integer is not None]
        assert len(fitting) > SAMPLES
        theirs = host.mapped(function, host.array(fitting), 8, len(fitting), 64)
        assert [integer for integer in ours if integer is not None] == theirs


def test_conversions_from_integers_are_the_hosts(host: HostType) -> None:
    fmt = host.fmt
    source = random.Random(110)
    integers = [0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, (1 << 53) + 1, (1 << 24) + 1, (1 << 54) + (1 << 30) + 1]
    integers += [source.getrandbits(source.randint(1, 64)) for _ in range(SAMPLES)]
    signed = host.mapped("from_signed", pack(integers, 8), host.size, len(integers), fmt.width)
    assert_same(fmt, [conversion.from_signed(fmt, n, 64) for n in integers], signed, integers)
    unsigned = host.mapped("from_unsigned", pack(integers, 8), host.size, len(integers), fmt.width)
    assert_same(fmt, [conversion.from_unsigned(fmt, n, 64) for n in integers], unsigned, integers)


def test_the_x87_agrees_about_patterns_it_never_produces(host: HostType) -> None:
    """Unnormals, pseudo-infinities and pseudo-NaNs are invalid operands, pseudo-denormals are numbers."""
    fmt = host.fmt
    if fmt is not X86_FP80:
        pytest.skip("only x86_fp80 has such patterns")
    source = random.Random(120)
    odd = [source.getrandbits(80) & ~(1 << 63) for _ in range(60)]
    odd += [1 << 63 | source.getrandbits(63) | source.getrandbits(1) << 79 for _ in range(60)]
    odd += [0x7FFF << 64, 0x7FFF << 64 | 1 << 62, 0xFFFF << 64]
    a = odd * 4
    b = sample(fmt, len(odd) * 2, 121) + odd + odd[::-1]
    for operation, ours in BINARY.items():
        theirs = host.arithmetic(operation, ff.RNE, a, b, a)
        assert_same(fmt, [ours(fmt, x, y) for x, y in zip(a, b, strict=True)], theirs, a, b)
    out = ctypes.create_string_buffer(len(a))
    host.library.compare(ctypes.c_size_t(len(a)), host.array(a), host.array(b), out)
    assert [compare.relation(fmt, x, y) for x, y in zip(a, b, strict=True)] == list(out.raw)
