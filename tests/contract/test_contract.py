"""Every registered game keeps the contract.

Options worth playing besides the default ones stand in `tests/games/<game>/examples.py` as `options`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any

import pytest

from numberhouse.registry import games
from numberhouse.testing import PROPERTIES, STABLE, THOROUGH


def examples(game_id: str) -> Sequence[Any]:
    package = f"tests.games.{game_id.replace('-', '_')}"
    spec = importlib.util.find_spec(package) and importlib.util.find_spec(f"{package}.examples")
    return tuple(importlib.import_module(f"{package}.examples").options) if spec else ()


@pytest.mark.parametrize("name", PROPERTIES)
@pytest.mark.parametrize("game_id", games())
def test_contract(game_id: str, name: str, request: pytest.FixtureRequest) -> None:
    deep = name.endswith("_time") and request.config.getoption("--long")
    PROPERTIES[name](games()[game_id], examples(game_id), THOROUGH if deep else STABLE)
