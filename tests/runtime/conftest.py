"""One native copy of the runtime for all its tests."""

import pytest

from tests.runtime.native_runtime import NativeRuntime


@pytest.fixture(scope="session")
def runtime() -> NativeRuntime:
    return NativeRuntime()
