"""How far a state is from uncovered code of the user, in instructions.

The user's blocks form one graph: an edge to each successor costs the instructions of the block, an edge into a called
function the instructions before the call. One shortest-path computation from all uncovered blocks gives every block
its distance. A state is as far as its innermost frame, or as returning from it and going on in the caller, and so on.
Library code is only passed through. Reads what the engine notes in blocks; decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from albers.engine.function_shape import (
    NEVER,
    BlockShape,
    FunctionShape,
    find_exits,
    functions_named,
    globals_named,
    shape_of,
    shortest_paths,
)
from albers.engine.state import BlockCode, Code, Frame, State
from albers.ir.module import GlobalVariable

# Frames further away than this are not looked at: the distance KLEE gives to states that can reach nothing new.
_FAR: Final = 10_000
# Edges of the graph that one outdated answer may cost; bounds the share of recomputation in a run.
_EDGES_PER_OUTDATED_ANSWER: Final = 64


class Distances:
    """Minimal distances to uncovered code.

    Code only ever gets covered, so a distance stays right until the block it leads to is covered; then it is too
    small. Every block remembers where its distance leads. When enough such outdated answers were given to pay for it,
    all distances are computed anew: immediately in a small program, and never by the clock.
    """

    def __init__(self, codes: Mapping[str, Code], variables: Mapping[str, GlobalVariable]) -> None:
        """`codes` are all functions, `variables` all globals of the program: their initialisers name functions."""
        self._codes = codes
        self._variables = variables
        self._is_built = False
        self._own: dict[str, Code] = {}
        self._shapes: dict[int, FunctionShape] = {}  # by number of the code; library functions when first met
        # The graph: nodes are the user's blocks and, after them, one for each type of function called by pointer.
        self._first_node: dict[int, int] = {}  # by number of the code
        self._node_of_signature: dict[str, int] = {}
        self._block_of_node: list[tuple[FunctionShape, int]] = []
        self._edges: list[list[tuple[int, int]]] = []
        self._edge_count = 0
        # The distances, and for each node the node of the uncovered block that its distance leads to.
        self._near: list[int] = []
        self._origin: list[int] = []
        self._offset: list[int] = []  # first uncovered operation of each block when the distances were computed
        self._outdated_answers = 0

    def distance(self, state: State) -> int:
        """Instructions up to and including the first uncovered one the state may reach; 0 if there is none."""
        if not self._is_built:
            self._build()
            self._compute()
        before = self._outdated_answers
        found = self._from_frames(state.frame)
        if self._outdated_answers > before and self._is_recomputation_due():
            self._compute()
            found = self._from_frames(state.frame)
        return 0 if found >= NEVER else found

    def _from_frames(self, innermost: Frame) -> int:
        best = NEVER
        travelled = 0
        frame: Frame | None = innermost
        while frame is not None and travelled < best and travelled < _FAR:
            code = frame.code
            shape = self._shape(code)
            block = frame.block.index
            index = _position(shape.blocks[block], frame.block, int(frame.index))
            if code.number in self._first_node:
                best = min(best, travelled + self._from_position(shape, block, index))
            travelled += shape.exit_from(block, index)
            frame = frame.caller
        return best

    def _from_position(self, shape: FunctionShape, block: int, index: int) -> int:
        """The distance without leaving the function's activation."""
        here = shape.blocks[block]
        uncovered = max(index, _uncovered_offset(shape, block))
        is_here = uncovered < here.executable
        best = NEVER
        called = 0
        for call in here.calls:
            if call.offset < index:
                continue
            if is_here and uncovered <= call.offset:
                break
            for target in self._targets(call.callees, call.signature):
                best = min(best, called + call.offset - index + 1 + self._from_node(target))
            if call.duration >= NEVER:
                return best
            called += call.duration
        if is_here:
            return min(best, called + uncovered - index + 1)
        first = self._first_node[shape.code.number]
        rest = called + here.size - index
        for successor in here.successors:
            best = min(best, rest + self._from_node(first + successor))
        return best

    def _from_node(self, node: int) -> int:
        origin = self._origin[node]
        if origin < 0:
            return NEVER
        shape, block = self._block_of_node[origin]
        if _uncovered_offset(shape, block) != self._offset[origin]:
            self._outdated_answers += 1
        return self._near[node]

    def _shape(self, code: Code) -> FunctionShape:
        shape = self._shapes.get(code.number)
        if shape is None:
            shape = shape_of(code, self._own)
            for block in shape.blocks:
                for call in block.calls:
                    if call.is_direct:
                        call.duration = self._shapes[self._own[call.callees[0]].number].exits[0]
            shape.find_exits()
            self._shapes[code.number] = shape
        return shape

    # The graph

    def _build(self) -> None:
        self._is_built = True
        for name, code in self._codes.items():
            if code.is_user and not code.function.is_declaration:
                self._own[name] = code
        shapes = {name: shape_of(code, self._own) for name, code in self._own.items()}
        find_exits(shapes)
        for shape in shapes.values():
            self._shapes[shape.code.number] = shape
            self._first_node[shape.code.number] = len(self._block_of_node)
            for block in range(len(shape.blocks)):
                self._block_of_node.append((shape, block))
        self._edges = [[] for _ in self._block_of_node]
        self._add_signatures()
        for node, (shape, block) in enumerate(self._block_of_node):
            self._add_edges_from(node, shape.blocks[block], self._first_node[shape.code.number])
        self._edge_count = sum([len(edges) for edges in self._edges])

    def _add_signatures(self) -> None:
        """A node for each type of the functions whose address is taken, with edges of no length to their entries."""
        for name in self._address_taken():
            code = self._own[name]
            signature = code.function.type.text
            node = self._node_of_signature.get(signature, -1)
            if node < 0:
                node = len(self._edges)
                self._node_of_signature[signature] = node
                self._edges.append([])
            self._edges[self._first_node[code.number]].append((node, 0))

    def _address_taken(self) -> list[str]:
        names: dict[str, None] = {}
        for code in self._own.values():
            for block in code.function.body.blocks:
                for instruction in block.instructions:
                    names.update(dict.fromkeys(functions_named(instruction)))
        for variable in self._variables.values():
            if variable.initializer is not None:
                names.update(dict.fromkeys(globals_named([variable.initializer])))
        return [name for name in names if name in self._own]

    def _add_edges_from(self, node: int, block: BlockShape, first: int) -> None:
        called = 0
        for call in block.calls:
            for target in self._targets(call.callees, call.signature):
                self._edges[target].append((node, called + call.offset + 1))
            if call.duration >= NEVER:
                return
            called += call.duration
        for successor in block.successors:
            self._edges[first + successor].append((node, called + block.size))

    def _targets(self, callees: Iterable[str], signature: str) -> list[int]:
        """Nodes a call leads to."""
        if signature:
            node = self._node_of_signature.get(signature, -1)
            return [node] if node >= 0 else []
        return [self._first_node[self._own[callee].number] for callee in callees]

    # The distances

    def _is_recomputation_due(self) -> bool:
        return self._outdated_answers * _EDGES_PER_OUTDATED_ANSWER >= self._edge_count

    def _compute(self) -> None:
        self._outdated_answers = 0
        self._offset = []
        starts: list[tuple[int, int]] = []
        for node, (shape, block) in enumerate(self._block_of_node):
            offset = _uncovered_offset(shape, block)
            self._offset.append(offset)
            here = shape.blocks[block]
            if offset < here.executable:
                before = _cost_before(here, offset)
                if before < NEVER:
                    starts.append((before + 1, node))
        self._near, self._origin = shortest_paths(self._edges, starts)


def _uncovered_offset(shape: FunctionShape, block: int) -> int:
    """The first operation of the block that no path executed, as far as known; its size if all were executed."""
    if not shape.code.is_lowered:
        return 0
    code = shape.code.blocks[block]
    if not code.entered and code.reached == 0:
        return 0
    here = shape.blocks[block]
    offset = _position(here, code, code.reached)
    if offset < here.size and here.calls:
        # Paths are noted when they leave the block or end. Those that did neither wait in a call.
        offset = max(offset, here.calls[0].offset + 1)
    return offset


def _position(shape: BlockShape, code: BlockCode, index: int) -> int:
    """Where an operation stands among the block's instructions.

    Counted from the end: should lowering leave an instruction out or put an operation in, "at the end" stays true.
    """
    return max(0, shape.size - (len(code.ops) - index))


def _cost_before(block: BlockShape, offset: int) -> int:
    """The instructions from the start of the block up to an operation, with the calls before it."""
    total = offset
    for call in block.calls:
        if call.offset < offset:
            if call.duration >= NEVER:
                return NEVER
            total += call.duration
    return total
