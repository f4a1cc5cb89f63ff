"""The address of a match, or of an invitation to one, as people send it to each other."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from numberhouse.client.errors import ClientError

__all__ = ["Link"]

MATCHES: Final = ("matches", "match")
INVITATIONS: Final = ("accept", "invitation", "invitations")


class Link(msgspec.Struct, frozen=True):
    """Where it leads."""

    house: str
    """The service's address."""
    match: str = ""
    """Its id."""
    invitation: str = ""
    """The secret of an invitation."""

    @classmethod
    def of(cls, url: str) -> Link:
        """`https://house/…/matches/ID` or `https://house/…/accept/SECRET`; what stands before is the address
        of the house. Raises `ClientError` with the code `link`."""
        split = urlsplit(url if "://" in url else f"http://{url}")
        parts = [unquote(part) for part in split.path.split("/") if part]
        before = [part for part in parts if part not in (*MATCHES, *INVITATIONS, "api")]
        house = f"{split.scheme}://{split.netloc}"
        if split.scheme in ("http", "https") and split.netloc and len(parts) >= 2:
            last = parts[-1]
            stem = "/".join(part for part in before if part != last)
            address = f"{house}/{stem}".rstrip("/")
            if parts[-2] in INVITATIONS:
                return cls(address, invitation=last)
            if parts[-2] in MATCHES:
                return cls(address, match=last)
        raise ClientError(
            "link", f"{url!r} leads to no match; https://HOUSE/matches/ID and https://HOUSE/accept/SECRET do"
        )
