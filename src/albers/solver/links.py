"""The links of the chain by name, each of which can be taken out; what a link does is told where it is built.

Taking a link out never changes an answer, only what it costs (`bench/solver_links.py` shows what).
"""

from __future__ import annotations

from typing import Final

from albers.options import SOLVER_LINKS

WITNESS: Final = "witness"  # the state's witness decides one side of a branch
SIMPLIFY: Final = "simplify"  # known bytes are put in, conditions on one byte decided by its values
RANGES: Final = "ranges"  # bounds and fixed bits of terms decide
CANDIDATES: Final = "candidates"  # a few values are tried
INDEPENDENCE: Final = "independence"  # only what shares unknown bytes with the question is asked
LAZY: Final = "lazy"  # constraints that do not mention the question's bytes join when a model violates them
EXACT: Final = "exact"  # the same query before (a branch cache)
COUNTEREXAMPLES: Final = "counterexamples"  # subsets known unsatisfiable, models known from related queries
CORES: Final = "cores"  # what is remembered as unsatisfiable is only the part that is
RENAMED: Final = "renamed"  # the same query about other bytes before
INCREMENTAL: Final = "incremental"  # solvers that keep what queries have in common
POOL: Final = "pool"  # several of them
FLATTEN: Final = "flatten"  # bytes at known places are variables, not elements of arrays
TABLES: Final = "tables"  # constant tables are trees of choices, not arrays

ALL_LINKS: Final = frozenset(SOLVER_LINKS)
