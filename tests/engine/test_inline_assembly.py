"""Inline assembly in LLVM's spelling: what is understood computes what the machine would, the rest says its text."""

from __future__ import annotations

import pytest

from albers.engine.endings import PathEnd, PathListener
from albers.engine.explorer import Explorer
from albers.ir.parser import parse_module
from albers.options import Options, ProgramOptions
from albers.sizes.bounded import MaximalSize
from albers.sizes.capacity import Capacities

LAYOUT = 'target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'
CLOBBERS = ",~{dirflag},~{fpsr},~{flags}"


class _Listener(PathListener):
    def __init__(self) -> None:
        super().__init__()
        self.ends: list[PathEnd] = []

    def path_ended(self, end: PathEnd) -> None:
        self.ends.append(end)


def _run(body: str, architecture: str = "x86_64") -> str:
    """Explores a main of this body; "exit N" or the message of the error."""
    text = f'{LAYOUT}target triple = "{architecture}-unknown-linux-musl"\n\ndefine i32 @main() {{\n{body}\n}}\n'
    listener = _Listener()
    options = Options(program=ProgramOptions(arguments=("p",)))
    explorer = Explorer(parse_module(text), options, frozenset({"main"}), listener)
    explorer.use_size_policy(MaximalSize(Capacities(100)))
    explorer.run()
    (end,) = listener.ends
    return f"exit {end.ending.exit_code}" if end.ending.error is None else end.ending.error.message


def _value(call: str, type_: str, expected: int, architecture: str = "x86_64") -> None:
    """The assembly's result is this number."""
    body = f"""
  %v = call {type_} {call}
  %c = icmp ne {type_} %v, {expected}
  %r = zext i1 %c to i32
  ret i32 %r"""
    assert _run(body, architecture) == "exit 0", call


@pytest.mark.parametrize(
    "text",
    ["", "nop", "pause", "rep; nop", "mfence", "lock; addl $$0,0(%rsp)", "nop\\0A\\09nop", "# a comment", "endbr64"],
)
def test_a_barrier_does_nothing(text: str) -> None:
    body = f'  call void asm sideeffect "{text}", "~{{memory}}{CLOBBERS}"()\n  ret i32 7'
    assert _run(body) == "exit 7"


@pytest.mark.parametrize("text", ["dmb ish", "dsb sy", "isb", "yield", "hint #34"])
def test_a_barrier_of_arm_does_nothing(text: str) -> None:
    assert _run(f'  call void asm sideeffect "{text}", "~{{memory}}"()\n  ret i32 7', "aarch64") == "exit 7"


def test_values_pass_through_where_they_are_tied() -> None:
    _value(f'asm sideeffect "", "=r,0,~{{memory}}{CLOBBERS}"(i64 5)', "i64", 5)
    _value(f'asm "", "=&r,0{CLOBBERS}"(i32 5)', "i32", 5)
    body = f"""
  %p = call {{ i32, i32 }} asm "", "=r,=r,0,1{CLOBBERS}"(i32 3, i32 4)
  %a = extractvalue {{ i32, i32 }} %p, 0
  %b = extractvalue {{ i32, i32 }} %p, 1
  %t = mul i32 %a, 10
  %r = add i32 %t, %b
  ret i32 %r"""
    assert _run(body) == "exit 34"


def test_memory_stays_as_it_is_unless_a_value_is_tied_to_it() -> None:
    body = f"""
  %p = alloca i32
  store i32 9, ptr %p
  call void asm "", "=*m,*m{CLOBBERS}"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  %a = load i32, ptr %p
  call void asm sideeffect "", "=*rm,0{CLOBBERS}"(ptr elementtype(i32) %p, i32 30)
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r"""
    assert _run(body) == "exit 39"


def test_bytes_are_swapped() -> None:
    _value(f'asm "bswap $0", "=r,0{CLOBBERS}"(i32 287454020)', "i32", 0x44332211)
    _value(f'asm "bswapq ${{0:q}}", "=r,0{CLOBBERS}"(i64 1)', "i64", 1 << 56)
    _value(f'asm "rorw $$8, ${{0:w}}", "=r,0{CLOBBERS}"(i16 4386)', "i16", 0x2211)
    _value(f'asm "xchgb ${{0:b}},${{0:h}}", "=Q,0{CLOBBERS}"(i16 4386)', "i16", 0x2211)
    _value('asm "rev ${0:w}, ${1:w}", "=r,r"(i32 287454020)', "i32", 0x44332211, "aarch64")
    _value('asm "rev $0, $0", "=r,0"(i64 1)', "i64", 1 << 56, "aarch64")


def test_a_move_is_a_copy() -> None:
    _value(f'asm "movl $1, $0", "=r,r{CLOBBERS}"(i32 5)', "i32", 5)
    _value('asm "mov $0, $1", "=r,r"(i64 5)', "i64", 5, "aarch64")


def test_a_system_call_is_made_with_the_machines_number() -> None:
    registers = "={ax},{ax},{di},{si},{dx},~{rcx},~{r11},~{memory}"
    _value(f'asm sideeffect "syscall", "{registers}{CLOBBERS}"(i64 39, i64 0, i64 0, i64 0)', "i64", 1000)
    _value(f'asm sideeffect "syscall", "={{rax}},0{CLOBBERS}"(i64 39)', "i64", 1000)
    _value('asm sideeffect "svc 0", "={x0},{x8},{x0},~{memory}"(i64 172, i64 0)', "i64", 1000, "aarch64")


def test_counters_grow_and_processors_have_no_features() -> None:
    body = f"""
  %a = call {{ i32, i32 }} asm sideeffect "rdtsc", "={{ax}},={{dx}}{CLOBBERS}"()
  %b = call {{ i32, i32, i32 }} asm sideeffect "rdtscp", "={{ax}},={{dx}},={{cx}}{CLOBBERS}"()
  %x = extractvalue {{ i32, i32 }} %a, 0
  %y = extractvalue {{ i32, i32, i32 }} %b, 0
  %c = icmp ult i32 %x, %y
  %d = call {{ i32, i32, i32, i32 }} asm "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},0{CLOBBERS}"(i32 1)
  %e = extractvalue {{ i32, i32, i32, i32 }} %d, 3
  %f = zext i1 %c to i32
  %r = add i32 %e, %f
  ret i32 %r"""
    assert _run(body) == "exit 1"
    body = """
  %a = call i64 asm sideeffect "mrs $0, cntvct_el0", "=r"()
  %c = icmp ne i64 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r"""
    assert _run(body, "aarch64") == "exit 1"


@pytest.mark.parametrize("text", ["int3", "ud2", "int $$3"])
def test_a_trap_is_an_abort(text: str) -> None:
    assert _run(f'  call void asm sideeffect "{text}", ""()\n  ret i32 0') == "abort failure"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ('i32 asm "roll $$1, $0", "=r,0"(i32 1)', "roll $$1, $0"),
        ('i32 asm "", "=r"()', ""),  # the value of a register nobody set
        ('i32 asm "bswap $0; nop", "=r,0"(i32 1)', "bswap $0; nop"),
        ('i32 asm "rorw $$8, ${0:w}", "=r,0"(i32 1)', "rorw $$8, ${0:w}"),
        ('i64 asm "syscall", "={ax},{di}"(i64 1)', "syscall"),
    ],
)
def test_the_rest_names_its_text(call: str, text: str) -> None:
    message = _run(f"  %v = call {call}\n  ret i32 0")
    assert message == f"unsupported instruction: inline assembly is unsupported: {text!r}"


def test_a_question_about_the_processor_is_answered_with_nothing_known() -> None:
    text = "  xchgq  %rbx,${1:q}\\0A  cpuid\\0A  xchgq  %rbx,${1:q}"
    body = f"""
  %a = call {{ i32, i32, i32, i32 }} asm "{text}", "={{ax}},=r,={{cx}},={{dx}},0,2"(i32 7, i32 0)
  %r = extractvalue {{ i32, i32, i32, i32 }} %a, 0
  ret i32 %r"""
    assert _run(body) == "exit 0"


ADD_PAIR = "addq $5,${1:q}\\0A\\09adcq $3,${0:q}"
SUB_PAIR = "subq $5,${1:q}\\0A\\09sbbq $3,${0:q}"
PAIR = "=r,=&r,0,rme,%1,rme"
ADD_PAIR_ARM = "adds $1, ${4:x}, $5\\0A\\09adc $0, ${2:x}, ${3:x}"
SUB_PAIR_ARM = "subs $1, ${4:x}, $5\\0A\\09sbc $0, ${2:x}, ${3:x}"
PAIR_ARM = "=r,=&r,rZ,rZ,%r,rI"
ALL = 2**64 - 1


@pytest.mark.parametrize(("high", "low"), [(0, 0), (1, ALL), (7, 1), (ALL, ALL), (3, 1 << 63)])
@pytest.mark.parametrize(("other_high", "other_low"), [(0, 1), (0, ALL), (5, 3), (1, 1 << 63)])
def test_numbers_of_two_words_carry_and_borrow(high: int, low: int, other_high: int, other_low: int) -> None:
    x, y = high << 64 | low, other_high << 64 | other_low
    arguments = f"i64 {high}, i64 {other_high}, i64 {low}, i64 {other_low}"
    for architecture, add, subtract, constraints in (
        ("x86_64", ADD_PAIR, SUB_PAIR, PAIR),
        ("aarch64", ADD_PAIR_ARM, SUB_PAIR_ARM, PAIR_ARM),
    ):
        for text, expected in ((add, x + y), (subtract, x - y)):
            assert _pair(f'asm "{text}", "{constraints}"({arguments})', expected % 2**128, architecture)


def _pair(call: str, expected: int, architecture: str) -> bool:
    """Whether the two results, the upper word first, are this number."""
    body = f"""
  %p = call {{ i64, i64 }} {call}
  %h = extractvalue {{ i64, i64 }} %p, 0
  %l = extractvalue {{ i64, i64 }} %p, 1
  %a = icmp ne i64 %h, {expected >> 64}
  %b = icmp ne i64 %l, {expected % 2**64}
  %c = or i1 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r"""
    return _run(body, architecture) == "exit 0"


def test_products_and_quotients_of_double_width() -> None:
    multiply = f'asm "mulq $3", "={{dx}},={{ax}},%1,rm{CLOBBERS}"(i64 {ALL}, i64 {ALL - 4})'
    assert _pair(multiply, ALL * (ALL - 4), "x86_64")
    divide = f'asm "divq $4", "={{ax}},={{dx}},0,1,rm{CLOBBERS}"(i64 11, i64 5, i64 7)'
    quotient, remainder = divmod(5 << 64 | 11, 7)
    assert _pair(divide, quotient << 64 | remainder, "x86_64")
    overflowing = f'asm "divq $4", "={{ax}},={{dx}},0,1,rm{CLOBBERS}"(i64 11, i64 7, i64 7)'
    body = f"  %p = call {{ i64, i64 }} {overflowing}\n  ret i32 0"
    assert "quotient may not fit" in _run(body)
    _value(f'asm "umulh $0, $1, $2", "=r,r,r"(i64 {ALL}, i64 {ALL})', "i64", ALL * ALL >> 64, "aarch64")


@pytest.mark.parametrize("number", [1, 8, 12, ALL, 1 << 63])
def test_bit_scans(number: int) -> None:
    lowest = (number & -number).bit_length() - 1
    _value(f'asm "bsf\\09$1, ${{0:q}}", "=r,rm{CLOBBERS}"(i64 {number})', "i64", lowest)
    _value(f'asm "bsf\\09$1, ${{0:q}}", "=r,rm{CLOBBERS}"(i64 {number})', "i32", lowest)
    _value(f'asm "bsrq $1,$0", "=r,rm{CLOBBERS}"(i64 {number})', "i64", number.bit_length() - 1)


@pytest.mark.parametrize(
    "call",
    [
        # the carry comes from nowhere, or from an instruction that leaves none
        'asm "adcq $3,$0\\0Aaddq $5,$1", "=r,=&r,0,rme,1,rme"(i64 1, i64 2, i64 3, i64 4)',
        'asm "bsfq $5,$1\\0Aadcq $3,$0", "=r,=&r,0,rme,1,rme"(i64 1, i64 2, i64 3, i64 4)',
        # an output that is never written
        'asm "addq $3,$0", "=r,=&r,0,rme"(i64 1, i64 2)',
    ],
)
def test_arithmetic_that_depends_on_the_unknown_is_not_understood(call: str) -> None:
    assert "inline assembly is unsupported" in _run(f"  %p = call {{ i64, i64 }} {call}\n  ret i32 0")
