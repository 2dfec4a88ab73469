"""A persistent map behaves like a dict that is copied before every change."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.solver.persistent_map import PersistentMap

keys = st.one_of(st.integers(0, 40), st.integers(0, 2**40))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(keys, st.integers(), st.integers(0, 10)), max_size=60))
def test_every_version_keeps_its_own_entries(changes: list[tuple[int, int, int]]) -> None:
    versions: list[tuple[PersistentMap[int], dict[int, int]]] = [(PersistentMap(), {})]
    for key, value, back in changes:
        old, old_dict = versions[-1 - back % len(versions)]
        versions.append((old.set(key, value), {**old_dict, key: value}))
    for version, expected in versions:
        for key, _, _ in changes:
            assert version.get(key) == expected.get(key)
