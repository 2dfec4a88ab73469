"""Python models are named by a decorator and collected from functions and modules."""

from __future__ import annotations

from types import ModuleType

import pytest

import albers
from albers.errors import UserError


@albers.model("read_sensor")
def sensor(call: object) -> int:
    return 7


@albers.model("read_sensor")
def other_sensor(call: object) -> int:
    return 8


def test_a_model_stays_the_function_it_was() -> None:
    assert sensor(None) == 7


def test_models_are_collected_by_the_name_of_the_c_function() -> None:
    assert albers.models(sensor) == {"read_sensor": sensor}
    assert albers.Options(models=albers.models(sensor)).models["read_sensor"] is sensor


def test_a_module_gives_its_models_and_nothing_else() -> None:
    module = ModuleType("device")
    vars(module).update(sensor=sensor, number=3, plain=len)
    assert albers.models(module) == {"read_sensor": sensor}


def test_two_models_of_one_function_are_refused() -> None:
    with pytest.raises(UserError, match="two models of the function read_sensor"):
        albers.models(sensor, other_sensor)


def test_a_function_without_a_mark_is_refused() -> None:
    with pytest.raises(UserError, match=r"mark it with @albers\.model"):
        albers.models(len)


def test_the_package_names_what_it_offers() -> None:
    assert set(dir(albers)) >= {"explore", "Options", "Report", "UserError", "model", "models"}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        albers.nonsense  # noqa: B018
