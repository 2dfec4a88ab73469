"""Regular patterns of words and formula patterns of conditions: exact for every k, and as the paper's example says."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.arith import add, from_bytes
from albers.expr.arrays import byte_of, select, symbol
from albers.expr.bits import all_of, and_, any_of, not_, zext
from albers.expr.compare import eq, ne, ule, ult
from albers.expr.float_format import FLOAT
from albers.expr.float_operations import F_ADD, F_SUB
from albers.expr.float_terms import computed
from albers.expr.quantified import expanded, quantified_parts
from albers.expr.substitute import substitute
from albers.expr.term import BOUND_VARIABLE, FALSE, INDEX_WIDTH, Term, const
from albers.merging.formula_patterns import AuxiliaryVariable, formula_pattern, merged_condition
from albers.merging.linear_terms import generalised, linear_coefficients
from albers.merging.regular_patterns import RegularPattern, partition
from albers.merging.shapes import Shapes
from albers.solver.answer import UNSAT
from albers.solver.bitwuzla_backend import BitwuzlaBackend
from albers.solver.deadline import Deadline

PLAIN = Shapes(frozenset())


def equivalent(a: Term, b: Term) -> bool:
    different = not_(eq(a, b))
    return different is FALSE or unsatisfiable([different])


def unsatisfiable(conditions: list[Term]) -> bool:
    return BitwuzlaBackend().check(conditions, Deadline.never()).answer is UNSAT


# Shapes


def test_terms_equal_up_to_constants_have_one_shape() -> None:
    text, other = symbol("text", 9), symbol("other", 9)
    assert PLAIN.of(eq(byte_of(text, 1), const(8, 97))) == PLAIN.of(eq(byte_of(text, 5), const(8, 98)))
    assert PLAIN.of(eq(byte_of(text, 1), const(8, 97))) != PLAIN.of(eq(byte_of(other, 1), const(8, 97)))
    assert PLAIN.of(eq(byte_of(text, 1), const(8, 97))) != PLAIN.of(ne(byte_of(text, 1), const(8, 97)))


def test_different_operations_on_floats_have_different_shapes() -> None:
    n = from_bytes([byte_of(symbol("n", 4), i) for i in range(4)])
    one, two = const(32, 0x3F800000), const(32, 0x40000000)
    assert PLAIN.of(computed(F_ADD, FLOAT, [n, one])) == PLAIN.of(computed(F_ADD, FLOAT, [n, two]))
    assert PLAIN.of(computed(F_ADD, FLOAT, [n, one])) != PLAIN.of(computed(F_SUB, FLOAT, [n, one]))


def test_the_first_of_a_row_of_comparisons_has_the_shape_of_the_others() -> None:
    n = from_bytes([byte_of(symbol("n", 4), i) for i in range(4)])
    assert len({PLAIN.of(ult(const(32, i), n)) for i in range(5)}) == 1
    assert len({PLAIN.of(ule(n, const(32, i))) for i in range(5)}) == 1
    assert len({PLAIN.of(add(n, const(32, i))) for i in range(5)}) == 1


def test_an_auxiliary_variable_counts_as_a_number() -> None:
    text, k = symbol("text", 9), AuxiliaryVariable("k", 5)
    shapes = Shapes(frozenset((k.symbol,)))
    at_k = select(text, add(k.value, const(32, 1)))
    assert shapes.of(eq(at_k, const(8, 97))) == shapes.of(eq(byte_of(text, 5), const(8, 98)))


# Words


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.integers(1, 4), max_size=3),
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.lists(st.integers(1, 4), max_size=3),
    st.sets(st.integers(0, 6), min_size=2),
)
def test_words_of_one_pattern_are_explained_and_nothing_is_invented(
    before: list[int], middle: list[int], after: list[int], counts: set[int]
) -> None:
    words = sorted({(*before, *middle * k, *after) for k in counts})
    found = partition(words, 20)
    assert found is not None
    explained = [match.index for pattern in found for match in pattern.matches]
    assert sorted(explained) == list(range(len(words)))
    for pattern in found:
        assert all(pattern.word(match.count) == words[match.index] for match in pattern.matches)
    if max(counts) >= 2:
        assert len(found) == 1, "the longest word has a square, which explains them all"


def test_the_period_that_explains_most_words_is_taken() -> None:
    # The longest word begins with the square 1 1, but its period 2 3 is what the others have in common.
    words = [(1, 1, *(2, 3) * k, 4) for k in range(5)]
    (pattern,) = partition(words, 3) or []
    assert (pattern.before, pattern.middle, pattern.after) == ((1, 1), (2, 3), (4,))


def test_too_many_patterns_are_refused() -> None:
    words = [(i, 2 * i, 3 * i) for i in range(5)]
    assert partition(words, 4) is None
    assert len(partition(words, 5) or []) == 5


def test_hundreds_of_long_words_take_little_time() -> None:
    words = [(7, *(1, 2) * k, 3) for k in range(300)] + [(7, *(1, 2) * k, 1, 4) for k in range(300)]
    assert [len(pattern.matches) for pattern in partition(words, 3) or []] == [300, 300]


# Terms that depend on a number


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((8, 16, 32, 64)), st.integers(), st.integers(), st.sets(st.integers(0, 40), min_size=2))
def test_linear_coefficients_explain_every_pair(width: int, a: int, b: int, numbers: set[int]) -> None:
    ordered = sorted(numbers)
    values = [(a * n + b) % 2**width for n in ordered]
    found = linear_coefficients(ordered, values, width)
    assert found is not None
    assert [(found[0] * n + found[1]) % 2**width for n in ordered] == values


def test_values_that_are_not_linear_are_refused() -> None:
    assert linear_coefficients([0, 1, 2], [0, 1, 4], 8) is None


def test_each_place_gets_its_own_linear_term_and_constant_places_stay() -> None:
    text = symbol("text", 99)
    terms = [and_(eq(byte_of(text, i), const(8, 97)), eq(byte_of(text, 3 * i + 40), const(8, 9 - i))) for i in range(5)]
    found = generalised(list(enumerate(terms)), PLAIN)
    assert found is not None
    for i, term in enumerate(terms):
        assert substitute(found, {BOUND_VARIABLE: const(INDEX_WIDTH, i)}) is term
    assert generalised([*enumerate(terms), (5, terms[0])], PLAIN) is None


# The example of the paper


def spans(count: int) -> tuple[list[list[Term]], list[list[Term]]]:
    """The paths of memspn(s, n, "a") with n <= count: those that end at a byte other than 'a', and those at n."""
    text, n = symbol("s", count), zext(byte_of(symbol("n", 1), 0), 32)
    stopped: list[list[Term]] = []
    finished: list[list[Term]] = []
    path: list[Term] = []
    for i in range(count):
        finished.append([*path, ule(n, const(32, i))])
        path = [*path, ult(const(32, i), n)]
        stopped.append([*path, ne(byte_of(text, i), const(8, 97))])
        path = [*path, eq(byte_of(text, i), const(8, 97))]
    # The loop ends here: that n is not larger is known and no fork, but the branch is there.
    finished.append([*path, ule(n, const(32, count))])
    return stopped, finished


def one_pattern(paths: list[list[Term]]) -> RegularPattern:
    (pattern,) = partition([tuple([PLAIN.of(condition) for condition in path]) for path in paths], 10) or []
    return pattern


def test_the_two_groups_of_the_paper_have_one_pattern_each_and_its_condition_is_that_of_the_states() -> None:
    for count in (3, 20):
        for paths in spans(count):
            pattern = one_pattern(paths)
            assert [match.count for match in pattern.matches] == list(range(len(paths)))
            formula = formula_pattern(pattern, paths, PLAIN)
            assert formula is not None
            k = AuxiliaryVariable("k", len(paths))
            merged = merged_condition(formula, k)
            assert len(quantified_parts(merged)) == 1
            free = substitute(merged, {part: expanded(part) for part in quantified_parts(merged)})
            states = any_of([and_(eq(k.value, const(32, i)), all_of(path)) for i, path in enumerate(paths)])
            assert equivalent(states, free)
