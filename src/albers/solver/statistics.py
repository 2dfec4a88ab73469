"""Counters of the solver chain: where each question was answered, and what the backends cost."""

from __future__ import annotations


class SolverStatistics:
    """One per `Solver`; the links count into it."""

    def __init__(self) -> None:
        # Questions of the engine, by the answer.
        self.asked = 0
        self.sat = 0
        self.unsat = 0
        self.unknown = 0
        # Who answered, in the order of the chain.
        self.constant = 0
        self.answered_by_witness = 0
        self.simplified_away = 0  # false once the known bytes are put in
        self.domain_answers = 0  # by the values that single bytes can have
        self.range_answers = 0  # by bounds and fixed bits
        self.candidate_hits = 0  # by a value that was tried
        self.contradictions = 0  # the path contains the opposite, literally
        self.exact_hits = 0
        self.unsat_subset_hits = 0
        self.sat_superset_hits = 0
        self.model_hits = 0
        self.renamed_hits = 0  # the same query about other bytes
        self.lazy_answers = 0  # a model of a part of the query satisfied the rest
        self.hopeless_hits = 0  # a query that had at least this much time before, in vain
        self.solver = 0  # reached a backend
        self.heavy = 0  # of these, so big that they went to a process of their own
        self.symcretes_relaxed = 0  # values given up to satisfy a question
        self.lost_workers = 0  # killed at the deadline or died
        # Queries with quantifiers, and the stage of the procedure that answered them.
        self.quantified = 0
        self.quantified_stripped = 0
        self.quantified_duplicated = 0
        self.quantified_repaired = 0
        self.quantified_expanded = 0
        self.quantified_generic = 0
        # What queries looked like.
        self.slices = 0  # asked without the parts of the path that cannot matter
        self.query_constraints = 0
        self.query_nodes = 0
        self.solver_seconds = 0.0

    def as_dict(self) -> dict[str, float]:
        return {
            "asked": self.asked,
            "sat": self.sat,
            "unsat": self.unsat,
            "unknown": self.unknown,
            "constant": self.constant,
            "answered_by_witness": self.answered_by_witness,
            "simplified_away": self.simplified_away,
            "domain_answers": self.domain_answers,
            "range_answers": self.range_answers,
            "candidate_hits": self.candidate_hits,
            "contradictions": self.contradictions,
            "exact_hits": self.exact_hits,
            "unsat_subset_hits": self.unsat_subset_hits,
            "sat_superset_hits": self.sat_superset_hits,
            "model_hits": self.model_hits,
            "renamed_hits": self.renamed_hits,
            "lazy_answers": self.lazy_answers,
            "hopeless_hits": self.hopeless_hits,
            "solver": self.solver,
            "symcretes_relaxed": self.symcretes_relaxed,
            "heavy": self.heavy,
            "lost_workers": self.lost_workers,
            "quantified": self.quantified,
            "quantified_stripped": self.quantified_stripped,
            "quantified_duplicated": self.quantified_duplicated,
            "quantified_repaired": self.quantified_repaired,
            "quantified_expanded": self.quantified_expanded,
            "quantified_generic": self.quantified_generic,
            "slices": self.slices,
            "query_constraints": self.query_constraints,
            "query_nodes": self.query_nodes,
            "solver_seconds": self.solver_seconds,
        }
