"""Choices in a schema come in the order in which a type declares them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from numberhouse.contract.schema import schema_of
from numberhouse.registry import find, games


class Inner(msgspec.Struct, frozen=True):
    size: Literal["small", "large"] = "small"


class Outer(msgspec.Struct, frozen=True):
    level: Annotated[Literal["easy", "standard", "hard"], msgspec.Meta(title="Level")] = "easy"
    inner: tuple[Inner, ...] | None = None
    number: Literal[3, 1, 2] = 3


def test_choices_keep_their_order() -> None:
    schema = schema_of(Outer)
    properties = schema["$defs"]["Outer"]["properties"]
    assert properties["level"]["enum"] == ["easy", "standard", "hard"]
    assert properties["number"]["enum"] == [3, 1, 2]
    assert schema["$defs"]["Inner"]["properties"]["size"]["enum"] == ["small", "large"]


@pytest.mark.parametrize("game", sorted(games()))
def test_only_the_order_differs(game: str) -> None:
    def sort(part: object) -> object:
        if isinstance(part, list):
            return sorted(map(sort, part), key=repr)
        return {name: sort(value) for name, value in part.items()} if isinstance(part, dict) else part

    kind = find(game).game.options_type
    assert sort(schema_of(kind)) == sort(msgspec.json.schema(kind))


def test_levels_of_turing_machine_go_from_easy_to_hard() -> None:
    properties = schema_of(find("turing-machine").game.options_type)["$defs"]["Options"]["properties"]
    assert properties["level"]["enum"] == ["easy", "standard", "hard", "any"]
