"""One instruction from its printed form (without metadata attachments), for each kind Albers executes.

Whatever is not understood raises MalformedText, which the body parser turns into an `Unsupported` instruction. Every
instruction except calls must be understood to its last token, so that no flag is overlooked silently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.ir.constant_parser import CONSTANT_WORDS, ConstantParser
from albers.ir.function_names import FunctionNames
from albers.ir.instructions import (
    Alloca,
    AtomicRMW,
    BinaryOp,
    Branch,
    Call,
    Cast,
    Compare,
    CompareExchange,
    ExtractElement,
    ExtractValue,
    Fence,
    FNeg,
    Freeze,
    GetElementPtr,
    IndirectBranch,
    InsertElement,
    InsertValue,
    Instruction,
    Jump,
    Load,
    Phi,
    Return,
    Select,
    ShuffleVector,
    Store,
    Switch,
    Unreachable,
    VAArg,
)
from albers.ir.lexer import MalformedText, Tokens
from albers.ir.operands import ConstAggregate, ConstInt, ConstUndef, ConstZero, Operand
from albers.ir.type_parser import TypeParser
from albers.ir.types import (
    I1,
    I32,
    METADATA,
    VOID,
    ArrayType,
    ExoticType,
    FunctionType,
    PointerType,
    StructType,
    Type,
    VectorType,
)

FAST_MATH: Final = frozenset(["fast", "nnan", "ninf", "nsz", "arcp", "contract", "reassoc", "afn"])
ARITHMETIC_FLAGS: Final = FAST_MATH | {"nuw", "nsw", "exact", "disjoint"}
CAST_FLAGS: Final = FAST_MATH | {"nuw", "nsw", "nneg"}
COMPARE_FLAGS: Final = FAST_MATH | {"samesign"}
POINTER_FLAGS: Final = frozenset(["inbounds", "nusw", "nuw"])
ORDERINGS: Final = frozenset(["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"])
BINARY_OPERATIONS: Final = (
    *("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"),
    *("fadd", "fsub", "fmul", "fdiv", "frem"),
)
CASTS: Final = (
    *("trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"),
    *("ptrtoint", "ptrtoaddr", "inttoptr", "bitcast", "addrspacecast"),
)
INTEGER_PREDICATES: Final = frozenset(["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"])
FLOAT_PREDICATES: Final = frozenset(
    [
        *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
        *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
    ]
)
MEMORY_UPDATES: Final = frozenset(
    [
        *("xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin"),
        *("fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat"),
    ]
)
NO_FLAGS: Final[frozenset[str]] = frozenset()
ONE: Final = ConstInt(I32, 1)


class InstructionParser:
    """Parses instructions of one module; `names` is set to the function at hand before each body."""

    def __init__(self, types: TypeParser, constants: ConstantParser) -> None:
        self.types = types
        self.constants = constants
        self.names = FunctionNames([])
        self.tokens = Tokens("")
        self._function_types: dict[str, FunctionType] = {}
        self._handlers: dict[str, Callable[[str, int], Instruction]] = {
            "fneg": self._fneg,
            "icmp": self._compare,
            "fcmp": self._compare,
            "select": self._select,
            "freeze": self._freeze,
            "phi": self._phi,
            "alloca": self._alloca,
            "load": self._load,
            "store": self._store,
            "getelementptr": self._getelementptr,
            "atomicrmw": self._atomicrmw,
            "cmpxchg": self._cmpxchg,
            "fence": self._fence,
            "extractvalue": self._extractvalue,
            "insertvalue": self._insertvalue,
            "extractelement": self._extractelement,
            "insertelement": self._insertelement,
            "shufflevector": self._shufflevector,
            "va_arg": self._va_arg,
            "ret": self._ret,
            "br": self._br,
            "switch": self._switch,
            "indirectbr": self._indirectbr,
            "unreachable": self._unreachable,
        }
        for op in BINARY_OPERATIONS:
            self._handlers[op] = self._binary
        for op in CASTS:
            self._handlers[op] = self._cast

    def parse(self, text: str) -> Instruction:
        tokens = Tokens(text)
        self.tokens = tokens
        result = -1
        op = tokens.next()
        if op[0] == "%":
            result = self.names.defined(op)
            tokens.expect("=")
            op = tokens.next()
        handler = self._handlers.get(op)
        if handler is not None:
            instruction = handler(op, result)
            tokens.expect_end()
        elif op == "call" or op in ("tail", "musttail", "notail"):
            instruction = self._call()
            instruction.result = result
        else:
            raise MalformedText(f"{op!r} is no known instruction")
        if (result >= 0) == (instruction.type is VOID):
            raise MalformedText("a result is missing or misplaced")
        return instruction

    # -- operands ------------------------------------------------------------------------------------------------

    def _type(self) -> Type:
        type_ = self.types.parse(self.tokens)
        if isinstance(type_, ExoticType):
            raise MalformedText(f"values of type {type_} are not supported")
        return type_

    def _value(self, type_: Type) -> Operand:
        tokens = self.tokens
        token = tokens.items[tokens.position]
        if token[:1] == "%":
            tokens.position += 1
            return self.names.used(token, type_)
        return self.constants.parse(tokens, type_)

    def _typed_value(self) -> Operand:
        return self._value(self._type())

    def _block(self) -> int:
        return self.names.block(self.tokens.next())

    def _label(self) -> int:
        self.tokens.expect("label")
        return self._block()

    def _flags(self, allowed: frozenset[str]) -> frozenset[str]:
        tokens = self.tokens
        if tokens.items[tokens.position] not in allowed:
            return NO_FLAGS
        found: list[str] = []
        while tokens.items[tokens.position] in allowed:
            found.append(tokens.next())
        return frozenset(found)

    # -- arithmetic ----------------------------------------------------------------------------------------------

    def _binary(self, op: str, result: int) -> Instruction:
        flags = self._flags(ARITHMETIC_FLAGS)
        type_ = self._type()
        lhs = self._value(type_)
        self.tokens.expect(",")
        return BinaryOp(type_, result, op, lhs, self._value(type_), flags)

    def _fneg(self, op: str, result: int) -> Instruction:
        self._flags(FAST_MATH)
        value = self._typed_value()
        return FNeg(value.type, result, value)

    def _cast(self, op: str, result: int) -> Instruction:
        flags = self._flags(CAST_FLAGS)
        value = self._typed_value()
        self.tokens.expect("to")
        return Cast(self._type(), result, op, value, flags)

    def _compare(self, op: str, result: int) -> Instruction:
        self._flags(COMPARE_FLAGS)
        predicate = self.tokens.next()
        if predicate not in (INTEGER_PREDICATES if op == "icmp" else FLOAT_PREDICATES):
            raise MalformedText(f"{predicate!r} is no predicate of {op}")
        lhs = self._typed_value()
        self.tokens.expect(",")
        rhs = self._value(lhs.type)
        type_: Type = I1
        if isinstance(lhs.type, VectorType):
            type_ = self.types.share(VectorType(lhs.type.count, I1))
        return Compare(type_, result, op, predicate, lhs, rhs)

    def _select(self, op: str, result: int) -> Instruction:
        self._flags(FAST_MATH)
        condition = self._typed_value()
        self.tokens.expect(",")
        on_true = self._typed_value()
        self.tokens.expect(",")
        return Select(on_true.type, result, condition, on_true, self._typed_value())

    def _freeze(self, op: str, result: int) -> Instruction:
        value = self._typed_value()
        return Freeze(value.type, result, value)

    def _phi(self, op: str, result: int) -> Instruction:
        self._flags(FAST_MATH)
        tokens = self.tokens
        type_ = self._type()
        values: list[Operand] = []
        blocks: list[int] = []
        while True:
            tokens.expect("[")
            values.append(self._value(type_))
            tokens.expect(",")
            blocks.append(self._block())
            tokens.expect("]")
            if not tokens.accept(","):
                return Phi(type_, result, values, blocks)

    # -- memory --------------------------------------------------------------------------------------------------

    def _alloca(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        tokens.accept("inalloca")
        tokens.accept("swifterror")
        allocated = self._type()
        count: Operand = ONE
        align = 0
        pointer: Type = self.types.parse_text("ptr")
        while tokens.accept(","):
            if tokens.accept("align"):
                align = tokens.integer()
            elif tokens.accept("addrspace"):
                tokens.expect("(")
                pointer = self.types.share(PointerType(tokens.integer()))
                tokens.expect(")")
            else:
                count = self._typed_value()
        return Alloca(pointer, result, allocated, count, align)

    def _alignment(self) -> int:
        """`, align N` if present, else 0."""
        if not self.tokens.accept(","):
            return 0
        self.tokens.expect("align")
        return self.tokens.integer()

    def _ordering(self) -> bool:
        """Step over synchronisation scope and ordering; whether there was one."""
        tokens = self.tokens
        if tokens.accept("syncscope"):
            tokens.skip_group()
        if tokens.peek() not in ORDERINGS:
            return False
        tokens.position += 1
        return True

    def _load(self, op: str, result: int) -> Instruction:
        atomic = self.tokens.accept("atomic")
        volatile = self.tokens.accept("volatile")
        type_ = self._type()
        self.tokens.expect(",")
        pointer = self._typed_value()
        if atomic and not self._ordering():
            raise MalformedText("an atomic load without ordering")
        return Load(type_, result, pointer, self._alignment(), volatile, atomic)

    def _store(self, op: str, result: int) -> Instruction:
        atomic = self.tokens.accept("atomic")
        volatile = self.tokens.accept("volatile")
        value = self._typed_value()
        self.tokens.expect(",")
        pointer = self._typed_value()
        if atomic and not self._ordering():
            raise MalformedText("an atomic store without ordering")
        return Store(VOID, value, pointer, self._alignment(), volatile, atomic)

    def _getelementptr(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        inbounds = "inbounds" in self._flags(POINTER_FLAGS)
        source_type = self._type()
        tokens.expect(",")
        base = self._typed_value()
        type_ = base.type
        indices: list[Operand] = []
        while tokens.accept(","):
            index = self._typed_value()
            indices.append(index)
            if isinstance(index.type, VectorType) and not isinstance(type_, VectorType):
                type_ = self.types.share(VectorType(index.type.count, type_))
        return GetElementPtr(type_, result, source_type, base, indices, inbounds)

    def _atomicrmw(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        tokens.accept("volatile")
        update = tokens.next()
        if update not in MEMORY_UPDATES:
            raise MalformedText(f"{update!r} is no operation of atomicrmw")
        pointer = self._typed_value()
        tokens.expect(",")
        value = self._typed_value()
        if not self._ordering():
            raise MalformedText("atomicrmw without ordering")
        self._alignment()
        return AtomicRMW(value.type, result, update, pointer, value)

    def _cmpxchg(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        tokens.accept("weak")
        tokens.accept("volatile")
        pointer = self._typed_value()
        tokens.expect(",")
        expected = self._typed_value()
        tokens.expect(",")
        desired = self._typed_value()
        if not (self._ordering() and self._ordering()):
            raise MalformedText("cmpxchg without orderings")
        self._alignment()
        pair = self.types.share(StructType([desired.type, I1]))
        return CompareExchange(pair, result, pointer, expected, desired)

    def _fence(self, op: str, result: int) -> Instruction:
        if not self._ordering():
            raise MalformedText("a fence without ordering")
        return Fence(VOID, -1)

    def _va_arg(self, op: str, result: int) -> Instruction:
        pointer = self._typed_value()
        self.tokens.expect(",")
        return VAArg(self._type(), result, pointer)

    # -- aggregates and vectors ----------------------------------------------------------------------------------

    def _path(self) -> list[int]:
        path: list[int] = []
        while self.tokens.accept(","):
            path.append(self.tokens.integer())
        return path

    def _extractvalue(self, op: str, result: int) -> Instruction:
        aggregate = self._typed_value()
        path = self._path()
        return ExtractValue(_step_into(aggregate.type, path), result, aggregate, path)

    def _insertvalue(self, op: str, result: int) -> Instruction:
        aggregate = self._typed_value()
        self.tokens.expect(",")
        value = self._typed_value()
        path = self._path()
        if _step_into(aggregate.type, path) != value.type:
            raise MalformedText(f"{value.type} does not fit into {aggregate.type} at {path}")
        return InsertValue(aggregate.type, result, aggregate, value, path)

    def _vector(self) -> tuple[Operand, VectorType]:
        value = self._typed_value()
        if not isinstance(value.type, VectorType):
            raise MalformedText(f"{value.type} is no vector")
        return value, value.type

    def _extractelement(self, op: str, result: int) -> Instruction:
        vector, type_ = self._vector()
        self.tokens.expect(",")
        return ExtractElement(type_.element, result, vector, self._typed_value())

    def _insertelement(self, op: str, result: int) -> Instruction:
        vector, type_ = self._vector()
        self.tokens.expect(",")
        value = self._typed_value()
        self.tokens.expect(",")
        return InsertElement(type_, result, vector, value, self._typed_value())

    def _shufflevector(self, op: str, result: int) -> Instruction:
        first, type_ = self._vector()
        self.tokens.expect(",")
        second = self._typed_value()
        self.tokens.expect(",")
        mask_operand, mask_type = self._vector()
        mask = _mask(mask_operand, mask_type.count)
        shuffled = self.types.share(VectorType(mask_type.count, type_.element))
        return ShuffleVector(shuffled, result, first, second, mask)

    # -- control flow --------------------------------------------------------------------------------------------

    def _ret(self, op: str, result: int) -> Instruction:
        if self.tokens.accept("void"):
            return Return(VOID, None)
        return Return(VOID, self._typed_value())

    def _br(self, op: str, result: int) -> Instruction:
        if self.tokens.peek() == "label":
            return Jump(VOID, self._label())
        condition = self._typed_value()
        self.tokens.expect(",")
        on_true = self._label()
        self.tokens.expect(",")
        return Branch(VOID, condition, on_true, self._label())

    def _switch(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        value = self._typed_value()
        tokens.expect(",")
        default = self._label()
        tokens.expect("[")
        cases: list[tuple[int, int]] = []
        while not tokens.accept("]"):
            case = self.constants.parse_typed(tokens)
            if not isinstance(case, ConstInt):
                raise MalformedText("a switch case is no integer")
            tokens.expect(",")
            cases.append((case.value, self._label()))
        return Switch(VOID, value, default, cases)

    def _indirectbr(self, op: str, result: int) -> Instruction:
        tokens = self.tokens
        address = self._typed_value()
        tokens.expect(",")
        tokens.expect("[")
        targets: list[int] = []
        while not tokens.accept("]"):
            targets.append(self._label())
            tokens.accept(",")
        return IndirectBranch(VOID, address, targets)

    def _unreachable(self, op: str, result: int) -> Instruction:
        return Unreachable(VOID, -1)

    # -- calls ---------------------------------------------------------------------------------------------------

    def _call(self) -> Instruction:
        """A call; function attributes and operand bundles after the arguments have no effect on execution."""
        tokens = self.tokens
        while not self.types.starts_type(tokens.peek()):
            skip_attribute(tokens)
        spelled = self.types.parse_with_function(tokens)
        callee: Operand
        if tokens.accept("asm"):
            callee = self.constants.inline_asm(tokens)
        else:
            callee = self._value(self.types.parse_text("ptr"))
        arguments: list[Operand] = []
        byval: list[Type | None] = []
        tokens.expect("(")
        if not tokens.accept(")"):
            self._argument(arguments, byval)
            while tokens.accept(","):
                self._argument(arguments, byval)
            tokens.expect(")")
        if isinstance(spelled, FunctionType):
            function_type = spelled
        else:
            function_type = self._call_type(spelled, arguments)
        if isinstance(function_type.result, ExoticType):
            raise MalformedText(f"values of type {function_type.result} are not supported")
        return Call(function_type.result, -1, callee, function_type, arguments, byval)

    def _argument(self, arguments: list[Operand], byval: list[Type | None]) -> None:
        tokens = self.tokens
        type_ = self._type()
        passed_by_value: Type | None = None
        if type_ is METADATA:
            arguments.append(self.constants.metadata(tokens))
            byval.append(None)
            return
        while is_attribute(tokens.peek()):
            if tokens.accept("byval"):
                tokens.expect("(")
                passed_by_value = self._type()
                tokens.expect(")")
            else:
                skip_attribute(tokens)
        arguments.append(self._value(type_))
        byval.append(passed_by_value)

    def _call_type(self, result: Type, arguments: list[Operand]) -> FunctionType:
        params = [argument.type for argument in arguments]
        key = ",".join([result.text] + [param.text for param in params])
        known = self._function_types.get(key)
        if known is None:
            known = FunctionType(result, params, False)
            self._function_types[key] = known
        return known


def is_attribute(token: str) -> bool:
    """Whether a token between a type and its value is a word like `noundef` or a string attribute."""
    first = token[:1]
    return first == '"' or (first.isalpha() and token not in CONSTANT_WORDS and not token.startswith('c"'))


def skip_attribute(tokens: Tokens) -> None:
    """Step over one attribute: `noundef`, `align 8`, `range(i32 0, 5)`, `"key"="value"`, `cc 77`, ..."""
    token = tokens.next()
    if tokens.peek() == "(":
        tokens.skip_group()
    elif token in ("align", "cc") or (token[0] == '"' and tokens.accept("=")):
        tokens.next()


def _step_into(type_: Type, path: list[int]) -> Type:
    if not path:
        raise MalformedText("a path into an aggregate is missing")
    for index in path:
        if isinstance(type_, StructType) and 0 <= index < len(type_.fields):
            type_ = type_.fields[index]
        elif isinstance(type_, ArrayType) and 0 <= index < type_.count:
            type_ = type_.element
        else:
            raise MalformedText(f"{type_} has no element {index}")
    return type_


def _mask(operand: Operand, count: int) -> list[int]:
    """The lanes a shuffle selects; -1 where it does not matter."""
    if isinstance(operand, ConstZero):
        return [0] * count
    if isinstance(operand, ConstUndef):
        return [-1] * count
    if not isinstance(operand, ConstAggregate):
        raise MalformedText("a shuffle mask is no constant")
    return [element.value if isinstance(element, ConstInt) else -1 for element in operand.elements]
