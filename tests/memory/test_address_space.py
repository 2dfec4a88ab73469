"""Forked address spaces share what neither changed and keep their changes apart."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.memory.address_space import FREED, AddressSpace
from albers.memory.allocator import Allocator
from albers.memory.contents import zeroed
from albers.memory.objects import HEAP


def make_objects(count: int) -> tuple[Allocator, list]:  # type: ignore[type-arg]
    allocator = Allocator(64)
    return allocator, [allocator.allocate(HEAP, "", "here", i, 4, 4) for i in range(count)]


actions = st.lists(
    st.tuples(st.sampled_from(("bind", "write", "free", "fork", "switch")), st.integers(0, 99), st.integers(0, 255)),
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(actions)
def test_forks_behave_like_full_copies(script: list[tuple[str, int, int]]) -> None:
    _, objects = make_objects(100)
    spaces: list[tuple[AddressSpace, dict[int, int | None]]] = [(AddressSpace.empty(), {})]
    current = 0
    for name, number, value in script:
        space, model = spaces[current]
        object_ = objects[number]
        contents = space.find(object_)
        if name == "bind":
            space.bind(object_, zeroed(4, value))
            model[number] = value
        elif name == "write" and contents is not None and contents.alive:
            space.writable(object_, contents).store(0, 1, value)
            model[number] = value
        elif name == "free" and contents is not None:
            space.free(object_)
            model[number] = None
        elif name == "fork":
            spaces.append((space.fork(), dict(model)))
        elif name == "switch":
            current = value % len(spaces)
    for space, model in spaces:
        for number, object_ in enumerate(objects):
            contents = space.find(object_)
            if number not in model:
                assert contents is None
            elif model[number] is None:
                assert contents is FREED
            else:
                assert contents is not None and contents.load(0, 1) == model[number]
        assert space.live_ids() == sorted(n for n, v in model.items() if v is not None)


def test_the_same_allocation_on_two_paths_is_the_same_object() -> None:
    allocator = Allocator(64)
    first = allocator.allocate(HEAP, "", "parse.c:3", 0, 16, 16)
    second = allocator.allocate(HEAP, "", "parse.c:3", 1, 16, 16)
    again = allocator.allocate(HEAP, "", "parse.c:3", 0, 16, 16)
    assert first is again
    assert first is not second


def test_addresses_find_their_objects_and_gaps_find_none() -> None:
    allocator, objects = make_objects(20)
    for object_ in objects:
        for offset in range(4):
            assert allocator.find(object_.base + offset) is object_
        assert allocator.find(object_.base + 4) is None
        assert allocator.find(object_.base - 1) is None


def test_objects_are_aligned_and_do_not_overlap() -> None:
    allocator = Allocator(64)
    end = 0
    for i, (size, align) in enumerate([(1, 1), (0, 16), (100, 64), (5, 4096), (3, 2)]):
        object_ = allocator.allocate(HEAP, "", f"site {i}", 0, size, align)
        assert object_ is not None
        assert object_.base % align == 0
        assert object_.base > end
        end = object_.base + object_.size


def test_an_exhausted_address_space_says_so() -> None:
    allocator = Allocator(32)
    assert allocator.allocate(HEAP, "", "big", 0, 1 << 31, 16) is None
