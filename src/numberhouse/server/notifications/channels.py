"""Sends a text to an address of another service, each in its own thread: a slow receiver delays nobody else.

People choose the addresses, so an address could make the service send a request to any server. Therefore only
those kinds of address are used that the settings name, and of each kind only the parameters that `PARAMETERS`
lists: no files, templates, headers or longer waits. No redirect is followed.

The servers aren't read from the address, which would have to be understood exactly as the library understands
it. `receiver_at` lets the library rehearse a delivery instead and checks which servers it wants to contact.
A delivery itself is under the same control (`egress.py`): where people choose the server, it reaches those
that the settings name and no other; elsewhere it reaches public addresses only.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any, Final

import structlog

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.egress import Egress, controlled

__all__ = ["AT_ONCE", "LONGEST", "Channels", "receiver_at"]

AT_ONCE: Final = 32
"""Threads that may send at the same time. Other due notifications wait in the database."""

LONGEST: Final = 20.0
"""Seconds after which a delivery has failed, whatever the receiver is doing."""

PARAMETERS: Final[Mapping[str, frozenset[str]]] = {
    "discord": frozenset({"thread"}),
    "tgram": frozenset({"to", "thread", "topic"}),
    "slack": frozenset({"to", "mode"}),
    "pover": frozenset({"to"}),
    "pbul": frozenset({"to"}),
    "mailto": frozenset({"to", "from", "name", "mode"}),
    "mailtos": frozenset({"to", "from", "name", "mode"}),
    "ntfy": frozenset({"to", "mode"}),
    "ntfys": frozenset({"to", "mode"}),
    "matrix": frozenset({"to", "mode"}),
    "matrixs": frozenset({"to", "mode"}),
}
"""By kind of address, the parameters that are allowed behind its `?`. Other kinds have none."""

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
    _check_form(kind, address)
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
    receiver.redirects = False
    _check_servers(receiver, settings)
    return receiver


def _check_form(kind: str, address: str) -> None:
    """Raises `Refused` for an address with a part that isn't allowed, however it is written."""
    from apprise.utils.parse import parse_url

    if not (address.isascii() and address.isprintable()) or set(address) & set(" \\"):
        raise Refused(
            400, "address", "an address has letters, digits and signs of ASCII; write others as %XX, in UTF-8"
        )
    if "#" in address:
        raise Refused(400, "address", "an address has no #; write %23 for the # before a channel's name")
    query = address.partition("?")[2]
    names = {field.partition("=")[0] for field in query.split("&") if field}
    parsed = parse_url(address, verify_host=False) or {}  # type: ignore[no-untyped-call]
    for part, sign in (("qsd", ""), ("qsd+", "+"), ("qsd-", "-"), ("qsd:", ":")):
        names |= {sign + name for name in parsed.get(part, ())}
    allowed = PARAMETERS.get(kind, frozenset())
    if refused := sorted(names - allowed):
        possible = f"only these are: {', '.join(sorted(allowed))}" if allowed else "none is"
        raise Refused(
            400,
            "address",
            f"the parameter {refused[0][:40]!r} isn't possible behind the ? of a {kind} address; {possible}",
        )


def _egress(receiver: Any, settings: Settings, *, rehearsal: bool = False) -> Egress:
    """The servers that a delivery to this receiver may contact."""
    chosen = any(sign in str(template) for template in receiver.templates for sign in CHOOSING)
    return Egress(settings.notification_hosts, only_named=chosen, rehearsal=rehearsal)


def _check_servers(receiver: Any, settings: Settings) -> None:
    """Rehearse a delivery, which contacts nobody, and check the servers that the library wants to contact."""
    pace, receiver.request_rate_per_sec = receiver.request_rate_per_sec, 0
    try:
        with controlled(_egress(receiver, settings, rehearsal=True)) as egress:
            _notify(receiver, "rehearsal", "rehearsal")
    except Exception as error:  # any fault of a library with an address that it doesn't understand
        raise Refused(400, "address", "a delivery to this address fails before it begins") from error
    finally:
        receiver.request_rate_per_sec = pace
    if not egress.wanted:
        raise Refused(400, "address", "this address leads to no server; one that does is possible")
    for server in egress.wanted:
        if not egress.allows(server):
            raise Refused(
                400,
                "address",
                f"notifications aren't sent to {str(server)[:100]}; the settings of this house name the "
                "allowed servers",
            )


def _notify(receiver: Any, title: str, body: str) -> bool:
    from apprise import NotifyFormat, NotifyType

    return bool(
        receiver.notify(body=body, title=title, notify_type=NotifyType.INFO, body_format=NotifyFormat.TEXT)
    )


def _deliver(address: str, title: str, body: str, settings: Settings) -> bool:
    try:
        receiver = receiver_at(address, settings)
        with controlled(_egress(receiver, settings)):
            return _notify(receiver, title, body)
    except Refused:
        return False  # the settings have changed since the address was stored
    except Exception as error:
        # Any fault of a receiver. Its message isn't logged: it could name the address.
        log.warning("notification not sent", problem=type(error).__name__)
        return False
