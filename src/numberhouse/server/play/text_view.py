"""A match as one viewer sees it, as text: for screen readers, for logs, and for programs that read."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, ItemText, TextView, Viewer
from numberhouse.server.play.session import Session
from numberhouse.server.play.updates import ViewerState

__all__ = ["text_view"]


def text_view(session: Session, viewer: Viewer, now: float, lang: str, after: int = 0) -> TextView:
    """Everything that this viewer may see at `now`, with the items after item `after`."""
    state = ViewerState(session, viewer, now)
    log = []
    names = session.names(lang)
    for raw in state.stream.items[max(after, 0) : state.number]:
        item = msgspec.json.decode(raw, type=Item)
        events = (msgspec.json.decode(event, type=Event) for event in item.events)
        lines = [session.installed.tell(event, viewer, lang, names) for event in events]
        log.append(ItemText(item.number, item.at, lines))
    return TextView(session.epoch, state.number, _view_text(session, state, lang, names), log)


def _view_text(session: Session, state: ViewerState, lang: str, names: list[str]) -> str:
    """The view as text, drawn once per viewer and language: many spectators may ask for it after each
    step."""
    source = (session.epoch, state.number, names)
    cached = session.texts.get((state.viewer, lang))
    if cached is None or cached[0] != source:
        text = session.installed.draw(state.view, lang, names)
        cached = session.texts[state.viewer, lang] = source, text
    return cached[1]
