"""The terms of a match besides its game's options: who may watch, and the effect of deadlines."""

from __future__ import annotations

import unicodedata
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = ["FAR", "LONGEST_TITLE", "Status", "Terms", "Visibility"]

FAR: Final = 366 * 86_400.0
"""Seconds; no time can be planned further ahead."""

LONGEST_TITLE: Final = 100
"""Characters."""


Status: TypeAlias = Literal["draft", "open", "running", "paused", "finished", "abandoned"]


Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""`public`: listed for everybody; `unlisted`: open to people who have the link; `private`: open to invited
people."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The terms of a match, set in its draft."""

    title: str = ""
    visibility: Visibility = "public"
    language: str = "en"
    """Language of announcements and exports: a code, such as `ru`."""
    spectators: bool = True
    """Whether spectators may watch before the end."""
    spectator_delay: float = 0.0
    """Seconds after which spectators see an event."""
    after_downtime: Literal["extend", "strict"] = "extend"
    """Whether a deadline that passed while the service was down is moved by the time it was down."""
    reminder: float = 3600.0
    """Seconds before a deadline at which the awaited players are reminded; 0 for never."""

    def __post_init__(self) -> None:
        if len(self.title) > LONGEST_TITLE:
            raise ValueError(f"title: {len(self.title)} characters; at most {LONGEST_TITLE} are possible")
        if any(unicodedata.category(sign)[0] not in "LMNPSZ" for sign in self.title):
            raise ValueError(
                "title: it has invisible characters; letters, digits and punctuation are accepted"
            )
        for name, seconds in (("spectator_delay", self.spectator_delay), ("reminder", self.reminder)):
            if not 0 <= seconds <= FAR:
                raise ValueError(f"{name}: {seconds} seconds; 0 to {FAR:.0f} are possible")
