"""Keeping the evidence: what LLVM's passes may not remove although an optimiser is entitled to.

Promotion of locals deletes accesses outside of a local object, loads and divisions whose result is unused, and turns
a read of an uninitialised variable into whatever is convenient; loop simplification folds two exit conditions into
one. Each of these hides a bug or a path. Before the passes run, `preserve` adds to the text

- a use (`llvm.fake.use`) of every result whose computation can fail, of every branch condition, and of the address
  of every local that is not provably accessed inside its bounds only;
- a first value for every other local, `freeze undef`: it survives exactly where the variable may be read before it
  is written, and stands for one arbitrary but fixed value.

`release` removes the uses again. Folding branches into selects computes both sides, and a shift by too much must not
be computed on the side that a branch guards against it: `release_for_folding` leaves the uses of shifts, which keep
their blocks from being folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_NAME = r'%(?:[-\w$.]+|"[^"]*")'
_NAMES = re.compile(_NAME)
_TYPE_LINE = re.compile(rf"({_NAME}) = type (.+)")
_ALLOCA = re.compile(rf"\s+({_NAME}) = alloca (.+?)(?:, align \d+)?(?:, !.*)?$")
_LOAD = re.compile(rf"\s+({_NAME}) = load (?:atomic )?(?:volatile )?(.+?), ptr ({_NAME}|[^\s}}>\]),])")
_STORE = re.compile(rf"\s+store (?:volatile )?(.+), ptr ({_NAME})(?:, align \d+)?(?:, !.*)?$")
_GEP = re.compile(rf"\s+({_NAME}) = getelementptr (?:(?:inbounds|nuw|nusw) )*(.+?), ptr ({_NAME}), (.+?)(?:, !.*)?$")
_FAILING = re.compile(
    rf"\s+({_NAME}) = (?:(?:sdiv|udiv|srem|urem|shl|lshr|ashr)(?: exact| nuw| nsw)*|"
    r"(?:add|sub|mul)(?: nuw)? nsw) (.+)"
)
_SHIFT_BY_VARIABLE = re.compile(rf"\s+{_NAME} = (?:shl|lshr|ashr) .*, {_NAME}(?:, !.*)?$")
_BRANCH = re.compile(rf"\s+br i1 ({_NAME}), ")
_END_OF_BLOCK = re.compile(r"\s+(?:br|ret|switch|indirectbr|unreachable|resume)\b|.*\b(?:invoke|callbr) ")
_OBSERVABLE = re.compile(rf"\s+(?:{_NAME} = load|store) (?:atomic|volatile) ")
_HARMLESS = re.compile(r"\s+(?:#dbg_|(?:tail )?call void @llvm\.lifetime\.)")
_CONSTANT_INDEX = re.compile(r"i\d+ (\d+)$")

_FAKE_USE = "  call void (...) @llvm.fake.use("
_FAKE_USE_DECLARATION = "declare void @llvm.fake.use(...)"
_FAKE_USE_DECLARED = re.compile(r"(?:; Function Attrs:.*\n)?declare void @llvm\.fake\.use\(\.\.\.\).*\n")
_FAKE_USE_CALL = re.compile(r"^  (?:tail )?call void \(\.\.\.\) @llvm\.fake\.use\(.*\n", re.MULTILINE)

#: The second operand of a use, by which a shift's is known.
_OF_SHIFT = ", i1 true"
_FAKE_USE_OF_OTHERS = re.compile(
    rf"^  (?:tail )?call void \(\.\.\.\) @llvm\.fake\.use\((?!.*{_OF_SHIFT}\)).*\n", re.MULTILINE
)

_SCALAR_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128, "ppc_fp128": 128}

#: A pointer has at least 32 and at most 64 bits on the machines we know.
_SMALLEST_POINTER, _LARGEST_POINTER = 32, 64

#: In bits. Splitting works element by element; a struct with a long buffer in it gains nothing.
_LARGEST_PROMOTED_AGGREGATE = 1024


def preserve(assembly: str) -> str:
    """The module's text with everything a bug finder must see kept alive."""
    lines = assembly.split("\n")
    types = TypeTable(lines)
    prefix = "uninitialised."
    while prefix in assembly:  # a module that went through here before
        prefix = "again." + prefix
    result: list[str] = []
    for body, is_function in _function_bodies(lines):
        if is_function:
            _preserve_in_function(body, types, prefix, result)
        else:
            result.extend(body)
    result.append(_FAKE_USE_DECLARATION)
    return "\n".join(result) + "\n"


def release(assembly: str) -> str:
    """The text without the uses that `preserve` added."""
    return _FAKE_USE_DECLARED.sub("", _FAKE_USE_CALL.sub("", assembly))


def release_for_folding(assembly: str) -> str:
    """The text without the uses that `preserve` added, but for those of shifts whose amount is not constant."""
    return _FAKE_USE_OF_OTHERS.sub("", assembly)


class TypeTable:
    """The named types of a module, and what can be said about sizes without knowing the data layout."""

    def __init__(self, lines: list[str]) -> None:
        self._named: dict[str, str] = {}
        for line in lines:
            match = _TYPE_LINE.match(line)
            if match:
                self._named[match[1]] = match[2]

    def bits(self, type_text: str, pointer_bits: int) -> int:
        """Bits of a type without any padding; 0 when unknown, which fits nothing and holds nothing."""
        todo, total = [(type_text, 1)], 0
        while todo:
            text, count = todo.pop()
            text = self._named.get(text, text)
            if text == "ptr" or text.startswith("ptr addrspace"):
                total += count * pointer_bits
            elif text in _SCALAR_BITS:
                total += count * _SCALAR_BITS[text]
            elif re.fullmatch(r"i\d+", text):
                total += count * int(text[1:])
            elif (array := _array(text)) is not None:
                todo.append((array[1], count * array[0]))
            elif (fields := _fields(text)) is not None:
                todo.extend((field, count) for field in fields)
            else:
                return 0
        return total

    def holds(self, object_type: str, access_type: str) -> bool:
        """Whether an access of one type at the start of an object of the other stays inside."""
        if object_type == access_type:
            return True
        if _is_aggregate(self._named.get(access_type, access_type)):
            return False
        needed = self.bits(access_type, _LARGEST_POINTER)
        return 0 < needed <= self.bits(object_type, _SMALLEST_POINTER)

    def is_promotable(self, alloca_type: str) -> bool:
        """Whether the text after `alloca` is one object, of a size worth splitting into registers."""
        if _leading_type(alloca_type) != alloca_type:
            return False  # an element count or an address space follows the type
        if not _is_aggregate(self._named.get(alloca_type, alloca_type)):
            return True
        return 0 < self.bits(alloca_type, _LARGEST_POINTER) <= _LARGEST_PROMOTED_AGGREGATE

    def step_into(self, type_text: str, indices: list[str]) -> str | None:
        """Where constant `getelementptr` indices lead to; None when they are not constant or leave the object."""
        numbers: list[int] = []
        for index in indices:
            match = _CONSTANT_INDEX.match(index.strip())
            if match is None:
                return None
            numbers.append(int(match[1]))
        if not numbers or numbers[0] != 0:
            return None
        for number in numbers[1:]:
            inner = self._element(self._named.get(type_text, type_text), number)
            if inner is None:
                return None
            type_text = inner
        return type_text

    def _element(self, text: str, number: int) -> str | None:
        array = _array(text)
        if array is not None:
            return array[1] if number < array[0] and text.startswith("[") else None
        fields = _fields(text)
        return fields[number] if fields is not None and number < len(fields) else None


def _preserve_in_function(body: list[str], types: TypeTable, prefix: str, result: list[str]) -> None:
    promotable = _promotable_locals(body, types)
    for line in body:
        branch = _BRANCH.match(line)
        if branch:
            result.append(f"{_FAKE_USE}i1 {branch[1]})")
        result.append(line)
        local = _ALLOCA.match(line)
        if local:
            name, type_text = local[1], local[2]
            if name in promotable:
                first = f"%{prefix}{len(result)}"
                result.append(f"  {first} = freeze {type_text} undef")
                result.append(f"  store {type_text} {first}, ptr {name}")
            else:
                result.append(f"{_FAKE_USE}ptr {name})")
            continue
        load = _LOAD.match(line)
        if load:
            if load[3] not in promotable:
                result.append(f"{_FAKE_USE}{load[2]} {load[1]})")
            continue
        failing = _FAILING.match(line)
        if failing:
            mark = _OF_SHIFT if _SHIFT_BY_VARIABLE.match(line) else ""
            result.append(f"{_FAKE_USE}{_leading_type(failing[2])} {failing[1]}{mark})")


def _promotable_locals(body: list[str], types: TypeTable) -> set[str]:
    """Locals whose every use is an access provably inside; all others must stay objects in memory."""
    inside = _pointers_inside(body, types)
    promotable = {local for local, _ in inside.values()}
    for line in body:
        used = [name for name in _NAMES.findall(line) if name in inside]
        if not used or _ALLOCA.match(line) or _HARMLESS.match(line):
            continue
        for name in used:
            if not _is_access_inside(line, name, inside[name][1], inside, types):
                promotable.discard(inside[name][0])
    return promotable


def _pointers_inside(body: list[str], types: TypeTable) -> dict[str, tuple[str, str]]:
    """Locals and constant positions inside them: pointer -> (the local, the type pointed to)."""
    inside: dict[str, tuple[str, str]] = {}
    steps: list[re.Match[str]] = []
    in_entry_block = True  # LLVM promotes locals from there only: an allocation in a loop is a new object each time
    for line in body:
        if _END_OF_BLOCK.match(line):
            in_entry_block = False
        elif " = alloca " in line and in_entry_block:
            local = _ALLOCA.match(line)
            if local and types.is_promotable(local[2]):
                inside[local[1]] = (local[1], local[2])
        elif " = getelementptr " in line:
            step = _GEP.match(line)
            if step:
                steps.append(step)
    # A pointer may be used above the line that computes it, and computed from one further down.
    grew = True
    while grew:
        grew = False
        for step in steps:
            if step[1] in inside or step[3] not in inside or step[2] != inside[step[3]][1]:
                continue
            reached = types.step_into(step[2], step[4].split(","))
            if reached is not None:
                inside[step[1]] = (inside[step[3]][0], reached)
                grew = True
    return inside


def _is_access_inside(
    line: str, name: str, pointee: str, inside: Mapping[str, tuple[str, str]], types: TypeTable
) -> bool:
    """Whether the line uses pointer `name` for nothing but an access inside its object, or a step inside."""
    if _OBSERVABLE.match(line):
        return False
    load = _LOAD.match(line)
    if load:
        return load[3] == name and types.holds(pointee, load[2])
    store = _STORE.match(line)
    if store:
        stored_itself = name in _NAMES.findall(store[1])
        return store[2] == name and not stored_itself and types.holds(pointee, _leading_type(store[1]))
    step = _GEP.match(line)
    return step is not None and step[1] in inside


def _function_bodies(lines: list[str]) -> Iterator[tuple[list[str], bool]]:
    """The module in pieces: (lines, whether they are one function's body)."""
    piece: list[str] = []
    in_function = False
    for line in lines:
        if in_function and line == "}":
            yield piece, True
            piece, in_function = [line], False
            continue
        piece.append(line)
        if line.startswith("define ") and line.endswith("{"):
            yield piece, False
            piece, in_function = [], True
    yield piece, in_function


def _leading_type(text: str) -> str:
    """The type at the start of `type value`."""
    depth = 0
    for position, character in enumerate(text):
        if character in "[{<(":
            depth += 1
        elif character in "]}>)":
            depth -= 1
        elif depth == 0 and character in " ,":
            return text[:position]
    return text


def _is_aggregate(text: str) -> bool:
    return text.startswith(("[", "{", "<{"))


def _array(text: str) -> tuple[int, str] | None:
    """Count and element type of an array or a vector."""
    match = re.fullmatch(r"[\[<](\d+) x (.+)[\]>]", text)
    return (int(match[1]), match[2]) if match else None


def _fields(text: str) -> list[str] | None:
    """The field types of a literal struct."""
    packed = text.startswith("<{") and text.endswith("}>")
    if not packed and not (text.startswith("{") and text.endswith("}")):
        return None
    inner = text[2:-2] if packed else text[1:-1]
    fields: list[str] = []
    rest = inner.strip()
    while rest:
        field = _leading_field(rest)
        fields.append(field.strip())
        rest = rest[len(field) :].lstrip(", ")
    return fields


def _leading_field(text: str) -> str:
    """Up to the first comma outside of brackets."""
    depth = 0
    for position, character in enumerate(text):
        if character in "[{<(":
            depth += 1
        elif character in "]}>)":
            depth -= 1
        elif depth == 0 and character == ",":
            return text[:position]
    return text
