"""Every word of the pages is there in Russian, with its plural forms, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from gettext import c2py
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).resolve().parents[2]
WEB: Final = ROOT / "web"
GAMES: Final = ROOT / "src" / "numberhouse" / "games"

STRING: Final = r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`'
ONE: Final = re.compile(rf"(?<![\w.])t\(\s*(?:{STRING})")
SEVERAL: Final = re.compile(rf"(?<![\w.])tn\(\s*(?:{STRING})\s*,\s*(?:{STRING})")
CALL: Final = re.compile(r"(?<![\w.])tn?\(\s*(?![\"`\s])(?!text)")
"""A call with something else than a literal."""

HOLE: Final = re.compile(r"\{\w+\}")


def domains() -> Mapping[str, tuple[list[Path], list[Path]]]:
    """By domain, its sources and its Russian catalogues."""
    shell = [path for path in sorted((WEB / "src").rglob("*.ts")) if path.name != "words.ts"]
    found = {"house": (shell, sorted((WEB / "locale").glob("*.ru.po")))}
    for board in sorted(GAMES.glob("*/board/board.ts")):
        folder = board.parent
        sources = [path for path in sorted(folder.rglob("*.ts")) if path.name != "face.ts"]
        found[folder.parent.name.replace("_", "-")] = (
            sources,
            sorted([*folder.glob("board.ru.po"), *folder.parent.glob("locale/ru.po")]),
        )
    return found


DOMAINS: Final = domains()


def said(sources: list[Path]) -> Iterator[str]:
    """The English texts, plural ones by their singular."""
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for found in (*ONE.finditer(text), *SEVERAL.finditer(text)):
            literal = found[1] if found[1] is not None else found[2]
            yield literal.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def told(catalogues: list[Path]) -> dict[str, Message]:
    found: dict[str, Message] = {}
    for path in catalogues:
        for message in catalogue(path):
            if message.id and (
                not message.locations or any(name.endswith(".ts") for name, _ in message.locations)
            ):
                key = message.id if isinstance(message.id, str) else message.id[0]
                assert key not in found or found[key].string == message.string, f"two translations of {key!r}"
                found[key] = message
    return found


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_translated_and_every_translation_used(domain: str) -> None:
    sources, catalogues = DOMAINS[domain]
    english, russian = set(said(sources)), told(catalogues)
    assert sorted(english - russian.keys()) == []
    assert sorted(russian.keys() - english) == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_translations_are_whole(domain: str) -> None:
    for key, message in told(DOMAINS[domain][1]).items():
        forms: Any = message.string if isinstance(message.string, tuple | list) else [message.string]
        assert len(forms) == (3 if isinstance(message.id, tuple | list) else 1), key
        for form in forms:
            assert form, key
            assert not message.fuzzy
            holes = set(HOLE.findall(key if isinstance(message.id, str) else message.id[1]))
            assert set(HOLE.findall(form)) <= holes | {"{count}"}, key
            assert "!" not in form


@pytest.mark.parametrize("domain", DOMAINS)
def test_texts_are_literals_so_that_they_can_be_found(domain: str) -> None:
    for path in DOMAINS[domain][0]:
        assert not CALL.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("path", [path for _, paths in DOMAINS.values() for path in paths], ids=str)
def test_catalogues_number_plural_forms_as_browsers_do(path: Path) -> None:
    forms = c2py(catalogue(path).plural_expr)
    counted = {count: forms(count) for count in (1, 2, 5, 11, 21, 22, 111)}
    assert counted == {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 22: 1, 111: 2}
