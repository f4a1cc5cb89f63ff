"""Words in the reader's language: catalogues, plural forms, contexts, placeholders and their formats."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.refusals import refusal_text
from numberhouse.words import Catalogues, fill, in_context, literal, message, words_of
from tools.update_words import SOURCE, collected, packages, update

RUSSIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
" n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "the turn of {turn:seat}, not of {seat:seat}: {why:t}"
msgstr "ходит {turn:seat}, а не {seat:seat}: {why:t}"

msgid "wait"
msgstr "подождите"

msgid "first"
msgstr "сначала"

msgctxt "place"
msgid "first"
msgstr "первый"

msgid "{count} set"
msgid_plural "{count} sets"
msgstr[0] "{count} множество"
msgstr[1] "{count} множества"
msgstr[2] "{count} множеств"

msgid "choose {sets:or}"
msgstr "выберите {sets:or}"

msgid "not translated"
msgstr ""
"""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogues:
    package = tmp_path / "speaking"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "locale" / "ru.po").write_text(RUSSIAN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "speaking", raising=False)
    return Catalogues("speaking")


def test_a_text_is_read_in_the_language_and_in_english_where_there_is_none(words: Catalogues) -> None:
    assert words.languages == ("en", "ru")
    assert words.t("wait", "ru") == "подождите"
    assert words.t("wait", "de") == words.t("wait", "en") == "wait"
    assert words.t("not translated", "ru") == "not translated"
    assert words.t("unheard of", "ru") == "unheard of"
    assert words.t("", "ru") == ""
    assert words.everywhere("wait") == {"en": "wait", "ru": "подождите"}


def test_forms_of_the_plural_are_those_of_the_language(words: Catalogues) -> None:
    texts = [words.tn("{count} set", "{count} sets", count, "ru") for count in (1, 3, 11, 21)]
    assert texts == ["1 множество", "3 множества", "11 множеств", "21 множество"]
    assert words.tn("{count} set", "{count} sets", 1, "en") == "1 set"


def test_a_context_distinguishes_two_meanings(words: Catalogues) -> None:
    assert words.t("first", "ru") == "сначала"
    assert words.t(in_context("place", "first"), "ru") == "первый"
    assert words.t(in_context("place", "first"), "en") == "first"
    assert words.phrases({"best": in_context("place", "first")})("best", "ru") == "первый"


def test_a_filled_in_value_is_not_a_template() -> None:
    assert fill("{name}: {count}", {"name": "{count}", "count": 3}) == "{count}: 3"
    assert fill("{text!r} {{}}", {"text": "a"}) == "'a' {}"
    assert fill("{seats:seats}, {rack:tiles}", {"seats": [1, 2], "rack": (3,)}) == "2, 3, (3,)"
    with pytest.raises(KeyError):
        fill("{name}", {})


def test_a_refusal_names_seats_and_lists_in_the_language(words: Catalogues) -> None:
    template = "the turn of {turn:seat}, not of {seat:seat}: {why:t}"
    illegal = IllegalAction("not-your-turn", template, {"turn": 1, "seat": 0, "why": message("wait")})
    assert illegal.message == str(illegal) == "the turn of seat 2, not of seat 1: wait"
    assert refusal_text(words, illegal, "en", ["Ann", "Bob"]) == "the turn of Bob, not of Ann: wait"
    assert refusal_text(words, illegal, "ru") == "ходит место 2, а не место 1: подождите"
    choice = IllegalAction("choose", "choose {sets:or}", {"sets": "ABC"})
    assert choice.message == "choose A, B or C"
    assert refusal_text(words, choice, "ru") == "выберите A, B или C"


def test_a_text_within_a_refusal_is_filled_in_with_the_same_values(words: Catalogues) -> None:
    values = {"turn": 1, "seat": 0, "why": message("choose {sets:or}"), "sets": "ABC"}
    illegal = IllegalAction("not-yet", "the turn of {turn:seat}, not of {seat:seat}: {why:t}", values)
    assert illegal.message == "the turn of seat 2, not of seat 1: choose A, B or C"
    assert refusal_text(words, illegal, "ru", ["Аня", "Боря"]) == "ходит Боря, а не Аня: выберите A, B или C"


@pytest.mark.parametrize(
    "hostile",
    ["{x.__class__}", "{x[__class__]}", "{x:>999999999}", "{x:{x}}", "{x!s:.999999999f}", "{0}", "{}", "{"],
)
def test_a_placeholder_reads_no_attribute_and_fills_no_memory(hostile: str) -> None:
    assert len(fill(hostile, {"x": 1})) <= len(hostile)
    assert "class" not in fill(hostile, {"x": 1}).replace(hostile, "")
    assert len(IllegalAction("hostile", hostile, {"x": 1}).message) <= len(hostile)


def test_a_text_that_is_its_own_value_ends() -> None:
    assert fill("{why:t}", {"why": "{why:t} {why:t}"}) == "{why:t} {why:t} {why:t} {why:t}"


def test_a_text_without_placeholders_is_unchanged() -> None:
    assert fill(literal("{x} {{y}}"), {"x": 1}) == "{x} {{y}}"


def test_a_refusal_text_that_isnt_a_template_is_shown_unchanged(words: Catalogues) -> None:
    for text in ("unknown {text}", "half {", "{0.x}"):
        illegal = IllegalAction("odd", text, {"seat": 1})
        assert illegal.message == refusal_text(words, illegal, "ru") == text


@pytest.mark.parametrize("package", packages(), ids=lambda path: path.name)
def test_every_catalogue_is_up_to_date_and_whole(package: Path) -> None:
    assert list(update(package, check=True)) == []


def test_texts_of_games_are_in_no_catalogue_but_their_own() -> None:
    places = {name for one in collected(SOURCE) for name, _ in one.locations}
    assert not any(name.startswith("games/") for name in places)


def test_the_house_has_one_reader_of_its_words() -> None:
    assert words_of("numberhouse.words") is words_of("numberhouse.words")
    assert words_of("numberhouse.words").t("or", "ru") == "или"
