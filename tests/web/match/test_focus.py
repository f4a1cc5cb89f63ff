"""After every action that takes the pressed button away the focus stays on the page: on what is next, or on
what says how things stand."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, drafted

FOCUSED: Final = """() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!active || active === document.body) return "nothing";
  return active.getAttribute("aria-label") ?? active.innerText.replace(/\\s+/g, " ").trim();
}"""
"""The name of the focused element, through shadow roots."""


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def expect_focus(page: Page, name: str) -> None:
    """Wait until the focused element has a name that begins so."""
    page.wait_for_function(f"(name) => ({FOCUSED})().startsWith(name)", arg=name)


def press(page: Page, name: str) -> None:
    """Press a button by the Enter key."""
    page.get_by_role("button", name=name, exact=True).press("Enter")


def against_a_bot(page: Page, game: str, **more: Any) -> None:
    page.request.post("/api/guest", data={"name": "Ann"})
    begun(page, game=game, **{"seats": 2, "bots": [None, "random"], **more})


def two(ann: Page, bob: Page, game: str, **more: Any) -> str:
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    return begun(ann, bob, game=game, clock={"type": "none"}, **more)


def test_addition_crypt_leads_from_save_to_confirm_to_the_submission(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    match = two(ann, bob, "addition-crypt")
    ann.get_by_role("button", name=re.compile("^A\\b")).press("c")
    ann.keyboard.press("b")
    press(ann, "Save C* B")
    expect_focus(ann, "Confirm C* B")
    ann.keyboard.press("Enter")
    expect_focus(ann, "Your submission")
    action = {"type": "submit", "first": 3, "second": 4, "scoring": 3, "round": 1}
    for taken in (action, {"type": "lock"}):
        assert bob.request.post(f"/api/matches/{match}/act", data={"action": taken}).ok
    expect(ann.get_by_text("Round 2 of")).to_be_visible()
    expect_focus(ann, "Your submission")


def test_mixmath_leads_from_pass_to_what_is_next(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    match = two(ann, bob, "mixmath")
    awaited = ann.request.get(f"/api/matches/{match}/view").json()["view"]["turn"]["seat"]
    mover = (ann, bob)[awaited]
    press(mover, "Exchange…")
    rack = mover.get_by_role("group", name="Your rack").get_by_role("button")
    expect(rack.first).to_be_focused()
    press(mover, "Not yet")
    expect_focus(mover, "Take a tile to a square.")
    press(mover, "Pass…")
    expect_focus(mover, "Pass")
    mover.keyboard.press("Enter")
    expect_focus(mover, "You can plan in pencil")


def test_set_theory_leads_from_the_button_to_the_cell(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    two(ann, bob, "set-theory")
    mover = bob
    expect(mover.get_by_text("Your turn.")).to_be_visible()
    mover.get_by_role("gridcell", name="A1, empty").focus()
    mover.keyboard.press("ArrowRight")
    mover.keyboard.type("718293")
    press(mover, "Put 718293 on B1")
    cell = mover.get_by_role("gridcell", name=re.compile("^B1: 718293, .*You"))
    expect(cell).to_be_focused()


def test_sign_cook_leads_from_exchange_and_serving_to_what_is_next(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    two(ann, bob, "sign-cook")
    press(ann, "Plus Palace")
    pantry = ann.get_by_role("group", name="Your pantry").get_by_role("button")
    pantry.filter(visible=True).and_(ann.get_by_role("button", name="9: 1 tile")).press("Enter")
    press(ann, "Exchange the 9 for 9 +")
    expect(ann.get_by_text("2 visits left")).to_be_visible()
    expect(pantry.and_(ann.locator("[aria-disabled=false]")).first).to_be_focused()
    press(ann, "Your kitchen")
    press(ann, "Serve nothing")
    expect_focus(ann, "Go on cooking")
    ann.keyboard.press("Enter")
    expect_focus(ann, "Serve nothing")
    ann.keyboard.press("Enter")
    expect_focus(ann, "Go on cooking")
    ann.keyboard.press("Shift+Tab")
    expect_focus(ann, "Serve nothing")
    ann.keyboard.press("Enter")
    expect_focus(ann, "You present nothing in this round.")


def test_the_lobby_leads_from_the_seat_to_begin_and_to_the_turn(visitor: Visitor) -> None:
    page = visitor()
    page.request.post("/api/guest", data={"name": "Ann"})
    made = page.request.post("/api/matches", data={"game": "turing-machine", "seats": 1}).json()
    page.request.post(f"/api/matches/{made['id']}/open")
    page.goto(f"/match/{made['id']}")
    press(page, "Sit down on seat 1")
    expect_focus(page, "Begin")
    page.keyboard.press("Enter")
    expect_focus(page, "Your turn.")


def test_taking_a_seat_at_anothers_table_leads_to_how_it_stands(visitor: Visitor) -> None:
    page = visitor()
    page.request.post("/api/guest", data={"name": "Ann"})
    match, host = drafted(page, game="turing-machine", seats=2)
    host.close()
    page.goto(f"/match/{match}")
    press(page, "Choose the seat")
    press(page, "Sit down on seat 1")
    expect_focus(page, "Waiting for 1 player.")


def test_the_question_whether_to_resign_takes_the_focus_and_gives_it_back(visitor: Visitor) -> None:
    page = visitor()
    against_a_bot(page, "turing-machine")
    press(page, "Resign")
    expect_focus(page, "Go on playing")
    page.keyboard.press("Enter")
    expect_focus(page, "Resign")
    page.keyboard.press("Enter")
    expect_focus(page, "Go on playing")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect_focus(page, "You resigned")


def test_an_opponents_resignation_shows_the_result(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    match = two(ann, bob, "mixmath")
    awaited = ann.request.get(f"/api/matches/{match}/view").json()["view"]["turn"]["seat"]
    mover, other = (ann, bob) if awaited == 0 else (bob, ann)
    mover.set_viewport_size({"width": 1280, "height": 500})
    mover.get_by_role("button", name="Pass…").focus()
    mover.evaluate("scrollTo(0, 0)")
    assert other.request.post(f"/api/matches/{match}/resign").ok
    result = mover.get_by_role("heading", name=re.compile("^You won:"))
    expect(result).to_be_visible()
    mover.wait_for_function(f"() => ({FOCUSED})() !== 'nothing'")
    expect(result).to_be_in_viewport()
