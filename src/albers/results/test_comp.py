"""Test suites in the exchange format of Test-Comp: metadata.xml, and one XML file per test, written as the run goes.

Each input is printed for the type that its name says (`__VERIFIER_nondet_int` makes an input named "int"); any other
input is printed byte by byte, which is how a harness would have to read it.
"""

from __future__ import annotations

import hashlib
import re
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from albers import __version__
from albers.errors import UserError

DIRECTORY: Final = "test-suite"

_HEADER: Final = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_METADATA_TYPE: Final = (
    '<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" '
    '"https://sosy-lab.org/test-format/test-metadata-1.1.dtd">\n'
)
_TEST_TYPE: Final = (
    '<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" '
    '"https://sosy-lab.org/test-format/testcase-1.1.dtd">\n'
)
_PROPERTY: Final = re.compile(
    r"COVER\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER EDGES\((.*)\)\s*\)\s*\)"
)
_CALL: Final = re.compile(r"@CALL\((\w+)\)")
_UNSIGNED: Final = re.compile(r"^(unsigned|u\d|U\d|size_t|loff_t|sector_t|pthread_t|_Bool)|\*$")
_TYPES: Final = re.compile(
    r"^((unsigned |signed )?(char|short|int|long|long long|__int128)|_Bool|float|double|\w+_t|u\d+|.*\*)$"
)


@dataclass(frozen=True)
class Property:
    """What a suite shall cover: calls of `error_function`, or with an empty name all decisions."""

    text: str
    entry: str
    error_function: str


def read_property(given: str) -> Property:
    """A property from a .prp file, or from its text; the FQL body decides, not the file's name."""
    path = Path(given)
    text = given
    if "(" not in given:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise UserError(f"--test-comp {given}: {error.strerror}; give a property file or its text") from error
    text = " ".join(text.split())
    found = _PROPERTY.search(text)
    if found is None:
        raise UserError(
            f"--test-comp {given}: this is no property of Test-Comp; one looks like "
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
        )
    call = _CALL.search(found[2])
    if call is None and "@" not in found[2]:
        raise UserError(f"--test-comp {given}: unknown goal {found[2]}")
    return Property(found[0], found[1], call[1] if call else "")


def metadata_xml(property_: Property, program: str, is_32_bit: bool) -> str:
    """metadata.xml, with the time of its writing."""
    fields = (
        ("sourcecodelang", "C"),
        ("producer", f"Albers {__version__}"),
        ("specification", property_.text),
        ("programfile", program),
        ("programhash", hashlib.sha256(Path(program).read_bytes()).hexdigest()),
        ("entryfunction", property_.entry),
        ("architecture", "32bit" if is_32_bit else "64bit"),
        ("creationtime", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())),
    )
    body = "".join(f"  <{name}>{escape(value)}</{name}>\n" for name, value in fields)
    return f"{_HEADER}{_METADATA_TYPE}<test-metadata>\n{body}</test-metadata>\n"


def case_xml(inputs: Sequence[tuple[str, bytes]], covers_error: bool = False) -> str:
    """One test; the values are consumed in their order."""
    lines: list[str] = []
    for name, data in inputs:
        if not _TYPES.match(name):
            lines += [f'  <input variable={quoteattr(name)} type="unsigned char">{byte}</input>' for byte in data]
        else:
            lines.append(f"  <input variable={quoteattr(name)} type={quoteattr(name)}>{value_text(name, data)}</input>")
    attribute = ' coversError="true"' if covers_error else ""
    body = "".join(line + "\n" for line in lines)
    return f"{_HEADER}{_TEST_TYPE}<testcase{attribute}>\n{body}</testcase>\n"


def value_text(type_: str, data: bytes) -> str:
    """A value as `sscanf` reads it for the type."""
    if type_ == "float" and len(data) == 4:
        return _float_text(struct.unpack("<f", data)[0])
    if type_ == "double" and len(data) == 8:
        return _float_text(struct.unpack("<d", data)[0])
    return str(int.from_bytes(data, "little", signed=_UNSIGNED.search(type_) is None))


def _float_text(value: float) -> str:
    """Seventeen digits tell any double from its neighbours, and so any float."""
    return f"{value:.17g}"
