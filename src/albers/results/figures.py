"""Numbers as people read them: counts, durations, rates, shares, and the bytes of an input."""

from __future__ import annotations

from typing import Final

_ESCAPES: Final = {0x07: "\\a", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0B: "\\v", 0x0C: "\\f", 0x0D: "\\r"} | {
    0x22: '\\"',
    0x5C: "\\\\",
}

#: Sizes a C integer can have; only these are also shown as a number.
INTEGER_SIZES: Final = (1, 2, 4, 8)


def count(number: int) -> str:
    """51234 → 51,234."""
    return f"{number:,}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """1, "path" → 1 path; 2, "path" → 2 paths."""
    return f"{count(number)} {noun if number == 1 else plural or noun + 's'}"


def duration(seconds: float) -> str:
    """0.012 → 12 ms; 1.94 → 1.9 s; 192 → 3 min 12 s; 7500 → 2 h 5 min."""
    milliseconds = round(seconds * 1000)
    if milliseconds < 100:
        return f"{milliseconds} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    minutes = whole // 60
    return f"{minutes // 60} h {minutes % 60} min"


def clock(seconds: float) -> str:
    """192 → 0:03:12."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def rate(per_second: float) -> str:
    """950 → 950/s; 27300 → 27.3 k/s; 4100000 → 4.1 M/s."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if per_second >= size * 0.9995:
            return f"{per_second / size:.1f} {unit}/s"
    return f"{per_second:.0f}/s"


def share(part: float, whole: float) -> str:
    """40 of 52 → 77%; nothing of nothing is n/a. Rounded towards the middle: 100% means all of it, 0% none."""
    if whole <= 0:
        return "n/a"
    percent = round(100 * part / whole)
    if percent == 100 and part < whole:
        return "99%"
    if percent == 0 and part > 0:
        return "<1%"
    return f"{percent}%"


def printable(text: str) -> str:
    """One line without control characters: text of the analysed program must not steer the reader's terminal."""
    return "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in text)


def c_string(data: bytes) -> str:
    """The bytes as a C string literal; octal escapes, because a hexadecimal one swallows the digits after it."""
    return '"' + "".join(_c_character(byte) for byte in data) + '"'


def hexadecimal(data: bytes) -> str:
    """Bytes in memory order, two digits each: 00 ff 10."""
    return data.hex(" ")


def as_integers(data: bytes) -> tuple[int, int] | None:
    """The signed and the unsigned value if the size is one a C integer has; every supported target is little-endian."""
    if len(data) not in INTEGER_SIZES:
        return None
    return int.from_bytes(data, "little", signed=True), int.from_bytes(data, "little")


def _c_character(byte: int) -> str:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    if 0x20 <= byte < 0x7F:
        return chr(byte)
    return f"\\{byte:03o}"
