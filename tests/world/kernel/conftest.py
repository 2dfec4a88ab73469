from __future__ import annotations

import pytest

from tests.world.kernel.kernel_world import KernelWorld


@pytest.fixture
def world() -> KernelWorld:
    return KernelWorld()
