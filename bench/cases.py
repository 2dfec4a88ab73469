"""The programs that `make bench` runs, and what their peers needed (bench/peers.md): the one list of both.

Peer figures are of KLEE 3.2 with STP, or of the prototypes of the FSE'21 and FSE'23 papers, which are KLEE too. They
are seconds of another machine (aarch64 Neoverse N1, two cores).
"""

from __future__ import annotations

from dataclasses import dataclass

Bug = tuple[str, int]  # kind and line


@dataclass(frozen=True)
class Peer:
    """Seconds of the peer, wall where peers.md has it, else user; 0 is unknown."""

    tuned: float  # in-process solver
    default: float = 0.0  # as users get it
    instructions: int = 0
    queries: str = ""
    tuned_user: float = 0.0  # user seconds where `tuned` is wall

    @property
    def cpu_seconds(self) -> float:
        """The tuned peer's user time."""
        return self.tuned_user or self.tuned


@dataclass(frozen=True)
class Case:
    """One program at one size. `paths` is (completed, with errors) where it is known; then it must come out."""

    name: str
    program: str
    arguments: tuple[str, ...]
    paths: tuple[int, int] | None = None
    bugs: tuple[Bug, ...] | None = None
    peer: Peer | None = None
    is_quick: bool = True
    is_concrete: bool = False


def _case(
    name: str,
    program: str,
    arguments: str,
    paths: tuple[int, int] | None = None,
    bugs: tuple[Bug, ...] | None = (),
    peer: Peer | None = None,
    is_quick: bool = True,
    is_concrete: bool = False,
) -> Case:
    return Case(name, program, tuple(arguments.split()), paths, bugs, peer, is_quick, is_concrete)


DIV = (("div", 32),)
PTR = (("ptr", 35),)

CASES = (
    # Beside KLEE: a complete exploration with a test for every path.
    _case("regexp 7", "regexp.c", "-D LEN=7", (6566, 0), peer=Peer(4.2, 0.0, 3_303_305, "112", 2.4)),
    _case("arith_parser 6", "arith_parser.c", "-D LEN=6", (6441, 2198), DIV, Peer(0.9, 1.2, 793_639, "161")),
    _case(
        "arith_parser 7",
        "arith_parser.c",
        "-D LEN=7",
        (34381, 12948),
        DIV,
        Peer(7.0, 0.0, 4_511_188, "237", 5.2),
        is_quick=False,
    ),
    _case("sort_symbolic 5", "sort_symbolic.c", "-D N=5", (120, 0), peer=Peer(1.05, 3.2, 16_141, "600")),
    _case("octets 4", "octets.c", "-D LEN=4", (517, 75), PTR, Peer(2.25, 13.7, 39_474, "5300-5500")),
    _case("octets 5", "octets.c", "-D LEN=5", (3262, 479), PTR, Peer(25.5, 0.0, 249_890, "35831"), is_quick=False),
    _case(
        "concrete_mix -O0",
        "concrete_mix.c",
        "-D ROUNDS=20 -O0",
        (1, 0),
        peer=Peer(12.5, 12.5, 28_628_202, "0"),
        is_concrete=True,
    ),
    _case(
        "concrete_mix -O1",
        "concrete_mix.c",
        "-D ROUNDS=20 -O1",
        (1, 0),
        peer=Peer(3.7, 3.7, 16_875_512, "0"),
        is_concrete=True,
    ),
    # Beside the papers' prototypes in their plainest mode: an allocation has its largest size.
    _case("fig3 3", "fig3.c", "-D CAP=3", (2, 0)),
    _case("via_header 9", "via_header.c", "-D MAX=9", (261, 5), (("ptr", 13),), Peer(0.3)),
    _case("via_header 12", "via_header.c", "-D MAX=12", (1541, 8), (("ptr", 13),), Peer(2.4)),
    _case("via_header 16", "via_header.c", "-D MAX=16", (9823, 12), (("ptr", 13),), Peer(22.8), is_quick=False),
    _case("records 4", "records.c", "-D FIELDS=4", (625, 0), peer=Peer(0.27)),
    _case("records 5", "records.c", "-D FIELDS=5", (3125, 0), peer=Peer(1.7), is_quick=False),
    # The remaining programs of the collection: small, here to notice when they break.
    _case("memspn 12", "memspn.c", "-D MAX=12"),
    _case("lazy_tree", "lazy_tree.c", "", None, None),
    _case("big_buffer", "big_buffer.c", "", None, None),
    # Further programs of the same kinds.
    _case("url_decode 7", "url_decode.c", "-D LEN=7", (4612, 0)),
    _case("token_table 6", "token_table.c", "-D LEN=6", (5461, 0)),
    _case("list_sort 6", "list_sort.c", "-D N=6", (720, 0)),
    _case("substitution 4", "substitution.c", "-D ROUNDS=4"),
    _case("wide_fork 13", "wide_fork.c", "-D BITS=13", (8192, 0)),
    _case("string_mix -O0", "string_mix.c", "-O0", (1, 0), is_concrete=True),
    _case("string_mix -O1", "string_mix.c", "-O1", (1, 0), is_concrete=True),
)
