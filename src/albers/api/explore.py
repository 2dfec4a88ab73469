"""`explore`: build a program, run the engine on it, write the output directory, answer with a report."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from albers.api.report import Report
from albers.api.skip_suggestions import AUTOMATIC, chosen_automatically
from albers.api.techniques import install_techniques
from albers.engine.explorer import Explorer
from albers.errors import UserError
from albers.frontend import llvm
from albers.frontend.build import BuildOptions, PreparedModule, build
from albers.frontend.toolchain import architecture_of
from albers.ir.module import Module
from albers.ir.parser import parse_module
from albers.merging.statistics import MergingStatistics
from albers.options import Options, ProgramOptions
from albers.results import exec_tree, istats, test_comp
from albers.results.chronicle import Sampler, chronicle_of, write_chronicle
from albers.results.coverage.path_coverage import PathCoverage
from albers.results.dialect import KLEE, dialect_named
from albers.results.exec_tree import write_exec_tree
from albers.results.exploration import Exploration
from albers.results.export import export
from albers.results.function_log import FunctionLog, log_of, write_function_log
from albers.results.journal import Journal
from albers.results.junit import junit_text
from albers.results.observer import Observer
from albers.results.outcome import Chopping, CoverageShares, Covered, Merging, Paths, Queries, Sizes, Times
from albers.results.output_directory import OutputDirectory, writing
from albers.results.process_memory import peak_bytes
from albers.results.profile_report import ProfileReport
from albers.results.recorder import Recorder
from albers.results.replay.recipe import Recipe, entry_parameters, recipe_of, write_recipe
from albers.results.run_stats import RunStats
from albers.results.sarif import sarif_text
from albers.results.seed_files import read_seeds
from albers.results.summary import write_summary
from albers.sizes.bounded import CONCRETIZED
from albers.sizes.capacity import CUT_OFF
from albers.verdicts import StopReason
from albers.world.program_inputs import recorded_arguments
from albers.world.verifier import models_for_tests

_TARGET_32: Final = "x86"

Program = str | os.PathLike[str]


def explore(
    program: Program | Sequence[Program],
    options: Options | None = None,
    *,
    observer: Observer | None = None,
    on_start: Callable[[Exploration], None] | None = None,
    command: Sequence[str] = (),
    started: float | None = None,
) -> Report:
    """Explore a program given as one or several .c, .bc or .ll files.

    The observer hears of the run while it lasts. `on_start` is given the exploration right before it runs, whose
    `interrupt` ends it in order. `command` is what the summary calls the command. Time is counted from `started`, on
    the clock of `time.perf_counter`; by default from now.
    Raises `UserError` when the program or the options are at fault.
    """
    observer = observer or Observer()
    files = _file_names(program)
    options = options or Options()
    try:
        if AUTOMATIC in options.techniques.skip:
            options = _with_chosen_skips(files, options)
        return _Run(files, options, observer, tuple(command), started).perform(on_start)
    finally:
        observer.ended()


class _Run:
    """One call of `explore`; making it compiles the program and leaves nothing behind if that fails."""

    def __init__(
        self,
        files: tuple[str, ...],
        options: Options,
        observer: Observer,
        command: tuple[str, ...],
        started: float | None,
    ) -> None:
        self._started = time.perf_counter() if started is None else started
        self._files = files
        options = _for_test_comp(options)
        self._command = command or files
        self._search = list(options.search.search) or ["default"]
        self._observer = observer
        dialect = dialect_named(options.output.dialect)
        beside = Path(files[0]).parent if dialect is KLEE else None
        self._directory = OutputDirectory(options.output.out, beside, dialect)
        self._speaker = dialect.speaker
        self._write = frozenset(options.output.write)
        self._output = options.output
        observer.preparing(files)
        self._prepared = build(files, _build_options(options))
        # For the engine and for replaying, the arguments begin with the program's name, as in C.
        arguments = (files[0], *options.program.arguments)
        recorded = recorded_arguments(options.world, arguments)
        self._recorder = Recorder(self._directory, options.output, recorded, observer)
        module = parse_module(self._prepared.assembly)
        self._recipe = _recipe(files, self._prepared, options, module)
        self._confirm = options.output.confirm
        optimize = _optimize(files, options.program)
        options = replace(options, program=replace(options.program, arguments=arguments, optimize=optimize))
        if options.program.entry != "main":
            # Whatever a caller would pass: pointers lead somewhere.
            options = replace(options, techniques=replace(options.techniques, lazy_init=True))
        self._explorer = Explorer(module, options, self._prepared.user_functions, self._recorder)
        if options.output.test_coverage:
            self._recorder.path_coverage = PathCoverage(self._explorer.program.codes[options.program.entry])
            self._explorer.machine.hooks.append(self._recorder.path_coverage)
        if self._recorder.decisions is not None:
            self._explorer.machine.hooks.append(self._recorder.decisions)
        self._explorer.follow_seeds(read_seeds(options.search.seeds), options.search.only_seeds)
        self._techniques = install_techniques(self._explorer, options.techniques)
        self._prepare_seconds = time.perf_counter() - self._started
        self._wall_seconds = self._prepare_seconds
        self._prepare_cpu = time.process_time()

    def perform(self, on_start: Callable[[Exploration], None] | None) -> Report:
        """Run the engine and write everything."""
        warnings = self._directory.create()
        with writing(self._directory):
            journal = Journal(self._directory, list(self._command), self._search, self._speaker)
            self._write_module()
            self._begin_suite()
            write_recipe(self._recipe, self._directory)
        self._recorder.journal = journal
        try:
            self._listen_to_engine([*warnings, *_compiler_warnings(self._prepared), *self._explorer.warnings])
            stopped = self._run_engine(on_start)
            if self._speaker == KLEE.speaker:
                self._warn_of_events()
            self._wall_seconds = time.perf_counter() - self._started  # trying bugs natively is not exploring
            if self._confirm:
                self._observer.confirming(len(self._recorder.findings.errors))
                with writing(self._directory):
                    self._recorder.confirm(self._recipe)
            report = self._report(stopped)
            with writing(self._directory):
                journal.finish(report, self._explorer.solver.statistics if self._speaker == KLEE.speaker else None)
                if report.profile is not None:
                    report.profile.write(self._directory)
                write_function_log(self._function_log(), self._directory)
                write_summary(report, self._directory)
                for kind in self._output.export:
                    export(kind, report.test_files, self._directory.path / f"export-{kind}")
            _write_report(self._output.sarif, "--sarif", sarif_text, report)
            _write_report(self._output.junit, "--junit", junit_text, report)
        finally:
            with writing(self._directory):
                journal.close()
        return report

    def _listen_to_engine(self, warnings_so_far: list[str]) -> None:
        for warning in warnings_so_far:
            self._recorder.warning(warning)
        self._explorer.machine.on_warning = self._recorder.warning
        self._explorer.machine.on_text = self._recorder.text

    def _run_engine(self, on_start: Callable[[Exploration], None] | None) -> StopReason:
        directory, explorer, recorder, observer = self._directory, self._explorer, self._recorder, self._observer
        with writing(directory):
            run_stats = RunStats(directory, explorer)
        codes = explorer.program.codes
        sampler = Sampler(explorer, recorder.findings, codes)

        def tick() -> None:
            with writing(directory):
                run_stats.tick()
            recorder.flush()
            if recorder.failure is not None:
                explorer.interrupt()
            if recorder.goal_reached:
                explorer.machine.saw_awaited_errors = True
            sampler.tick()
            observer.ticked()

        explorer.on_tick = tick
        try:
            observer.exploring(explorer, recorder.findings, directory.path)
            if on_start is not None:
                on_start(explorer)
            stopped = explorer.run(time.perf_counter() - self._started)
        finally:
            recorder.close()
            with writing(directory):
                run_stats.close()
                write_chronicle(
                    chronicle_of(
                        sampler, recorder.findings, codes, explorer.machine.history, explorer.statistics.events
                    ),
                    directory,
                )
                self._write_extras()
        if recorder.failure is not None:
            raise recorder.failure
        return stopped

    def _write_module(self) -> None:
        with open(self._directory.file("assembly.ll"), "x", encoding="utf-8") as file:
            file.write(self._prepared.assembly)

    def _warn_of_events(self) -> None:
        """KLEE says as a warning what we count: concretisations, skipped forks and the like."""
        stops = {reason.value for reason in StopReason}
        for event in sorted(self._explorer.statistics.events):
            if event not in stops:
                self._recorder.warning(event)

    def _begin_suite(self) -> None:
        """The metadata come first: a suite is valid at any moment."""
        suite = self._recorder.suite
        if suite is None:
            return
        os.mkdir(self._directory.file(test_comp.DIRECTORY))
        is_32_bit = architecture_of(self._prepared.triple) in ("x86", "arm", "riscv32")
        metadata = test_comp.metadata_xml(suite, self._files[0], is_32_bit)
        Path(self._directory.file(f"{test_comp.DIRECTORY}/metadata.xml")).write_text(metadata, encoding="utf-8")

    def _write_extras(self) -> None:
        """What was asked for beyond the usual files."""
        history, codes = self._explorer.machine.history, self._explorer.program.codes
        if "istats" in self._write:
            with open(self._directory.file(istats.FILE_NAME), "x", encoding="utf-8") as file:
                file.write(istats.istats_text(codes.values(), history, self._command))
        if "tree" in self._write:
            write_exec_tree(history, self._directory.file(exec_tree.FILE_NAME))
        if "module" in self._write:
            bitcode = llvm.Module.from_assembly(self._prepared.assembly).bitcode()
            Path(self._directory.file("final.bc")).write_bytes(bitcode)

    def _report(self, stopped: StopReason) -> Report:
        statistics = self._explorer.statistics
        counters = self._explorer.solver.statistics
        coverage = self._explorer.coverage.facts()
        findings = self._recorder.findings
        return Report(
            command=self._command,
            files=self._files,
            directory=self._directory.path,
            stopped=stopped,
            complete=self._explorer.complete,
            time=Times(
                wall=time.perf_counter() - self._started,
                solver=counters.solver_seconds,
                prepare=self._prepare_seconds,
                cpu=time.process_time() - self._prepare_cpu,
            ),
            instructions=int(statistics.instructions),
            forks=statistics.forks,
            paths=Paths(statistics.paths_completed, statistics.paths_partial, statistics.paths_merged_away),
            exits=dict(statistics.exits),
            queries=Queries(counters.asked, counters.solver, counters.unknown),
            coverage=CoverageShares(
                lines=Covered(len(coverage.lines_covered), len(coverage.lines_total)),
                branches=Covered(coverage.branches_covered, coverage.branches_total),
                instructions=Covered(coverage.instructions_covered, coverage.instructions_total),
            ),
            chopping=self._chopping(),
            errors=tuple(findings.errors),
            tests=findings.tests,
            peak_memory_mb=peak_bytes() // 2**20,
            peak_states=statistics.peak_states,
            merging=_merging(self._techniques.merging),
            sizes=Sizes(statistics.events.get(CUT_OFF, 0), statistics.events.get(CONCRETIZED, 0)),
            cut_short=dict(findings.cut_short),
            events=dict(statistics.events),
            user_functions=self._prepared.user_functions,
            profile=self._profile_report(),
        )

    def _function_log(self) -> FunctionLog:
        coverage = self._explorer.coverage.facts()
        codes = self._explorer.program.codes.values()
        return log_of(codes, coverage.lines_covered, len(coverage.lines_total), coverage.branches_total)

    def _chopping(self) -> Chopping:
        chopper = self._techniques.chopper
        if chopper is None:
            return Chopping()
        counts = chopper.counts
        slices = 0 if chopper.slices is None else chopper.slices.count
        return Chopping(counts.snapshots, counts.recoveries, slices, counts.cache_hits)

    def _profile_report(self) -> ProfileReport | None:
        profile = self._explorer.profile
        if profile is None:
            return None
        return ProfileReport.of(profile, time.perf_counter() - self._started - self._prepare_seconds)


def _merging(statistics: MergingStatistics) -> Merging:
    return Merging(
        contexts=statistics.contexts,
        merges=statistics.merges,
        states_merged=statistics.states_merged,
        pattern_merges=statistics.pattern_merges,
        incremental=statistics.incremental,
        constraint_nodes=statistics.constraint_nodes,
        value_nodes=statistics.value_nodes,
    )


def _with_chosen_skips(files: tuple[str, ...], options: Options) -> Options:
    named = tuple(name for name in options.techniques.skip if name != AUTOMATIC)
    chosen = chosen_automatically(files, options)
    return replace(options, techniques=replace(options.techniques, skip=(*named, *chosen)))


def _file_names(program: Program | Sequence[Program]) -> tuple[str, ...]:
    if isinstance(program, str | os.PathLike):
        return (os.fspath(program),)
    return tuple(os.fspath(file) for file in program)


def _write_report(path: str, option: str, text: Callable[[Report], str], report: Report) -> None:
    """A report for other tools, if its option was given."""
    if not path:
        return
    try:
        Path(path).write_text(text(report), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UserError(f"{option} {path}: {error.strerror}") from error


def _for_test_comp(options: Options) -> Options:
    """What a test suite wants: ends of every kind are tests, and only those that cover something are kept."""
    if not options.output.test_comp:
        return options
    suite = test_comp.read_property(options.output.test_comp)
    return replace(
        options,
        program=replace(options.program, entry=suite.entry),
        output=replace(options.output, only_new_coverage=True),
        models={**models_for_tests(suite.error_function), **options.models},
    )


def _recipe(files: Sequence[str], prepared: PreparedModule, options: Options, module: Module) -> Recipe:
    entry = options.program.entry
    parameters = [] if entry == "main" else entry_parameters(module.functions[entry], module.layout.size_of)
    return recipe_of(files, prepared.triple, options, parameters)


def _build_options(options: Options) -> BuildOptions:
    program = options.program
    return BuildOptions(
        include_dirs=program.include_dirs,
        defines=program.defines,
        optimize=program.optimize,
        sanitize=_checks_before_optimising(options),
        cflags=program.cflags,
        compiler=program.compiler,
        target=program.target or (_TARGET_32 if program.m32 else ""),
        simplify_cfg=program.simplify_cfg,
        entry=program.entry,
        cache=program.cache,
        seconds=options.limits.max_time,
    )


def _optimize(files: Sequence[str], program: ProgramOptions) -> int:
    """The level of optimisation of what is explored: compiled modules are taken as they are."""
    return program.optimize if any(file.endswith(".c") for file in files) else 0


def _checks_before_optimising(options: Options) -> tuple[str, ...]:
    """The checks that the engine cannot make in optimised code, by clang's names for them."""
    if options.program.optimize == 0:
        return ()
    wanted = {
        "shift-exponent": "overshift" not in options.checks.ignore,
        "signed-integer-overflow": "overflow" in options.checks.check,
        "unsigned-integer-overflow": "unsigned-overflow" in options.checks.check,
    }
    return tuple(name for name, is_wanted in wanted.items() if is_wanted)


def _compiler_warnings(prepared: PreparedModule) -> list[str]:
    text = prepared.warnings.rstrip()
    return [f"the compiler says:\n{text}"] if text else []
