"""The texts of notifications: the match, the deadline and a link, never a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from numberhouse.protocol.people import NotificationKind
from numberhouse.server.notifications.offers import OfferPhrase
from numberhouse.words import HOUSE, message

__all__ = ["NotificationText", "compose"]

LONGEST_TITLE: Final = 80

PHRASES: Final[Mapping[str, str]] = {
    "your-turn": message("{match}: your turn{until}."),
    "deadline": message("{match}: your time is running out{until}."),
    "round": message("{match}: the round is over."),
    "offer-seat": message("{match}: {name} offers you a seat."),
    "offer-host": message("{match}: {name} asks you to host."),
    "offer-rematch": message("{match}: {name} asks for a rematch."),
    "proposal": message("{match}: {name} proposes something that needs your consent."),
    "declined": message("{match}: {name} has declined your offer."),
    "over": message("{match}: the match is over."),
    "announcement": message("{match}: the host has announced something."),
    "message": message("{match}: there are new messages for you."),
    "until": message(", until {moment}"),
    "several": message("Numberhouse: {count} notifications"),
    "one": message("Numberhouse"),
}


class NotificationText(msgspec.Struct, frozen=True):
    """The facts of one notification."""

    kind: NotificationKind | OfferPhrase
    match: str
    """The title of the match, or of its game."""
    link: str
    """The address of the match; empty where the settings don't name the service's own address."""
    until: float | None = None
    """The deadline, in seconds since the epoch; None where no time runs."""
    name: str = ""
    """Name of the person who makes or declines an offer, or who proposes something."""


def compose(texts: Sequence[NotificationText], lang: str) -> tuple[str, str]:
    """The title and the body of one message."""
    lines = []
    for text in texts:
        until = phrase("until", lang, moment=moment(text.until)) if text.until is not None else ""
        name = plain_title(text.name)
        lines.append(phrase(text.kind, lang, match=plain_title(text.match), until=until, name=name))
        if text.link:
            lines.append(text.link)
    title = phrase("one" if len(texts) == 1 else "several", lang, count=len(texts))
    return title, "\n".join(lines)


phrase: Final = HOUSE.phrases(PHRASES)
"""The phrase of that name in a language; values are filled in as they are."""


def moment(at: float) -> str:
    """The time in UTC, to the minute."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def plain_title(title: str) -> str:
    """A title that another person wrote, on one line. It can't mention everybody in a chat room, and it holds
    neither links nor markup."""
    text = re.sub(r"[\s\x00-\x1f\x7f]+", " ", title).strip()[:LONGEST_TITLE]
    text = re.sub(r"[<>*_`\[\]|~]", " ", text).replace("://", ": //")
    return text.replace("@", "@\N{ZERO WIDTH SPACE}")
