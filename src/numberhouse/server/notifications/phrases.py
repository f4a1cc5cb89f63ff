"""Notices in words, English and Russian: the match, the deadline and a link, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from numberhouse.protocol.people import Notice

__all__ = ["NoticeText", "in_words"]

LONGEST_TITLE: Final = 80

PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    "your-turn": ("{match}: your turn{until}.", "{match}: ваш ход{until}."),
    "deadline": (
        "{match}: your time is running out{until}.",
        "{match}: ваше время на исходе{until}.",
    ),
    "round": ("{match}: the round is over.", "{match}: раунд сыгран."),
    "invitation": ("{match}: you have been given a seat.", "{match}: вам дали место."),
    "over": ("{match}: the match is over.", "{match}: партия окончена."),
    "until": (", until {moment}", ", до {moment}"),
    "several": ("Numberhouse: {count} notices", "Numberhouse, уведомлений: {count}"),
    "one": ("Numberhouse", "Numberhouse"),
}


class NoticeText(msgspec.Struct, frozen=True):
    """What there is to say about one thing."""

    kind: Notice
    match: str
    """The title, or the game's."""
    link: str
    """Empty where the house doesn't know its own address."""
    until: float | None = None


def in_words(said: Sequence[NoticeText], lang: str) -> tuple[str, str]:
    """The title and the body of one message."""
    lines = []
    for one in said:
        until = phrase("until", lang, moment=moment(one.until)) if one.until is not None else ""
        lines.append(phrase(one.kind, lang, match=harmless(one.match), until=until))
        if one.link:
            lines.append(one.link)
    title = phrase("one" if len(said) == 1 else "several", lang, count=len(said))
    return title, "\n".join(lines)


def phrase(name: str, lang: str, /, **values: object) -> str:
    """In that language; values are filled in as they are."""
    english, russian = PHRASES[name]
    return (russian if lang == "ru" else english).format(**values)


def moment(at: float) -> str:
    """In UTC, to the minute."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def harmless(title: str) -> str:
    """Another person's words: on one line, and without calling everybody in a room, linking or decorating."""
    plain = re.sub(r"[\s\x00-\x1f\x7f]+", " ", title).strip()[:LONGEST_TITLE]
    plain = re.sub(r"[<>*_`\[\]|~]", " ", plain).replace("://", ": //")
    return plain.replace("@", "@\N{ZERO WIDTH SPACE}")
