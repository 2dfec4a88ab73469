"""The kinds of errors, endings and stop reasons: one list each, shared by files, statistics and documentation."""

from __future__ import annotations

import enum


class ErrorKind(enum.Enum):
    """Kinds of program errors; the value is the suffix of the error file, as KLEE names them."""

    ABORT = "abort"
    ASSERT = "assert"
    BAD_VECTOR_ACCESS = "bad_vector_access"
    FREE = "free"
    MODEL = "model"
    OVERFLOW = "overflow"
    PTR = "ptr"
    READ_ONLY = "read_only"
    REPORT_ERROR = "report_error"
    DIV = "div"
    OVERSHIFT = "overshift"
    UNREACHABLE = "unreachable_call"
    USER = "user"
    EXEC = "exec"
    EXTERNAL = "external"
    SOLVER = "solver"
    LEAK = "leak"


class EndKind(enum.Enum):
    """EXIT: the program ended; ERROR: a bug; EARLY: a limit, an interrupt or an unknown answer; SILENT: no test;
    MERGED: another state goes on for this one too."""

    EXIT = "exit"
    ERROR = "error"
    EARLY = "early"
    SILENT = "silent"
    MERGED = "merged"


class StopReason(enum.Enum):
    """Why the exploration as a whole ended."""

    DONE = "done"
    MAX_TIME = "max-time"
    MAX_MEMORY = "max-memory"
    MAX_TESTS = "max-tests"
    MAX_INSTRUCTIONS = "max-instructions"
    STOP_AT = "stop-at"
    INTERRUPTED = "interrupted"
