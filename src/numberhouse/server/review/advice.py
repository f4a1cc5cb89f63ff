"""Advice on drafts, computed in worker processes of its own: it neither waits for reviews nor holds up
play."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from numberhouse.contract.advice import LONGEST_DRAFT, Advice, OpenAdviser
from numberhouse.contract.game import Seat
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.pool import WorkerFailed
from numberhouse.server.workers.reviewers import ReviewPool
from numberhouse.server.workers.tasks import Advise

__all__ = ["DraftAdvice", "is_open"]

PROCESSES: Final = 2
"""Number of worker processes, started when they are needed."""

PATIENCE: Final = 4.0
"""Seconds after which a draft is given up."""

FIRST: Final = 90.0
"""Extra seconds for a game's first draft in a process, which loads what it needs, and may have to compile
it."""


class DraftAdvice:
    """The advice of one process of the service."""

    def __init__(self) -> None:
        self._pool = ReviewPool(PROCESSES, FIRST)

    async def close(self) -> None:
        """Kill the processes."""
        await self._pool.close()

    async def advice(self, installed: InstalledGame, seat: Seat, view: Any, draft: Any, lang: str) -> Advice:
        """Advice on a draft. The game gets the seat's view and nothing else of the match. Raises
        `Refused`."""
        if installed.adviser() is None:
            raise Refused(
                404, "no-adviser", f"{installed.game.card.title} has no advice on an action before it is made"
            )
        body = msgspec.json.encode(draft)
        if len(body) > LONGEST_DRAFT:
            raise Refused(
                413,
                "draft-too-big",
                f"a draft of {len(body)} bytes; at most {LONGEST_DRAFT} are read",
                bytes=len(body),
                most=LONGEST_DRAFT,
            )
        task = Advise(
            installed.id, installed.game.card.rules_version, seat, msgspec.json.encode(view), body, lang
        )
        try:
            reply = await self._pool.ask(installed.id, task, PATIENCE)
        except WorkerFailed:
            raise Refused(
                503, "no-advice", "this couldn't be worked out in time; change the draft, or do without"
            ) from None
        return msgspec.json.decode(reply, type=Advice)


def is_open(installed: InstalledGame, view: Any, draft: Any) -> bool:
    """Whether the options of the match allow advice on the draft without assistance. An invalid draft gets
    none: a seat with assistance gets the game's refusal of it."""
    adviser = installed.adviser()
    if not isinstance(adviser, OpenAdviser):
        return False
    try:
        return adviser.open_to(view, msgspec.convert(draft, adviser.draft_type))
    except msgspec.ValidationError:
        return False
