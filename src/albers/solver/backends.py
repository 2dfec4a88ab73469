"""The solvers by name; one that is not asked for is not loaded."""

from __future__ import annotations

from albers.solver.backend import Backend
from albers.solver.links import ALL_LINKS


def make_backend(name: str, links: frozenset[str] = ALL_LINKS) -> Backend:
    """A solver in this process; some links of the chain are inside of it."""
    if name == "z3":
        from albers.solver.z3_backend import Z3Backend

        return Z3Backend()
    assert name == "bitwuzla", f"no solver {name}"
    from albers.solver.bitwuzla_backend import BitwuzlaBackend

    return BitwuzlaBackend(links)
