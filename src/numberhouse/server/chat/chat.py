"""The chat of all matches: its parts, each in a file of its own.

A message takes this way: `messages/actions.py`, or `promise_actions.py`, says what changes. Once
`room_access.py` has found the room open, `messages/changes.py` opens the transaction and `messages/writer.py`
stores the row. `chat_updates.py` wakes the readers, here and through `shared_chat.py` at other processes, and
they get the message from `messages/history.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from numberhouse.server.chat.chat_updates import ChatUpdates
from numberhouse.server.chat.messages.actions import MessageActions
from numberhouse.server.chat.messages.changes import MessageChanges
from numberhouse.server.chat.messages.history import MessageHistory
from numberhouse.server.chat.promise_actions import PromiseActions
from numberhouse.server.chat.room_access import RoomAccess
from numberhouse.server.matches.access.insights import Insights
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database

__all__ = ["Chat"]


class Chat:
    """The chat of all matches. `a_minute` is the number of messages that one person may write in a minute."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        sessions: Sessions,
        presence: Presence,
        now: Callable[[], float],
        a_minute: int,
        insights: Insights,
    ) -> None:
        self.updates = ChatUpdates(presence)
        self.access = RoomAccess(database, matches, sessions, now, insights)
        self.history = MessageHistory(self.access, self.updates)
        self.changes = MessageChanges(self.access, self.updates, a_minute)
        self.messages = MessageActions(self.changes)
        self.promises = PromiseActions(self.changes)
