"""The options of KLEE 3.2 and of the prototypes built on it: how each is written, and which of ours it means.

A target `group.field` names an option of ours that takes the value; a target in capitals is a case of its own in
`translation.py`; an empty target means that the option is accepted and has no effect here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

FLAG: Final = "flag"  # --option, --option=false
TEXT: Final = "text"
COUNT: Final = "count"
DURATION: Final = "duration"


class KleeOption(NamedTuple):
    kind: str
    target: str = ""


_HONOURED: Final = {
    # the program
    "entry-point": KleeOption(TEXT, "program.entry"),
    "output-dir": KleeOption(TEXT, "output.out"),
    "run-in-dir": KleeOption(TEXT, "RUN_IN"),
    "run-in": KleeOption(TEXT, "RUN_IN"),
    "env-file": KleeOption(TEXT, "ENVIRONMENT"),
    "environ": KleeOption(TEXT, "ENVIRONMENT"),
    "link-llvm-lib": KleeOption(TEXT, "LINK"),
    "posix-runtime": KleeOption(FLAG, "POSIX"),
    "external-calls": KleeOption(TEXT, "EXTERNAL"),
    # limits
    "max-time": KleeOption(DURATION, "limits.max_time"),
    "max-memory": KleeOption(COUNT, "limits.max_memory"),
    "max-instructions": KleeOption(COUNT, "limits.max_instructions"),
    "stop-after-n-instructions": KleeOption(COUNT, "limits.max_instructions"),
    "max-forks": KleeOption(COUNT, "limits.max_forks"),
    "max-depth": KleeOption(COUNT, "limits.max_depth"),
    "max-tests": KleeOption(COUNT, "limits.max_tests"),
    "max-stack-frames": KleeOption(COUNT, "limits.max_stack_frames"),
    "max-solver-time": KleeOption(DURATION, "limits.solver_timeout"),
    "max-instruction-time": KleeOption(DURATION, "limits.solver_timeout"),
    "dump-states-on-halt": KleeOption(TEXT, "DUMP_STATES"),
    # search
    "search": KleeOption(TEXT, "SEARCH"),
    "batch-instructions": KleeOption(COUNT, "search.batch_instructions"),
    "rng-initial-seed": KleeOption(COUNT, "search.seed"),
    # tests
    "only-output-states-covering-new": KleeOption(FLAG, "output.only_new_coverage"),
    "emit-all-errors": KleeOption(FLAG, "output.all_errors"),
    "exit-on-error": KleeOption(FLAG, "EXIT_ON_ERROR"),
    "exit-on-error-type": KleeOption(TEXT, "EXIT_ON_ERROR_TYPE"),
    "error-location": KleeOption(TEXT, "ERROR_LOCATION"),
    "max-error-count": KleeOption(COUNT, "MAX_ERRORS"),
    "write-no-tests": KleeOption(FLAG, "output.no_tests"),
    "write-kqueries": KleeOption(FLAG, "WRITE kquery"),
    "write-pcs": KleeOption(FLAG, "WRITE kquery"),
    "write-smt2s": KleeOption(FLAG, "WRITE smt2"),
    "write-cov": KleeOption(FLAG, "WRITE cov"),
    "write-paths": KleeOption(FLAG, "WRITE path"),
    "write-sym-paths": KleeOption(FLAG, "WRITE sym.path"),
    "write-test-info": KleeOption(FLAG, "WRITE info"),
    "write-xml-tests": KleeOption(FLAG, "WRITE xml"),
    "write-exec-tree": KleeOption(FLAG, "WRITE tree"),
    "output-module": KleeOption(FLAG, "WRITE module"),
    "output-istats": KleeOption(FLAG, "ISTATS"),
    "error-exitcode": KleeOption(COUNT, "output.error_exitcode"),
    "warnings-only-to-file": KleeOption(FLAG, "WARNINGS_TO_FILE"),
    # checks
    "check-div-zero": KleeOption(FLAG, "CHECK div"),
    "check-overshift": KleeOption(FLAG, "CHECK overshift"),
    "silent-klee-assume": KleeOption(FLAG, "MODELS silent-klee-assume"),
    "readable-posix-inputs": KleeOption(FLAG, "MODELS readable-posix-inputs"),
    # solver
    "solver-backend": KleeOption(TEXT, "SOLVER"),
    "debug-validate-solver": KleeOption(FLAG, "solver.crosscheck"),
    "debug-crosscheck-core-solver": KleeOption(TEXT, "CROSSCHECK"),
    # seeds
    "seed-file": KleeOption(TEXT, "SEED"),
    "seed-dir": KleeOption(TEXT, "SEED"),
    "replay-ktest-file": KleeOption(TEXT, "REPLAY"),
    "replay-ktest-dir": KleeOption(TEXT, "REPLAY"),
    "only-replay-seeds": KleeOption(FLAG, "ONLY_SEEDS"),
    "only-seed": KleeOption(FLAG, "ONLY_SEEDS"),
    # symbolic sizes (FSE'21)
    "allocate-sym-size": KleeOption(FLAG, "SIZES lazy"),
    "sym-size-mode": KleeOption(TEXT, "SIZE_MODE"),
    "capacity": KleeOption(COUNT, "techniques.capacity"),
    "use-loop-merge": KleeOption(FLAG, "MERGE plain"),
    "optimize-ite-using-exec-tree": KleeOption(FLAG, "MERGE tree"),
    "optimize-array-ite-using-exec-tree": KleeOption(FLAG, "MERGE tree"),
    "loop-limit": KleeOption(TEXT, "LOOPS"),
    "max-states-to-merge": KleeOption(COUNT, "techniques.max_merge"),
    "validate-merge": KleeOption(FLAG, "techniques.check_merges"),
    # merging with quantifiers (FSE'23)
    "optimize-using-exec-tree": KleeOption(FLAG, "MERGE tree"),
    "use-quantifiers": KleeOption(FLAG, "MERGE pattern"),
    "split-by-pattern": KleeOption(FLAG, "MERGE pattern"),
    "use-standard-merging": KleeOption(FLAG, "MERGE plain"),
    # chopped execution (ICSE'18)
    "skip-functions": KleeOption(TEXT, "SKIP"),
    "use-slicer": KleeOption(FLAG, "techniques.slicing"),
    "split-ratio": KleeOption(COUNT, "RATIO"),
    "recovery-search": KleeOption(TEXT, "techniques.recovery_search"),
    # symcretes and lazy initialisation (KLEEF)
    "use-sym-size-alloc": KleeOption(FLAG, "SIZES symcrete"),
    "use-lazy-initialization": KleeOption(TEXT, "LAZY_INIT"),
    "max-sym-size-alloc": KleeOption(COUNT, "techniques.capacity"),
}

#: Flags of KLEE, then of its relatives, whose work happens here anyway or not at all.
_FLAGS_WITHOUT_EFFECT: Final = """
optimize watchdog use-batching-search use-merge use-incomplete-merge write-ktests write-cvcs max-memory-inhibit
disable-inlining disable-opt libcxx ubsan-runtime use-cex-cache cex-cache-try-all cex-cache-superset cex-cache-exp
use-branch-cache use-independent-solver use-forked-solver simplify-sym-indices equality-substitution
rewrite-equalities const-array-opt use-cache use-construct-hash-stp use-construct-hash-z3 use-construct-hash-metasmt
debug-dump-stp-queries debug-z3-validate-models allow-seed-extension allow-seed-truncation named-seed-matching
always-output-seeds allow-external-sym-calls output-stats use-call-paths track-instruction-time compress-exec-tree
compress-process-tree output-source return-null-on-zero-malloc kdalloc kdalloc-checkeras kdalloc-mark-as-unneeded
allocate-determ suppress-external-warnings ignore-solver-failures init-env single-object-resolution
zero-seed-extension debug-check-for-implied-values log-timed-out-queries use-visitor-hash strip-all strip-debug

collect-loop-stats collect-merge-stats partition-large-objects use-small-model-solver use-local-repair repair-model
use-qfabv-fallback use-iso-cache use-renaming-solver instantiate-aux-variable generate-ematching-constraints
z3-use-mbqi z3-use-ematching lazy-slicing split-search use-recovery-cache use-svf-analysis sym-arg-runtime
print-functions use-sym-size-li skip-not-lazy-initialized skip-not-symbolic-objects skip-local skip-global
use-timestamps use-merged-pointer-dereference use-concretizing-solver only-output-make-symbolic-arrays
check-out-of-memory cex-cache-validity-cores fp-runtime strip-unwanted-calls delete-dead-loops cover-on-the-fly
use-tbaa use-advanced-type-system
""".split()

_VALUES_WITHOUT_EFFECT: Final = """
libc max-sym-array-size max-static-fork-pct max-static-solve-pct max-static-cpfork-pct max-static-cpsolve-pct
timer-interval batch-time external-call-warnings use-query-log min-query-time-to-log optimize-array
replay-path seed-time stats-write-interval istats-write-interval stats-write-after-instructions
istats-write-after-instructions uncovered-update-interval debug-print-instructions switch-type function-alias
kdalloc-constants-size kdalloc-globals-size kdalloc-heap-size kdalloc-stack-size kdalloc-quarantine
kdalloc-constants-start-address kdalloc-globals-start-address kdalloc-heap-start-address kdalloc-stack-start-address
allocate-determ-size allocate-determ-start-address metasmt-backend

max-partition-size max-patterns min-states-for-abv inline
symbolic-allocation-threshold min-number-elements-li min-element-size-li uninit-memory-test-multiplier max-sym-alloc
mock-policy annotations use-guided-search track-coverage max-cycles-before-stuck use-iterative-deepening-search
memory-backend max-fixed-size-structures-size function-call-reproduce
""".split()

OPTIONS: Final[dict[str, KleeOption]] = {
    **{name: KleeOption(FLAG) for name in _FLAGS_WITHOUT_EFFECT},
    **{name: KleeOption(TEXT) for name in _VALUES_WITHOUT_EFFECT},
    **_HONOURED,
}

#: Spellings of earlier versions that are accepted with a word about it.
DEPRECATED: Final = frozenset(
    """
    allocate-determ allocate-determ-size allocate-determ-start-address allow-external-sym-calls init-env environ run-in
    max-instruction-time compress-process-tree suppress-external-warnings use-cache stop-after-n-instructions
    write-pcs ignore-solver-failures write-cvcs
    """.split()
)

#: KLEE's searchers by our names.
SEARCHERS: Final = {
    "dfs": "dfs",
    "bfs": "bfs",
    "random-state": "random-state",
    "random-path": "random-path",
    "nurs:covnew": "covnew",
    "nurs:md2u": "md2u",
    "nurs:depth": "depth",
    "nurs:rp": "random-path",  # the same weights, drawn by a walk down the tree
    "nurs:icnt": "icnt",
    "nurs:cpicnt": "cpicnt",
    "nurs:qc": "qc",
}
