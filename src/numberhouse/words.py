"""The words of the house and of its games in every language, from gettext catalogues.

English stands in the code and is the key. A translation stands in `locale/LANG.po` of the package that says
the text: one catalogue holds what a game says in the terminal, in refusals and on its board in the browser,
so a further language of a text is a further file. Readers choose among the languages of the house's own
catalogues, `HOUSE.languages`. A text that a catalogue lacks stays English; the tests want every catalogue
whole.

`tools/update_words.py` collects the texts into `messages.pot` and brings the catalogues up to date. It finds
the literals in calls of `t`, `tn`, `everywhere`, `message` and `in_context`, and the message of an
`IllegalAction`.

A text is filled in after its translation. A value that looks like a placeholder stays as it is; only a value
of the format `t` is a text itself, and is filled in too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, partial
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "HOUSE",
    "SOURCE",
    "Format",
    "Phrase",
    "Words",
    "alternatives",
    "fill",
    "in_context",
    "literal",
    "message",
    "words_of",
]

SOURCE: Final = "en"
"""The language of the texts in the code."""

PLACEHOLDER: Final = re.compile(
    r"\{\{|\}\}|\{(?P<name>[A-Za-z_]\w*)(?:\[(?P<index>\d)\])?(?P<repr>!r)?(?::(?P<format>[^{}]*))?\}"
)
"""Less than Python's own: a text may hold words of a user, and `{x.__class__}` or `{x:>999999999}` in it must
neither read anything nor fill the memory."""

NUMBER_FORMAT: Final = re.compile(r",|[,+]?\.\df|\.\d%|\.\dg")

CONTEXT: Final = "\x04"
"""Between a context and its text, as gettext writes them."""

Format = Callable[[Any], str]
"""How a placeholder with a format shows its value: `{sets:or}`."""


class Phrase(Protocol):
    """Texts by name: `phrase("begins", lang, name="Ann")`."""

    def __call__(self, name: str, lang: str, /, **values: Any) -> str: ...


def message(text: str) -> str:
    """The text itself, marked as one to be translated where it is used."""
    return text


def in_context(context: str, text: str) -> str:
    """A marked text that is translated in its own way here: "first" of a place, "first" of a turn."""
    return context + CONTEXT + text


class Words:
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
def words_of(package: str) -> Words:
    """The texts of the package of that name, such as `numberhouse.games.mixmath`."""
    return Words(package)


HOUSE: Final = words_of("numberhouse")
"""The texts of the house itself."""


def fill(text: str, values: Mapping[str, Any], formats: Mapping[str, Format] | None = None) -> str:
    """The text with its placeholders filled in.

    `formats` are for placeholders such as `{turn:seat}`. What it lacks is shown as in English: a seat by its
    number, `list`, `or` and `and` for several values, `t` for a value that is a text itself, filled in with
    the same values. `{sets[0]}` is one of several values, `{x:.1f}` and `{n:,}` are numbers as Python formats
    them, and a value of any other format is shown as it is. Raises `KeyError` for a placeholder without a
    value, `IndexError` and `ValueError` for values that are too few.
    """
    known: dict[str, Format] = {
        **ENGLISH,
        "t": lambda inner: fill(str(inner), values, {**(formats or {}), "t": str}),
        **(formats or {}),
    }

    def shown(placeholder: re.Match[str]) -> str:
        if placeholder["name"] is None:
            return placeholder[0][0]  # {{ or }}
        value = values[placeholder["name"]]
        if placeholder["index"]:
            value = value[int(placeholder["index"])]
        if placeholder["repr"]:
            value = repr(value)
        wanted = placeholder["format"] or ""
        if wanted in known:
            return known[wanted](value)
        if wanted and NUMBER_FORMAT.fullmatch(wanted) and isinstance(value, int | float):
            return format(value, wanted)
        return str(value)  # a format that is known elsewhere, as a game's own

    return PLACEHOLDER.sub(shown, text)


def literal(text: str) -> str:
    """A template for a text that is ready: its braces are no placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def alternatives(values: Iterable[Any], conjunction: str) -> str:
    """Several values in a sentence: "1, 2 or 3"."""
    *others, last = map(str, values)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


ENGLISH: Final[Mapping[str, Format]] = {
    "seat": lambda seat: f"seat {seat}",
    "seats": lambda seats: ", ".join(map(str, seats)),
    "list": lambda values: ", ".join(map(str, values)),
    "or": lambda values: alternatives(values, "or"),
    "and": lambda values: alternatives(values, "and"),
}


def _read(package: str, lang: str) -> NullTranslations:
    import polib  # reading English needs no catalogue

    catalogue = polib.pofile((_folder(package) / f"{lang}.po").read_text(encoding="utf-8"))
    return GNUTranslations(io.BytesIO(catalogue.to_binary()))


def _folder(package: str) -> Traversable:
    from importlib.resources import files  # as slow to import as the rest of the command line

    return files(package) / "locale"
