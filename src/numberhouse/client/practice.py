"""Requests for practice."""

from __future__ import annotations

from typing import Any

from numberhouse.client.wire import Wire, path_part
from numberhouse.protocol.practice import Attempt, FinishedAttempt, Practice

__all__ = ["PracticeClient"]


class PracticeClient:
    """The practice of the client's person. Every method raises `ClientError`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def overview(self) -> Practice:
        """The drills, and the person's results of today."""
        return self._wire.get("/api/practice", Practice)

    def finished_attempts(self) -> list[FinishedAttempt]:
        """The problems that the person has answered, the newest first."""
        return self._wire.get("/api/practice/attempts", list[FinishedAttempt])

    def begin(self, game: str, drill: str, level: str, *, daily: bool = False) -> Attempt:
        """Begin a problem, the day's or another. A problem that has begun and has no answer yet continues."""
        request = {"level": level, "daily": daily}
        return self._wire.send(
            "POST", f"/api/practice/{path_part(game)}/{path_part(drill)}", Attempt, request
        )

    def attempt(self, attempt: str) -> Attempt:
        """A problem that the person has begun."""
        return self._wire.get(f"/api/practice/attempts/{path_part(attempt)}", Attempt)

    def act(self, attempt: Attempt, action: Any) -> Attempt:
        """Act on a problem in the position that the caller knows. The action that completes the answer
        returns the verdict."""
        return self._send_move(attempt, "act", {"action": action})

    def retract(self, attempt: Attempt) -> Attempt:
        """Take all actions back, where the drill allows it."""
        return self._send_move(attempt, "retract", {})

    def give_up(self, attempt: Attempt) -> Attempt:
        """Give the problem up, and see the answer."""
        return self._send_move(attempt, "give-up", {})

    def _send_move(self, attempt: Attempt, command: str, request: dict[str, Any]) -> Attempt:
        path = f"/api/practice/attempts/{path_part(attempt.id)}/{command}"
        return self._wire.send("POST", path, Attempt, {**request, "moves": attempt.moves})
