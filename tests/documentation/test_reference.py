"""Reference pages: every field of every game is described, and the game accepts the samples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Seat
from numberhouse.reference import reference_page, reference_types, structs_of
from numberhouse.reference.sample import json_lines
from numberhouse.registry import AnyGame, InstalledGame, games

ROOT = Path(__file__).parents[2]
OUTSIDE = {
    "twenty_one": ROOT / "src" / "numberhouse" / "cli" / "new_game" / "twenty_one" / "src",
    "hidden_nim": ROOT / "examples" / "hidden-nim" / "src",
}


def outside(package: str, monkeypatch: pytest.MonkeyPatch) -> InstalledGame:
    """A game of a package that isn't installed here."""
    monkeypatch.syspath_prepend(OUTSIDE[package])
    return InstalledGame(package.replace("_", "-"), package)


def undescribed_fields(game: AnyGame) -> list[str]:
    """The structs and fields of the game's page without a description."""
    structs = {struct.cls: struct for kind in reference_types(game).values() for struct in structs_of(kind)}
    assert game.view_type in structs
    nameless = [struct.name for struct in structs.values() if not struct.meaning]
    fields = [(struct.name, field) for struct in structs.values() for field in struct.fields]
    return nameless + [f"{name}.{field.name}" for name, field in fields if not field.meaning]


@pytest.mark.parametrize("game_id", games())
def test_every_field_of_a_game_is_described(game_id: str) -> None:
    assert undescribed_fields(games()[game_id].game) == [], "write what each is behind it in the struct"


@pytest.mark.parametrize("package", OUTSIDE)
def test_every_field_of_the_template_and_the_example_is_described(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undescribed_fields(outside(package, monkeypatch).game) == []


@pytest.mark.parametrize("game_id", games())
def test_the_sample_is_a_view_and_an_action_of_the_game(game_id: str) -> None:
    check_page(games()[game_id])


def test_a_game_from_outside_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    check_page(outside("hidden_nim", monkeypatch))


def check_page(installed: InstalledGame) -> None:
    page, game = reference_page(installed), installed.game
    view_json, action_json = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    view = msgspec.json.decode(view_json, type=game.view_type)
    action = msgspec.json.decode(action_json, type=game.action_type)
    assert json.loads(msgspec.json.encode(view, order="deterministic")) == json.loads(view_json)
    (seat,) = map(int, re.findall(r"Seat (\d+) sees this", page))
    assert accepts(game, view, seat, action)
    headings = {re.sub(r"\W", "", line.lower()) for line in re.findall(r"^#+ (.*)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#(.*?)\)", page)) <= headings


def accepts(game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
    """Whether the action is among the legal actions of the view, or of a kind that they have."""
    legal = game.legal(view, seat)
    tag = type(action).__struct_config__.tag
    return action in legal.actions or any(part.name == tag for part in legal.parts)


class Inner(msgspec.Struct, array_like=True):
    one: int
    """A number."""
    two: str = ""


class Outer(msgspec.Struct, tag="outer", rename="camel"):
    """A struct
    of two lines."""

    the_inner: tuple[Inner, ...] | None = None
    """Some
    more."""
    a_list: list[Inner] = msgspec.field(default_factory=list)


def test_structs_are_read_from_types_and_source() -> None:
    outer, inner = structs_of(Outer)
    assert (outer.meaning, outer.tag, outer.as_list) == ("A struct of two lines.", '"type": "outer"', False)
    assert [(field.name, field.default, field.meaning) for field in outer.fields] == [
        ("theInner", "null", "Some more."),
        ("aList", "[]", ""),
    ]
    assert (inner.name, inner.meaning, inner.tag, inner.as_list) == ("Inner", "", "", True)
    assert [(field.name, field.default, field.meaning) for field in inner.fields] == [
        ("one", "", "A number."),
        ("two", '""', ""),
    ]


def test_a_struct_without_source_has_no_meanings() -> None:
    (struct,) = structs_of(msgspec.defstruct("Made", [("number", int)]))
    assert [field.meaning for field in struct.fields] == [""]


def test_json_is_broken_where_it_is_too_wide() -> None:
    value = {"words": ["a, b"] * 20, "rows": [[1, 2], {"deep": [None] * 40}], "short": {}}
    text = json_lines(value, width=40)
    assert json.loads(text) == value
    assert max(map(len, text.splitlines())) <= 40
    assert '"a, b", "a, b",' in text
    assert '    [1, 2],\n    {\n      "deep": [\n' in text
