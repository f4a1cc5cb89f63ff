"""The messages for a viewer of a match: the same, with the same numbers, over a WebSocket and by polling."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.protocol.play import PublicMatch, Snapshot, Update, Viewer
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Session
from numberhouse.server.play.stream import Stream

__all__ = ["ViewerState"]


class ViewerState:
    """The part of a match that a viewer may see at one moment: spectators may have to wait for the last
    items."""

    def __init__(self, session: Session, viewer: Viewer, now: float) -> None:
        self.session, self.viewer, self.now = session, viewer, now
        self.stream: Stream = session.stream(viewer)
        self.delay = session.row.terms.spectator_delay if viewer is None else 0.0
        self.number = self._visible_number()
        """The number of the last item that the viewer may see."""

    @property
    def entries(self) -> int:
        """The length of the match's log while that item was the last one."""
        return self.stream.entries_seen(self.number)

    @property
    def view(self) -> Any:
        """The view after that item."""
        if self.number == self.stream.number:
            return self.stream.view
        return self.session.match.game.view(self.session.states[self.entries], self.viewer)

    def snapshot(self, presence: Presence) -> Snapshot:
        """Everything the viewer may see."""
        view = msgspec.Raw(msgspec.json.encode(self.view, order="deterministic"))
        return Snapshot(self.session.epoch, self.number, self.viewer, view, self.public_match(presence))

    def update(self, presence: Presence, epoch: int, number: int) -> Snapshot | Update:
        """The items after item `number` of that epoch; a snapshot if the past has been corrected since."""
        if epoch != self.session.epoch or epoch < 0 or not 0 <= number <= self.number:
            return self.snapshot(presence)
        items = [msgspec.Raw(item) for item in self.stream.items[number : self.number]]
        return Update(epoch, items, self.public_match(presence))

    def wait(self) -> float | None:
        """Seconds until the viewer may see more, even if nothing happens meanwhile; None for never."""
        if self.number == self.stream.number:
            return None
        return max(self.stream.moments[self.number] + self.delay - self.now, 0.0)

    def public_match(self, presence: Presence) -> PublicMatch:
        """The public facts that the viewer may see: a delayed spectator doesn't see which seats are awaited
        now."""
        return presence.public_match(self.session, behind=self.number < self.stream.number)

    def _visible_number(self) -> int:
        number = self.stream.number
        if not self.delay or self.session.released or self.session.over:
            return number
        while number and self.stream.moments[number - 1] + self.delay > self.now:
            number -= 1
        return number
