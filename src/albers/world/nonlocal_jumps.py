"""setjmp.h: `setjmp` leaves a point of the engine's in the program's jmp_buf, `longjmp` goes on there.

A jmp_buf holds, in words as wide as a pointer: a tag, the point's numbers, and, if `sigsetjmp` was asked for it, a flag
and the signal mask. The program may copy it; what it overwrites or leaves symbolic is no point any more.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.expr.bits import ite
from albers.expr.compare import eq
from albers.expr.term import Term, as_value, const
from albers.verdicts import ErrorKind
from albers.world.arguments import takes
from albers.world.byte_run import ByteRun
from albers.world.call import Call, Model
from albers.world.kernel.kernel_call import KernelCall
from albers.world.pointers import Range, fails_access, ranges

_TAG: Final = 0x6A6D7062  # so that memory nobody filled is hardly ever taken for a point
_POINT_WORDS: Final = 5  # the tag and four numbers: the size of the smallest buffer, that of __builtin_setjmp
_MASK_SIZE: Final = 8


def setjmp(call: Call) -> None:
    if takes(call, 1):
        _save(call, False)


def builtin_setjmp(call: Call) -> None:
    """`__builtin_setjmp`, whose buffer has no room for a signal mask."""
    if takes(call, 1):
        for found in _buffers(call, _POINT_WORDS):
            _fill(found, _words(found.call, _point(found.call)))


def sigsetjmp(call: Call) -> None:
    if not takes(call, 2):
        return
    save_mask = call.arguments[1]
    if isinstance(save_mask, Term):
        saved, unsaved = call.branch(eq(save_mask, const(save_mask.width, 0)))
        if unsaved is not None:
            _save(unsaved, True)
        if saved is not None:
            _save(saved, False)
        return
    _save(call, save_mask != 0)


def longjmp(restores_mask: bool, call: Call) -> None:
    """A value of 0 arrives as 1, so that the return from `longjmp` can be told."""
    if not takes(call, 2):
        return
    value = call.arguments[1]
    if isinstance(value, Term):
        one = const(value.width, 1)
        value = as_value(ite(eq(value, const(value.width, 0)), one, value))
    _jump(call, 1 if value == 0 else value, restores_mask)


def builtin_longjmp(call: Call) -> None:
    if takes(call, 1):
        _jump(call, 1, False)


def _point(call: Call) -> list[int]:
    return [_TAG, *call.save_point()]


def _save(call: Call, saves_mask: bool) -> None:
    for found in _buffers(call, _POINT_WORDS + 1):
        run = _words(found.call, [*_point(found.call), int(saves_mask)])
        if saves_mask:
            mask = KernelCall(found.call, "sigsetjmp").known.signal_mask
            run = run.joined(ByteRun.of_value(mask, _MASK_SIZE))
        _fill(found, run)


def _fill(found: Range, run: ByteRun) -> None:
    if found.object.read_only:
        info = f"\tobject: {found.object.describe()}\n"
        found.call.fails(ErrorKind.READ_ONLY, "memory error: object read only", info)
        return
    found.call.write_run(found.object, found.offset, run)
    found.call.returns(0)


def _jump(call: Call, value: object, restores_mask: bool) -> None:
    for found in _buffers(call, _POINT_WORDS):
        side = found.call
        word = side.pointer_width // 8
        run = side.read_run(found.object, found.offset, _POINT_WORDS * word)
        point = _point_of(run, word)
        if point is None:
            side.fails(ErrorKind.PTR, f"memory error: {side.name} with a buffer that does not come from setjmp")
            continue
        mask = _saved_mask(found) if restores_mask else None
        if not side.returns_to(point, value):
            side.fails(ErrorKind.PTR, f"memory error: {side.name} to a function that has returned")
            continue
        if mask is not None:
            KernelCall(side, side.name).kernel.signal_mask = mask


def _point_of(run: ByteRun, word: int) -> list[int] | None:
    if run.symbolic:
        return None
    numbers = [int.from_bytes(run.data[at : at + word], "little") for at in range(0, len(run), word)]
    return numbers[1:] if numbers[0] == _TAG else None


def _saved_mask(found: Range) -> int | None:
    """What `sigsetjmp` saved behind the point, if it did."""
    call = found.call
    word = call.pointer_width // 8
    offset = found.offset
    size = (_POINT_WORDS + 1) * word + _MASK_SIZE
    if not isinstance(offset, int) or offset + size > int(found.object.size):
        return None
    run = call.read_run(found.object, offset, size)
    mask = run.value(size - _MASK_SIZE, _MASK_SIZE)
    if run.value(_POINT_WORDS * word, word) != 1 or not isinstance(mask, int):
        return None
    return mask


def _words(call: Call, numbers: list[int]) -> ByteRun:
    word = call.pointer_width // 8
    return ByteRun.concrete(b"".join(number.to_bytes(word, "little") for number in numbers))


def _buffers(call: Call, words: int) -> list[Range]:
    pointer = call.arguments[0]

    def fail(side: Call, info: str) -> None:
        fails_access(side, pointer, info)

    return ranges(call, pointer, words * call.pointer_width // 8, fail)


MODELS: dict[str, Model] = {
    "setjmp": setjmp,
    "_setjmp": setjmp,
    "__setjmp": setjmp,
    "sigsetjmp": sigsetjmp,
    "__sigsetjmp": sigsetjmp,
    "longjmp": partial(longjmp, False),
    "_longjmp": partial(longjmp, False),
    "__longjmp_chk": partial(longjmp, False),  # glibc with _FORTIFY_SOURCE
    "siglongjmp": partial(longjmp, True),
    "llvm.eh.sjlj.setjmp": builtin_setjmp,
    "llvm.eh.sjlj.longjmp": builtin_longjmp,
}
