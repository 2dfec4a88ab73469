"""What the program is started with: arguments, environment, and the symbolic inputs asked for on the command line.

The names of the inputs, which tests show, are KLEE's: `n_args`, `arg00` (N+1 bytes, the last is the NUL), `A_data` and
`A_data_stat` (a struct stat), `stdin`, `stdin_stat`, `stdout`, `stdout_stat`. With `--sym-sizes`, `A_size` and
`stdin_size` (as wide as a pointer) say how many bytes of the data count, and `arg00_size` how many `arg00` has.
"""

from __future__ import annotations

from typing import Final

from albers.errors import UserError
from albers.expr.arith import from_bytes, sub
from albers.expr.arrays import byte_of
from albers.expr.bits import all_of, and_, any_of
from albers.expr.compare import eq, in_unsigned_range, ule, ult
from albers.expr.term import Term, const
from albers.options import SymbolicArguments, WorldOptions
from albers.world.byte_run import ByteRun
from albers.world.call import Call
from albers.world.kernel.contents import FileContents
from albers.world.kernel.inodes import S_IFCHR, S_IFIFO, S_IFMT, S_IFREG, Inode, Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.layouts import STAT_X86_64, stat_layout

_MOST_ARGUMENTS: Final = 100  # two digits in arg00
_MOST_FILES: Final = 26  # A to Z
_STDOUT_SIZE: Final = 1024  # KLEE's
_COUNT_SIZE: Final = 4
_NANOSECONDS: Final = 10**9

#: What of a symbolic file's status is symbolic. Where it lies and how large it is, is not.
_SYMBOLIC_STATUS: Final = (
    "mode",
    "nlink",
    "uid",
    "gid",
    *(f"{t}time_{unit}" for t in "amc" for unit in ("sec", "nsec")),
)


class Start:
    """One way to start the program: the state (as a call on it) and the arguments of main."""

    def __init__(self, call: Call, argc: int, argv: int, envp: int) -> None:
        self.call = call
        self.argc = argc
        self.argv = argv
        self.envp = envp


def check_options(options: WorldOptions) -> None:
    """Refuses what cannot be; the command line has seen to some of it already."""
    most = 0
    for each in options.sym_args:
        if not 0 <= each.minimum <= each.maximum or each.size < 0:
            raise UserError(f"symbolic arguments: {tuple(each[:3])} is no (MIN, MAX, N) with MIN <= MAX")
        most += each.maximum
    if most > _MOST_ARGUMENTS:
        raise UserError(f"{most} symbolic arguments are too many; there can be {_MOST_ARGUMENTS}")
    count, size = options.sym_files
    if count > _MOST_FILES:
        raise UserError(f"--sym-files {count} {size}: there can be {_MOST_FILES} files, A to Z")
    if (count > 0) != (size > 0):
        raise UserError(f"--sym-files {count} {size}: give the number of files and the size of each, both above 0")
    for assignment in options.env:
        if "=" not in assignment:
            raise UserError(f"--env {assignment}: write NAME=VALUE")
    if options.stdin and options.sym_stdin:
        raise UserError("--stdin and --sym-stdin exclude each other; give one")


def recorded_arguments(options: WorldOptions, arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments as tests show them: symbolic ones by KLEE's flags, which its replay understands."""
    words: list[str] = []
    for group in _groups(options, arguments):
        if isinstance(group, str):
            words.append(group)
        elif group.minimum == group.maximum == 1:
            words += ["--sym-arg", str(group.size)]
        else:
            words += ["--sym-args", str(group.minimum), str(group.maximum), str(group.size)]
    if options.sym_files[0]:
        words += ["--sym-files", str(options.sym_files[0]), str(options.sym_files[1])]
    if options.sym_stdin:
        words += ["--sym-stdin", str(options.sym_stdin)]
    if options.sym_stdout:
        words.append("--sym-stdout")
    return tuple(words)


def starts(call: Call, options: WorldOptions, arguments: tuple[str, ...]) -> list[Start]:
    """Every number of symbolic arguments is a start of its own; the first argument is the program's name."""
    result: list[Start] = []
    groups = _groups(options, arguments)
    for side, names in _chosen(call, groups, []):
        for ready, argv in _argv(side, names, options.sym_sizes):
            k = KernelCall(ready, "start")
            _add_symbolic_files(k, options)
            _add_symbolic_streams(k, options)
            envp = _vector(ready, "envp", [_string(ready, f"envp[{i}]", text) for i, text in enumerate(options.env)])
            result.append(Start(ready, len(names), argv, envp))
    return result


# Arguments


def _groups(options: WorldOptions, arguments: tuple[str, ...]) -> list[str | SymbolicArguments]:
    """Concrete and symbolic arguments in their order."""
    result: list[str | SymbolicArguments] = []
    given = arguments[1:]
    for position in range(len(given) + 1):
        for each in options.sym_args:
            after = len(given) if not 0 <= each.after <= len(given) else each.after
            if after == position:
                result.append(each)
        result += given[position : position + 1]
    return [*arguments[:1], *result]


def _chosen(
    call: Call, groups: list[str | SymbolicArguments], done: list[str | int]
) -> list[tuple[Call, list[str | int]]]:
    """The sides with their argument lists: a text, or the size of a symbolic argument."""
    sides: list[tuple[Call, list[str | int]]] = [(call, done)]
    for group in groups:
        if isinstance(group, str):
            sides = [(side, [*before, group]) for side, before in sides]
            continue
        grown: list[tuple[Call, list[str | int]]] = []
        for side, before in sides:
            for chosen, count in _counts(side, group):
                grown.append((chosen, [*before, *[group.size] * count]))
        sides = grown
    return sides


def _counts(call: Call, group: SymbolicArguments) -> list[tuple[Call, int]]:
    if group.minimum == group.maximum:
        return [(call, group.minimum)]
    example = group.minimum.to_bytes(_COUNT_SIZE, "little")
    array = call.fresh_symbol("n_args", _COUNT_SIZE, example)
    count = _number(array, 0, _COUNT_SIZE)
    call.assume(in_unsigned_range(count, group.minimum, group.maximum + 1))
    result: list[tuple[Call, int]] = []
    rest: Call | None = call
    for number in range(group.minimum, group.maximum + 1):
        if rest is None:
            break
        here, rest = rest.branch(eq(count, const(count.width, number)))
        if here is not None:
            result.append((here, number))
    return result


def _argv(call: Call, arguments: list[str | int], sized: bool) -> list[tuple[Call, int]]:
    """The sides with their argument vectors; with symbolic sizes the size policy may split."""
    sides: list[tuple[Call, list[int]]] = [(call, [])]
    symbolic = 0
    for i, argument in enumerate(arguments):
        name = f"argv[{i}]"
        if isinstance(argument, str):
            sides = [(side, [*before, _string(side, name, argument)]) for side, before in sides]
            continue
        input_name = f"arg{symbolic:02}"
        symbolic += 1
        if not sized:
            sides = [(side, [*before, _symbolic_string(side, name, input_name, argument)]) for side, before in sides]
            continue
        grown: list[tuple[Call, list[int]]] = []
        for side, before in sides:
            for chosen, pointer in _sized_string(side, name, input_name, argument):
                grown.append((chosen, [*before, pointer]))
        sides = grown
    return [(side, _vector(side, "argv", pointers)) for side, pointers in sides]


def _sized_string(call: Call, name: str, input_name: str, longest: int) -> list[tuple[Call, int]]:
    """An argument of any length up to the longest: an object of symbolic size that ends in a NUL."""
    size = _symbolic_size(call, f"{input_name}_size", longest + 1)
    call.assume(ule(const(size.width, 1), size))
    result: list[tuple[Call, int]] = []
    for side, modelled in call.sizes_within(size, longest + 1):
        if isinstance(modelled, int):
            result.append((side, _symbolic_string(side, name, input_name, modelled - 1)))
            continue
        assert isinstance(modelled, Term)
        object_ = side.place_global(name, bytes(longest + 1), modelled)
        array = side.fresh_sized_symbol(input_name, longest + 1, modelled, is_string=True)
        side.write_run(object_, 0, ByteRun.of_terms([byte_of(array, i) for i in range(longest)]))
        side.write_run(object_, sub(modelled, const(modelled.width, 1)), ByteRun.concrete(b"\0"))
        result.append((side, int(object_.base)))
    return result


def _string(call: Call, name: str, text: str) -> int:
    return int(call.place_global(name, text.encode("utf-8", "surrogateescape") + b"\0").base)


def _symbolic_string(call: Call, name: str, input_name: str, size: int) -> int:
    object_ = call.place_global(name, bytes(size + 1))
    array = call.fresh_symbol(input_name, size + 1)
    call.write_run(object_, 0, ByteRun.of_terms([byte_of(array, i) for i in range(size)]))
    return int(object_.base)


def _vector(call: Call, name: str, pointers: list[int]) -> int:
    size = call.pointer_width // 8
    return int(call.place_global(name, b"".join(p.to_bytes(size, "little") for p in [*pointers, 0])).base)


# Files


def _add_symbolic_files(k: KernelCall, options: WorldOptions) -> None:
    count, size = options.sym_files
    for i in range(count):
        name = chr(ord("A") + i)
        kernel = k.kernel
        directory = kernel.files.inode(kernel.directory)
        if name.encode() in directory.entries:
            raise UserError(f"--sym-files: the program already has a file {name} in its current directory")
        inode = kernel.files.add(Kind.REGULAR, 0o644, kernel.clock.start, 0)
        kernel.files.enter(kernel.directory, name.encode(), inode.number)
        _make_symbolic(k, inode, f"{name}_data", f"{name}_size", size, options)


def _add_symbolic_streams(k: KernelCall, options: WorldOptions) -> None:
    if options.sym_stdin:
        _make_symbolic(k, _stream(k, 0), "stdin", "stdin_size", options.sym_stdin, options)
    if options.sym_stdout:
        # KLEE's tests have the contents too, which nothing reads.
        k.call.fresh_symbol("stdout", _STDOUT_SIZE)
        _make_status_symbolic(k, _stream(k, 1), "stdout_stat")


def _stream(k: KernelCall, descriptor: int) -> Inode:
    kernel = k.kernel
    return kernel.files.writable(kernel.descriptors.file(descriptor).inode)


def _make_symbolic(
    k: KernelCall, inode: Inode, name: str, size_name: str, capacity: int, options: WorldOptions
) -> None:
    array = k.call.fresh_symbol(name, capacity)
    _make_status_symbolic(k, inode, f"{name}_stat", capacity)
    size: object = capacity
    if options.sym_sizes:
        size = _symbolic_size(k.call, size_name, capacity)
    inode.contents = FileContents.of_symbol(array, capacity, size)
    inode.contents_owner = inode.owner


def _symbolic_size(call: Call, name: str, capacity: int) -> Term:
    bytes_ = call.pointer_width // 8
    array = call.fresh_symbol(name, bytes_, capacity.to_bytes(bytes_, "little"))
    size = _number(array, 0, bytes_)
    call.assume(ule(size, const(size.width, capacity)))
    return size


def _make_status_symbolic(k: KernelCall, inode: Inode, name: str, size: int = 0) -> None:
    """Mode, owner, links and times become inputs; the example is what the file would have otherwise."""
    layout = stat_layout(k.known.architecture) or STAT_X86_64
    usual = layout.encode({**inode.status, "size": size, "blocks": inode.blocks})
    array = k.call.fresh_symbol(name, layout.size, usual.data)
    for field in _SYMBOLIC_STATUS:
        offset, width = layout.fields[field]
        inode.status[field] = _number(array, offset, width)
    types = (S_IFCHR,) if inode.kind is Kind.DEVICE else (S_IFREG, S_IFCHR, S_IFIFO)
    k.call.assume(_plausible(inode.status, types))


def _plausible(status: dict[str, object], types: tuple[int, ...]) -> Term:
    """A mode that exists and times that are times."""
    mode = status["mode"]
    assert isinstance(mode, Term)
    type_ = and_(mode, const(mode.width, S_IFMT))
    conditions = [any_of([eq(type_, const(mode.width, each)) for each in types]), ult(mode, const(mode.width, 1 << 16))]
    for time in "amc":
        nanoseconds = status[f"{time}time_nsec"]
        assert isinstance(nanoseconds, Term)
        conditions.append(ult(nanoseconds, const(nanoseconds.width, _NANOSECONDS)))
    return all_of(conditions)


def _number(array: Term, offset: int, size: int) -> Term:
    return from_bytes([byte_of(array, offset + i) for i in range(size)])
