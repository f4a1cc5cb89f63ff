"""Sends words to an address of another service, in a thread of its own: whoever is slow holds up nobody.

An address is somebody's choice, so it is a way to have the service ask any server for something. Only kinds
are used that the settings name; where the kind lets people choose the server, only servers that they name;
nothing is asked for that an address could bring along besides (files, templates, longer waits), and no
redirect is followed anywhere.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import structlog

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings

__all__ = ["AT_ONCE", "LONGEST", "Channels", "receiver_at"]

AT_ONCE: Final = 32
"""Threads that send; what is due meanwhile waits in the database."""

LONGEST: Final = 20.0
"""Seconds after which sending has failed, whatever the other side is doing."""

HARMLESS: Final = frozenset({"to", "from", "name", "mode", "thread", "topic"})
"""What may stand behind the `?` of an address. Everything else isn't for people to say here."""

CHOOSING: Final = ("{host}", "{instance}")
"""In how a kind of address is written, what means that people choose the server."""

log = structlog.get_logger("numberhouse")


class Channels:
    """Of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.longest = LONGEST
        self._busy = 0

    @property
    def room(self) -> int:
        """How many more can be sent at once now."""
        return max(AT_ONCE - self._busy, 0)

    async def send(self, address: str, title: str, body: str) -> bool:
        """Whether it was accepted there. It takes no longer than `longest` to find out."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()

        def ended(sent: bool) -> None:
            self._busy -= 1
            if not done.done():
                done.set_result(sent)

        def work() -> None:
            sent = _sent(address, title, body, self.settings)
            if not loop.is_closed():
                loop.call_soon_threadsafe(ended, sent)

        self._busy += 1
        # Not one of a pool: a thread that hangs must not keep the service from ending.
        threading.Thread(target=work, name="notice", daemon=True).start()
        try:
            return await asyncio.wait_for(done, self.longest)
        except TimeoutError:
            return False


def receiver_at(address: str, settings: Settings) -> Any:
    """What sends there, of Apprise. Raises `Refused` for an address that may not be used here."""
    from apprise import Apprise, AppriseAsset

    kind = address.partition("://")[0]
    if kind not in settings.notice_kinds:
        known = ", ".join(settings.notice_kinds)
        raise Refused(
            400,
            "address",
            f"addresses of this kind aren't used here; there are: {known}" if known else "no notices here",
        )
    for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True):
        if name not in HARMLESS:
            raise Refused(
                400,
                "address",
                f"behind the ? of an address only these are possible: {', '.join(sorted(HARMLESS))}",
            )
    asset = AppriseAsset(
        app_id="Numberhouse",
        app_desc="Numberhouse",
        app_url=settings.origin,
        image_url_mask="",
        image_url_logo="",
        secure_logging=True,
        http_redirects=False,
    )
    found: Any = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if found is None:
        raise Refused(400, "address", f"not an address of the kind {kind}: something is missing or wrong")
    if any(sign in str(written) for written in found.templates for sign in CHOOSING):
        _check_host(found, settings)
    found.redirects = False
    return found


def _check_host(found: Any, settings: Settings) -> None:
    host = str(found.host or "").lower()
    named = {one.lower() for one in settings.notice_hosts}
    port = getattr(found, "port", None)
    if host not in named and not (port and f"{host}:{port}" in named):
        raise Refused(400, "address", "notices aren't sent to that server; the host of this house names some")


def _sent(address: str, title: str, body: str, settings: Settings) -> bool:
    from apprise import NotifyFormat, NotifyType

    try:
        receiver = receiver_at(address, settings)
        return bool(
            receiver.notify(
                body=body, title=title, notify_type=NotifyType.INFO, body_format=NotifyFormat.TEXT
            )
        )
    except Refused:
        return False  # the settings are others now
    except Exception as error:  # whatever a kind of receiver does; its words could name the address
        log.warning("notice not sent", problem=type(error).__name__)
        return False
