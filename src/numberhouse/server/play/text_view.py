"""A match as one viewer sees it, as text: for screen readers, for logs, and for programs that read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, ItemText, TextView, Viewer
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.updates import ViewerState

__all__ = ["text_view"]


MOST_ITEMS: Final = 500
"""Items in one answer: each costs the event loop some microseconds."""


def text_view(
    session: Session, viewer: Viewer, lang: str, after: int = 0, *, latest: bool = False
) -> TextView:
    """Everything that this viewer may see of the session, with the items after item `after`: the first ones
    of them, or the `latest` ones."""
    state = ViewerState(session, viewer)
    names = session.names(lang)
    items = state.stream.after(after, state.number)
    more = len(items) > MOST_ITEMS and not latest
    items = items[-MOST_ITEMS:] if latest else items[:MOST_ITEMS]
    log = _log(session, state, items, lang, names)
    return TextView(session.epoch, state.number, _view_text(session, state, lang, names), log, more)


def _log(
    session: Session, state: ViewerState, raw_items: Sequence[bytes], lang: str, names: list[str]
) -> list[ItemText]:
    """The items in words, with the parts of the log to which they belong."""
    installed, viewer = session.installed, state.viewer
    items = [msgspec.json.decode(raw, type=Item) for raw in raw_items]
    events = [_events(item) for item in items]
    log = [
        ItemText(item.number, item.at, [installed.tell(event, viewer, lang, names) for event in new])
        for item, new in zip(items, events, strict=True)
    ]
    if not log or not installed.has_log_parts:
        return log
    part, of_part = _part_before(session, state, log[0].number)
    for index, new in enumerate(events):
        of_part += new
        ends = any(map(installed.ends_part, new))
        is_told = ends or index == len(log) - 1
        summary = installed.tell_part(of_part, viewer, lang, names) if is_told else []
        log[index] = replace(log[index], part=part, summary=summary)
        if ends:
            part, of_part = log[index].number, []
    return log


def _part_before(session: Session, state: ViewerState, number: int) -> tuple[int, list[Event]]:
    """The part of the log to which item `number` belongs, and the events of its earlier items."""
    earlier: list[list[Event]] = []
    part = 0
    for raw in reversed(state.stream.after(0, number - 1)[-MOST_ITEMS:]):
        item = msgspec.json.decode(raw, type=Item)
        events = _events(item)
        if any(map(session.installed.ends_part, events)):
            part = item.number
            break
        earlier.append(events)
    return part, [event for events in reversed(earlier) for event in events]


def _events(item: Item) -> list[Event]:
    return [msgspec.json.decode(event, type=Event) for event in item.events]


def _view_text(session: Session, state: ViewerState, lang: str, names: list[str]) -> str:
    """The view as text, drawn once per viewer and language: many spectators may ask for it after each
    step."""
    source = (session.epoch, state.number, names)
    cached = session.texts.get((state.viewer, lang))
    if cached is None or cached[0] != source:
        text = session.installed.draw(state.view, lang, names)
        cached = session.texts[state.viewer, lang] = source, text
    return cached[1]
