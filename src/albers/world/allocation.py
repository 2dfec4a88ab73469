"""malloc and its family, C++'s new and delete included.

Every successful allocation is a fresh object, also one of no bytes; realloc always moves. What an allocation of
symbolic size means is decided behind `Call.allocate_sized`. errno is not set when memory is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from albers.expr.arith import mul
from albers.expr.arrays import byte_of
from albers.expr.bits import extract, zext
from albers.expr.compare import eq, ult
from albers.expr.fold import mask
from albers.expr.term import CONST, Term, as_term, as_value, const
from albers.memory.objects import HEAP, STACK, MemoryObject
from albers.verdicts import ErrorKind
from albers.world.arguments import takes, truth, word
from albers.world.call import Call, Model
from albers.world.pointers import Base, bases, bases_or, split, split_null

#: What to do with the address of the new object (0 if there is none) and its size.
Continuation = Callable[[Call, int, object], None]

#: From this size on memory is refused, as KLEE does.
HUGE = 1 << 31

#: Above this the user is told that the engine keeps every byte in its own memory; KLEE's threshold.
_LARGE = 10 << 20

#: The largest page of the targets we know: memory aligned to it is page-aligned on all of them.
_PAGE = 64 << 10


def _default_alignment(call: Call) -> int:
    """That of max_align_t: two words."""
    return 2 * call.pointer_width // 8


def _allocate(call: Call, size: object, alignment: int, zero: bool, then: Continuation) -> None:
    if call.allocations_may_fail:
        # An input of its own decides, so that the test knows which allocation failed.
        fine, refused = split(call, eq(byte_of(call.fresh_symbol(f"{call.name}_fails", 1), 0), const(8, 0)))
        if refused is not None:
            then(refused, 0, size)
        if fine is None:
            return
        call = fine
    if isinstance(size, Term):
        call.allocate_sized(size, alignment, zero, then)
        return
    assert isinstance(size, int)
    if size >= HUGE:
        call.warn("found huge malloc, returning 0")
        then(call, 0, size)
        return
    if size > _LARGE:
        call.warn(f"Large alloc: {size} bytes. The engine may run out of memory.", once=True)
    address = call.allocate(size, alignment, zero)
    if address == 0:
        call.warn(f"no room for {size} bytes, returning 0")
    then(call, address, size)


def _return_address(call: Call, address: int, size: object) -> None:
    call.returns(address)


# Allocating


def malloc(call: Call) -> None:
    if takes(call, 1):
        _allocate(call, word(call, 0), _default_alignment(call), False, _return_address)


def calloc(call: Call) -> None:
    if not takes(call, 2):
        return
    count = as_term(call.pointer_width, word(call, 0))
    size = as_term(call.pointer_width, word(call, 1))
    overflowing, fitting = split(call, _product_overflows(count, size))
    if overflowing is not None:
        overflowing.warn("calloc: the size overflows, returning 0")
        overflowing.returns(0)
    if fitting is not None:
        _allocate(fitting, as_value(mul(count, size)), _default_alignment(fitting), True, _return_address)


def _product_overflows(a: Term, b: Term) -> Term:
    if a.op == CONST:
        a, b = b, a
    width = int(a.width)
    if b.op == CONST:
        # A comparison is much cheaper for the solver than a product of twice the width.
        limit = mask(width) // b.value if b.value else mask(width)
        return ult(const(width, limit), a)
    product = mul(zext(a, 2 * width), zext(b, 2 * width))
    return truth(extract(product, width, width))


def _aligned(alignment: object, size: object, call: Call) -> None:
    """Memory at a multiple of the alignment; null if that is no power of two."""
    chosen = call.concretize(alignment, "symbolic alignment of an allocation")
    if chosen & (chosen - 1):
        call.warn(f"{call.name}: the alignment {chosen} is not a power of two, returning 0")
        call.returns(0)
        return
    _allocate(call, size, max(chosen, _default_alignment(call)), False, _return_address)


def memalign(call: Call) -> None:
    if takes(call, 2, f"Incorrect number of arguments to {call.name}(size_t alignment, size_t size)"):
        _aligned(word(call, 0), word(call, 1), call)


def valloc(call: Call) -> None:
    if takes(call, 1):
        _aligned(_PAGE, word(call, 0), call)


# Freeing


def free(call: Call) -> None:
    if takes(call, 1):
        _free(call)


def _free(call: Call) -> None:
    """Frees what the first argument points to."""
    pointer = word(call, 0)
    null, other = split_null(call, pointer)
    if null is not None:
        null.returns()
    if other is None:
        return
    for base in bases_or(other, pointer, partial(_invalid_free, pointer)):
        if _belongs_to_malloc(base):
            base.call.free(base.object)
            base.call.returns()


def _invalid_free(pointer: object, call: Call, info: str) -> None:
    message = "memory error: invalid pointer: free"
    if call.was_freed(call.example(pointer)):
        message = "memory error: double free"
    call.fails(ErrorKind.PTR, message, info)


def _belongs_to_malloc(base: Base) -> bool:
    """Whether the object is on the heap; if not, the call has failed."""
    kind = base.object.kind
    if kind == HEAP:
        return True
    message = "free of alloca" if kind == STACK else "free of global"
    base.call.fails(ErrorKind.FREE, message, f"\tobject: {base.object.describe()}\n")
    return False


# Reallocating


def realloc(call: Call) -> None:
    if not takes(call, 2):
        return
    pointer = word(call, 0)
    size = word(call, 1)
    null, other = split_null(call, pointer)
    if null is not None:
        _allocate(null, size, _default_alignment(null), False, _return_address)
    if other is None:
        return
    for base in bases(other, pointer, "realloc"):
        if _belongs_to_malloc(base):
            _allocate(base.call, size, _default_alignment(base.call), False, partial(_move, base.object))


def _move(old: MemoryObject, call: Call, address: int, size: object) -> None:
    """The end of a realloc; where memory was refused the old object stays."""
    if address == 0:
        call.returns(0)
        return
    (place,) = call.resolve(address)
    assert place.object is not None
    place.call.copy_common(old, place.object)
    place.call.free(old)
    place.call.returns(address)


def malloc_usable_size(call: Call) -> None:
    if not takes(call, 1):
        return
    pointer = word(call, 0)
    null, other = split_null(call, pointer)
    if null is not None:
        null.returns(0)
    if other is None:
        return
    for base in bases(other, pointer, call.name):
        if _belongs_to_malloc(base):
            base.call.returns(base.object.modelled_size())


# C++: operator new returns null where it would throw, as in KLEE


def _new(count: int, call: Call) -> None:
    if takes(call, count, "invalid number of arguments to new"):
        _allocate(call, word(call, 0), _default_alignment(call), False, _return_address)


def _new_aligned(count: int, call: Call) -> None:
    if takes(call, count, "invalid number of arguments to new"):
        _aligned(word(call, 1), word(call, 0), call)


def _delete(count: int, call: Call) -> None:
    if takes(call, count, "invalid number of arguments to delete"):
        _free(call)


def _new_and_delete() -> dict[str, Model]:
    """operator new, new[], delete and delete[] by their mangled names, with the argument count of each."""
    models: dict[str, Model] = {}
    nothrow = "RKSt9nothrow_t"
    align = "St11align_val_t"
    for size_t in "jmy":  # unsigned int, unsigned long, unsigned long long
        for operator in ("_Znw", "_Zna"):
            models[f"{operator}{size_t}"] = partial(_new, 1)
            models[f"{operator}{size_t}{nothrow}"] = partial(_new, 2)
            models[f"{operator}{size_t}{align}"] = partial(_new_aligned, 2)
            models[f"{operator}{size_t}{align}{nothrow}"] = partial(_new_aligned, 3)
        for operator in ("_ZdlPv", "_ZdaPv"):
            models[f"{operator}{size_t}"] = partial(_delete, 2)
            models[f"{operator}{size_t}{align}"] = partial(_delete, 3)
    for operator in ("_ZdlPv", "_ZdaPv"):
        models[operator] = partial(_delete, 1)
        models[f"{operator}{nothrow}"] = partial(_delete, 2)
        models[f"{operator}{align}"] = partial(_delete, 2)
        models[f"{operator}{align}{nothrow}"] = partial(_delete, 3)
    return models


MODELS: dict[str, Model] = {
    "malloc": malloc,
    "__klee_wrapped_malloc": malloc,
    "calloc": calloc,
    "realloc": realloc,
    "free": free,
    "memalign": memalign,
    "aligned_alloc": memalign,
    "valloc": valloc,
    "malloc_usable_size": malloc_usable_size,
    **_new_and_delete(),
}
