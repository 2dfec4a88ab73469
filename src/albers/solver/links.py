"""The links of the chain by name, each of which can be taken out; what a link does is told where it is built.

Taking a link out never changes an answer, only what it costs (`bench/solver_links.py` shows what).
"""

from __future__ import annotations

from typing import Final

WITNESS: Final = "witness"
SIMPLIFY: Final = "simplify"
CANDIDATES: Final = "candidates"
INDEPENDENCE: Final = "independence"
EXACT: Final = "exact"
COUNTEREXAMPLES: Final = "counterexamples"

ALL_LINKS: Final = frozenset((WITNESS, SIMPLIFY, CANDIDATES, INDEPENDENCE, EXACT, COUNTEREXAMPLES))
