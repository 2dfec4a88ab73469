"""Constants from their printed form: literals, aggregates, references to globals, and constant expressions.

A constant is always written after its type, so the type comes first and as an argument. Registers are not constants;
the instruction parser handles them before it comes here.
"""

from __future__ import annotations

from typing import Final

from albers.ir.float_literals import parse_float
from albers.ir.lexer import MalformedText, Tokens, bare_name, unescape, unquote
from albers.ir.operands import (
    BlockAddress,
    ConstAggregate,
    Constant,
    ConstBytes,
    ConstExpr,
    ConstFloat,
    ConstInt,
    ConstNull,
    ConstUndef,
    ConstZero,
    GlobalRef,
    InlineAsm,
    MetadataOperand,
)
from albers.ir.type_parser import TypeParser
from albers.ir.types import (
    METADATA,
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    is_aggregate,
)

CAST_EXPRESSIONS: Final = frozenset(["trunc", "ptrtoint", "ptrtoaddr", "inttoptr", "bitcast", "addrspacecast"])
LIST_EXPRESSIONS: Final = frozenset(
    ["add", "sub", "xor", "extractelement", "insertelement", "shufflevector", "ptrauth"]
)
# Words a constant can begin with; before a value anything else is an attribute of it.
CONSTANT_WORDS: Final = (
    CAST_EXPRESSIONS
    | LIST_EXPRESSIONS
    | {"true", "false", "null", "none", "undef", "poison", "zeroinitializer", "splat", "getelementptr"}
    | {"blockaddress", "dso_local_equivalent", "no_cfi", "asm"}
)
CLOSING_BRACKET: Final = {"[": "]", "{": "}", "<": ">"}


class ConstantParser:
    def __init__(self, types: TypeParser) -> None:
        self.types = types

    def parse_typed(self, tokens: Tokens) -> Constant:
        return self.parse(tokens, self.types.parse(tokens))

    def parse(self, tokens: Tokens, type_: Type) -> Constant:
        """The constant of the given type that starts at the cursor."""
        token = tokens.next()
        if isinstance(type_, IntType):
            number = self._integer(token)
            if number is not None:
                return ConstInt(type_, number & (1 << type_.width) - 1)
        elif isinstance(type_, FloatType):
            if token[0] in "-+0123456789":
                return ConstFloat(type_, parse_float(token, type_))
        elif isinstance(type_, PointerType):
            if token[0] == "@":
                return GlobalRef(type_, bare_name(token))
            if token == "null":
                return ConstNull(type_)
        elif type_ is METADATA:
            tokens.position -= 1
            return self.metadata(tokens)
        return self._any_type(tokens, type_, token)

    def metadata(self, tokens: Tokens) -> MetadataOperand:
        """What follows the word `metadata`, as text."""
        return MetadataOperand(METADATA, tokens.skip_to_separator())

    def inline_asm(self, tokens: Tokens) -> InlineAsm:
        """What follows the word `asm`."""
        has_side_effects = False
        while not tokens.peek().startswith('"'):
            has_side_effects |= tokens.next() == "sideeffect"
        template = tokens.next()
        tokens.expect(",")
        constraints = tokens.next()
        if not constraints.startswith('"'):
            raise MalformedText("inline assembly without constraints")
        return InlineAsm(POINTER, unquote(template), unquote(constraints), has_side_effects)

    def _integer(self, token: str) -> int | None:
        digits = token[1:] if token[0] == "-" else token
        if digits.isdecimal():
            return int(token)
        if token == "true":
            return 1
        if token == "false":
            return 0
        if token.startswith(("u0x", "s0x")):
            try:
                value = int(token[3:], 16)
            except ValueError:
                raise MalformedText(f"{token!r} is no number") from None
            # LLVM takes the highest bit that is set as the sign of an s0x literal, wherever it stands.
            return value - (1 << value.bit_length()) if token[0] == "s" and value else value
        return None

    def _any_type(self, tokens: Tokens, type_: Type, token: str) -> Constant:
        if token == "zeroinitializer":
            return ConstZero(type_)
        if token == "undef":
            return ConstUndef(type_, False)
        if token == "poison":
            return ConstUndef(type_, True)
        if is_aggregate(type_):
            if token in CLOSING_BRACKET:
                return self._aggregate(tokens, type_, token)
            if token.startswith('c"') and isinstance(type_, ArrayType):
                return self._characters(token, type_)
            if token == "splat" and isinstance(type_, VectorType):
                return self._splat(tokens, type_)
        if token == "getelementptr":
            return self._getelementptr(tokens, type_)
        if token in CAST_EXPRESSIONS:
            return self._cast(tokens, type_, token)
        if token in LIST_EXPRESSIONS:
            return self._list_expression(tokens, type_, token)
        if token == "blockaddress":
            return self._block_address(tokens, type_)
        if token in ("dso_local_equivalent", "no_cfi"):  # the function itself, for all that C can observe
            return GlobalRef(type_, bare_name(self._global_name(tokens)))
        raise MalformedText(f"{token!r} is no constant of type {type_}")

    def _aggregate(self, tokens: Tokens, type_: Type, opening: str) -> Constant:
        packed = isinstance(type_, StructType) and type_.packed
        if packed:
            tokens.expect("{")
        closing = "}" if packed else CLOSING_BRACKET[opening]
        elements: list[Constant] = []
        if not tokens.accept(closing):
            elements.append(self.parse_typed(tokens))
            while tokens.accept(","):
                elements.append(self.parse_typed(tokens))
            tokens.expect(closing)
        if packed:
            tokens.expect(">")
        if len(elements) != _element_count(type_):
            raise MalformedText(f"{len(elements)} elements given for {type_}")
        return ConstAggregate(type_, elements)

    def _characters(self, token: str, type_: ArrayType) -> Constant:
        data = unescape(token[2:-1])
        if len(data) != type_.count:
            raise MalformedText(f"{len(data)} characters given for {type_}")
        return ConstBytes(type_, data)

    def _splat(self, tokens: Tokens, type_: VectorType) -> Constant:
        tokens.expect("(")
        element = self.parse_typed(tokens)
        tokens.expect(")")
        return ConstAggregate(type_, [element] * type_.count)

    def _getelementptr(self, tokens: Tokens, type_: Type) -> Constant:
        while tokens.peek() != "(":
            if tokens.next() == "inrange":
                tokens.skip_group()
        tokens.expect("(")
        source_type = self.types.parse(tokens)
        operands: list[Constant] = []
        while tokens.accept(","):
            operands.append(self.parse_typed(tokens))
        tokens.expect(")")
        if not operands:
            raise MalformedText("getelementptr without a base")
        return ConstExpr(type_, "getelementptr", operands, source_type)

    def _cast(self, tokens: Tokens, type_: Type, op: str) -> Constant:
        self._skip_flags(tokens)
        tokens.expect("(")
        value = self.parse_typed(tokens)
        tokens.expect("to")
        self.types.parse(tokens)
        tokens.expect(")")
        return ConstExpr(type_, op, [value], value.type)

    def _list_expression(self, tokens: Tokens, type_: Type, op: str) -> Constant:
        self._skip_flags(tokens)
        tokens.expect("(")
        operands = [self.parse_typed(tokens)]
        while tokens.accept(","):
            operands.append(self.parse_typed(tokens))
        tokens.expect(")")
        return ConstExpr(type_, op, operands, operands[0].type)

    def _skip_flags(self, tokens: Tokens) -> None:
        while tokens.peek() != "(":
            tokens.next()

    def _block_address(self, tokens: Tokens, type_: Type) -> Constant:
        tokens.expect("(")
        function = bare_name(self._global_name(tokens))
        tokens.expect(",")
        block = bare_name(tokens.next())
        tokens.expect(")")
        return BlockAddress(type_, function, block)

    def _global_name(self, tokens: Tokens) -> str:
        token = tokens.next()
        if token[0] != "@":
            raise MalformedText(f"expected a global, found {token!r}")
        return token


def _element_count(type_: Type) -> int:
    if isinstance(type_, StructType):
        return len(type_.fields)
    if isinstance(type_, (ArrayType, VectorType)):
        return type_.count
    return 0
