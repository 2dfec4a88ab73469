"""Types from their printed form, including named structures that refer to themselves.

Types that no C program we accept needs (scalable vectors, target extensions, tokens) become `ExoticType`: a
declaration may mention one, an instruction that touches one is `Unsupported`.
"""

from __future__ import annotations

from typing import Final

from albers.ir.lexer import MalformedText, Tokens, bare_name
from albers.ir.types import (
    FLOAT_WIDTHS,
    LABEL,
    METADATA,
    POINTER,
    VOID,
    ArrayType,
    ExoticType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
)

EXOTIC_WORDS: Final = frozenset(["token", "x86_amx", "x86_mmx", "ppc_fp128"])
TYPE_OPENINGS: Final = frozenset(["[", "{", "<", "target"])


class TypeParser:
    """Parses types of one module; equal types are the same object."""

    def __init__(self) -> None:
        self.named: dict[str, StructType] = {}
        # Types of a single token; "ptr" needs a look ahead for an address space.
        self._words: dict[str, Type] = {"void": VOID, "label": LABEL, "metadata": METADATA, "ptr": POINTER}
        for kind in FLOAT_WIDTHS:
            self._words[kind] = FloatType(kind)
        self._composed: dict[str, Type] = {}

    def starts_type(self, token: str) -> bool:
        return token in self._words or token in TYPE_OPENINGS or self._word_type(token) is not None

    def parse(self, tokens: Tokens) -> Type:
        """A type that a value can have, i.e. not a function type."""
        token = tokens.items[tokens.position]
        known = self._words.get(token)
        if known is None:
            known = self._word_type(token)
        if known is not None:
            tokens.position += 1
            if known is POINTER and tokens.items[tokens.position] == "addrspace":
                return self.share(PointerType(self._address_space(tokens)))
            return known
        if token == "[":
            return self._array(tokens)
        if token == "{":
            return self._structure(tokens, False)
        if token == "<":
            return self._vector_or_packed(tokens)
        if token == "target":
            return self._target_extension(tokens)
        raise MalformedText(f"{token!r} is no type")

    def parse_text(self, text: str) -> Type:
        known = self._composed.get(text)
        if known is not None:
            return known
        tokens = Tokens(text)
        type_ = self.parse_with_function(tokens)
        tokens.expect_end()
        self._composed[text] = type_
        return type_

    def parse_with_function(self, tokens: Tokens) -> Type:
        """A type that may be a function type, as in `i32 (ptr, ...)`."""
        type_ = self.parse(tokens)
        while tokens.peek() == "(":
            type_ = self._function(tokens, type_)
        return type_

    def declare_structure(self, name: str) -> None:
        """Make a named structure known; it is opaque until `define_structure` fills it in."""
        structure = StructType([], False, name)
        structure.is_opaque = True
        self.named[name] = structure

    def define_structure(self, name: str, body: str) -> None:
        """Fill in a declared structure from the right side of `%name = type ...`."""
        if body == "opaque":
            return
        tokens = Tokens(body)
        shape = self.parse(tokens)
        tokens.expect_end()
        if not isinstance(shape, StructType):
            raise MalformedText(f"%{name} is not a structure")
        structure = self.named[name]
        structure.fields = shape.fields
        structure.packed = shape.packed
        structure.is_opaque = False

    def _word_type(self, token: str) -> Type | None:
        """The type a token names on its own, remembered for next time."""
        type_: Type | None
        if token.startswith("%"):
            type_ = self.named.get(bare_name(token))
            if type_ is None:
                return None
        elif token.startswith("i") and token[1:].isdecimal():
            type_ = IntType(int(token[1:]))
        elif token in EXOTIC_WORDS:
            type_ = ExoticType(token)
        else:
            return None
        self._words[token] = type_
        return type_

    def share(self, type_: Type) -> Type:
        """The one object this module uses for the type."""
        return self._composed.setdefault(type_.text, type_)

    def _address_space(self, tokens: Tokens) -> int:
        tokens.expect("addrspace")
        tokens.expect("(")
        space = tokens.integer()
        tokens.expect(")")
        return space

    def _array(self, tokens: Tokens) -> Type:
        tokens.expect("[")
        count = tokens.integer()
        tokens.expect("x")
        element = self.parse(tokens)
        tokens.expect("]")
        array = ArrayType(count, element)
        return self.share(ExoticType(array.text) if isinstance(element, ExoticType) else array)

    def _structure(self, tokens: Tokens, packed: bool) -> Type:
        tokens.expect("{")
        fields: list[Type] = []
        if not tokens.accept("}"):
            fields.append(self.parse(tokens))
            while tokens.accept(","):
                fields.append(self.parse(tokens))
            tokens.expect("}")
        structure = StructType(fields, packed)
        for field in fields:
            if isinstance(field, ExoticType):
                return self.share(ExoticType(structure.text))
        return self.share(structure)

    def _vector_or_packed(self, tokens: Tokens) -> Type:
        tokens.expect("<")
        if tokens.peek() == "{":
            packed = self._structure(tokens, True)
            tokens.expect(">")
            return packed
        scalable = tokens.accept("vscale")
        if scalable:
            tokens.expect("x")
        count = tokens.integer()
        tokens.expect("x")
        element = self.parse(tokens)
        tokens.expect(">")
        if scalable:
            return self.share(ExoticType(f"<vscale x {count} x {element.text}>"))
        vector = VectorType(count, element)
        return self.share(ExoticType(vector.text) if isinstance(element, ExoticType) else vector)

    def _target_extension(self, tokens: Tokens) -> Type:
        start = tokens.position
        tokens.expect("target")
        tokens.skip_group()
        return self.share(ExoticType(" ".join(tokens.items[start : tokens.position])))

    def _function(self, tokens: Tokens, result: Type) -> FunctionType:
        tokens.expect("(")
        params: list[Type] = []
        is_vararg = False
        while not tokens.accept(")"):
            if tokens.accept("..."):
                is_vararg = True
            else:
                params.append(self.parse(tokens))
            if tokens.peek() != ")":
                tokens.expect(",")
        return FunctionType(result, params, is_vararg)
