"""The first signal ends a run in order; the second is the operating system's."""

from __future__ import annotations

import os
import signal
from typing import cast

import pytest

from albers.cli.interruption import Interruption
from albers.results.exploration import Exploration
from albers.results.observer import Observer


class Watched(Observer):
    def __init__(self) -> None:
        self.was_told = False
        self.was_interrupted = False

    def stopping(self) -> None:
        self.was_told = True

    def interrupt(self) -> None:
        self.was_interrupted = True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_ends_in_order_and_the_second_is_not_caught(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    watched = Watched()
    with Interruption(watched) as interruption:
        interruption.watch(cast(Exploration, watched))
        os.kill(os.getpid(), number)
        assert watched.was_told
        assert watched.was_interrupted
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(number) is before


def test_before_the_exploration_a_signal_is_an_ordinary_interrupt() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), Interruption(Observer()):
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
