"""The texts of notifications, in English and Russian: the match, the deadline and a link, never a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from numberhouse.protocol.people import NotificationKind

__all__ = ["NotificationText", "compose"]

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


class NotificationText(msgspec.Struct, frozen=True):
    """The facts of one notification."""

    kind: NotificationKind
    match: str
    """The title of the match, or of its game."""
    link: str
    """The address of the match; empty where the settings don't name the service's own address."""
    until: float | None = None
    """The deadline, in seconds since the epoch; None where no time runs."""


def compose(texts: Sequence[NotificationText], lang: str) -> tuple[str, str]:
    """The title and the body of one message."""
    lines = []
    for text in texts:
        until = phrase("until", lang, moment=moment(text.until)) if text.until is not None else ""
        lines.append(phrase(text.kind, lang, match=plain_title(text.match), until=until))
        if text.link:
            lines.append(text.link)
    title = phrase("one" if len(texts) == 1 else "several", lang, count=len(texts))
    return title, "\n".join(lines)


def phrase(name: str, lang: str, /, **values: object) -> str:
    """The phrase in that language, with the values filled in as they are."""
    english, russian = PHRASES[name]
    return (russian if lang == "ru" else english).format(**values)


def moment(at: float) -> str:
    """The time in UTC, to the minute."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def plain_title(title: str) -> str:
    """A title that another person wrote, on one line. It can't mention everybody in a chat room, and it holds
    neither links nor markup."""
    text = re.sub(r"[\s\x00-\x1f\x7f]+", " ", title).strip()[:LONGEST_TITLE]
    text = re.sub(r"[<>*_`\[\]|~]", " ", text).replace("://", ": //")
    return text.replace("@", "@\N{ZERO WIDTH SPACE}")
