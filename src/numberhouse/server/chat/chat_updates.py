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
        self.tell: Callable[[str, bool], None] = lambda match, renamed: None  # noqa: ARG005
        """Called with a match whose messages have changed here, and whether one of their authors has another
        name, so that the other processes learn of it."""
        self.renamings: dict[str, int] = {}
        """By match, the number of new names of its authors."""
        self._changes: dict[str, int] = {}
        """By match, the number of changes to its messages."""
        self._gaps = 0
        """How often changes of other processes may have been missed."""

    def version(self, match: str) -> tuple[int, int]:
        """A value that changes whenever messages of the match may have changed."""
        return self._changes.get(match, 0), self._gaps

    def notify_room(self, match: str, room: Room) -> None:
        """Wake those who may read the room, in the other processes too: the viewers on its seats, and the
        viewers without a seat, the host among them."""
        self._changes[match] = self._changes.get(match, 0) + 1
        self.presence.notify(match, (*room.seats, None))
        self.tell(match, False)

    def notify_hidden(self, match: str) -> None:
        """Wake all viewers of a match in which a message was hidden, in the other processes too."""
        self.notify_here(match)
        self.tell(match, False)

    def notify_renamed(self, match: str) -> None:
        """Send the viewers of this match all messages anew, in the other processes too: one of their authors
        has another name."""
        self.notify_here(match, renamed=True)
        self.tell(match, True)

    def notify_here(self, match: str, *, renamed: bool = False) -> None:
        """Wake the viewers of this match here. All messages are sent anew if an author was `renamed`."""
        if renamed:
            self.renamings[match] = self.renamings.get(match, 0) + 1
        self._changes[match] = self._changes.get(match, 0) + 1
        self.presence.notify(match)

    def notify_missed(self) -> None:
        """Wake the viewers of all matches: other processes may have changed messages of any."""
        self._gaps += 1
        self.presence.notify_everybody()
