"""`explore` with an engine made up for the purpose: what is written, what is answered, and when it fails cleanly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

import albers
import albers.api.explore as explore_module
from albers.engine.coverage import CoverageFacts
from albers.engine.endings import Ending, PathEnd, PathListener, ProgramError, StackEntry
from albers.engine.history import History
from albers.engine.machine import SizePolicy
from albers.engine.seeds import SeedInput
from albers.engine.statistics import Statistics
from albers.errors import UserError
from albers.frontend.build import BuildOptions, PreparedModule
from albers.ir.module import Module
from albers.options import Options, OutputOptions, ProgramOptions
from albers.results.exploration import Exploration
from albers.results.observer import Findings, Observer
from albers.sizes.bounded import MaximalSize
from albers.verdicts import EndKind, ErrorKind, StopReason

ASSEMBLY = 'target triple = "x86_64-unknown-linux-musl"\n\ndefine i32 @main() {\n  ret i32 0\n}\n'


class Counters:
    def __init__(self) -> None:
        self.asked, self.solver, self.unknown, self.solver_seconds = 8, 3, 0, 0.01
        self.sat, self.unsat, self.query_nodes = 5, 3, 30
        self.exact_hits = self.unsat_subset_hits = self.sat_superset_hits = self.model_hits = 0


class Solver:
    def __init__(self) -> None:
        self.statistics = Counters()


class Coverage:
    def facts(self) -> CoverageFacts:
        return CoverageFacts({("a.c", 1)}, {("a.c", 1), ("a.c", 2)}, 1, 2, 3, 4, 0, 1, 1)


class Machine:
    def __init__(self) -> None:
        self.on_warning: Callable[[str], None] | None = None
        self.on_text: Callable[[str], None] | None = None
        self.history = History()


class MadeUpProgram:
    codes: ClassVar[dict[str, object]] = {}


class MadeUpExplorer:
    """Ends one path at an exit, two at the same bug, and one early when it was interrupted."""

    def __init__(
        self, module: Module, options: Options, user_functions: frozenset[str], listener: PathListener
    ) -> None:
        self.statistics = Statistics()
        self.solver = Solver()
        self.coverage = Coverage()
        self.machine = Machine()
        self.program = MadeUpProgram()
        self.profile = None
        self.warnings = ["odd variable"]
        self.on_tick: Callable[[], None] | None = None
        self.complete = True
        self.was_interrupted = False
        self.listener = listener
        assert "main" in module.functions
        assert options.program.arguments[0] == "a.c"

    def use_size_policy(self, policy: SizePolicy) -> None:
        assert isinstance(policy, MaximalSize)
        assert policy.capacities.default == 100

    def follow_seeds(self, seeds: list[SeedInput], only: bool) -> None:
        assert (seeds, only) == ([], False)

    def interrupt(self) -> None:
        self.was_interrupted = True

    def run(self, spent: float = 0.0) -> StopReason:
        assert self.on_tick is not None
        self.on_tick()
        assert self.machine.on_warning is not None
        assert self.machine.on_text is not None
        self.machine.on_warning("odd call")
        self.machine.on_text("x:(read x 0)")
        stack = [StackEntry("main", "a.c", 2, 4, [])]
        bug = ProgramError(ErrorKind.DIV, "divide by zero", stack, "")
        for ending in (
            Ending(EndKind.EXIT, 0, None, ""),
            Ending(EndKind.ERROR, 0, bug, ""),
            Ending(EndKind.ERROR, 0, bug, ""),
        ):
            self.listener.path_ended(PathEnd(1, ending, [("x", b"\7\0\0\0")], [], 10, 1, True))
        self.statistics.paths_completed, self.statistics.paths_partial = 1, 2
        self.statistics.exits = {0: 1}
        if not self.was_interrupted:
            return StopReason.DONE
        self.complete = False
        self.listener.path_ended(
            PathEnd(2, Ending(EndKind.EARLY, 0, None, "interrupted"), [("x", b"\1\0\0\0")], [], 5, 1, False)
        )
        return StopReason.INTERRUPTED


class CollapsingExplorer(MadeUpExplorer):
    def run(self, spent: float = 0.0) -> StopReason:
        super().run()
        raise RuntimeError("the floor is gone")


def build(files: tuple[str, ...], options: BuildOptions) -> PreparedModule:
    if options.entry != "main":
        raise UserError("no such entry")
    return PreparedModule(
        assembly=ASSEMBLY,
        triple="x86_64-unknown-linux-musl",
        data_layout="",
        user_files=files,
        user_functions=frozenset({"main"}),
        library_files=(),
        undefined=(),
        undefined_variables=(),
        warnings="a.c:1: warning: odd\n",
        seconds=0.1,
    )


@pytest.fixture(autouse=True)
def in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(explore_module, "Explorer", MadeUpExplorer)
    monkeypatch.setattr(explore_module, "build", build)


def test_the_directory_has_everything(tmp_path: Path) -> None:
    report = albers.explore("a.c")
    assert report.directory == Path("albers-out-0")
    assert sorted(path.name for path in report.directory.iterdir()) == [
        "assembly.ll",
        "chronicle.json",
        "functions.json",
        "info",
        "messages.txt",
        "run.json",
        "run.stats",
        "summary.json",
        "test000001.ktest",
        "test000002.div.err",
        "test000002.ktest",
        "warnings.txt",
    ]
    assert (report.directory / "assembly.ll").read_text() == ASSEMBLY
    assert (report.directory / "warnings.txt").read_text() == (
        "albers: WARNING: the compiler says:\na.c:1: warning: odd\n"
        "albers: WARNING: odd variable\n"
        "albers: WARNING: odd call\n"
    )
    assert (report.directory / "messages.txt").read_text().startswith("x:(read x 0)\nalbers: ERROR: a.c:2: ")
    assert "albers: done: generated tests = 2\n" in (report.directory / "info").read_text()
    assert (tmp_path / "albers-last").resolve() == report.directory.resolve()


def test_the_report_says_what_the_summary_says() -> None:
    report = albers.explore(["a.c"], Options(output=OutputOptions(out="out")), command=["albers", "run", "a.c"])
    document = json.loads((report.directory / "summary.json").read_text())
    assert document == report.to_dict() == json.loads(report.to_json())
    assert (report.tests, report.paths.completed, report.complete, report.exits) == (2, 1, True, {0: 1})
    assert document["coverage"] == {"lines": [1, 2], "branches": [1, 2], "instructions": [3, 4]}
    assert document["command"] == ["albers", "run", "a.c"]
    (error,) = report.errors
    assert (error.kind, error.file, error.line, error.test) == ("div", "a.c", 2, "test000002.ktest")
    assert dict(error.inputs) == {"x": b"\7\0\0\0"}


def test_the_tests_can_be_read_from_the_report() -> None:
    report = albers.explore(Path("a.c"), Options(program=ProgramOptions(arguments=("-v",))))
    tests = report.read_tests()
    assert [test.arguments for test in tests] == [("a.c", "-v")] * 2
    assert "1 bug found" in str(report)


def test_a_run_interrupted_from_outside_is_written_like_any_other() -> None:
    report = albers.explore("a.c", on_start=lambda exploration: exploration.interrupt())
    document = json.loads((report.directory / "summary.json").read_text())
    assert (document["stopped"], document["complete"], document["tests"]) == ("interrupted", False, 3)
    assert report.cut_short == {"interrupted": 1}


class Diary(Observer):
    def __init__(self) -> None:
        self.events: list[str] = []

    def preparing(self, files: object) -> None:
        self.events.append("preparing")

    def exploring(self, exploration: Exploration, findings: Findings, directory: Path) -> None:
        self.events.append(f"exploring in {directory}")

    def ticked(self) -> None:
        self.events.append("tick")

    def error_found(self, found: object) -> None:
        self.events.append("error")

    def ended(self) -> None:
        self.events.append("ended")


def test_the_observer_hears_of_it_in_order() -> None:
    diary = Diary()
    albers.explore("a.c", observer=diary)
    assert diary.events == ["preparing", "exploring in albers-out-0", "tick", "error", "ended"]


def test_a_program_that_cannot_be_built_leaves_nothing_behind(tmp_path: Path) -> None:
    diary = Diary()
    with pytest.raises(UserError, match="no such entry"):
        albers.explore("a.c", Options(program=ProgramOptions(entry="f")), observer=diary)
    assert list(tmp_path.iterdir()) == []
    assert diary.events == ["preparing", "ended"]


def test_an_existing_directory_is_refused_before_compiling(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    diary = Diary()
    with pytest.raises(UserError, match="exists already"):
        albers.explore("a.c", Options(output=OutputOptions(out="out")), observer=diary)
    assert diary.events == ["ended"]


class DiskFillingExplorer(MadeUpExplorer):
    """Somebody else takes the name of the second test."""

    def run(self, spent: float = 0.0) -> StopReason:
        Path("albers-out-0/test000002.ktest").mkdir()
        super().run()
        assert self.on_tick is not None
        self.on_tick()
        assert self.was_interrupted
        return StopReason.INTERRUPTED


def test_a_test_that_cannot_be_written_ends_the_run_with_a_user_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_module, "Explorer", DiskFillingExplorer)
    with pytest.raises(UserError, match="cannot write to albers-out-0"):
        albers.explore("a.c")


def test_a_defect_in_the_engine_keeps_the_tests_and_restores_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_module, "Explorer", CollapsingExplorer)
    diary = Diary()
    with pytest.raises(RuntimeError, match="the floor is gone"):
        albers.explore("a.c", observer=diary)
    assert Path("albers-out-0/test000001.ktest").exists()
    assert not Path("albers-out-0/summary.json").exists()
    assert not Path("albers-out-0/run.stats-wal").exists()
    assert diary.events[-1] == "ended"
