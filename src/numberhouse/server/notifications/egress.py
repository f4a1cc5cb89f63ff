"""Egress control of a sending thread: the servers that it may contact, checked at every connection.

An address can name its server in many ways, and a name can lead to another computer from one moment to the
next. Therefore nothing here reads an address. Python reports each look-up of a name and each connection to an
audit hook before it happens, whichever library makes it. The hook refuses in threads that are under control,
and lets all other threads pass. It sees the very address to which the connection goes, so a name that changes
its address after a check gains nothing.

A controlled thread must start no thread and no program, which the hook would not recognise as its own.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

__all__ = ["Egress", "EgressRefused", "Server", "controlled", "is_public"]

METADATA: Final = frozenset({ipaddress.ip_address("168.63.129.16")})
"""Addresses of the public range at which a cloud tells its machines secrets."""

NAT64: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
"""Networks whose addresses hold an IPv4 address in their last 32 bits."""

COMPATIBLE: Final = ipaddress.ip_network("::/96")
"""The same, in an old form of IPv6."""

CONTACTS: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
"""Audit events with a socket's address as their second argument."""

ESCAPES: Final = frozenset(
    {
        "_thread.start_new_thread",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "subprocess.Popen",
    }
)
"""Audit events by which a thread would leave the control."""

CHECKED: Final = CONTACTS | ESCAPES | {"socket.getaddrinfo", "socket.gethostbyname"}


class EgressRefused(OSError):  # noqa: N818
    """A controlled thread wanted to contact a server that it may not contact. Libraries treat it like any
    other failure of the network."""


class Server(NamedTuple):
    """A server as a library names it when it looks it up."""

    host: str
    port: int | None

    def __str__(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"


class Egress:
    """The servers that one delivery may contact, and those that it wanted to contact.

    `named` are the servers that the operator has named, as `host` or `host:port`; they may be private. With
    `only_named` no other server may be contacted; otherwise every public one may. A `rehearsal` contacts
    nothing, and only collects the servers in `wanted`.
    """

    def __init__(self, named: Iterable[str], *, only_named: bool, rehearsal: bool = False) -> None:
        self.named = frozenset(_plain(name) for name in named)
        self.only_named = only_named
        self.rehearsal = rehearsal
        self.wanted: list[Server] = []
        self._resolved: set[str] = set()
        """The addresses of named servers, which alone may be private."""
        self._resolving = False

    def allows(self, server: Server) -> bool:
        """Whether a server of this name may be looked up."""
        return not self.only_named or self._is_named(server)

    def check(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Raises `EgressRefused` for an event that must not happen."""
        if self._resolving:
            return
        if event in ESCAPES:
            raise EgressRefused("a delivery starts no thread and no program")
        if event in CONTACTS:
            self._check_contact(arguments[1])
        else:
            self._check_lookup(Server(*_lookup(*arguments)))

    def _check_lookup(self, server: Server) -> None:
        self.wanted.append(server)
        if self.rehearsal or not self.allows(server):
            raise EgressRefused(f"{server} isn't contacted")
        if self._is_named(server):
            self._resolving = True
            try:
                found = socket.getaddrinfo(server.host, server.port, type=socket.SOCK_STREAM)
            finally:
                self._resolving = False
            self._resolved |= {str(place[4][0]) for place in found}

    def _check_contact(self, place: Any) -> None:
        address = place[0] if isinstance(place, tuple) else ""
        if self.rehearsal or not (address in self._resolved or is_public(address)):
            raise EgressRefused("the address of a server isn't public")

    def _is_named(self, server: Server) -> bool:
        host = _plain(server.host)
        return host in self.named or f"{host}:{server.port}" in self.named


@contextlib.contextmanager
def controlled(egress: Egress) -> Iterator[Egress]:
    """Control this thread while the block runs."""
    _install_hook()
    _thread.egress = egress
    try:
        yield egress
    finally:
        del _thread.egress


def is_public(address: str) -> bool:
    """Whether a numeric address belongs to the public Internet. A name doesn't: the hook must see the address
    to which the connection goes."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = _embedded(ip)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and ip not in METADATA


def _embedded(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to."""
    if ip.ipv4_mapped is not None or ip.sixtofour is not None:
        return ip.ipv4_mapped or ip.sixtofour
    if ip.teredo is not None:
        return ip.teredo[1]
    if any(ip in network for network in (*NAT64, COMPATIBLE)):
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return None


def _lookup(host: Any, port: Any = None, *_: Any) -> tuple[str, int | None]:
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host or "")
    return name, int(port) if str(port or "").isascii() and str(port or "").isdigit() else None


def _plain(host: str) -> str:
    """A name in the form in which names are compared."""
    return host.lower().removesuffix(".")


_thread = threading.local()


@cache
def _install_hook() -> None:
    """Install the hook once; Python keeps it as long as the process runs."""
    sys.addaudithook(_audit)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if event in CHECKED:
        egress: Egress | None = getattr(_thread, "egress", None)
        if egress is not None:
            egress.check(event, arguments)
