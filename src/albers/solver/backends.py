"""The solvers by name; one that is not asked for is not loaded."""

from __future__ import annotations

from albers.solver.backend import Backend


def make_backend(name: str) -> Backend:
    """A solver in this process."""
    if name == "z3":
        from albers.solver.z3_backend import Z3Backend

        return Z3Backend()
    assert name == "bitwuzla", f"no solver {name}"
    from albers.solver.bitwuzla_backend import BitwuzlaBackend

    return BitwuzlaBackend()
