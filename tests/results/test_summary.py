"""summary.json: exactly the keys that scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path

from albers import __version__
from albers.results.outcome import FoundError
from albers.results.output_directory import OutputDirectory
from albers.results.process_memory import peak_bytes, resident_bytes
from albers.results.summary import summary_document, summary_text, write_summary
from tests.results.fabricated_runs import make_error, make_outcome


def test_the_whole_document() -> None:
    outcome = make_outcome(errors=(FoundError(make_error(), (("x", b"\7"),), "test000004.ktest"),))
    assert json.loads(summary_text(outcome)) == {
        "albers": __version__,
        "command": ["albers", "run", "parse.c"],
        "stopped": "done",
        "complete": True,
        "time": {"wall": 1.943, "solver": 0.7, "prepare": 0.4, "cpu": 1.5},
        "instructions": 51234,
        "forks": 40,
        "paths": {"completed": 12, "partial": 1, "merged_away": 0},
        "exits": {"0": 9, "1": 3},
        "queries": {"asked": 310, "solver": 45, "unknown": 0},
        "sizes": {"cut_off": 0, "concretized": 0},
        "merging": {
            "contexts": 0,
            "merges": 0,
            "states_merged": 0,
            "pattern_merges": 0,
            "incremental": 0,
            "constraint_nodes": 0,
            "value_nodes": 0,
        },
        "chopping": {"snapshots": 0, "recoveries": 0, "slices": 0, "cache_hits": 0},
        "coverage": {"lines": [40, 52], "branches": [30, 44], "instructions": [300, 380]},
        "errors": [
            {
                "kind": "ptr",
                "message": "memory error: out of bound pointer",
                "file": "parse.c",
                "line": 23,
                "function": "scan",
                "test": "test000004.ktest",
                "confirmed": None,
                "confirmation": "",
            }
        ],
        "tests": 13,
        "peak_memory_mb": 180,
        "peak_states": 9,
    }


def test_the_order_of_keys_is_the_documented_one() -> None:
    keys = list(summary_document(make_outcome()))
    assert keys[:7] == "albers command stopped complete time instructions forks".split()
    assert keys[7:] == (
        "paths exits queries sizes merging chopping coverage errors tests peak_memory_mb peak_states".split()
    )


def test_writing_leaves_one_whole_file(tmp_path: Path) -> None:
    directory = OutputDirectory(str(tmp_path / "out"))
    directory.create()
    outcome = make_outcome()
    write_summary(outcome, directory)
    assert [path.name for path in directory.path.iterdir()] == ["summary.json"]
    assert (directory.path / "summary.json").read_text() == summary_text(outcome)


def test_memory_is_measured_in_plausible_bytes() -> None:
    assert 5 * 2**20 < resident_bytes() <= peak_bytes() * 1.1 < 2**40
