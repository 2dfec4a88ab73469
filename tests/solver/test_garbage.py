"""Solver objects may end up in cyclic garbage: the collector takes them apart in any order and nothing breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import albers

# The terms are older than what holds them, and that lets go of their manager first.
SCRIPT = """
import gc
from albers.expr.arrays import byte_of, symbol
from albers.expr.compare import eq
from albers.expr.term import const
from albers.solver.bitwuzla_terms import BitwuzlaTerms

class Holder:
    pass

gc.disable()
for _ in range(50):
    unknown = symbol("s", 3)
    terms = BitwuzlaTerms()
    a, b, c = (terms.formula(eq(byte_of(unknown, i), const(8, 5))) for i in range(3))
    holder = Holder()
    holder.manager, holder.a, holder.b, holder.c, holder.itself = terms.manager, a, b, c, holder
    del holder, terms, a, b, c
    gc.collect()
"""


def test_terms_outlive_whatever_owned_them() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(albers.__file__).parents[1])}
    assert subprocess.run([sys.executable, "-c", SCRIPT], env=environment, check=False).returncode == 0
