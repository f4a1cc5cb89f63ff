"""A match as one viewer sees it, in words: for screen readers, for logs, and for programs that read."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, ItemText, TextView, Viewer
from numberhouse.server.play.session import Session
from numberhouse.server.play.updates import ViewerState

__all__ = ["in_words"]


def in_words(session: Session, viewer: Viewer, now: float, lang: str, after: int = 0) -> TextView:
    """Everything that this viewer may see by now; of the log what comes after item `after`."""
    sight = ViewerState(session, viewer, now)
    log = []
    names = session.names(lang)
    for raw in sight.stream.items[max(after, 0) : sight.number]:
        item = msgspec.json.decode(raw, type=Item)
        events = (msgspec.json.decode(one, type=Event) for one in item.events)
        lines = [session.installed.tell(event, viewer, lang, names) for event in events]
        log.append(ItemText(item.number, item.at, lines))
    return TextView(session.epoch, sight.number, _drawn(session, sight, lang, names), log)


def _drawn(session: Session, sight: ViewerState, lang: str, names: list[str]) -> str:
    """The view as text, drawn once for an audience: many spectators may ask after each step."""
    drawn_from = (session.epoch, sight.number, names)
    known = session.texts.get((sight.viewer, lang))
    if known is None or known[0] != drawn_from:
        text = session.installed.draw(sight.view, lang, names)
        known = session.texts[sight.viewer, lang] = drawn_from, text
    return known[1]
