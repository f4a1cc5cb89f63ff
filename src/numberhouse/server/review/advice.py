"""Advice on drafts, thought out in processes of its own: it neither waits for reviews nor holds up play."""

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
"""Started when they are needed."""

PATIENCE: Final = 4.0
"""Seconds after which a draft is given up."""

FIRST: Final = 90.0
"""Seconds more for a game's first draft in a process: it loads what it needs, and may have to compile it."""


class DraftAdvice:
    """Of one process of the service."""

    def __init__(self) -> None:
        self._crew = ReviewPool(PROCESSES, FIRST)

    async def close(self) -> None:
        """End the processes."""
        await self._crew.close()

    async def advice(self, installed: InstalledGame, seat: Seat, view: Any, draft: Any, lang: str) -> Advice:
        """What the draft would come to; the seat's view is all that the game is told. Raises `Refused`."""
        if installed.adviser() is None:
            raise Refused(
                404, "no-adviser", f"{installed.game.card.title} tells nothing of what isn't done yet"
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
            answer = await self._crew.ask(installed.id, task, PATIENCE)
        except WorkerFailed:
            raise Refused(
                503, "no-advice", "this couldn't be worked out in time; change the draft, or do without"
            ) from None
        return msgspec.json.decode(answer, type=Advice)


def is_open(installed: InstalledGame, view: Any, draft: Any) -> bool:
    """Whether the options of the match let the draft be answered without assistance. What is no draft isn't:
    whoever has assistance is told so by the game."""
    adviser = installed.adviser()
    if not isinstance(adviser, OpenAdviser):
        return False
    try:
        return adviser.open_to(view, msgspec.convert(draft, adviser.draft_type))
    except msgspec.ValidationError:
        return False
