"""A match as one viewer sees it, in words: for screen readers, for logs, and for programs that read."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import InWords, Item, ItemInWords, Viewer
from numberhouse.server.play.session import Table
from numberhouse.server.play.updates import Sight

__all__ = ["in_words"]


def in_words(table: Table, viewer: Viewer, now: float, lang: str, after: int = 0) -> InWords:
    """Everything that this viewer may see by now; of the log what comes after item `after`."""
    sight = Sight(table, viewer, now)
    log = []
    names = table.names(lang)
    for raw in sight.stream.items[max(after, 0) : sight.number]:
        item = msgspec.json.decode(raw, type=Item)
        told = (msgspec.json.decode(one, type=Event) for one in item.events)
        lines = [table.folder.tell(event, viewer, lang, names) for event in told]
        log.append(ItemInWords(item.number, item.at, lines))
    return InWords(table.epoch, sight.number, table.folder.draw(sight.view, lang, names), log)
