"""The browser's texts are collected, all translated, and built into catalogues."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from numberhouse.words import HOUSE
from tools.update_words import ROOT, WEB, packages

CALL: Final = re.compile(r"(?<![\w.])tn?\(\s*(?![\"`\s])(?!text)")
"""A call with an argument that is no literal."""
CYRILLIC: Final = re.compile(r"[а-яё]", re.IGNORECASE)

HOLE: Final = re.compile(r"\{\w+\}")

GAMES: Final = ROOT / "src" / "numberhouse" / "games"
SOURCES: Final = [*sorted((WEB / "src").rglob("*.ts")), *sorted(GAMES.glob("*/board/**/*.ts"))]
CATALOGUES: Final = [*sorted((WEB / "locale").glob("*.po")), *sorted(GAMES.glob("*/locale/*.po"))]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalogues as the browser loads them."""
    folder = tmp_path_factory.mktemp("generated") / "locale"
    runpy.run_path(str(WEB / "build.py"))["write_words"](folder)
    return folder


def translations(path: Path) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["texts"]
    return texts


def test_pages_have_languages_of_house() -> None:
    assert {path.stem for path in (WEB / "locale").glob("*.po")} == {*HOUSE.languages} - {"en"}
    assert WEB in packages()


def test_texts_are_literals_so_that_they_can_be_found() -> None:
    for path in SOURCES:
        if path == WEB / "src" / "kit" / "words.ts":  # defines them
            continue
        assert not CALL.search(path.read_text(encoding="utf-8")), path


def test_code_contains_no_translation() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if not text.startswith("/** Written from "):  # its words stand where it was written from
            assert not CYRILLIC.search(text), path


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_translation_uses_values_of_its_text(path: Path) -> None:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem, abort_invalid=True)
    for message in catalogue:
        if not message.id or not any(name.endswith(".ts") for name, _ in message.locations):
            continue
        forms: Any = message.string if isinstance(message.string, tuple | list) else [message.string]
        text = message.id if isinstance(message.id, str) else message.id[1]
        for form in forms:
            assert set(HOLE.findall(form)) <= {*HOLE.findall(text), "{count}"}, text
            assert "!" not in form


def test_build_contains_every_text(built: Path) -> None:
    def english(package: Path) -> set[str]:
        with (package / "locale" / "messages.pot").open("rb") as file:
            messages = [
                one for one in read_po(file) if any(name.endswith(".ts") for name, _ in one.locations)
            ]
        return {one.id if isinstance(one.id, str) else one.id[0] for one in messages}

    assert set(translations(built / "ru.house.json")) == english(WEB)
    for folder in sorted(path.parent for path in GAMES.glob("*/locale")):
        board = translations(built / f"ru.{folder.name.replace('_', '-')}.json")
        faces = translations(built / "ru.faces.json")
        texts = english(folder)
        assert texts <= board.keys() | faces.keys()
        assert board.keys() <= texts
        assert len(texts - board.keys()) in (1, 2)  # name and line of its face, as far as only that says them


def test_offline_page_has_built_in_words(built: Path) -> None:
    texts = translations(built / "offline" / "ru.json")
    assert texts["Try again now"] == "Попробовать сейчас"
    source = (WEB / "src" / "offline" / "page.ts").read_text(encoding="utf-8")
    assert len(texts) == source.count('t("')


def test_plural_forms_use_browser_categories(built: Path) -> None:
    for path in built.glob("ru.*.json"):
        told = json.loads(path.read_text(encoding="utf-8"))
        assert told["plurals"] == {"one": 0, "few": 1, "many": 2}
    assert translations(built / "ru.house.json")["({count} waits for you)"][0] == "(вас ждёт {count})"
