"""exec_tree.db: the tree of states in the SQLite form that klee-exec-tree reads."""

from __future__ import annotations

import sqlite3
from typing import Final

from albers.engine.history import END, FORK, History

FILE_NAME: Final = "exec_tree.db"

#: KLEE's numbers: a conditional branch at inner nodes, classes of ends at leaves.
_CONDITIONAL_BRANCH: Final = 1
_ENDS: Final = {
    "exit": 20,
    "early": 30,
    "solver": 32,
    "abort": 33,
    "assert": 34,
    "bad_vector_access": 35,
    "free": 36,
    "model": 37,
    "overflow": 38,
    "ptr": 39,
    "read_only": 40,
    "report_error": 41,
    "user": 63,
    "exec": 71,
    "external": 72,
    "silent": 91,
}
_OTHER_ERROR: Final = 62


def write_exec_tree(history: History, path: str) -> None:
    """A node is a state between two forks; ids count in order of creation, 1 is the root, 0 stands for none."""
    nodes: dict[int, list[int]] = {1: [0, 0, 0, 0, 0]}  # state, left, right, line, kind
    leaf_of: dict[int, int] = {0: 1}
    for event in history.events:
        node = leaf_of.get(event.state)
        if node is None:
            continue
        if event.what == FORK:
            left, right = len(nodes) + 1, len(nodes) + 2
            nodes[node] = [event.state, left, right, event.assembly_line, _CONDITIONAL_BRANCH]
            nodes[left] = [event.state, 0, 0, 0, 0]
            nodes[right] = [event.other, 0, 0, 0, 0]
            leaf_of[event.state], leaf_of[event.other] = left, right
        elif event.what == END:
            nodes[node][3:] = [event.assembly_line, _ENDS.get(event.detail, _OTHER_ERROR)]
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute(
            "CREATE TABLE nodes (ID INT PRIMARY KEY, stateID INT, leftID INT, rightID INT, asmLine INT, kind INT)"
        )
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)", [(number, *node) for number, node in nodes.items()]
        )
        database.execute("COMMIT")
    finally:
        database.close()
