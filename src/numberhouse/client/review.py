"""Looking back on a match that is over, or on a record of one."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from numberhouse.client.wire import Wire, asked_for, at
from numberhouse.contract.game import Seat
from numberhouse.protocol.review import Evaluations, Timeline, WhatIf, WinProbabilities

__all__ = ["ReviewClient"]

T = TypeVar("T")


class _Text(msgspec.Struct):
    text: str


class ReviewClient:
    """One match or one record. Every method raises `ClientError`."""

    def __init__(self, wire: Wire, match: str, record: str) -> None:
        self._wire = wire
        self._match = match
        self._record = record

    def course(
        self, perspective: Seat | Literal["spectator", "everything"] = "spectator", lang: str = "en"
    ) -> Timeline:
        """All that happened, as those eyes saw it."""
        return self._found("", Timeline, perspective=str(perspective), lang=lang)

    def words(
        self,
        entry: int,
        perspective: Seat | Literal["spectator", "everything"] = "spectator",
        lang: str = "en",
    ) -> str:
        """The board as text, after so many actions."""
        return self._found("words", _Text, entry=entry, perspective=str(perspective), lang=lang).text

    def judgements(self, first: int = 1, lang: str = "en") -> Evaluations:
        """How good the actions were, from number `first` on, as many as are thought out in a moment."""
        return self._found("judgements", Evaluations, first=first, lang=lang)

    def chances(self, first: int = 1) -> WinProbabilities:
        """How likely the seats were to win, from action number `first` on, as many as are found in a
        moment."""
        return self._found("chances", WinProbabilities, first=first)

    def instead(self, entry: int, action: Any, lang: str = "en") -> WhatIf:
        """What would have come of something else, with the luck that the match had."""
        asked = {"entry": entry, "action": action, "lang": lang}
        if self._record:
            return self._brought("instead", WhatIf, asked)
        return self._wire.sent("POST", f"{at(self._match)}/review/instead", WhatIf, asked)

    def farewell(self, lang: str = "en") -> str:
        """What the game has to say at the end."""
        if self._record:
            return self._brought("farewell", _Text, {"lang": lang}).text
        return self._wire.get(f"{at(self._match)}/farewell{asked_for(lang=lang)}", _Text).text

    def _found(self, what: str, kind: type[T], **asked: Any) -> T:
        if self._record:
            return self._brought(what, kind, asked)
        where = {"": "review", "words": "review/words"}.get(what, what)
        return self._wire.get(f"{at(self._match)}/{where}{asked_for(**asked)}", kind)

    def _brought(self, what: str, kind: type[T], asked: dict[str, Any]) -> T:
        path = f"/api/review/{what}".rstrip("/")
        return self._wire.sent("POST", path, kind, {**asked, "record": self._record})
