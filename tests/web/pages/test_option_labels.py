"""The words for options: a value is shown by its own option's words, and a number as a figure."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from numberhouse.registry import find, games
from tests.server.conftest import House
from tests.web.conftest import Visitor, drafted


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def properties(game: str) -> dict[str, Any]:
    """The schema of each option."""
    (options,), parts = msgspec.json.schema_components([find(game).game.options_type])
    schema = parts[options["$ref"].rpartition("/")[2]] if "$ref" in options else options
    return dict(schema["properties"])


def choices(schema: Any) -> list[Any]:
    """The values of a choice, wherever it stands in an option; the numbers too."""
    if isinstance(schema, dict):
        found = list(schema.get("enum", ()))
        return found + [one for key, part in schema.items() if key != "enum" for one in choices(part)]
    return [one for part in schema for one in choices(part)] if isinstance(schema, list) else []


@pytest.mark.parametrize("game", sorted(games()))
def test_no_value_belongs_to_two_options(game: str) -> None:
    """A game's words go by the value: two options with one value would share its words."""
    values = [
        value
        for schema in properties(game).values()
        for value in {one for one in choices(schema) if isinstance(one, str)}
    ]
    assert [value for value, count in Counter(values).items() if count > 1] == []


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", sorted(games()))
def test_choices_are_shown_in_their_own_words(visitor: Visitor, game: str, lang: str) -> None:
    page = visitor(f"/new?game={game}", lang=lang)
    more = page.locator("section[aria-labelledby=options] summary")
    expect(page.locator("section[aria-labelledby=options]")).to_be_visible()
    if more.count():
        more.first.click()
    texts: list[str] = []
    for box in page.locator("nh-schema-form").get_by_role("combobox").all():
        options = [text.strip() for text in box.locator("option").all_inner_texts()]
        if all(re.fullmatch(r"[\d −-]+", text) for text in options):
            continue
        assert not any(text.isdigit() for text in options), options
        assert len(set(options)) == len(options)
        assert not [text for text in options if "_" in text]
        if lang == "ru":
            assert [text for text in options if not re.search("[а-яё]", text, re.I)] == []
        texts += set(options)
    if game != "addition-crypt":  # each of its rounds has the same choices
        assert [text for text, count in Counter(texts).items() if count > 1] == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_lobby_says_an_option_in_its_own_words(visitor: Visitor, lang: str) -> None:
    page = visitor(lang=lang)
    changed = {"blanks": 2, "idle_rounds": 2, "challenge": True, "operations": ["power", "modulus"]}
    match, host = drafted(page, game="mixmath", options=changed)
    host.close()
    page.goto(f"/match/{match}")
    lines = {
        "en": (
            "Blanks in the bag, worth nothing: 2",
            "Rounds without a tile that end the match (0: never): 2",
            "Any tile may be laid, and challenged: yes",
            "Operations besides + − × ÷: power: 2³ = 8, remainder: 17 mod 5 = 2",
        ),
        "ru": (
            "Пустые фишки в мешке, по 0 очков: 2",
            "Кругов без фишек до конца партии (0: без предела): 2",
            "Действия кроме + − × ÷: степень: 2³ = 8, остаток: 17 mod 5 = 2",
        ),
    }[lang]
    about = page.get_by_role("list", name={"en": "About this match", "ru": "Об этой партии"}[lang])
    for line in lines:
        expect(about).to_contain_text(line)


def test_a_round_is_told_by_its_variation_and_the_bonus_by_its_own_words(visitor: Visitor) -> None:
    """`standout` is an option, a bonus, and the value of another option, a kind of round."""
    page = visitor("/new?game=addition-crypt")
    page.get_by_text("More options", exact=True).click()
    expect(page.get_by_role("spinbutton", name="Bonus of Standout")).to_have_value("2")
    expect(page.get_by_role("combobox").filter(has_text="A plain round").first).to_contain_text("Standout")
