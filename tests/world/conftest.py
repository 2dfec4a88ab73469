"""A fresh world per test."""

from __future__ import annotations

import pytest

from tests.world.fake_call import World


@pytest.fixture
def world() -> World:
    return World()
