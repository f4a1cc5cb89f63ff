"""Sends requests over HTTP. A response is decoded into its struct, or raised as a `ClientError`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from numberhouse.client.errors import ClientError, refusal_of
from numberhouse.extras import optional_import

__all__ = ["Wire", "match_path", "path_part", "query_string"]

T = TypeVar("T")

TRIES: Final = 4
"""Attempts at a request that may be repeated."""

PAUSE: Final = 0.5
"""Seconds before the second attempt; doubled each time."""

LONGEST_PAUSE: Final = 10.0


class Wire:
    """The HTTP connection of one person to one house. Every method raises `ClientError`."""

    def __init__(self, url: str, headers: Mapping[str, str], timeout: float) -> None:
        with optional_import():
            import httpx  # imported here: it takes longer than all modules of the house together

        self.url = url
        self.failure = httpx.HTTPError
        self.http = httpx.Client(base_url=url, headers=dict(headers), timeout=timeout)

    def get(self, path: str, kind: type[T]) -> T:
        return self.send_repeatedly("GET", path, kind)

    def send_repeatedly(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        """As `send`, for a request that may be sent twice: it is repeated after a temporary error."""
        for attempt in range(TRIES - 1):
            try:
                return self.send(method, path, kind, body)
            except ClientError as error:
                if not error.is_temporary:
                    raise
                retry_after = error.values.get("retry_after", 0)
                pause = float(retry_after) if isinstance(retry_after, int | float) else 0.0
                time.sleep(min(max(PAUSE * 2**attempt, pause), LONGEST_PAUSE))
        return self.send(method, path, kind, body)

    def text(self, path: str) -> str:
        """The response as text, for a file."""
        try:
            response = self.http.get(path)
        except self.failure as error:
            raise ClientError("unreachable", f"{self.url} can't be asked: {error}") from error
        if response.is_error:
            raise refusal_of(response)
        return response.text

    def send(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if content is not None else {}
        try:
            response = self.http.request(method, path, content=content, headers=headers)
        except self.failure as error:
            raise ClientError("unreachable", f"{self.url} can't be asked: {error}") from error
        if response.is_error:
            raise refusal_of(response)
        try:
            return msgspec.json.decode(response.content or b"null", type=kind)
        except msgspec.MsgspecError as error:
            raise ClientError(
                "answer",
                f"{self.url}{path} answers what isn't understood: {error}",
                status=response.status_code,
            ) from error


def match_path(match: str) -> str:
    """The path of a match."""
    return f"/api/matches/{path_part(match)}"


def path_part(text: str) -> str:
    """The text quoted as a part of a path."""
    return quote(text, safe="")


def query_string(**query: Any) -> str:
    """The parameters as the end of a path; "" for none. A parameter that is None is left out."""
    names = {"seen_as": "as"}
    parameters = {
        names.get(name, name): _query_value(value) for name, value in query.items() if value is not None
    }
    return f"?{urlencode(parameters)}" if parameters else ""


def _query_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
