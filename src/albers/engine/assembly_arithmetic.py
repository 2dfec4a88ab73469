"""Arithmetic in inline assembly: numbers of two words, products of double width, bit scans.

Libraries for long numbers write these few instructions by hand, since C has no name for the carry. A template of them
becomes a list of steps over the registers that its operands stand for. Understood are add, adc, sub, sbb, mul, div, bsf
and bsr of x86, and add, adds, adc, sub, subs, sbc, mul, umulh of aarch64; a template with anything else is not.
"""

from __future__ import annotations

import re
from typing import Final

from albers.engine.arithmetic import compare_values
from albers.engine.integer_intrinsics import function_of
from albers.engine.lowerer import PureFunction
from albers.engine.machine import Unsupported
from albers.engine.values import binary, concat_values, extract_bits, truncate, zero_extend
from albers.expr.term import ADD, MUL, SUB, UDIV, UREM

_X86: Final = re.compile(r"(add|adc|sub|sbb|mul|div|bsf|bsr)([lq]?) ([^,]+)(?:, ?([^,]+))?")
_ARM: Final = re.compile(r"(adds?|adc|subs?|sbc|mul|umulh) ([^,]+), ?([^,]+), ?([^,]+)")
_OPERAND: Final = re.compile(r"\$(?:(\d+)|\{(\d+):([kqwx])\})")
_IMMEDIATE: Final = re.compile(r"(?:\$\$|#)(0x[0-9a-f]+|\d+)")
_WIDTHS: Final = {"l": 32, "k": 32, "w": 32, "q": 64, "x": 64}


#: What an instruction does to the carry: it writes it, reads it, or leaves nothing to rely on.
_WRITES: Final = frozenset(("add", "adc", "sub", "sbb", "adds", "subs"))
_READS: Final = frozenset(("adc", "sbb", "sbc", "adc+"))
_DESTROYS: Final = frozenset(("mul", "div", "bsf", "bsr"))


class Step:
    """registers[target] = name(registers[left], registers[right]), all of `width` bits.

    Names are those of x86; `adds`, `subs`, `sbc` and `umulh` are aarch64's own, and a `+` marks its others.
    """

    def __init__(self, name: str, width: int, target: int, left: int, right: int) -> None:
        self.name = name
        self.width = width
        self.target = target
        self.left = left
        self.right = right


class Template:
    """The registers of a template: first its outputs, then its inputs; an input tied to an output is the same one."""

    def __init__(self, outputs: list[str], widths: list[int], inputs: list[str], input_widths: list[int]) -> None:
        self.outputs = outputs
        self.widths = [*widths, *input_widths]
        self.places: list[int] = list(range(len(outputs)))  # operand → register
        self.known: list[bool] = [False] * len(outputs)  # per register: whether it has a value that means something
        for constraint in inputs:
            tied = int(constraint) if constraint.isdecimal() else -1
            if tied >= 0:
                self.places.append(tied)
                self.known[tied] = True
            else:
                self.places.append(len(self.known))
                self.known.append(True)
        self.constants: dict[int, int] = {}

    def operand(self, text: str, width: int) -> int:
        """The register of an operand; -1 when it is none, or narrower than what is read of it."""
        immediate = _IMMEDIATE.fullmatch(text)
        if immediate:
            register = len(self.known)
            self.known.append(True)
            self.constants[register] = int(immediate[1], 0) & ((1 << width) - 1)
            return register
        match = _OPERAND.fullmatch(text)
        if match is None:
            return -1
        number = int(match[1] or match[2])
        if number >= len(self.places):
            return -1
        register = self.places[number]
        if self.known[register] and self.widths[number] < width:
            return -1
        return register

    def width_of(self, text: str) -> int:
        """How wide an operand is read: by its modifier, else by its type; 0 for what is no operand."""
        match = _OPERAND.fullmatch(text)
        if match is None:
            return 0
        if match[3]:
            return _WIDTHS[match[3]]
        number = int(match[1])
        return self.widths[number] if number < len(self.widths) else 0

    def fixed(self, name: str) -> int:
        """The register of the output in a register of the machine, which mul and div use without naming it."""
        for number, constraint in enumerate(self.outputs):
            if constraint in (f"{{{name}}}", f"{{r{name}}}", f"{{e{name}}}"):
                return number
        return -1


def arithmetic_of(statements: list[str], template: Template, architecture: str) -> PureFunction | None:
    """What the statements compute from the values of the inputs; None if one of them is not understood."""
    steps: list[Step] = []
    output_count = len(template.outputs)
    input_places = template.places[output_count:]
    output_widths = template.widths[:output_count]
    carry_known = False
    for statement in statements:
        step = _x86_step(statement, template) if architecture.startswith("x86") else _arm_step(statement, template)
        if step is None or not _can_run(step, template) or (step.name in _READS and not carry_known):
            return None
        if step.width != steps[0].width if steps else any(width > step.width for width in output_widths):
            return None
        carry_known = step.name in _WRITES or (carry_known and step.name not in _DESTROYS)
        template.known[step.target] = True
        if step.name in ("mul", "div"):
            template.known[template.fixed("dx")] = True
        steps.append(step)
    if not steps or not all(template.known[:output_count]):
        return None
    count = len(template.known)
    high = template.fixed("dx")
    constants = template.constants

    def compute(values: list[object]) -> object:
        registers: list[object] = [0] * count
        for place, value in zip(input_places, values, strict=True):
            registers[place] = value
        for place, constant in constants.items():
            registers[place] = constant
        carry: object = 0
        for step in steps:
            carry = _perform(step, registers, carry, high)
        results = [truncate(width, registers[i]) for i, width in enumerate(output_widths)]
        return results[0] if len(results) == 1 else tuple(results)

    return compute


def _can_run(step: Step, template: Template) -> bool:
    if min(step.target, step.left, step.right) < 0:
        return False
    if step.name in ("mul", "div") and template.fixed("dx") < 0:
        return False
    if step.name == "div" and not template.known[template.fixed("dx")]:
        return False
    return template.known[step.left] and template.known[step.right]


def _x86_step(statement: str, template: Template) -> Step | None:
    match = _X86.fullmatch(statement)
    if match is None:
        return None
    name, source, target = match[1], match[3], match[4]
    width = _WIDTHS[match[2]] if match[2] else template.width_of(source)
    if target is not None and not match[2]:
        width = max(width, template.width_of(target)) if name in ("bsf", "bsr") else template.width_of(target)
    if width not in (32, 64) or (target is None) != (name in ("mul", "div")):
        return None
    read = template.operand(source, width)
    if target is None:
        accumulator = template.fixed("ax")
        return Step(name, width, accumulator, accumulator, read)
    written = template.operand(target, width)
    if name in ("bsf", "bsr"):
        return Step(name, width, written, read, read)
    return Step(name, width, written, written, read)


def _arm_step(statement: str, template: Template) -> Step | None:
    match = _ARM.fullmatch(statement)
    if match is None:
        return None
    width = max(template.width_of(text) for text in match.groups()[1:])
    if width not in (32, 64):
        return None
    target, left, right = (template.operand(text, width) for text in match.groups()[1:])
    name = match[1] + "+" if match[1] in ("add", "adc", "sub", "mul") else match[1]
    return Step(name, width, target, left, right)


def _perform(step: Step, registers: list[object], carry: object, high: int) -> object:
    """Execute a step; the carry afterwards. On aarch64 it is, after a subtraction, the opposite of a borrow."""
    width, name = step.width, step.name
    x, y = truncate(width, registers[step.left]), truncate(width, registers[step.right])
    if name.startswith("ad"):
        carried = _add(step, registers, x, y, carry if name in _READS else 0)
        return carried if name in _WRITES else carry
    if name == "sub" or name == "sbb":
        return _subtract(step, registers, x, y, carry if name == "sbb" else 0)
    if name.startswith("s"):
        borrowed = _subtract(step, registers, x, y, _opposite(carry) if name == "sbc" else 0)
        return _opposite(borrowed) if name == "subs" else carry
    if name == "bsf" or name == "bsr":
        registers[step.target] = _scan(name, width, x)
        return carry
    if name == "div":
        _divide(step, registers, x, y, high)
        return carry
    product = binary(MUL, 2 * width, zero_extend(2 * width, x), zero_extend(2 * width, y))
    registers[step.target] = extract_bits(product, width if name == "umulh" else 0, width)
    if name == "mul":
        registers[high] = extract_bits(product, width, width)
    return carry


def _opposite(flag: object) -> object:
    return compare_values("eq", 1, flag, 0)


def _add(step: Step, registers: list[object], x: object, y: object, carry: object) -> object:
    wide = step.width + 1
    total = binary(ADD, wide, binary(ADD, wide, zero_extend(wide, x), zero_extend(wide, y)), zero_extend(wide, carry))
    registers[step.target] = extract_bits(total, 0, step.width)
    return extract_bits(total, step.width, 1)


def _subtract(step: Step, registers: list[object], x: object, y: object, borrow: object) -> object:
    wide = step.width + 1
    rest = binary(SUB, wide, binary(SUB, wide, zero_extend(wide, x), zero_extend(wide, y)), zero_extend(wide, borrow))
    registers[step.target] = extract_bits(rest, 0, step.width)
    return extract_bits(rest, step.width, 1)


def _scan(name: str, width: int, x: object) -> object:
    if x == 0:
        raise Unsupported(f"{name} of zero, whose result is undefined")
    if name == "bsf":
        return function_of("cttz", [width], width)([x])
    return binary(SUB, width, width - 1, function_of("ctlz", [width], width)([x]))


def _divide(step: Step, registers: list[object], low: object, divisor: object, high: int) -> None:
    """The quotient must fit; the processor traps otherwise."""
    width = step.width
    upper = truncate(width, registers[high])
    fits = compare_values("ult", width, upper, divisor)
    if not isinstance(fits, int) or not fits:
        raise Unsupported("div of two words whose quotient may not fit into one")
    dividend = concat_values(width, upper, width, low)
    wide_divisor = zero_extend(2 * width, divisor)
    registers[step.target] = extract_bits(binary(UDIV, 2 * width, dividend, wide_divisor), 0, width)
    registers[high] = extract_bits(binary(UREM, 2 * width, dividend, wide_divisor), 0, width)
