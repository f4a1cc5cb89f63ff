"""The link to a match, or to an invitation, as people send it to each other."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from numberhouse.client.errors import ClientError

__all__ = ["Link"]

MATCHES: Final = ("matches", "match")
INVITATIONS: Final = ("invite", "accept")


class Link(msgspec.Struct, frozen=True):
    """The parts of a link."""

    house: str
    """The service's address."""
    match: str = ""
    """The match's id; "" in a link to an invitation."""
    invitation: str = ""
    """The secret of an invitation; "" in a link to a match."""

    @classmethod
    def of(cls, url: str) -> Link:
        """Parse `https://house/…/matches/ID`, or an invitation: `https://house/…/invite#SECRET`, or with
        the secret as the last part of the path. The part before is the address of the house. Raises
        `ClientError` with the code `link`."""
        split = urlsplit(url if "://" in url else f"http://{url}")
        parts = [unquote(part) for part in split.path.split("/") if part]
        parts += [split.fragment] if split.fragment and parts and parts[-1] in INVITATIONS else []
        if split.scheme in ("http", "https") and split.netloc and len(parts) >= 2:
            *before, kind, last = parts
            stem = "/".join(before[:-1] if before[-1:] == ["api"] else before)
            address = f"{split.scheme}://{split.netloc}/{stem}".rstrip("/")
            if kind in INVITATIONS:
                return cls(address, invitation=last)
            if kind in MATCHES:
                return cls(address, match=last)
        raise ClientError(
            "link",
            f"{url!r} leads to no match; https://HOUSE/matches/ID and https://HOUSE/invite#SECRET do",
        )
