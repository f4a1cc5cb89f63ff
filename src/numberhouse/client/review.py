"""Requests for the review of a match that is over, or of a record."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from numberhouse.client.wire import Wire, match_path, query_string
from numberhouse.contract.game import Seat
from numberhouse.protocol.practice import Attempt
from numberhouse.protocol.review import Evaluations, Timeline, WhatIf, WinProbabilities

__all__ = ["ReviewClient"]

T = TypeVar("T")


class _Text(msgspec.Struct):
    text: str


class ReviewClient:
    """The review of one match or one record. Every method raises `ClientError`."""

    def __init__(self, wire: Wire, match: str, record: str) -> None:
        self._wire = wire
        self._match = match
        self._record = record

    def timeline(
        self, perspective: Seat | Literal["spectator", "everything"] = "spectator", lang: str = "en"
    ) -> Timeline:
        """All steps of the match from the perspective."""
        return self._get("", Timeline, perspective=str(perspective), lang=lang)

    def text(
        self,
        entry: int,
        perspective: Seat | Literal["spectator", "everything"] = "spectator",
        lang: str = "en",
    ) -> str:
        """The board as text after `entry` entries."""
        return self._get("text", _Text, entry=entry, perspective=str(perspective), lang=lang).text

    def evaluations(self, first: int = 1, lang: str = "en") -> Evaluations:
        """Evaluations of the actions from number `first` on, as many as the service computes at once."""
        return self._get("evaluations", Evaluations, first=first, lang=lang)

    def win_probabilities(self, first: int = 1) -> WinProbabilities:
        """The seats' probabilities of winning, from action number `first` on, as many as the service computes
        at once."""
        return self._get("win-probabilities", WinProbabilities, first=first)

    def what_if(self, entry: int, action: Any, lang: str = "en") -> WhatIf:
        """The result of another action in place of entry `entry`, with the chance of the match."""
        request = {"entry": entry, "action": action, "lang": lang}
        if self._record:
            return self._send_record("what-if", WhatIf, request)
        return self._wire.send("POST", f"{match_path(self._match)}/review/what-if", WhatIf, request)

    def play_on(self, entry: int, seat: Seat) -> Attempt:
        """A match against bots from the position after `entry` entries, on that seat: practice, which the
        methods of `PracticeClient` continue. What the seat didn't see is drawn anew."""
        request = {"entry": entry, "seat": seat}
        if self._record:
            return self._send_record("play-on", Attempt, request)
        return self._wire.send("POST", f"{match_path(self._match)}/review/play-on", Attempt, request)

    def farewell(self, lang: str = "en") -> str:
        """The game's words after the end."""
        if self._record:
            return self._send_record("farewell", _Text, {"lang": lang}).text
        return self._wire.get(f"{match_path(self._match)}/farewell{query_string(lang=lang)}", _Text).text

    def _get(self, resource: str, kind: type[T], **request: Any) -> T:
        if self._record:
            return self._send_record(resource, kind, request)
        path = {"": "review", "text": "review/text"}.get(resource, resource)
        return self._wire.get(f"{match_path(self._match)}/{path}{query_string(**request)}", kind)

    def _send_record(self, resource: str, kind: type[T], request: dict[str, Any]) -> T:
        path = f"/api/review/{resource}".rstrip("/")
        return self._wire.send("POST", path, kind, {**request, "record": self._record})
