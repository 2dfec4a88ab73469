"""Seeds: inputs that exist already, whose paths are explored before all others.

A state carries the seeds that follow its path, each as an assignment that satisfies its path condition. Where it forks,
the seeds part: a side with seeds needs no solver and is urgent. Who makes a new input asks `declare` for its bytes.
Reading seeds from files is not here.
"""

from __future__ import annotations

from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term


class SeedInput:
    """One existing input: objects by name in their order, or bytes that all inputs take from one after the other."""

    def __init__(self, origin: str, objects: dict[str, list[bytes]], raw: bytes | None) -> None:
        self.origin = origin
        self.objects = objects
        self.raw = raw

    def bytes_for(self, name: str, ordinal: int, offset: int, size: int, example: bytes) -> bytes:
        """What the seed says about the `ordinal`-th input of this name, at most `size` bytes; else the example."""
        if self.raw is not None:
            return self.raw[offset : offset + size] or example
        known = self.objects.get(name)
        return example if known is None or ordinal >= len(known) else known[ordinal][:size]


class Seed:
    """A seed on its way along one path."""

    def __init__(self, source: SeedInput, assignment: Assignment) -> None:
        self.source = source
        self.assignment = assignment

    def with_input(self, name: str, array: Term, ordinal: int, offset: int, size: int, example: bytes) -> Seed:
        data = self.source.bytes_for(name, ordinal, offset, size, example)
        wished = {byte_of(array, i): data[i] for i in range(len(data)) if data[i] != 0}
        return Seed(self.source, self.assignment.updated(wished))


def following(seeds: tuple[Seed, ...], condition: Term) -> tuple[Seed, ...]:
    """Those of the seeds under which the condition holds."""
    return tuple([seed for seed in seeds if evaluate(condition, seed.assignment) != 0])
