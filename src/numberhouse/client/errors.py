"""What goes wrong between a program and the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from numberhouse.protocol.refusal import Refusal

if TYPE_CHECKING:
    import httpx

__all__ = ["ClientError", "refusal_of"]


class ClientError(Exception):
    """A refusal of the service, or of its game; nothing has changed.

    `code` names it for programs, `message` is for people, `values` fill translations. `status` is that of
    HTTP, and 0 where the service couldn't be asked: then the code is `unreachable`, and whether anything has
    changed isn't known.
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
    def passing(self) -> bool:
        """Whether the same request may be granted a little later."""
        return self.status in (0, 429, 502, 503, 504)


def refusal_of(answer: httpx.Response) -> ClientError:
    """What an answer with an error's status says."""
    try:
        refusal = msgspec.json.decode(answer.content, type=Refusal)
    except msgspec.MsgspecError:
        refusal = Refusal("answer", f"{answer.url} answers {answer.status_code} {answer.reason_phrase}")
    return ClientError(refusal.code, refusal.message, refusal.values, answer.status_code)
