"""Tokens of LLVM's printed assembly, and the cursor the other parsers read them with.

A token is a plain string: its first character tells its kind (`%x` a local, `@x` a global, `!5` metadata, a quoted
string, a word or number, or one character of punctuation). Comments are not tokens: callers cut them off.
"""

from __future__ import annotations

import re
from typing import Final

# The frequent kinds come first. A name may be quoted after its sigil; LLVM escapes quotes inside as \22, so a string
# ends at the next quote.
TOKEN: Final = re.compile(
    r'[@%!#$\w.+-][\w$.+-]*(?!")'  # names, words, numbers, types, "..."; "!" alone opens a metadata tuple
    r"|[,(){}\[\]<>=*:|]"
    r'|[@%!$^c]?"[^"]*"',  # strings, quoted names, character arrays
    re.ASCII,
)
ESCAPE: Final = re.compile(r"\\(\\|[0-9a-fA-F]{2})")
OPENING: Final = frozenset("([{<")
CLOSING: Final = frozenset(")]}>")


class MalformedText(Exception):
    """Text the parser does not understand; caught inside this package and turned into what the caller can handle."""


class Tokens:
    """A list of tokens and a position in it. The last token is always "", which no text produces."""

    def __init__(self, text: str) -> None:
        self.items: list[str] = TOKEN.findall(text)
        self.items.append("")
        self.position = 0

    def peek(self) -> str:
        return self.items[self.position]

    def next(self) -> str:
        token = self.items[self.position]
        if not token:
            raise MalformedText("the text ends too early")
        self.position += 1
        return token

    def accept(self, token: str) -> bool:
        """Step over the token if it is next."""
        if self.items[self.position] != token:
            return False
        self.position += 1
        return True

    def expect(self, token: str) -> None:
        if self.items[self.position] != token:
            raise MalformedText(f"expected {token!r}, found {self.items[self.position]!r}")
        self.position += 1

    def expect_end(self) -> None:
        if self.items[self.position]:
            raise MalformedText(f"unexpected {self.items[self.position]!r}")

    def integer(self) -> int:
        """A plain decimal number."""
        token = self.next()
        digits = token[1:] if token.startswith("-") else token
        if not digits.isdecimal():
            raise MalformedText(f"expected a number, found {token!r}")
        return int(token)

    def skip_group(self) -> None:
        """Step over a bracketed group that starts here, however nested."""
        depth = 0
        while True:
            token = self.next()
            if token in OPENING:
                depth += 1
            elif token in CLOSING:
                depth -= 1
            if depth == 0:
                return

    def skip_to_separator(self) -> str:
        """Step over everything up to a comma or closing bracket of the current level; what was skipped, as text."""
        start = self.position
        while True:
            token = self.items[self.position]
            if not token or token == "," or token in CLOSING:
                return " ".join(self.items[start : self.position])
            if token in OPENING:
                self.skip_group()
            else:
                self.position += 1


def unescape(text: str) -> bytes:
    """The bytes a quoted string stands for (without its quotes)."""
    if "\\" not in text:
        return text.encode("utf-8", "surrogateescape")
    pieces = ESCAPE.split(text)
    result = bytearray()
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            result += piece.encode("utf-8", "surrogateescape")
        elif piece == "\\":
            result += b"\\"
        else:
            result.append(int(piece, 16))
    return bytes(result)


def unquote(text: str) -> str:
    """The content of a quoted string, or the text itself if it is not quoted."""
    if not text.startswith('"'):
        return text
    return unescape(text[1:-1]).decode("utf-8", "surrogateescape")


def bare_name(token: str) -> str:
    """The name behind a sigil: `@"a b"` and `@x` give `a b` and `x`."""
    return unquote(token[1:])
