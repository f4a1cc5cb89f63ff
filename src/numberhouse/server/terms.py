"""What is agreed about a match besides its game's options: who may look on, what lateness means."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Status", "Terms", "Visibility"]

Status: TypeAlias = Literal["draft", "open", "running", "paused", "finished", "abandoned"]

Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""Listed for everybody; for whoever has the link; for those who are invited."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Set when a match is drafted."""

    title: str = ""
    visibility: Visibility = "public"
    language: Literal["en", "ru"] = "en"
    """Of announcements and exports."""
    spectators: bool = True
    """Whether anybody may look on before the end."""
    spectator_delay: float = 0.0
    """Seconds between what happens and when spectators see it."""
    after_downtime: Literal["extend", "strict"] = "extend"
    """Whether a deadline that passed while the service was down is moved by the time it was down."""
    reminder: float = 3600.0
    """Seconds before a deadline at which those who are waited for are reminded; 0 for never."""
