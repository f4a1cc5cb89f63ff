"""Sends a text to an address of another service, each in its own thread: a slow receiver delays nobody else.

People choose the addresses, so an address could make the service send a request to any server. Therefore only
those kinds of address are used that the settings name. Where a kind lets people choose the server, only
servers are used that the settings name. All other parts of an address (files, templates, longer waits) are
refused, and no redirect is followed.
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
"""Threads that may send at the same time. Other due notifications wait in the database."""

LONGEST: Final = 20.0
"""Seconds after which a delivery has failed, whatever the receiver is doing."""

HARMLESS: Final = frozenset({"to", "from", "name", "mode", "thread", "topic"})
"""Parameters that are allowed behind the `?` of an address. All others are refused."""

CHOOSING: Final = ("{host}", "{instance}")
"""Parts of the template of an address kind that let people choose the server."""

log = structlog.get_logger("numberhouse")


class Channels:
    """The sending threads of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.longest = LONGEST
        self._busy = 0

    @property
    def capacity(self) -> int:
        """Number of deliveries that can begin now."""
        return max(AT_ONCE - self._busy, 0)

    async def send(self, address: str, title: str, body: str) -> bool:
        """Send the message and return whether the receiver has accepted it, after `longest` seconds at
        most."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[bool] = loop.create_future()

        def finish(sent: bool) -> None:
            self._busy -= 1
            if not result.done():
                result.set_result(sent)

        def work() -> None:
            sent = _deliver(address, title, body, self.settings)
            if not loop.is_closed():
                loop.call_soon_threadsafe(finish, sent)

        self._busy += 1
        # A daemon thread and not one of a pool: a thread that hangs must not keep the service from ending.
        threading.Thread(target=work, name="notification", daemon=True).start()
        try:
            return await asyncio.wait_for(result, self.longest)
        except TimeoutError:
            return False


def receiver_at(address: str, settings: Settings) -> Any:
    """Apprise's sender for the address. Raises `Refused` for an address that may not be used here."""
    from apprise import Apprise, AppriseAsset

    kind = address.partition("://")[0]
    if kind not in settings.notification_services:
        kinds = ", ".join(settings.notification_services)
        raise Refused(
            400,
            "address",
            f"addresses of this kind aren't used here; there are: {kinds}"
            if kinds
            else "this house sends no notifications",
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
    receiver: Any = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if receiver is None:
        raise Refused(400, "address", f"not an address of the kind {kind}: something is missing or wrong")
    if any(sign in str(template) for template in receiver.templates for sign in CHOOSING):
        _check_host(receiver, settings)
    receiver.redirects = False
    return receiver


def _check_host(receiver: Any, settings: Settings) -> None:
    host = str(receiver.host or "").lower()
    allowed = {host_name.lower() for host_name in settings.notification_hosts}
    port = getattr(receiver, "port", None)
    if host not in allowed and not (port and f"{host}:{port}" in allowed):
        raise Refused(
            400,
            "address",
            "notifications aren't sent to that server; the settings of this house name the allowed servers",
        )


def _deliver(address: str, title: str, body: str, settings: Settings) -> bool:
    from apprise import NotifyFormat, NotifyType

    try:
        receiver = receiver_at(address, settings)
        return bool(
            receiver.notify(
                body=body, title=title, notify_type=NotifyType.INFO, body_format=NotifyFormat.TEXT
            )
        )
    except Refused:
        return False  # the settings have changed since the address was stored
    except Exception as error:
        # Any fault of a receiver. Its message isn't logged: it could name the address.
        log.warning("notification not sent", problem=type(error).__name__)
        return False
