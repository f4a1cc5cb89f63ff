"""Waking the viewers of a match whose messages have changed, here and in the other processes."""

from __future__ import annotations

from collections.abc import Callable

from numberhouse.server.chat.rooms import Room
from numberhouse.server.play.presence import Presence

__all__ = ["ChatUpdates"]


class ChatUpdates:
    """The changes to the messages of all matches since this process began."""

    def __init__(self, presence: Presence) -> None:
        self.presence = presence
        self.tell: Callable[[str], None] = lambda match: None  # noqa: ARG005
        """Called with a match whose messages have changed, so that the other processes learn of it."""
        self.versions: dict[str, int] = {}
        """By match, the number of changes to its messages."""
        self.renamings: dict[str, int] = {}
        """By match, the number of new names of its authors."""

    def notify_room(self, match: str, room: Room) -> None:
        """Wake those who may read the room, in the other processes too: the viewers on its seats, and the
        viewers without a seat, the host among them."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match, (*room.seats, None))
        self.tell(match)

    def notify_hidden(self, match: str) -> None:
        """Wake all viewers of a match in which a message was hidden, in the other processes too."""
        self.notify_change(match)
        self.tell(match)

    def notify_change(self, match: str) -> None:
        """Wake the viewers of this match, whose messages have changed here or in another process."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match)

    def notify_renamed(self, match: str) -> None:
        """Send the viewers of this match all messages anew: one of their authors has another name."""
        self.renamings[match] = self.renamings.get(match, 0) + 1
        self.notify_change(match)
