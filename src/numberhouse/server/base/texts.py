"""Texts that other people read: what each kind accepts, one function per kind.

A text must show what it contains. Characters that nobody sees, and those that change the direction of the
words around them, let one text pass for another, or hide a part of it. They are refused and not removed, so
that nobody is surprised by what is stored. Which characters these are is not our list: `precis_i18n` derives
it from Python's Unicode data (RFC 8264). Sequences of emoji and the joiners that some scripts need are
accepted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from numberhouse.protocol.texts import KIND, TextKind
from numberhouse.server.base.refusals import Refused

__all__ = [
    "LONGEST_NAME",
    "TEXTS",
    "announcement_text",
    "check_texts",
    "label",
    "message_text",
    "note_text",
    "person_name",
    "reason_text",
    "text_kind_of",
    "title",
]

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 100
LONGEST_MESSAGE: Final = 2000
LONGEST_ANNOUNCEMENT: Final = 4000
LONGEST_REASON: Final = 500
LONGEST_NOTE: Final = 500

MOST_MARKS: Final = 4
"""Combining marks on one character; more of them cover the lines above and below."""

LINES: Final = "\n\t"

BLANK: Final = "\u2800"
"""A symbol that shows nothing."""

VISIBLE_FORMATS: Final = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Characters of the category of invisible ones that are seen: they stand under or before digits."""

SELECTORS: Final = "\ufe0e\ufe0f"
SHADES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
JOINERS: Final = "\u200c\u200d"
FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""The flag of a part of a country: a black flag, then tags."""

PLAIN: Final = re.compile(r"[\n\t -~]*")
"""Text that no check of characters is needed for."""


def person_name(text: str) -> str:
    """A person's name as it is stored: by the profile of RFC 8266 for nicknames, which writes ligatures and
    other compatibility characters out and leaves single spaces. Raises `Refused`."""
    most = LONGEST_NAME
    if len(text) > 4 * most:  # before any work
        raise _length("name", "a name", len(text), 1, most)
    # A name is put into sentences on every face. Nothing in it may join or hide: no sequences of emoji.
    _check_visible("name", "a name", text, lines="", sequences=False)
    name = _nickname(text)
    if not 1 <= len(name) <= most:
        raise _length("name", "a name", len(name), 1, most)
    if all(unicodedata.category(char)[0] in "MZ" or char == BLANK for char in name):
        raise Refused(400, "name", "the name shows nothing; one with letters, digits or signs is accepted")
    return name


def title(text: str) -> str:
    """The title of a match, on one line; it may be empty. Raises `Refused`."""
    return _text("title", "a title", text, 0, LONGEST_TITLE, lines="")


def label(text: str) -> str:
    """The name of a thing, such as a program. Raises `Refused`."""
    return _text("name", "a name", re.sub(r"\s+", " ", text), 1, LONGEST_NAME, lines="")


def message_text(text: str) -> str:
    """A chat message. Raises `Refused`."""
    return _text("text", "a message", text, 1, LONGEST_MESSAGE)


def announcement_text(text: str) -> str:
    """A host's announcement. Raises `Refused`."""
    return _text("announcement", "an announcement", text, 1, LONGEST_ANNOUNCEMENT)


def reason_text(text: str) -> str:
    """The reason of a step or of a report; it may be empty. Raises `Refused`."""
    return _text("reason", "a reason", text, 0, LONGEST_REASON)


def note_text(text: str) -> str:
    """A player's private note; it may be empty. Raises `Refused`."""
    return _text("note", "a note", text, 0, LONGEST_NOTE)


TEXTS: Final[Mapping[TextKind, Callable[[str], str]]] = {
    "name": lambda text: person_name(text) if text else text,
    "title": title,
    "label": label,
    "message": message_text,
    "announcement": announcement_text,
    "reason": reason_text,
    "note": note_text,
}
"""By kind, the function that checks a text of it."""


def check_texts(request: Any) -> None:
    """Raise `Refused` for a request with a text that the type of its field doesn't accept."""
    if isinstance(request, msgspec.Struct):
        for field, kind in _fields(type(request)):
            value = getattr(request, field)
            if kind is not None and isinstance(value, str):
                TEXTS[kind](value)
            elif kind is None:
                check_texts(value)
    elif isinstance(request, list | tuple):
        for item in request:
            check_texts(item)


@cache
def _fields(struct: type[msgspec.Struct]) -> tuple[tuple[str, TextKind | None], ...]:
    """The fields of a request that can hold texts, each with the kind of its own text."""
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple((field.name, text_kind_of(field.type)) for field in info.fields)


def text_kind_of(info: msgspec.inspect.Type) -> TextKind | None:
    """The kind of the texts of a field; None where its type names none."""
    if isinstance(info, msgspec.inspect.Metadata):
        return (info.extra or {}).get(KIND) or text_kind_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return next((kind for part in info.types if (kind := text_kind_of(part)) is not None), None)
    return None


def _text(code: str, what: str, text: str, fewest: int, most: int, lines: str = LINES) -> str:
    # Twice the length is enough for text that NFC makes shorter, and bounds the work for the rest.
    if len(text) > 4 * most:
        raise _length(code, what, len(text), fewest, most)
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    if not fewest <= len(text) <= most:
        raise _length(code, what, len(text), fewest, most)
    _check_visible(code, what, text, lines)
    if text and all(char.isspace() or char == BLANK for char in text):
        raise Refused(400, code, f"{what} that shows nothing; letters, digits and signs are accepted")
    return text


def _length(code: str, what: str, length: int, fewest: int, most: int) -> Refused:
    return Refused(400, code, f"{what} of {length} characters; {fewest} to {most} are possible", longest=most)


def _nickname(text: str) -> str:
    from precis_i18n import get_profile  # here, because the service can start before anybody is named

    try:
        name: str = get_profile("NicknameCasePreserved").enforce(text) if text.strip() else ""
    except UnicodeEncodeError as error:
        raise _not_accepted("name", "a name", error.object[error.start], error.start) from error
    return name


def _check_visible(code: str, what: str, text: str, lines: str, *, sequences: bool = True) -> None:
    """Raise `Refused` for a text with a character that hides something; it names the first one."""
    if lines and PLAIN.fullmatch(text):
        return
    joined = _joiners(text) if sequences else frozenset()
    marks = 0
    for index, char in enumerate(text):
        if char in lines or index in joined:
            continue
        if _hides(char) and not (sequences and _is_pictograph(char)):
            raise _not_accepted(code, what, char, index)
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise Refused(
                400,
                code,
                f"{what} with {marks} marks on one character, up to character {index + 1}; "
                f"{MOST_MARKS} are possible",
                most=MOST_MARKS,
            )


def _hides(char: str) -> bool:
    """Whether nobody sees the character, or nobody knows how it looks."""
    category = unicodedata.category(char)
    if category in ("Cc", "Cn", "Co", "Cs", "Zl", "Zp"):
        return True
    if category == "Cf":
        return char not in VISIBLE_FORMATS
    return char > "\x7f" and bool(_unicode_data().default_ignorable(ord(char)))


def _joiners(text: str) -> frozenset[int]:
    """The places of the joiners, selectors and tags that make emoji of their neighbours, or that the spelling
    of a script needs."""
    from precis_i18n.context import context_rule_error  # here for the same reason as in `_nickname`

    places = {place for flag in FLAG.finditer(text) for place in range(flag.start() + 1, flag.end())}
    base = ""  # the last character that is neither a selector nor a shade of skin
    for index, char in enumerate(text):
        following = text[index + 1 : index + 2]
        if char in SELECTORS:
            selects = _is_pictograph(base) or (base != "" and base in "0123456789#*")
            if selects and text[index - 1] not in SELECTORS:
                places.add(index)
        elif char in JOINERS:
            joins = char == "\u200d" and _is_pictograph(base) and _is_pictograph(following)
            if joins or not context_rule_error(text, index, _unicode_data()):
                places.add(index)
            base = ""
        elif char not in SHADES or not _is_pictograph(base):
            base = char
    return frozenset(places)


def _is_pictograph(char: str) -> bool:
    """Whether it is a symbol that emoji are made of, those included that are newer than Python's Unicode."""
    if char == "" or char == BLANK:
        return False
    if "\U0001f000" <= char <= "\U0001faff":
        return True
    return char > "\x7f" and (
        unicodedata.category(char) in ("So", "Sm") or char in "\u203c\u2049\u3030\u2139"
    )


@cache
def _unicode_data() -> Any:
    from precis_i18n.unicode import UnicodeData  # here for the same reason as in `_nickname`

    return UnicodeData()


def _not_accepted(code: str, what: str, char: str, index: int) -> Refused:
    name = unicodedata.name(char, "")
    described = f"U+{ord(char):04X}" + (f" {name}" if name else "")
    return Refused(
        400,
        code,
        f"{what} with {described} as character {index + 1}; text is accepted without invisible and control "
        "characters and without signs that turn its direction",
        character=f"U+{ord(char):04X}",
        place=index + 1,
    )
