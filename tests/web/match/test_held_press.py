"""A press while an action is on its way: it follows the answer, or the page says why it doesn't."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, begun


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


class SlowWire:
    """A page's live connection, whose answers can be kept back."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        """The actions of the page since answers are kept back."""
        self._page = page
        self._keeps = False
        self._refuses = False
        self._kept: list[str | bytes] = []
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/live*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()
        server.on_message(lambda text: self._kept.append(text) if self._keeps else socket.send(text))
        socket.on_message(lambda text: self._pass_on(server, str(text)))

    def _pass_on(self, server: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        if "action" in message:
            self.sent.append(message)
            if self._refuses:
                words = {
                    "code": "stale",
                    "message": "The service refuses it.",
                    "values": {},
                    "language": "en",
                }
                self._kept.append(json.dumps({"type": "refused", "key": message["key"], **words}))
                return
        server.send(text)

    def hold(self, refuses: bool = False) -> None:
        """From now on nothing arrives at the page. With `refuses` each of its actions is refused."""
        self.sent.clear()
        self._keeps, self._refuses = True, refuses

    def release_as_one(self, updates: int) -> None:
        """Delivers so many updates as the single one that a slower service would have sent."""
        while sum('"type":"update"' in str(text) for text in self._kept) < updates:
            self._page.wait_for_timeout(20)
        messages = [json.loads(text) for text in self._kept]
        parts = [message for message in messages if message["type"] == "update"]
        whole = parts[-1] | {"items": [item for part in parts for item in part.get("items", ())]}
        whole["public_match"] = [part["public_match"] for part in parts if part.get("public_match")][-1]
        self._kept = [
            json.dumps(message) for message in [whole, *(one for one in messages if one not in parts)]
        ]
        self.release(0)

    def release(self, actions: int = 1) -> None:
        """Delivers what was kept back, once so many actions have been sent."""
        while len(self.sent) < actions or not self._kept:
            self._page.wait_for_timeout(20)
        self._keeps = self._refuses = False
        assert self._socket
        while self._kept:
            self._socket.send(self._kept.pop(0))


def two(ann: Page, bob: Page, game: str) -> str:
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    return begun(ann, bob, game=game, clock={"type": "none"})


def press(page: Page, name: str) -> None:
    """Press a button by the mouse, also one that waits for an answer."""
    page.get_by_role("button", name=name, exact=True).dispatch_event("click")


def exchange(page: Page) -> None:
    """Ann's exchange of a 9, on its way to the service."""
    press(page, "Plus Palace")
    page.get_by_role("group", name="Your pantry").get_by_role("button", name="9: 1 tile").click()
    press(page, "Exchange the 9 for 9 +")


def test_press_during_an_action_follows_its_answer(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wire = SlowWire(ann)
    two(ann, bob, "sign-cook")
    expect(ann.get_by_role("button", name="Plus Palace")).to_be_visible()
    wire.hold()
    exchange(ann)
    press(ann, "Your kitchen")
    press(ann, "Serve nothing")
    press(ann, "Serve nothing")
    expect(ann.locator("[data-held]")).to_have_text("Serve nothing")
    expect(ann.get_by_role("status").get_by_text("Comes next: Serve nothing")).to_be_attached()
    assert len(wire.sent) == 1
    wire.release()
    expect(ann.get_by_text("You present nothing in this round.")).to_be_visible()
    expect(ann.get_by_role("alert").filter(has_text="Not done")).to_have_count(0)


def test_second_press_of_the_same_button_is_the_same_wish(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wire = SlowWire(ann)
    two(ann, bob, "sign-cook")
    expect(ann.get_by_role("button", name="Plus Palace")).to_be_visible()
    wire.hold()
    exchange(ann)
    press(ann, "Exchange the 9 for 9 +")
    expect(ann.locator("[data-held]")).to_have_count(0)
    wire.release()
    expect(ann.get_by_text("2 visits left")).to_be_visible()
    expect(ann.get_by_role("alert").filter(has_text="Not done")).to_have_count(0)


def test_press_that_makes_no_sense_any_more_is_refused_visibly(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wires = [SlowWire(page) for page in (ann, bob)]
    match = two(ann, bob, "mixmath")
    awaited = int(ann.request.get(f"/api/matches/{match}/view").json()["view"]["turn"]["seat"])
    page, wire = (ann, bob)[awaited], wires[awaited]
    expect(page.get_by_text("Your turn.", exact=True)).to_be_visible()
    press(page, "Pass…")
    wire.hold()
    press(page, "Pass")
    press(page, "Not yet")
    expect(page.locator("[data-held]")).to_have_text("Not yet")
    wire.release()
    refusal = "Not done, because things have changed meanwhile: Not yet"
    expect(page.get_by_role("alert").filter(has_text=refusal)).to_be_visible()


def test_press_after_a_refused_action_is_forgotten(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wire = SlowWire(ann)
    two(ann, bob, "sign-cook")
    expect(ann.get_by_role("button", name="Plus Palace")).to_be_visible()
    wire.hold(refuses=True)
    exchange(ann)
    press(ann, "Your kitchen")
    press(ann, "Serve nothing")
    press(ann, "Serve nothing")
    expect(ann.locator("[data-held]")).to_have_text("Serve nothing")
    wire.release()
    expect(ann.locator("[data-held]")).to_have_count(0)
    expect(ann.get_by_role("button", name="Serve nothing")).to_have_attribute("aria-disabled", "false")
    expect(ann.get_by_role("alert").filter(has_not_text="Not done").locator("p")).to_have_count(1)
    assert len(wire.sent) == 1
