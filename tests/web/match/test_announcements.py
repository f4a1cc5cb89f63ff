"""What a screen reader is given at a match, and how much of it."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import House
from tests.web.boards.test_set_theory_board import KNOWN, cell, stand
from tests.web.conftest import PHONE, Visitor, begun, drafted
from tests.web.match.test_held_press import SlowWire

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def heard(page: Page, text: str | re.Pattern[str]) -> Locator:
    """The announcements of the page that contain the text."""
    return page.locator("nh-match > [role=status] p, nh-match [role=status][aria-atomic] p").filter(
        has_text=text
    )


def seated(*pages: Page, **more: Any) -> str:
    for page, name in zip(pages, NAMES, strict=False):
        page.request.post("/api/guest", data={"name": name})
    return begun(*pages, **{"clock": {"type": "none"}, **more})


def act(page: Page, match: str, **action: Any) -> None:
    answer = page.request.post(f"/api/matches/{match}/act", data={"action": action})
    assert answer.ok, answer.text()


def go_round(pages: list[Page], match: str) -> Page:
    """The first player exchanges a tile and all others pass; the first one's page stands still meanwhile, so
    that nothing is announced before all have passed. Its page."""
    first = int(pages[0].request.get(f"/api/matches/{match}/view").json()["view"]["turn"]["seat"])
    ann, *others = [*pages[first:], *pages[:first]]
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    ann.clock.pause_at(ann.evaluate("() => Date.now() / 1000") + 2)
    rack = ann.request.get(f"/api/matches/{match}/view").json()["view"]["hand"]["rack"]
    act(ann, match, type="exchange", tiles=rack[:1])
    # All turns may come in one message: then it was never up to anybody else.
    expect(ann.get_by_text("Your turn.", exact=True)).to_have_count(0)
    for other in others:
        act(other, match, type="pass")
    log = ann.get_by_role("tabpanel", name="Log")
    expect(log.get_by_text("passes.")).to_have_count(len(others))
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    return ann


def pages_of(visitor: Visitor, count: int) -> list[Page]:
    pages = [visitor() for _ in range(count)]
    for page in pages:
        page.clock.install()
    return pages


def test_turns_of_others_are_one_announcement(visitor: Visitor) -> None:
    pages = pages_of(visitor, 3)
    match = seated(*pages, game="mixmath")
    ann = go_round(pages, match)
    expect(heard(ann, "no tile in this turn")).to_have_count(0)
    ann.clock.run_for(1000)
    expect(heard(ann, "no tile in this turn")).to_have_count(1)
    expect(heard(ann, re.compile(r"(no tile in this turn.*){2}You can act now\.$"))).to_have_count(1)
    expect(heard(ann, "up to")).to_have_count(0)


def test_little_is_announced_to_those_who_want_little(visitor: Visitor) -> None:
    pages = pages_of(visitor, 2)
    for page in pages:
        wants_little(page)
    match = seated(*pages, game="mixmath")
    ann = go_round(pages, match)
    ann.clock.run_for(1000)
    expect(heard(ann, "You can act now.")).to_have_count(1)
    expect(heard(ann, "no tile in this turn")).to_have_count(0)


def wants_little(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("radio", name="My turn, my time, the end").press("Space")


def test_turn_that_is_back_in_the_same_message_is_announced(visitor: Visitor) -> None:
    pages = pages_of(visitor, 2)
    wires = [SlowWire(page) for page in pages]
    for page in pages:
        wants_little(page)
    match = seated(*pages, game="mixmath")
    first = int(pages[0].request.get(f"/api/matches/{match}/view").json()["view"]["turn"]["seat"])
    ann, bob = pages[first], pages[1 - first]
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    wires[first].hold()
    rack = ann.request.get(f"/api/matches/{match}/view").json()["view"]["hand"]["rack"]
    act(ann, match, type="exchange", tiles=rack[:1])
    act(bob, match, type="pass")
    wires[first].release_as_one(2)
    expect(ann.get_by_role("tabpanel", name="Log").get_by_text("passes.")).to_have_count(1)
    ann.clock.run_for(1000)
    expect(heard(ann, "You can act now.")).to_have_count(1)


def test_round_that_ones_own_action_begins_is_announced(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wants_little(ann)
    match = seated(ann, bob, game="addition-crypt", options={"rounds": [["theme"], ["standout"]]})
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    for page, nodes in ((bob, (3, 4)), (ann, (2, 1))):
        act(page, match, type="submit", first=nodes[0], second=nodes[1], scoring=nodes[0], round=1)
    act(bob, match, type="lock")
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    expect(heard(ann, "You can act now.")).to_have_count(0)
    act(ann, match, type="lock")
    expect(heard(ann, re.compile("^You can act now.$"))).to_have_count(1)


def test_start_of_the_match_is_announced_to_those_who_waited_for_it(visitor: Visitor) -> None:
    ann = visitor()
    wants_little(ann)
    ann.request.post("/api/guest", data={"name": "Ann"})
    match, host = drafted(ann, game="turing-machine", seats=1)
    with contextlib.closing(host):
        assert ann.request.post(f"/api/matches/{match}/join", data={"seat": 0}).ok
        ann.goto(f"/match/{match}")
        expect(ann.get_by_text("Everybody is here.")).to_be_visible()
        host.post(f"/api/matches/{match}/start").raise_for_status()
    expect(heard(ann, "You can act now.")).to_have_count(1)


def test_end_of_ones_time_is_announced(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    for page in (ann, bob):
        stand(page, house)
    at_once = {"clock_starts": "at-once"}  # else the first turn begins with Bob's look
    seated(ann, bob, game="set-theory", clock={"type": "turn", "seconds": 120, "reserves": 0}, terms=at_once)
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    expect(heard(bob, "left.")).to_have_count(0)
    for seconds, words in ((61, "One minute left."), (51, "8 seconds left."), (4, "4 seconds left.")):
        house.clock.time += seconds
        stand(bob, house)
        expect(heard(bob, words)).to_have_count(1)
    expect(heard(ann, "left.")).to_have_count(0)


def test_addition_crypt_announces_next_step_and_next_round(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    rounds = {"rounds": [["theme"], ["standout"]]}
    match = seated(ann, bob, game="addition-crypt", options=rounds)
    expect(ann.get_by_text("Your turn.", exact=True)).to_be_visible()
    for page, nodes in ((ann, (2, 1)), (bob, (3, 4))):
        act(page, match, type="submit", first=nodes[0], second=nodes[1], scoring=nodes[0], round=1)
    expect(heard(ann, re.compile("Saved.* Confirm it so that nobody waits for you"))).to_have_count(1)
    for page in (ann, bob):
        act(page, match, type="lock")
    expect(
        heard(ann, re.compile(r"You score \d+ points?\..*Now round 2: Standout.*nobody else.*: \+"))
    ).to_have_count(1)


def test_result_is_announced(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    match = seated(ann, bob, game="turing-machine")
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    assert bob.request.post(f"/api/matches/{match}/resign").ok
    expect(heard(ann, "The match is over. You won: Bob resigned.")).to_have_count(1)


def test_message_is_announced_on_a_telephone_that_shows_the_board(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    ann.set_viewport_size(PHONE)
    seated(ann, bob, game="turing-machine")
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    bob.get_by_label("Say something").fill("hello")
    bob.get_by_label("Say something").press("Enter")
    expect(ann.get_by_role("button", name="Talk, 1 unread").or_(ann.get_by_text("1 unread"))).to_be_attached()
    expect(heard(ann, "Bob: hello")).to_have_count(1)


def test_set_theory_reads_out_what_replaces_a_refused_number(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    seated(ann, bob, game="set-theory", **KNOWN)
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    cell(bob, "A1").focus()
    bob.keyboard.press("ArrowRight")
    bob.keyboard.type("9")
    bob.keyboard.press("Enter")
    expect(bob.get_by_role("alert").filter(has_text="10")).to_be_visible()
    bob.keyboard.type("48")
    expect(heard(bob, re.compile("^48$"))).to_have_count(1)
    expect(cell(bob, "B1")).to_have_accessible_name("B1, empty, 48 typed")
    expect(bob.get_by_role("textbox", name="Number")).to_have_value("48")


def test_a_resignation_among_three_is_told_to_each_as_what_it_is(visitor: Visitor) -> None:
    ann, bob, cyd = pages = [visitor() for _ in range(3)]
    match = seated(*pages, game="addition-crypt")
    for page in pages:
        expect(page.get_by_text("Your turn.", exact=True)).to_be_visible()
    act(ann, match, type="submit", first=2, second=1, scoring=2)
    expect(heard(ann, "Saved.")).to_have_count(1)
    assert ann.request.post(f"/api/matches/{match}/resign").ok
    expect(heard(ann, "You have resigned, so C*\u00a0B is played for you.")).to_have_count(1)
    expect(heard(ann, "You have resigned; the others play on.")).to_have_count(1)
    expect(ann.get_by_text("You have resigned: this is played for you.")).to_be_visible()
    expect(ann.get_by_text("time ran out")).to_have_count(0)
    for page in (bob, cyd):
        expect(heard(page, "Ann has resigned; the others play on.")).to_have_count(1)
        expect(heard(page, "You have resigned")).to_have_count(0)
    expect(heard(ann, "Your time has run out")).to_have_count(0)
