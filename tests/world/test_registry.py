"""The table of models: what klee.h declares is in it, and nobody else's table is changed through it."""

from __future__ import annotations

import re
from pathlib import Path

import albers
from albers.world.registry import standard_models

RUNTIME = Path(albers.__file__).parent / "runtime"


def declared_functions() -> set[str]:
    text = (RUNTIME / "include" / "klee" / "klee.h").read_text()
    without_comments = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    without_macros = re.sub(r"#define(?:.*\\\n)*.*", "", without_comments)
    return set(re.findall(r"\b(\w+)\([^()]*\);", without_macros))


def test_every_function_of_klee_h_is_modelled_or_written_in_c() -> None:
    in_c = {path.stem for path in (RUNTIME / "klee").glob("*.c")}
    missing = declared_functions() - set(standard_models()) - in_c
    assert missing == set()


def test_the_header_is_really_read() -> None:
    assert {"klee_make_symbolic", "klee_get_errno", "klee_rintl", "klee_print_expr"} <= declared_functions()


def test_every_caller_gets_a_table_of_its_own() -> None:
    mine = standard_models()
    mine["malloc"] = mine["free"]
    assert standard_models()["malloc"] is not mine["malloc"]
