"""A language in which every text of a catalogue stands in ⟦brackets⟧, for tests that look for text that can't
be translated.

Placeholders stay outside of the brackets, so that no value hides in them. A text that its package's
catalogue lacks stays as it is. A test module imports the fixture `pseudo_language` and makes it `autouse` by
`pytestmark`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

import polib
import pytest

from numberhouse.words import CONTEXT, Catalogues, fill

__all__ = ["LANG", "bracketed", "letters_outside", "outside", "pseudo_language"]

LANG: Final = "xx"
BRACKETS: Final = re.compile(r"⟦[^⟦⟧]*⟧")


@pytest.fixture
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every language is the language of brackets."""

    def translated(words: Catalogues, text: str, lang: str) -> str:  # noqa: ARG001 - the method's shape
        return _translated(words.package, text)

    def tn(words: Catalogues, one: str, many: str, count: int, lang: str, /, **values: Any) -> str:  # noqa: ARG001
        text = _translated(words.package, one) if count == 1 else _plural(words.package, one, many)
        return fill(text, {"count": count, **values})

    monkeypatch.setattr(Catalogues, "translated", translated)
    monkeypatch.setattr(Catalogues, "tn", tn)


def bracketed(template: str) -> str:
    """The text with every run of words between its placeholders in brackets."""
    pieces = []
    for literal, name, form, conversion in Formatter().parse(template):
        pieces.append(f"⟦{literal}⟧" if literal else "")
        if name is not None:
            pieces.append(f"{{{name}{'!' * bool(conversion)}{conversion or ''}{':' * bool(form)}{form}}}")
    return "".join(pieces)


def outside(text: str, data: Collection[str] = ()) -> str:
    """What stands outside of brackets. `data` are names and what a person has typed, which no catalogue
    has."""
    bare = BRACKETS.sub(" ", text)
    for known in sorted(filter(None, data), key=len, reverse=True):
        bare = bare.replace(known, " ")
    return bare


def letters_outside(text: str, data: Collection[str] = ()) -> list[str]:
    """The words that stand outside of brackets."""
    return re.findall(r"[^\W\d_]+", outside(text, data))


@cache
def _catalogue(package: str) -> frozenset[tuple[str, str | None]]:
    """Texts and contexts of the catalogue that translators start from."""
    template = polib.pofile((files(package) / "locale" / "messages.pot").read_text(encoding="utf-8"))
    return frozenset((entry.msgid, entry.msgctxt) for entry in template)


def _translated(package: str, text: str) -> str:
    context, _, plain = text.rpartition(CONTEXT)
    return bracketed(plain) if (plain, context or None) in _catalogue(package) else plain


def _plural(package: str, one: str, many: str) -> str:
    return bracketed(many) if (one, None) in _catalogue(package) else many
