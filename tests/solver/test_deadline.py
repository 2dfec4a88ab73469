"""One deadline limits everything below it."""

from __future__ import annotations

import math
import time

from albers.solver.deadline import Deadline


def test_never_is_infinitely_far() -> None:
    assert math.isinf(Deadline.never().remaining())
    assert not Deadline.never().expired()


def test_remaining_time_runs_down_to_zero_and_stays_there() -> None:
    deadline = Deadline.after(0.02)
    assert 0 < deadline.remaining() <= 0.02
    time.sleep(0.03)
    assert deadline.expired() and deadline.remaining() == 0.0


def test_earlier_takes_the_nearer_of_the_two() -> None:
    far = Deadline.after(100)
    assert far.earlier(1).remaining() <= 1
    assert Deadline.after(0.5).earlier(100).remaining() <= 0.5
    assert Deadline.never().earlier(1).remaining() <= 1


def test_cancelling_expires_all_deadlines_derived_from_it_and_no_others() -> None:
    run = Deadline.never()
    query = run.earlier(100)
    other = Deadline.never()
    run.cancel()
    assert run.expired() and query.expired() and query.remaining() == 0.0
    assert not other.expired()
