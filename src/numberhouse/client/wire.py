"""Requests and answers: what is asked is sent, and what comes back is read, or raised."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from numberhouse.client.errors import ClientError, refusal_of
from numberhouse.extras import optional_import

__all__ = ["Wire", "asked_for", "at", "part"]

T = TypeVar("T")

TRIES: Final = 4
"""How often a request that may be repeated is."""

PAUSE: Final = 0.5
"""Seconds before the second try; doubled each time."""

LONGEST_PAUSE: Final = 10.0


class Wire:
    """To one house, as one person. Every method raises `ClientError`."""

    def __init__(self, url: str, headers: Mapping[str, str], timeout: float) -> None:
        with optional_import():
            import httpx  # takes longer than all our own modules together: not before a house is asked

        self.url = url
        self.failure = httpx.HTTPError
        self.http = httpx.Client(base_url=url, headers=dict(headers), timeout=timeout)

    def get(self, path: str, kind: type[T]) -> T:
        return self.again("GET", path, kind)

    def again(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        """As `sent`, for what may be sent twice: tried again when it may be granted later."""
        for done in range(TRIES - 1):
            try:
                return self.sent(method, path, kind, body)
            except ClientError as error:
                if not error.passing:
                    raise
                asked = error.values.get("retry_after", 0)
                wanted = float(asked) if isinstance(asked, int | float) else 0.0
                time.sleep(min(max(PAUSE * 2**done, wanted), LONGEST_PAUSE))
        return self.sent(method, path, kind, body)

    def text(self, path: str) -> str:
        """A file to be taken away."""
        try:
            answer = self.http.get(path)
        except self.failure as error:
            raise ClientError("unreachable", f"{self.url} can't be asked: {error}") from error
        if answer.is_error:
            raise refusal_of(answer)
        return answer.text

    def sent(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if content is not None else {}
        try:
            answer = self.http.request(method, path, content=content, headers=headers)
        except self.failure as error:
            raise ClientError("unreachable", f"{self.url} can't be asked: {error}") from error
        if answer.is_error:
            raise refusal_of(answer)
        try:
            return msgspec.json.decode(answer.content or b"null", type=kind)
        except msgspec.MsgspecError as error:
            raise ClientError(
                "answer",
                f"{self.url}{path} answers what isn't understood: {error}",
                status=answer.status_code,
            ) from error


def at(match: str) -> str:
    """Where a match is."""
    return f"/api/matches/{part(match)}"


def part(text: str) -> str:
    """As a part of a path."""
    return quote(text, safe="")


def asked_for(**query: Any) -> str:
    """As the end of a path; None is left out."""
    names = {"seen_as": "as"}
    said = {names.get(name, name): _said(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(said)}" if said else ""


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
