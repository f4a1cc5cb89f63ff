"""The match page: lost connections, two browsers, chat, first steps, and the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from numberhouse.registry import games
from tests.server.conftest import Guest, House
from tests.server.support.hosting import hosted_match, post_desk
from tests.web.conftest import PHONE, Visitor, complaints, overflow, picture


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def join_match(house: House, game: str, *pages: Page, **more: Any) -> str:
    """A running match with these pages' guests on its seats; the first one is its host."""
    for number, page in enumerate(pages):
        page.request.post("/api/guest", data={"name": f"Player {number}"})
    host = pages[0].request
    made = host.post("/api/matches", data={"game": game, "seats": len(pages), **more})
    assert made.ok, made.text()
    match = str(made.json()["id"])
    host.post(f"/api/matches/{match}/open", data={})
    for seat, page in enumerate(pages):
        assert page.request.post(f"/api/matches/{match}/join", data={"seat": seat}).ok
    assert host.post(f"/api/matches/{match}/start", data={}).ok
    for page in pages:
        page.goto(f"/match/{match}")
    del house
    return match


def place(page: Page, match: str, number: int, cell: str) -> None:
    answer = page.request.post(
        f"/api/matches/{match}/act", data={"action": {"type": "place", "number": number, "cell": cell}}
    )
    assert answer.ok, answer.text()


NONE = {"clock": {"type": "none"}}


def test_action_shows_in_other_browser_at_once(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    match = join_match(house, "set-theory", ann, bob, **NONE)
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    place(bob, match, 12, "A1")
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    expect(ann.get_by_role("tabpanel", name="Log")).to_contain_text("12")
    expect(bob.get_by_text("Waiting for Player 0.")).to_be_visible()


def test_correction_replaces_log(visitor: Visitor, house: House) -> None:
    match, host, (ann, bob) = hosted_match(house, "set-theory", "Ann Bob")
    for player, number, cell in ((bob, 12, "A1"), (ann, 30, "B1")):
        player.act(match, {"type": "place", "number": number, "cell": cell}).raise_for_status()
    page = visitor(f"/match/{match}")
    log = page.locator("nh-log li")
    for words in ("12.*A1", "30.*B1"):
        expect(log.filter(has_text=re.compile(words))).to_have_count(1)
    other = {"type": "place", "number": 71, "cell": "C1"}
    post_desk(host, match, "amendments", number=1, action=other).raise_for_status()
    expect(log.filter(has_text=re.compile("71.*C1")).first).to_be_visible()
    told = page.get_by_text(re.compile("(71|30|12) on "))
    expect(told.filter(has_text="12 on A1")).to_have_count(0)
    expect(told.filter(has_text="71 on C1")).not_to_have_count(0)
    expect(told.filter(has_text="30 on B1")).not_to_have_count(0)


NO_LINE = "internetdisconnected"
"""The failure of a request without a network."""


class Wire:
    """The network between a page and the service, which a test can cut."""

    def __init__(self, page: Page, sockets: bool = True) -> None:
        self.whole, self.sockets = True, sockets
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/live*", self._connect)
        page.route("**/api/**", lambda route: route.fallback() if self.whole else route.abort(NO_LINE))

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.whole and self.sockets:
            socket.connect_to_server()
            self._open.append(socket)
        else:
            socket.close(code=1001)

    def cut(self) -> None:
        self.whole = False
        while self._open:
            self._open.pop().close(code=1001)

    def mend(self) -> None:
        self.whole = True


def test_lost_connection_shows_and_catches_up_after_reconnection(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    wire = Wire(ann)
    match = join_match(house, "set-theory", ann, bob, **NONE)
    expect(ann.get_by_text("Waiting for Player 1.")).to_be_visible()
    wire.cut()
    expect(ann.get_by_text("The connection is lost")).to_be_visible()
    picture(ann, "match-connection-lost")
    place(bob, match, 12, "A1")
    wire.mend()
    expect(ann.get_by_text("Your turn.")).to_be_visible(timeout=20_000)
    expect(ann.get_by_text("The connection is lost")).to_have_count(0)
    expect(ann.get_by_role("tabpanel", name="Log")).to_contain_text("12")


def test_action_during_lost_connection_happens_once(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    wire = Wire(bob)
    match = join_match(house, "set-theory", ann, bob, **NONE)
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    wire.cut()
    expect(bob.get_by_text("The connection is lost")).to_be_visible()
    act(bob, {"type": "place", "number": 12, "cell": "A1"})
    wire.mend()
    expect(ann.get_by_text("Your turn.")).to_be_visible(timeout=20_000)
    told = ann.request.get(f"/api/matches/{match}/text").json()
    assert len([line for item in told["log"] for line in item["lines"] if "12" in line]) == 1


def test_match_is_played_by_polling_without_sockets(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    Wire(bob, sockets=False)
    join_match(house, "set-theory", ann, bob, **NONE)
    expect(bob.get_by_text("Your turn.")).to_be_visible(timeout=20_000)
    act(bob, {"type": "place", "number": 12, "cell": "A1"})
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    expect(bob.get_by_text("Waiting for Player 0.")).to_be_visible()
    place(ann, bob.url.rpartition("/")[2], 30, "B1")
    expect(bob.get_by_text("Your turn.")).to_be_visible()


def act(page: Page, action: Any) -> None:
    """Sends an action as the board does."""
    page.locator(".board > :first-child").first.evaluate(
        "(board, detail) => board.dispatchEvent(new CustomEvent('act', {detail}))", action
    )


def test_visitor_of_a_running_match_reads_why_one_only_watches(visitor: Visitor, house: House) -> None:
    ann, bob, cyd = visitor(), visitor(), visitor()
    match = join_match(house, "set-theory", ann, bob, **NONE)
    cyd.goto(f"/match/{match}")
    expect(cyd.get_by_text("This match has begun; you are watching.")).to_be_visible()
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    expect(bob.get_by_text("you are watching")).to_have_count(0)
    cyd.get_by_role("link", name="Start your own: Set Theory").click()
    cyd.wait_for_url("**/games/set-theory")


def test_first_steps_show_until_closed(visitor: Visitor) -> None:
    page = visitor()
    page.request.post("/api/guest", data={"name": "Ann"})
    match = page.request.post("/api/play", data={"game": "set-theory", "seat": 0}).json()["id"]
    page.goto(f"/match/{match}")
    told = page.get_by_text("Ten hidden sets")
    expect(told).to_be_visible()
    page.get_by_text("How to play").click()
    expect(told).to_be_hidden()
    page.reload()
    expect(page.get_by_role("tab", name="Log", exact=True)).to_be_visible()
    expect(page.get_by_text("How to play")).to_be_visible()
    expect(told).to_be_hidden()
    page.set_viewport_size(PHONE)
    page.get_by_text("How to play").click()
    expect(told).to_be_visible()
    assert overflow(page) == 0
    assert not complaints(page)


def test_refusal_is_visible_from_any_scroll_position(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(phone=True), visitor(phone=True)
    join_match(house, "set-theory", ann, bob, **NONE)
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    bob.evaluate("() => window.scrollTo(0, 500)")
    act(bob, {"type": "place", "number": 5, "cell": "A1"})
    expect(bob.get_by_role("alert").filter(has_text="10")).to_be_in_viewport()


def test_resigning_ends_the_match_and_a_rematch_is_offered_seen_and_accepted(
    visitor: Visitor, house: House
) -> None:
    ann, bob = visitor(), visitor(phone=True)
    join_match(house, "addition-crypt", ann, bob, options={"rounds": [["theme"]] * 2}, **NONE)
    over = ann.url
    ann.get_by_role("button", name="Resign").click()
    group = ann.get_by_role("group", name="Resign")
    expect(group).to_contain_text("You lose the match at once.")
    group.get_by_role("button", name="Resign").click()
    expect(ann.get_by_role("heading", name="You resigned: Player 1 won.")).to_be_visible()
    won = bob.get_by_role("heading", name="You won: Player 0 resigned.")
    for element in (won, bob.get_by_role("link", name="Review", exact=True), rematch_button(bob)):
        expect(element).to_be_in_viewport(ratio=1)
    for page, name in ((ann, "lost-wide"), (bob, "won-phone")):
        assert not complaints(page)
        assert not overflow(page)
        picture(page, f"result-{name}")

    rematch_button(ann).click()
    expect(ann.get_by_text("Rematch offered. Player 1 can see it now.")).to_be_visible()
    expect(bob.get_by_text("Player 0: a rematch?")).to_be_visible()
    picture(bob, "rematch-offered-phone")
    bob.get_by_role("button", name="Decline").click()
    expect(ann.get_by_text("Declined the rematch: Player 1.")).to_be_visible()
    picture(ann, "rematch-declined-wide")
    rematch_button(bob).click()
    for page in (ann, bob):
        expect(page).not_to_have_url(over)
        expect(page.get_by_role("region", name="Result")).to_have_count(0)
        expect(page.locator("nh-players")).to_be_visible()
    assert ann.url == bob.url


def rematch_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Rematch")


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("ru", True)], ids=["wide-en", "phone-ru"])
@pytest.mark.parametrize("game", sorted(games()))
def test_match_page_of_every_game_is_accessible(visitor: Visitor, game: str, lang: str, phone: bool) -> None:
    page = visitor(lang=lang, phone=phone)
    page.request.post("/api/guest", data={"name": "Ann"})
    told = page.request.post("/api/play", data={"game": game, "bot": "random"}).json()
    page.goto(f"/match/{told['id']}")
    expect(page.locator("nh-players")).to_be_visible()
    expect(page.locator("nh-log").locator("li, p").first).to_be_attached()
    expect(page.locator(f"nh-board-{game}")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"match-{game}-{lang}-{'phone' if phone else 'wide'}")


def test_private_match_is_hidden_from_others(visitor: Visitor, house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "set-theory", terms={"visibility": "private"})
    page = visitor(f"/match/{match}")
    expect(page.get_by_role("alert")).to_contain_text("no match")


def test_spectator_cannot_act(visitor: Visitor, house: House) -> None:
    match, players = house.begun("set-theory")
    page = visitor(f"/match/{match}")
    expect(page.get_by_text("Waiting for Bob.")).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    placed: Guest = players[1]
    placed.act(match, {"type": "place", "number": 12, "cell": "A1"}).raise_for_status()
    expect(page.get_by_text("Waiting for Ann.")).to_be_visible()
