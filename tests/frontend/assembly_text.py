"""Looking things up in LLVM assembly."""

import re


def body(assembly: str, function: str) -> str:
    """The lines between the braces of a function's definition, without debug information."""
    found = re.search(
        rf"^define [^\n]*@{re.escape(function)}\([^\n]*\{{\n(.*?)^\}}", assembly, re.MULTILINE | re.DOTALL
    )
    assert found, f"{function} is not defined"
    lines = [line for line in found[1].split("\n") if not line.lstrip().startswith("#dbg_")]
    return re.sub(r", !(?:dbg|llvm\.loop) !\d+", "", "\n".join(lines))


def conditional_branches(text: str) -> int:
    return text.count("br i1 ")
