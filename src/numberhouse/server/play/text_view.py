"""A match as one viewer sees it, as text: for screen readers, for logs, and for programs that read."""

from __future__ import annotations

from typing import Final

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, ItemText, TextView, Viewer
from numberhouse.server.play.session import Session
from numberhouse.server.play.updates import ViewerState

__all__ = ["text_view"]


MOST_ITEMS: Final = 500
"""Items in one answer: each costs the event loop some microseconds."""


def text_view(
    session: Session, viewer: Viewer, lang: str, after: int = 0, *, latest: bool = False
) -> TextView:
    """Everything that this viewer may see of the session, with the items after item `after`: the first ones
    of them, or the `latest` ones."""
    state = ViewerState(session, viewer)
    log = []
    names = session.names(lang)
    items = state.stream.after(after, state.number)
    for raw in items[-MOST_ITEMS:] if latest else items[:MOST_ITEMS]:
        item = msgspec.json.decode(raw, type=Item)
        events = (msgspec.json.decode(event, type=Event) for event in item.events)
        lines = [session.installed.tell(event, viewer, lang, names) for event in events]
        log.append(ItemText(item.number, item.at, lines))
    more = len(items) > MOST_ITEMS and not latest
    return TextView(session.epoch, state.number, _view_text(session, state, lang, names), log, more)


def _view_text(session: Session, state: ViewerState, lang: str, names: list[str]) -> str:
    """The view as text, drawn once per viewer and language: many spectators may ask for it after each
    step."""
    source = (session.epoch, state.number, names)
    cached = session.texts.get((state.viewer, lang))
    if cached is None or cached[0] != source:
        text = session.installed.draw(state.view, lang, names)
        cached = session.texts[state.viewer, lang] = source, text
    return cached[1]
