"""The contract between an adviser and the house: the result of a draft, where assistance is on.

A *draft* is an action that a player has begun and not sent: an expression half written, a number for a cell,
a note sheet. An adviser comes with a game's package. Its inputs are a seat's own view and the draft, never
the state, so that it can reveal nothing that the seat couldn't work out by itself. The service asks it only
in matches where every seat has agreed to assistance, and after the end; and besides, for drafts that an
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
    """An adviser's answer to a draft."""

    result: Any
    """A value of the adviser's `result_type`, for boards and programs."""
    lines: tuple[str, ...] = ()
    """The same in words, short, in the reader's language."""


@runtime_checkable
class Adviser(Protocol[View_contra, Draft_contra]):
    """Computes the results of drafts; `adviser` of a game's package is one.

    Importing it must be quick: slow imports belong into `advise`. It runs in a process of its own and has to
    answer within a few seconds."""

    draft_type: Any
    result_type: Any

    def advise(self, view: View_contra, seat: Seat, draft: Draft_contra, lang: str) -> Advice:
        """The result that the draft would have for the seat; `view` is the seat's own. A pure function of its
        arguments. Raises `IllegalAction` for a draft that means nothing in this view."""


@runtime_checkable
class OpenAdviser(Protocol[View_contra, Draft_contra]):
    """An adviser that answers some drafts without assistance, because the options of the match say so. An
    `Adviser` may fulfil this protocol as well."""

    draft_type: Any

    def open_to(self, view: View_contra, draft: Draft_contra) -> bool:
        """Whether this draft is answered without assistance. It must be quick: it runs in the process that
        plays the matches."""
