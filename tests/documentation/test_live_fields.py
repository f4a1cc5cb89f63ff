"""The page of the live connection names exactly the fields that may be missing from a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from numberhouse.protocol import play

PAGE = (Path(__file__).parents[2] / "docs" / "service" / "live.md").read_text(encoding="utf-8")

SENT = [
    kind
    for kind in vars(play).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == play.__name__
]
"""All structs of the live connection and of polling."""


def names_in(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


def documented() -> set[tuple[str, str]]:
    """By the table of the page, name of the message and field."""
    _, _, rest = PAGE.partition("| in | may be missing | means |\n|---|---|---|\n")
    rows = [line.split("|")[1:3] for line in rest.partition("\n\n")[0].splitlines()]
    return {
        ("item" if "item" in where else names_in(where).pop(), field)
        for where, fields in rows
        for field in names_in(fields)
    }


def missing_fields() -> Iterator[tuple[str, str]]:
    for kind in SENT:
        if kind.__struct_config__.omit_defaults:
            name = kind.__struct_config__.tag or kind.__name__.lower()
            required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
            for field in kind.__struct_fields__[required:]:
                yield str(name), field


def test_the_page_names_the_fields_that_may_be_missing_and_no_others() -> None:
    assert documented() == set(missing_fields())


@pytest.mark.parametrize("kind", [play.ActMessage, play.SubscribeMessage])
def test_the_page_names_what_a_client_may_leave_out(kind: Any) -> None:
    required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    sentence = PAGE.partition("Of what you send,")[2].partition(".")[0]
    assert set(kind.__struct_fields__[required:]) <= names_in(sentence)
