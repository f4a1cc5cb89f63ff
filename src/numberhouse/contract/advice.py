"""The contract between an adviser and the house: what a draft would come to, where assistance is on.

A *draft* is what somebody has put together and not sent: an expression half written, a number for a cell, a
note sheet. An adviser comes with a game's package. It is given a seat's own view and the draft, never the
state, so that it can tell nothing that the seat couldn't work out by itself. The service asks it only at
matches where every seat has agreed to assistance, and after the end; besides, about drafts that an
`OpenAdviser` lets through.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from numberhouse.contract.game import Seat

__all__ = ["LONGEST_DRAFT", "Advice", "Adviser", "OpenAdviser"]

LONGEST_DRAFT = 16 * 1024
"""Bytes of a draft as JSON; a longer one is refused unread."""

View_contra = TypeVar("View_contra", contravariant=True)
Draft_contra = TypeVar("Draft_contra", contravariant=True)


class Advice(msgspec.Struct, frozen=True):
    """What can be said of a draft."""

    found: Any
    """Of the adviser's `found_type`: for boards and programs."""
    lines: tuple[str, ...] = ()
    """The same in words, short, in the reader's language."""


@runtime_checkable
class Adviser(Protocol[View_contra, Draft_contra]):
    """Tells what drafts come to; `adviser` of a game's package is one.

    Importing it must be quick: what takes time to load is imported when it is asked. It is asked in
    a process of its own, within a few seconds."""

    draft_type: Any
    found_type: Any

    def advise(self, view: View_contra, seat: Seat, draft: Draft_contra, lang: str) -> Advice:
        """What the draft would come to for the seat, whose view this is. A pure function of its arguments.
        Raises `IllegalAction` for a draft that means nothing here."""


@runtime_checkable
class OpenAdviser(Protocol[View_contra, Draft_contra]):
    """An `Adviser` may fulfil this as well: some drafts are answered without assistance, because the options
    of the match say so."""

    draft_type: Any

    def open_to(self, view: View_contra, draft: Draft_contra) -> bool:
        """Whether this draft is. Quick, for it is asked where matches are played."""
