"""Servers that a delivery may contact, however its address writes them and whatever their names lead to."""

from __future__ import annotations

import contextlib
import http.server
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications import channels, egress
from numberhouse.server.notifications.channels import receiver_at
from numberhouse.server.notifications.egress import Egress, EgressRefused, controlled, is_public

NAMED = ("example.org", "mail.example.org:587")
KINDS = ("json", "jsons", "form", "xml", "ntfy", "ntfys", "matrix", "matrixs", "mailto", "mailtos", "gotify")
SETTINGS = Settings(notification_services=KINDS, notification_hosts=NAMED)

PRIVATE = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "168.63.129.16",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::10.0.0.1",
    "2002:a00:1::",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::10.0.0.1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_recognised(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_recognised(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("text", ["localhost", "example.org", "", "127.1", "2130706433", "0x7f.0.0.1"])
def test_names_and_other_spellings_are_no_public_addresses(text: str) -> None:
    assert not is_public(text)


def refused(function: Callable[[], Any]) -> bool:
    try:
        function()
    except EgressRefused:
        return True
    except OSError:
        return False
    return False


def connect_to(place: Any, family: int = socket.AF_INET, kind: int = socket.SOCK_STREAM) -> Callable[[], Any]:
    def connecting() -> None:
        with contextlib.closing(socket.socket(family, kind)) as opened:
            opened.setblocking(False)
            opened.connect(place)

    return connecting


def send_datagram(place: Any) -> None:
    with contextlib.closing(socket.socket(type=socket.SOCK_DGRAM)) as opened:
        opened.sendto(b"", place)


@pytest.mark.parametrize(
    "contact",
    [
        connect_to(("127.0.0.1", 9)),
        connect_to(("::1", 9, 0, 0), socket.AF_INET6),
        connect_to(("::ffff:127.0.0.1", 9, 0, 0), socket.AF_INET6),
        connect_to("/run/some.sock", socket.AF_UNIX),
        connect_to(("127.0.0.1", 9), kind=socket.SOCK_DGRAM),
        connect_to(("localhost", 9)),
        lambda: socket.create_connection(("localhost", 9), timeout=1),
        lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
        lambda: send_datagram(("127.0.0.1", 9)),
        lambda: subprocess.run(["true"], check=False),
    ],
)
def test_a_controlled_thread_reaches_nothing_private_and_starts_no_program(
    contact: Callable[[], Any],
) -> None:
    with controlled(Egress((), only_named=False)):
        assert refused(contact)
    assert not refused(contact)  # the control ends with its block


def test_other_threads_arent_controlled() -> None:
    results = []
    barrier = threading.Barrier(2)

    def other() -> None:
        barrier.wait()
        results.append(refused(connect_to(("127.0.0.1", 9))))

    thread = threading.Thread(target=other)
    thread.start()
    with controlled(Egress((), only_named=False)):
        barrier.wait()
        thread.join()
    assert results == [False]


@contextlib.contextmanager
def names(monkeypatch: pytest.MonkeyPatch, *answers: str) -> Iterator[list[str]]:
    """A name service whose answer changes with every look-up, as a hostile one does."""
    asked: list[str] = []

    def look_up(host: str, port: Any, *_: Any, **__: Any) -> list[Any]:
        sys.audit("socket.getaddrinfo", host, port, 0, 0, 0)
        asked.append(host)
        answer = answers[min(len(asked), len(answers)) - 1]
        family = socket.AF_INET6 if ":" in answer else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (answer, port))]

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", look_up)
        yield asked


def test_a_name_that_changes_its_address_reaches_no_private_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name leads to a public address when it is checked, and to a private one when the connection is
    made."""
    with names(monkeypatch, "93.184.216.34", "127.0.0.1") as asked, controlled(
        Egress(["inside.example"], only_named=True)
    ):  # fmt: skip
        assert refused(lambda: socket.create_connection(("inside.example", 9), timeout=1))
    assert len(asked) == 2


def test_a_public_name_may_lead_to_no_private_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in ("10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "::1"):
        with names(monkeypatch, answer), controlled(Egress((), only_named=False)):
            assert refused(lambda: socket.create_connection(("discord.com", 443), timeout=1)), answer


HOSTS = st.sampled_from(
    [
        "example.org", "EXAMPLE.org", "example.org.", "mail.example.org", "mail.example.org:587", "localhost",
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]",
        "[fe80::1%25eth0]", "127\u30020\u30020\u30021", "\uff11\uff12\uff17.0.0.1", "ex\u0430mple.org",
        "example.org@10.0.0.1",
        "10.0.0.1@example.org", "u:p@example.org", "u:p@10.0.0.1", "example.org%2f@10.0.0.1",
        "example.org%00.evil", "example.org:80@evil.example", "example.org\\@evil.example", "evil.example",
    ]
)  # fmt: skip
TAILS = st.lists(
    st.sampled_from(
        ["/", "x", "//10.0.0.1/", "@", "@10.0.0.1", ":25", "?", "&", "#", "%23", "%3f", "%26", ";", "=", ",",
         "smtp=10.0.0.1", "to=a@10.0.0.1", "from=10.0.0.1", "redirect=yes", "discovery=yes", "mode=cloud",
         "mode=starttls", "host=10.0.0.1", "+Host=10.0.0.1", "format=text", "wkd=yes", "path=10.0.0.1"]
    ),
    max_size=6,
).map("".join)  # fmt: skip


@settings(max_examples=300)
@given(st.sampled_from(KINDS), HOSTS, st.just("/topic") | TAILS)
@example("mailtos", "u:p@example.org", "#?smtp=10.0.0.1")
@example("mailtos", "u:p@example.org", "?to=a@b.example&smtp=10.0.0.1")
@example("matrixs", "u:p@example.org", "/%23room?discovery=yes")
def test_an_address_is_refused_or_contacts_named_servers_alone(kind: str, host: str, tail: str) -> None:
    """The address is accepted by the check and then sent to with a control of the test's own, which knows
    nothing of addresses: it collects the names that the library looks up."""
    looked_up: list[tuple[str, int]] = []

    def collect(name: str, port: Any, *_: Any, **__: Any) -> Any:
        looked_up.append((name, int(port)))
        raise OSError("nothing is contacted in a test")

    try:
        receiver = receiver_at(f"{kind}://{host}{tail}", SETTINGS)
    except Refused:
        return
    receiver.request_rate_per_sec = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", collect)
        channels._notify(receiver, "title", "body")
    assert looked_up
    for name, port in looked_up:
        plain = name.lower().removesuffix(".")
        assert plain == "example.org" or (plain, port) == ("mail.example.org", 587)


def test_each_kind_that_ships_is_accepted_as_its_owner_writes_it() -> None:
    for address in (
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?thread=1",
        "tgram://123456789:abcdefg_hijklmnop/12315544/",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/%23general",
        "pover://uuuuuuuuuuuuuuuuuuuuuuuuuuuuuu@tttttttttttttttttttttttttttttt",
        "pbul://" + "a" * 34,
    ):
        assert receiver_at(address, Settings()).redirects is False


def test_a_refusal_names_the_part_and_what_is_possible() -> None:
    mail = Settings(notification_services=("mailtos",), notification_hosts=("example.org",))
    for address, part in {
        "mailtos://u:p@example.org?smtp=10.0.0.1": "'smtp'.*from, mode, name, to",
        "mailtos://u:p@example.org#?smtp=10.0.0.1": "no #; write %23",
        "mailtos://u:p@other.example": "aren't sent to other.example:587",
        "mailtos://u:p@ex\u0430mple.org": "ASCII; write others as %XX",
    }.items():
        with pytest.raises(Refused, match=part):
            receiver_at(address, mail)


class Inside(http.server.BaseHTTPRequestHandler):
    """A server of the house's own network, which nobody may reach by an address."""

    reached: list[str] = []  # noqa: RUF012

    def do_POST(self) -> None:
        self.reached.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing is printed in a test."""


def test_a_delivery_to_a_named_server_arrives_and_a_redirected_one_stays_away() -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Inside) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        named = Settings(notification_services=("json",), notification_hosts=(f"localhost:{port}",))
        assert channels._deliver(f"json://localhost:{port}/in", "title", "body", named)
        assert Inside.reached == ["/in"]
        # A public service whose name leads inside: the check of the address can't know it.
        receiver = receiver_at(f"json://localhost:{port}/stolen", named)
        with controlled(egress.Egress((), only_named=False)):
            assert not channels._notify(receiver, "title", "body")
        assert Inside.reached == ["/in"]
        server.shutdown()
