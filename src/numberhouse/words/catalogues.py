"""Catalogues: the texts of one package in every language.

A reader chooses among the languages of the house's own catalogues, `HOUSE.languages`. A text that a catalogue
lacks stays English; the tests want every catalogue whole.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache, cached_property, partial
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from numberhouse.words.placeholders import alternatives, fill

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["CONTEXT", "HOUSE", "SOURCE", "Catalogues", "Phrase", "Words", "in_context", "message", "words_of"]

SOURCE: Final = "en"
"""The language of the texts in the code."""

CONTEXT: Final = "\x04"
"""Between a context and its text, as gettext writes them."""


Words: TypeAlias = Mapping[str, str]
"""A text by language code, such as `en`."""


class Phrase(Protocol):
    """Texts by name: `phrase("begins", lang, name="Ann")`."""

    def __call__(self, name: str, lang: str, /, **values: Any) -> str: ...


def message(text: str) -> str:
    """The text itself, marked as one to be translated where it is used."""
    return text


def in_context(context: str, text: str) -> str:
    """A marked text that is translated in its own way here: "first" of a place, "first" of a turn."""
    return context + CONTEXT + text


class Explained(Protocol):
    """A text that has travelled with its values, as an explanation of a review."""

    @property
    def text(self) -> str:
        """The text, with placeholders."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Numbers, names, sentences of this kind, and series of them."""


class Catalogues:
    """The texts of one package. Languages without a catalogue read English."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._catalogues: dict[str, NullTranslations] = {SOURCE: NullTranslations()}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """English first, then every language that has a catalogue."""
        folder = _folder(self.package)
        if not folder.is_dir():
            return (SOURCE,)
        found = (entry.name for entry in folder.iterdir())
        return (SOURCE, *sorted(name.removesuffix(".po") for name in found if name.endswith(".po")))

    def t(self, text: str, lang: str, /, **values: Any) -> str:
        """The text in a language, filled in with the values."""
        return fill(self.translated(text, lang), values)

    def tn(self, one: str, many: str, count: int, lang: str, /, **values: Any) -> str:
        """The text in the form that the language has for the count, which it may name: `{count}`."""
        return fill(self._catalogue(lang).ngettext(one, many, count), {"count": count, **values})

    def everywhere(self, text: str, /, **values: Any) -> dict[str, str]:
        """The text by language, in all languages of the package."""
        return {lang: self.t(text, lang, **values) for lang in self.languages}

    def explained(self, explanation: Explained, lang: str) -> str:
        """The explanation in a language. Sentences in a value follow each other after a semicolon; a series
        of other values reads as alternatives: "A, B or C"."""
        values = {name: self._shown(value, lang) for name, value in explanation.values.items()}
        return self.t(explanation.text, lang, **values)

    def _shown(self, value: Any, lang: str) -> Any:
        if not isinstance(value, tuple | list):
            return value
        sentences = [one for one in value if not isinstance(one, str | int)]
        if sentences:
            return "; ".join(self.explained(one, lang) for one in sentences)
        return alternatives(value, HOUSE.t("or", lang)) if value else ""

    def phrases(self, texts: Mapping[str, str]) -> Phrase:
        """A function for texts that go by names, because the name is put together from what has happened."""
        return partial(self._phrase, texts)

    def translated(self, text: str, lang: str) -> str:
        """The text in a language with its placeholders."""
        if not text:
            return text  # gettext answers the empty text with the catalogue's header
        context, separator, plain = text.rpartition(CONTEXT)
        catalogue = self._catalogue(lang)
        return catalogue.pgettext(context, plain) if separator else catalogue.gettext(text)

    def _phrase(self, texts: Mapping[str, str], name: str, lang: str, /, **values: Any) -> str:
        return self.t(texts[name], lang, **values)

    def _catalogue(self, lang: str) -> NullTranslations:
        if lang not in self._catalogues:
            if lang not in self.languages:
                return self._catalogues[SOURCE]
            self._catalogues[lang] = _read(self.package, lang)
        return self._catalogues[lang]


@cache
def words_of(package: str) -> Catalogues:
    """The texts of the package of that name, such as `numberhouse.games.mixmath`."""
    return Catalogues(package)


HOUSE: Final = words_of("numberhouse.words")
"""The texts of the house itself."""


def _read(package: str, lang: str) -> NullTranslations:
    import polib  # reading English needs no catalogue

    catalogue = polib.pofile((_folder(package) / f"{lang}.po").read_text(encoding="utf-8"))
    return GNUTranslations(io.BytesIO(catalogue.to_binary()))


def _folder(package: str) -> Traversable:
    from importlib.resources import files  # as slow to import as the rest of the command line

    return files(package) / "locale"
