"""What library functions do to memory and to the world, for the static analyses.

String and memory functions are described here instead of being looked into, so that two callers of memcpy do not get
each other's pointers. A function that is neither here nor defined in C may do anything to the world outside.
"""

from __future__ import annotations

from typing import Final

#: Allocate a fresh object for each call; the result points to it.
ALLOCATES: Final = frozenset(
    [
        "malloc",
        "calloc",
        "realloc",
        "memalign",
        "aligned_alloc",
        "valloc",
        "__klee_wrapped_malloc",
        *[f"{operator}{size}" for operator in ("_Znw", "_Zna") for size in "jmy"],
    ]
)
MOVES: Final = frozenset(["realloc"])
FREES: Final = frozenset(["free", "realloc", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"])

#: (target, source) argument numbers of functions that copy bytes.
COPIES: Final = {
    "memcpy": (0, 1),
    "memmove": (0, 1),
    "mempcpy": (0, 1),
    "memccpy": (0, 1),
    "strcpy": (0, 1),
    "stpcpy": (0, 1),
    "strncpy": (0, 1),
    "stpncpy": (0, 1),
    "strcat": (0, 1),
    "strncat": (0, 1),
    "strlcpy": (0, 1),
    "strlcat": (0, 1),
    "bcopy": (1, 0),
}
#: Write bytes that are no addresses to their first argument.
FILLS: Final = frozenset(["memset", "bzero", "explicit_bzero"])
#: Read memory only.
READS: Final = {
    "strlen": (0,),
    "strnlen": (0,),
    "strcmp": (0, 1),
    "strncmp": (0, 1),
    "strcasecmp": (0, 1),
    "strncasecmp": (0, 1),
    "memcmp": (0, 1),
    "bcmp": (0, 1),
    "strchr": (0,),
    "strchrnul": (0,),
    "strrchr": (0,),
    "index": (0,),
    "rindex": (0,),
    "memchr": (0,),
    "memrchr": (0,),
    "strstr": (0, 1),
    "strcasestr": (0, 1),
    "memmem": (0, 2),
    "strpbrk": (0, 1),
    "strspn": (0, 1),
    "strcspn": (0, 1),
    "atoi": (0,),
    "atol": (0,),
    "atoll": (0,),
}
#: Return a pointer into the object of an argument.
RETURNS_INTO: Final = {
    "memcpy": 0,
    "memmove": 0,
    "mempcpy": 0,
    "memccpy": 0,
    "memset": 0,
    "strcpy": 0,
    "stpcpy": 0,
    "strncpy": 0,
    "stpncpy": 0,
    "strcat": 0,
    "strncat": 0,
    "strchr": 0,
    "strchrnul": 0,
    "strrchr": 0,
    "index": 0,
    "rindex": 0,
    "memchr": 0,
    "memrchr": 0,
    "strstr": 0,
    "strcasestr": 0,
    "memmem": 0,
    "strpbrk": 0,
}
DESCRIBED: Final = frozenset([*ALLOCATES, *FREES, *COPIES, *FILLS, *READS])

#: Neither read nor write memory that the program sees, and leave the world as it is. Those that end the path report
#: an error, which is seen when the code that makes it is recovered.
HARMLESS: Final = frozenset(
    [
        "abort",
        "__assert_fail",
        "__assert_rtn",
        "__assert_func",
        "__assert",
        "_assert",
        "klee_assert_fail",
        "__stack_chk_fail",
        "klee_abort",
        "klee_is_symbolic",
        "klee_is_replay",
        "klee_or",
        "klee_warning",
        "klee_warning_once",
        "klee_prefer_cex",
        "klee_posix_prefer_cex",
        "klee_get_obj_size",
        "malloc_usable_size",
        "klee_check_memory_access",
        "klee_get_rounding_mode",
    ]
)
HARMLESS_PREFIXES: Final = (
    "klee_is_nan_",
    "klee_is_infinite_",
    "klee_is_normal_",
    "klee_is_subnormal_",
    "klee_abs_",
    "klee_sqrt_",
    "klee_rint",
    "__ubsan_handle_",
)


def is_harmless(name: str) -> bool:
    return name in HARMLESS or name.startswith(HARMLESS_PREFIXES)


#: Models that touch no more memory than the objects their arguments point to.
SHALLOW: Final = frozenset(
    [
        *ALLOCATES,
        *FREES,
        *HARMLESS,
        *["klee_make_symbolic", "klee_int", "klee_range", "klee_choose", "klee_assume", "klee_mark_global"],
        *["klee_print_expr", "klee_print_range", "klee_silent_exit", "_exit", "_Exit"],
        *["klee_get_value_i32", "klee_get_value_i64", "klee_get_valuel", "klee_get_valuell"],
    ]
)
