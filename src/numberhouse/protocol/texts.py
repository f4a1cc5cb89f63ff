"""Types of the texts in requests that other people read.

A field of such a type is checked before its route gets the request (`numberhouse.server.http.bodies`). A test
enumerates all fields of all requests: a new text is of one of these types, or the test fails.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

__all__ = [
    "KIND",
    "AnnouncementText",
    "Label",
    "MessageText",
    "NoteText",
    "PersonName",
    "ReasonText",
    "TextKind",
    "Title",
]

TextKind: TypeAlias = Literal["name", "title", "label", "message", "announcement", "reason", "note"]
"""The kinds of texts; `numberhouse.server.base.texts` says what each accepts."""

KIND: Final = "text"
"""The key of a type's kind in `msgspec.Meta.extra`."""

PersonName: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "name"})]
"""A person's name; empty where the service chooses one."""

Title: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "title"})]
"""The title of a match; it may be empty."""

Label: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "label"})]
"""The name of a thing, such as a program."""

MessageText: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "message"})]
"""A chat message."""

AnnouncementText: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "announcement"})]
"""A host's announcement."""

ReasonText: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "reason"})]
"""The reason of a step, or of a report; it may be empty."""

NoteText: TypeAlias = Annotated[str, msgspec.Meta(extra={KIND: "note"})]
"""A player's private note; it may be empty."""
