"""The error that every request of the client raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from numberhouse.protocol.refusal import Refusal

if TYPE_CHECKING:
    import httpx

__all__ = ["ClientError", "refusal_of"]


class ClientError(Exception):
    """A refusal of the service or of the game; nothing has changed.

    `code` names it for programs, `message` is for people, `values` fill translations. `status` is the HTTP
    status. It is 0 where no response came: then the code is `unreachable`, and the service may or may not
    have carried out the request.
    """

    def __init__(
        self, code: str, message: str, values: Mapping[str, Any] | None = None, status: int = 0
    ) -> None:
        super().__init__(code, message, values, status)
        self.code = code
        self.message = message
        self.values = dict(values or {})
        self.status = status

    def __str__(self) -> str:
        return self.message

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.status in (0, 429, 502, 503, 504)


def refusal_of(response: httpx.Response) -> ClientError:
    """The error that a response with an error's status describes."""
    try:
        refusal = msgspec.json.decode(response.content, type=Refusal)
    except msgspec.MsgspecError:
        refusal = Refusal("answer", f"{response.url} answers {response.status_code} {response.reason_phrase}")
    return ClientError(refusal.code, refusal.message, refusal.values, response.status_code)
