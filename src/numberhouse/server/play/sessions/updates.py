"""The messages for a viewer of a match: the same, with the same numbers, over a WebSocket and by polling.

A delayed spectator's messages are made in the same way, from a session of earlier entries (`delayed.py`)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from numberhouse.protocol.play import Snapshot, Update, Viewer
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.delayed import DelayedSession
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.stream import Stream

__all__ = ["ViewerState"]

MOST_ITEMS: Final = 500
"""Items in one update; a viewer that is further behind gets a snapshot, which is no longer than the view."""


class ViewerState:
    """The part of a session that a viewer may see."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self.session, self.viewer = session, viewer
        self.stream: Stream = session.stream(viewer)
        self.number = self.stream.number
        """The number of the last item."""

    @property
    def view(self) -> Any:
        """The view after that item."""
        return self.stream.view

    def snapshot(self, presence: Presence) -> Snapshot:
        """Everything the viewer may see."""
        view = msgspec.Raw(msgspec.json.encode(self.view, order="deterministic"))
        return Snapshot(
            self.session.epoch, self.number, self.viewer, view, presence.public_match(self.session)
        )

    def update(self, presence: Presence, epoch: int, number: int) -> Snapshot | Update:
        """The items after item `number` of that epoch; a snapshot if the past has been corrected since, if an
        item that the viewer may have was replaced, or if there are too many."""
        if epoch != self.session.epoch or epoch < 0 or not self.stream.floor <= number <= self.number:
            return self.snapshot(presence)
        items = self.stream.after(number, self.number)
        if len(items) > MOST_ITEMS:
            return self.snapshot(presence)
        return Update(epoch, list(map(msgspec.Raw, items)), presence.public_match(self.session))

    def wait(self, now: float) -> float | None:
        """Seconds until the viewer may see more, even if nothing happens meanwhile; None for never."""
        session = self.session
        if not isinstance(session, DelayedSession) or session.next_at is None:
            return None
        return max(session.next_at - now, 0.0)
