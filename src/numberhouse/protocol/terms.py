"""The terms of a match besides its game's options: who may watch, and the effect of deadlines."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.protocol.texts import Title as TitleText

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

    title: TitleText = ""
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
    drop_free_seats: bool = False
    """Whether the start drops the seats on which nobody sits, where the game allows the number that is left:
    the match is for as many as come. Otherwise it begins with all its seats taken."""
    clock_starts: Literal["game", "at-once", "when-seen"] = "game"
    """When the first turn of each player begins: with the match (`at-once`), or when the player has opened
    it, a minute later at most (`when-seen`); `game`: as the game's card says. It matters to a clock for each
    turn only."""
    starts_when_full: bool = False
    """Whether the match begins by itself as soon as somebody is on every seat."""

    def __post_init__(self) -> None:
        if len(self.title) > LONGEST_TITLE:
            raise ValueError(f"title: {len(self.title)} characters; at most {LONGEST_TITLE} are possible")
        for name, seconds in (("spectator_delay", self.spectator_delay), ("reminder", self.reminder)):
            if not 0 <= seconds <= FAR:
                raise ValueError(f"{name}: {seconds} seconds; 0 to {FAR:.0f} are possible")
