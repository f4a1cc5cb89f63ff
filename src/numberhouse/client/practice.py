"""Problems to practise on."""

from __future__ import annotations

from typing import Any

from numberhouse.client.wire import Wire, part
from numberhouse.protocol.practice import Attempt, FinishedAttempt, Practice

__all__ = ["PracticeClient"]


class PracticeClient:
    """Of whoever asks. Every method raises `ClientError`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def overview(self) -> Practice:
        """What can be practised, and how one has done today."""
        return self._wire.get("/api/practice", Practice)

    def done(self) -> list[FinishedAttempt]:
        """What one has answered, the newest first."""
        return self._wire.get("/api/practice/done", list[FinishedAttempt])

    def begin(self, game: str, drill: str, level: str, *, daily: bool = False) -> Attempt:
        """Begin a problem, the day's or another; one that is begun and not answered goes on."""
        asked = {"level": level, "daily": daily}
        return self._wire.sent("POST", f"/api/practice/{part(game)}/{part(drill)}", Attempt, asked)

    def attempt(self, attempt: str) -> Attempt:
        """A problem that one has begun."""
        return self._wire.get(f"/api/practice/attempts/{part(attempt)}", Attempt)

    def act(self, attempt: Attempt, action: Any) -> Attempt:
        """Do something at a problem as one knows it; the action that completes the answer has it judged."""
        return self._moved(attempt, "act", {"action": action})

    def retract(self, attempt: Attempt) -> Attempt:
        """Take everything back, where the drill allows it."""
        return self._moved(attempt, "retract", {})

    def give_up(self, attempt: Attempt) -> Attempt:
        """See the answer."""
        return self._moved(attempt, "give-up", {})

    def _moved(self, attempt: Attempt, deed: str, asked: dict[str, Any]) -> Attempt:
        path = f"/api/practice/attempts/{part(attempt.id)}/{deed}"
        return self._wire.sent("POST", path, Attempt, {**asked, "moves": attempt.moves})
