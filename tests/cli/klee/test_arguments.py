"""KLEE's command line is read by LLVM's rules, and its options become ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.cli.klee.arguments import parse_command, parse_posix
from albers.cli.klee.option_names import OPTIONS
from albers.cli.klee.translation import KleeRun, notes, translate
from albers.errors import UserError
from albers.options import SymbolicArguments

#: Every option of KLEE 3.2 that people use, and of the prototypes built on it.
COLLECTED = """
libc posix-runtime optimize entry-point output-dir run-in-dir env-file link-llvm-lib libcxx ubsan-runtime function-alias
max-time max-memory max-memory-inhibit max-instructions max-forks max-depth max-tests max-stack-frames max-solver-time
max-sym-array-size max-static-fork-pct max-static-solve-pct max-static-cpfork-pct max-static-cpsolve-pct watchdog
timer-interval dump-states-on-halt search use-batching-search batch-instructions batch-time use-merge
use-incomplete-merge only-output-states-covering-new emit-all-errors exit-on-error exit-on-error-type write-no-tests
write-ktests write-kqueries write-smt2s write-cov write-paths write-sym-paths write-test-info write-xml-tests
readable-posix-inputs external-calls external-call-warnings solver-backend use-cex-cache cex-cache-try-all
cex-cache-superset use-branch-cache use-independent-solver use-forked-solver use-query-log min-query-time-to-log
debug-validate-solver debug-crosscheck-core-solver simplify-sym-indices equality-substitution rewrite-equalities
optimize-array const-array-opt replay-ktest-file replay-ktest-dir replay-path seed-file seed-dir only-seed
only-replay-seeds allow-seed-extension allow-seed-truncation named-seed-matching seed-time always-output-seeds
output-stats output-istats stats-write-interval istats-write-interval stats-write-after-instructions use-call-paths
track-instruction-time write-exec-tree compress-exec-tree debug-print-instructions warnings-only-to-file output-module
output-source rng-initial-seed kdalloc return-null-on-zero-malloc switch-type check-div-zero check-overshift
allocate-determ allow-external-sym-calls init-env environ run-in max-instruction-time compress-process-tree
suppress-external-warnings use-cache stop-after-n-instructions write-pcs ignore-solver-failures silent-klee-assume
allocate-sym-size capacity sym-size-mode use-loop-merge loop-limit max-states-to-merge optimize-ite-using-exec-tree
optimize-array-ite-using-exec-tree partition-large-objects max-partition-size collect-loop-stats collect-merge-stats
validate-merge use-quantifiers split-by-pattern max-patterns optimize-using-exec-tree use-small-model-solver
use-local-repair repair-model use-qfabv-fallback use-iso-cache use-renaming-solver instantiate-aux-variable
generate-ematching-constraints z3-use-mbqi z3-use-ematching min-states-for-abv use-standard-merging skip-functions
inline use-slicer lazy-slicing split-search split-ratio recovery-search use-recovery-cache error-location
max-error-count use-sym-size-alloc use-lazy-initialization skip-not-lazy-initialized max-sym-size-alloc
""".split()


def translated(*words: str) -> KleeRun:
    return translate(parse_command([*words, "p.bc"]))


def test_every_option_people_use_is_accepted() -> None:
    assert [name for name in COLLECTED if name not in OPTIONS] == []


def test_one_dash_or_two_with_or_without_equals() -> None:
    command = parse_command("-max-time=1min --max-depth 3 --watchdog --optimize=false p.bc --max-time".split())
    assert command.options == [("max-time", "1min"), ("max-depth", "3"), ("watchdog", "true"), ("optimize", "false")]
    assert (command.program, command.arguments) == ("p.bc", ["--max-time"])


def test_response_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "options").write_text("--max-depth 7\n--search=dfs")
    command = parse_command([f"@{tmp_path / 'options'}", "p.bc", f"@{tmp_path / 'options'}"])
    assert command.options == [("max-depth", "7"), ("search", "dfs")]
    assert command.arguments == [f"@{tmp_path / 'options'}"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--max-tiem=3", "p.bc"], "Unknown command line argument '--max-tiem=3'"),
        (["--watchdog=maybe", "p.bc"], "'maybe' is invalid value for boolean argument"),
        (["--max-time"], "requires a value"),
        (["--max-depth=x", "p.bc"], "value invalid for uint"),
        (["--search=nurs:what", "p.bc"], "Cannot find option named 'nurs:what'"),
        (["--max-time=soon", "p.bc"], "is not a duration"),
    ],
)
def test_mistakes_are_named_as_llvm_names_them(words: list[str], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        translate(parse_command(words))


def test_limits_search_and_tests_are_ours() -> None:
    options = translated(
        "--max-time=3h4min", "--max-memory=512", "--max-solver-time=500ms", "--search=nurs:covnew", "--search=dfs",
        "--only-output-states-covering-new", "--emit-all-errors", "--entry-point=f", "--write-cov", "--write-smt2s",
        "--check-div-zero=false", "--dump-states-on-halt=false", "--rng-initial-seed=9",
    ).options  # fmt: skip
    assert (options.limits.max_time, options.limits.max_memory, options.limits.solver_timeout) == (11040, 512, 0.5)
    assert options.search.search == ("covnew", "dfs")
    assert (options.output.only_new_coverage, options.output.all_errors, options.program.entry) == (True, True, "f")
    assert {"cov", "smt2"} <= set(options.output.write)
    assert (options.checks.ignore, options.output.open_paths, options.search.seed) == (("div",), False, 9)


def test_the_prototypes_options_choose_techniques() -> None:
    assert translated("-allocate-sym-size", "-sym-size-mode=eager", "-capacity=200").options.techniques.sizes == "eager"
    assert translated("-capacity=200").options.techniques.capacity == 200
    chopped = translated("-skip-functions=f:12/30,g", "-split-ratio=50", "-use-slicer=false").options.techniques
    assert (chopped.skip, chopped.recovery_ratio, chopped.slicing) == (("f:12/30", "g"), 0.5, False)
    assert translated("-loop-limit=none").options.techniques.merge_loops == "all"
    merged = translated("-use-loop-merge", "-optimize-ite-using-exec-tree").options.techniques
    assert merged.merge == "tree"


def test_what_has_no_effect_is_noted_once() -> None:
    run = translated("--use-cex-cache", "--libc=uclibc", "--use-cex-cache", "--init-env")
    assert notes(run) == [
        "deprecated, accepted: --init-env",
        "without effect here: --use-cex-cache, --libc",
    ]


def test_arguments_of_the_posix_runtime_keep_their_order() -> None:
    posix = parse_posix(
        "-v --sym-args 0 1 10 x -sym-arg 3 --sym-files 1 8 --sym-stdin 8 --sym-stdout --max-fail 2".split()
    )
    assert posix.concrete == ["-v", "x"]
    assert posix.symbolic == [SymbolicArguments(0, 1, 10, 1), SymbolicArguments(1, 1, 3, 2)]
    assert (posix.files, posix.stdin, posix.stdout, posix.failures) == ((1, 8), 8, True, 2)


def test_without_the_posix_runtime_they_are_the_programs_own() -> None:
    run = translate(parse_command(["p.bc", "--sym-arg", "3"]))
    assert run.options.program.arguments == ("--sym-arg", "3")
    assert run.options.world.sym_args == ()


@pytest.mark.parametrize(
    "words", ["--sym-arg x", "--sym-files 0 8", "--sym-files 1 8 --sym-files 1 8", "--sym-args 3 1 2"]
)
def test_mistaken_posix_arguments_are_refused(words: str) -> None:
    with pytest.raises(UserError):
        parse_posix(words.split())
