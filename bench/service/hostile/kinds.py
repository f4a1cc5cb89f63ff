"""The kinds of attacks: what one guest can send to hold up the house. A new kind is one function here.

A kind does its worst once; the measurement repeats it. It may prepare what it needs at its first call.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

from .attacker import Attacker

__all__ = ["KINDS", "Kind"]

Kind = Callable[[Attacker], Awaitable[None]]

KINDS: dict[str, Kind] = {}
"""All kinds by name."""

RECORDS = Path(__file__).resolve().parents[3] / "tests" / "record" / "corpus"


def kind(function: Kind) -> Kind:
    """Register the function as a kind."""
    KINDS[function.__name__.replace("_", " ")] = function
    return function


# Actions and options


@kind
async def huge_dishes(guest: Attacker) -> None:
    """Dishes of Sign Cook whose values are enormous or need deep roots."""
    options = {"unary_minus": "loose"}
    match = await guest.match("sign-cook", seats=2, bots=[None, "random"], options=options)
    for dish in (["2^2^-1"] * 30, ["3^600000-1"] * 300, ["9" * 9000], ["(" * 4000 + "1" + ")" * 4000]):
        await guest.send("POST", f"/api/matches/{match}/act", {"action": {"type": "serve", "dish": dish}})


@kind
async def costly_conditions(guest: Attacker) -> None:
    """Drafts of Set Theory whose ten sets are conditions of twenty digit sums each."""
    sets = [" + ".join(["digit_sum(n**3)"] * 20) + f" > {number}" for number in range(10)]
    await guest.send("POST", "/api/matches", {"game": "set-theory", "options": {"sets": sets}})


@kind
async def drafts(guest: Attacker) -> None:
    """Many drafts, each with much text."""
    terms = {"title": "x" * 100}
    for game in ("mixmath", "addition-crypt", "turing-machine"):
        await guest.send("POST", "/api/matches", {"game": game, "terms": terms})


@kind
async def word_lists(guest: Attacker) -> None:
    """Open matches with a word list of their own, as large as is read."""
    words = " ".join(sorted({"".join(chr(97 + n // 26**k % 26) for k in range(4)) for n in range(12_000)}))
    match = await guest.send("POST", "/api/matches", {"game": "sign-cook", "options": {"words": words}})
    if match is not None and match.status_code == 201:
        await guest.send("POST", f"/api/matches/{match.json()['id']}/open", {})


@kind
async def notes(guest: Attacker) -> None:
    """Free actions, one after the other."""
    match = await guest.match("turing-machine", seats=1)
    for number in range(20):
        note = {"type": "note", "sheet": {"text": f"{number} " + "x" * 500}}
        await guest.send("POST", f"/api/matches/{match}/act", {"action": note})


# Reading


@kind
async def long_lists(guest: Attacker) -> None:
    """The public lists, again and again."""
    for _ in range(10):
        await guest.send("GET", "/api/matches")


@kind
async def long_matches(guest: Attacker) -> None:
    """All texts of a match: its view, words, legal actions, record, transcript and desk."""
    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    for part in ("view", "updates", "text", "legal", "transcript", "record", "desk", "review"):
        await guest.send("GET", f"/api/matches/{match}/{part}")


@kind
async def desk_reads(guest: Attacker) -> None:
    """The desk and its drafts of announcements."""
    match = await guest.match("addition-crypt", seats=13, bots=[None, *["random"] * 12])
    for _ in range(5):
        await guest.send("GET", f"/api/matches/{match}/desk")
        await guest.send("GET", f"/api/matches/{match}/desk/announcements/draft")


# Worker processes


@kind
async def large_records(guest: Attacker) -> None:
    """Uploads of the record of a long match, for another position every time, so that no cache answers."""
    text = (RECORDS / "addition-crypt-13.jsonl").read_text(encoding="utf-8")
    begun = sum(guest.answers.values())
    bodies = [{"record": text, "entry": (begun + number) % 40} for number in range(3)]
    await asyncio.gather(*(guest.send("POST", "/api/review/text", body) for body in bodies))


@kind
async def reviews(guest: Attacker) -> None:
    """Evaluations and playouts of a record, several at once."""
    text = (RECORDS / "turing-machine-race.jsonl").read_text(encoding="utf-8")
    paths = ("evaluations", "win-probabilities", "farewell")
    await asyncio.gather(*(guest.send("POST", f"/api/review/{path}", {"record": text}) for path in paths))


@kind
async def drills(guest: Attacker) -> None:
    """Problems of practice, several at once."""
    problems = (
        ("turing-machine/solo", "nightmare"),
        ("mixmath/best-turn", "late"),
        ("set-theory/induction", "hard"),
        ("sign-cook/longest-word", "large"),
    )
    await asyncio.gather(
        *(
            guest.send("POST", f"/api/practice/{drill}", {"level": level, "daily": False})
            for drill, level in problems
        )
    )


@kind
async def matches_of_bots(guest: Attacker) -> None:
    """Matches at which only bots play."""
    body = {"game": "addition-crypt", "seats": 13, "bots": ["random"] * 13, "clock": {"type": "none"}}
    answer = await guest.send("POST", "/api/matches", body)
    if answer is not None and answer.status_code == 201:
        match = answer.json()["id"]
        await guest.send("POST", f"/api/matches/{match}/open", {})
        await guest.send("POST", f"/api/matches/{match}/start", {})


@kind
async def abandoned_requests(guest: Attacker) -> None:
    """Expensive requests whose client goes at once."""
    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    head = f"GET /api/matches/{match}/updates?last=0 HTTP/1.1\r\nHost: x\r\nCookie: {guest.cookie}\r\n"
    for _ in range(20):
        async with guest.raw(f"{head}X-Forwarded-For: 198.51.100.{guest.number}\r\n\r\n".encode()):
            pass


# Connections and bytes


@kind
async def floods_of_frames(guest: Attacker) -> None:
    """Live connections with tens of thousands of tiny frames in one packet."""
    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    upgrade = (
        f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"X-Forwarded-For: 198.51.100.{guest.number}\r\n\r\n"
    ).encode()
    async with guest.raw(upgrade) as reader:
        await asyncio.wait_for(reader.read(4096), 30)
    for flood in (b"\x01\x80aaaa" + b"\x00\x80aaaa" * 43_000, b"\x8a\x80aaaa" * 43_000):
        async with guest.raw(upgrade + flood) as reader:
            with contextlib.suppress(ConnectionResetError):  # being cut off is an answer
                await asyncio.wait_for(reader.read(4096), 30)


@kind
async def subscriptions(guest: Attacker) -> None:
    """Many live connections that subscribe to the chat over and over."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus, WebSocketException

    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    url = f"{guest.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    headers = {**guest.headers, "Cookie": guest.cookie}
    try:
        async with connect(url, additional_headers=headers, max_size=1 << 24) as live:
            for _ in range(200):
                await live.send('{"type":"subscribe"}')
                await live.send('{"type":"heartbeat"}')
    except InvalidStatus as refusal:
        guest.answers[refusal.response.status_code] += 1
    except (WebSocketException, OSError) as error:
        guest.answers[type(error).__name__] += 1


@kind
async def half_requests(guest: Attacker) -> None:
    """Requests that never end: half a head, and half a body."""
    head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    body = head + b"Content-Length: 999999\r\n\r\n{"
    async with guest.raw(b"GET /api/matches HTTP/1.1\r\nX-Half: "), guest.raw(body):
        await asyncio.sleep(0.1)


@kind
async def huge_json(guest: Attacker) -> None:
    """Bodies of a megabyte: deep, wide, and with huge numbers."""
    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    headers = {"Content-Type": "application/json"}
    wide = b'{"action":{"type":"place","tiles":[' + b"1," * 500_000 + b"1]}}"
    for body in (b'{"action":' * 90_000, wide, b'{"action":{"type":"pass","x":' + b"9" * 1_000_000 + b"}}"):
        await guest.send("POST", f"/api/matches/{match}/act", content=body, headers=headers)


@kind
async def wide_json(guest: Attacker) -> None:
    """Bodies of a megabyte on the routes that read so much: hundreds of thousands of values."""
    headers = {"Content-Type": "application/json"}
    names = b",".join(b'"k%d":%d' % (number, number) for number in range(70_000))
    for values in (b'{"x":[' + b"[]," * 340_000 + b"[]]}", b"{" + names + b"}"):
        for path, name in (
            ("/api/matches", b"options"),
            ("/api/schedule", b"rows"),
            ("/api/review", b"record"),
        ):
            body = b'{"game":"mixmath","%s":%s}' % (name, values)
            await guest.send("POST", path, content=body, headers=headers)


# People


@kind
async def schedules(guest: Attacker) -> None:
    """Dry runs of schedules with as many rows as a host may have matches."""
    rows = [{"game": "addition-crypt", "title": f"Match {number}"} for number in range(40)]
    await guest.send("POST", "/api/schedule", {"rows": rows, "dry_run": True})


@kind
async def chat(guest: Attacker) -> None:
    """Long messages, and all of them read again."""
    match = await guest.match("mixmath", seats=2, bots=[None, "random"])
    rooms = await guest.send("GET", f"/api/matches/{match}/rooms")
    for room in rooms.json().get("rooms", []) if rooms is not None else []:
        for _ in range(5):
            message = {"room": room["id"], "text": "x" * 2000}
            await guest.send("POST", f"/api/matches/{match}/messages", message)
            await guest.send("GET", f"/api/matches/{match}/messages?room={room['id']}")


@kind
async def registering(guest: Attacker) -> None:
    """New members, each of which costs a hashed password."""
    name = f"Member {guest.number} {sum(guest.answers.values())}"
    await guest.send("POST", "/api/register", {"name": name, "password": "correct horse battery"})


@kind
async def signing_in(guest: Attacker) -> None:
    """Wrong passwords of a member."""
    await guest.send("POST", "/api/sign-in", {"name": "Member", "password": "wrong " * 5})


@kind
async def data_exports(guest: Attacker) -> None:
    """Exports of all data of the guest."""
    await guest.send("POST", "/api/me/export", {})
