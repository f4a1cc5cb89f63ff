"""With assistance the boards evaluate drafts, without it they don't; the closing text explains the end."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from numberhouse.games.mixmath.rules.board import CELLS
from tests.web.boards.test_set_theory_board import TEN, board, free, put
from tests.web.boards.test_turing_machine_board import CLASSIC, act
from tests.web.conftest import Visitor, complaints, drafted, overflow, picture

LOADING: Final = 90_000
"""Milliseconds in which a process loads a game."""


def alone(page: Page, game: str, assistance: bool, seats: int = 1, **options: Any) -> str:
    """A match of this page's guest against bots, open in the page."""
    page.clock.install()
    page.request.post("/api/guest", data={"name": "Ann"})
    bots = [None, *["random"] * (seats - 1)]
    match, host = drafted(page, game=game, seats=seats, bots=bots, options=options)
    assert page.request.post(f"/api/matches/{match}/join", data={"seat": 0}).ok
    assert page.request.post(f"/api/matches/{match}/assistance", data={"assistance": assistance}).ok
    with contextlib.closing(host):
        host.post(f"/api/matches/{match}/start").raise_for_status()
    page.goto(f"/match/{match}")
    return match


def advice_requests(page: Page) -> list[str]:
    """The addresses of all further requests for advice."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/advise" in request.url else None)
    return found


def pause(page: Page) -> None:
    """Let the page's clock run on by more than a board waits before it asks, and the request that it would
    have made then be on its way."""
    page.clock.fast_forward(2000)
    page.evaluate("fetch('/healthz').then(() => undefined)")


def line(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=f"Expression {number}")


def kitchen(page: Page) -> Locator:
    page.get_by_role("button", name="Cook the dish").click()
    return page.get_by_role("list", name="Your dish").get_by_role("listitem")


def test_sign_cook_evaluates_draft_with_assistance(visitor: Visitor) -> None:
    page = visitor()
    alone(page, "sign-cook", True, seats=2)
    dish = kitchen(page)
    line(page, 1).fill("3x5")
    expect(dish.first).to_contain_text("= 15", timeout=LOADING)
    expect(dish.first).to_contain_text("1 sign, 2 numbers")
    page.keyboard.press("Enter")
    line(page, 2).fill("5-5+3")
    expect(dish.nth(1)).to_contain_text("= 3")
    expect(dish.nth(1)).to_contain_text("Ruined: a partial result is 0.")
    line(page, 2).fill("4+9")
    expect(page.get_by_text("from 13 to 15 there is no 14")).to_be_visible()
    line(page, 2).fill("6+8")
    expect(page.get_by_text("A list of 2, 15 at the top.")).to_be_visible()
    assert not complaints(page)
    picture(page, "assistance-kitchen")
    line(page, 2).fill("6+")
    expect(dish.nth(1)).to_contain_text("the expression ends where a number is expected")
    expect(page.get_by_text("A list of 2, 15 at the top.")).to_have_count(0)


def test_newest_advice_wins_and_failed_advice_shows_nothing(visitor: Visitor) -> None:
    page = visitor()
    alone(page, "sign-cook", True, seats=2)
    dish = kitchen(page)
    line(page, 1).fill("3x5")
    expect(dish.first).to_contain_text("= 15", timeout=LOADING)
    held: list[Route] = []
    cancelled: list[str] = []
    page.on("requestfailed", lambda request: cancelled.append(request.post_data or ""))
    page.route("**/advise*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/advise*"):
        line(page, 1).fill("3x6")
    expect(dish.first).not_to_contain_text("=")
    line(page, 1).fill("3x7")
    expect(dish.first).to_contain_text("= 21")
    assert [json.loads(body)["draft"]["lines"] for body in cancelled] == [["3x6"]]
    page.unroute("**/advise*")
    page.route(
        "**/advise*", lambda route: route.fulfill(status=503, json={"code": "review-busy", "message": "busy"})
    )
    with page.expect_response("**/advise*"):
        line(page, 1).fill("3x8")
    expect(dish.first).not_to_contain_text("=")
    expect(page.get_by_text("busy")).to_have_count(0)


def test_sign_cook_shows_no_value_without_assistance(visitor: Visitor) -> None:
    page = visitor()
    alone(page, "sign-cook", False, seats=2)
    requests = advice_requests(page)
    dish = kitchen(page)
    line(page, 1).fill("3x5")
    page.keyboard.press("Enter")
    line(page, 2).fill("5-5+3")
    line(page, 2).fill("5-5+4")
    expect(dish.nth(1).get_by_role("math")).to_have_accessible_name("5 minus 5 plus 4")
    pause(page)
    expect(dish.first).not_to_contain_text("=")
    expect(page.locator("nh-board-sign-cook").get_by_text("Ruined")).to_have_count(0)
    assert requests == []


def test_advice_is_requested_again_after_too_many_requests(visitor: Visitor) -> None:
    page = visitor()
    alone(page, "sign-cook", True, seats=2)
    dish = kitchen(page)
    refused: list[str] = []

    def busy(route: Route) -> None:
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        told = {"code": "too-many", "message": "3 drafts at once; close one before the next", "values": {}}
        route.fulfill(status=429, json=told)

    page.route("**/advise?*", busy)
    line(page, 1).fill("3x5")
    expect(dish.first).to_contain_text("= 15", timeout=LOADING)
    assert len(refused) == 2


@pytest.mark.parametrize("assistance", [True, False])
def test_turing_machine_checks_notes_only_with_assistance(visitor: Visitor, assistance: bool) -> None:
    page = visitor()
    requests = advice_requests(page)
    match = alone(page, "turing-machine", assistance, problem=CLASSIC.id)
    notes = page.get_by_role("region", name="Your notes")
    page.get_by_role("button", name="Cross out: triangle: 2").click()
    page.get_by_role("button", name="Cross out: triangle: 5").click()
    page.get_by_role("button", name="Cross out: square equal to 4").click()
    if not assistance:
        expect(notes).to_contain_text("only you see them, nobody checks them")
        pause(page)
        expect(notes).not_to_contain_text("possible")
        assert requests == []
        return
    expect(notes.get_by_role("status")).to_contain_text("2 codes are still possible.", timeout=LOADING)
    expect(notes.get_by_role("status")).to_contain_text("1 mark is wrong")
    expect(page.get_by_role("button", name="triangle: 2, certainly so")).to_be_visible()
    expect(page.get_by_role("button", name="square equal to 4, still possible")).to_be_visible()
    expect(page.get_by_role("button", name="Cross out: Triangle: 5", exact=True)).to_be_visible()
    act(page, match, type="propose", code="345")
    act(page, match, type="ask", verifier=0)
    expect(notes.get_by_role("status")).to_contain_text("1 code is still possible.")
    expect(page.get_by_role("button", name="square equal to 4, certainly so")).to_be_visible()
    assert not complaints(page)
    picture(page, "assistance-notes")


@pytest.mark.parametrize("assistance", [True, False])
def test_mixmath_shows_score_of_plan_only_with_assistance(visitor: Visitor, assistance: bool) -> None:
    page = visitor()
    requests = advice_requests(page)
    match = alone(page, "mixmath", assistance, seats=2)
    expect(page.get_by_text("Your turn.", exact=True)).to_be_visible()  # the bot may have begun
    board = page.request.get(f"/api/matches/{match}/view").json()["view"]["board"]["cells"]
    beside = ("F7", "F8", "I7", "I8", "G6", "H6", "G9", "H9")
    cell = next(one for one in beside if board[CELLS.index(one)] is None)
    page.get_by_role("group", name="Your rack").get_by_role("button").first.click()
    page.get_by_role("gridcell", name=cell).click()
    told = page.get_by_role("status", name="What the plan would score")
    expect(page.get_by_role("button", name=re.compile("Take back")).first).to_be_visible()
    if assistance:
        expect(told).to_have_text(re.compile(rf"on {cell}(: \d+ point| is no result)"), timeout=LOADING)
        picture(page, "assistance-plan")
        assert requests
    else:
        pause(page)
        expect(told).to_have_count(0)
        assert requests == []


@pytest.mark.parametrize("assistance", [True, False])
def test_set_theory_shows_chances_only_with_assistance(visitor: Visitor, assistance: bool) -> None:
    page = visitor(phone=True, lang="ru")
    requests = advice_requests(page)
    where = free(page, alone(page, "set-theory", assistance, seats=2))
    page.get_by_role("gridcell", name=re.compile(f"^{where}")).click()
    page.keyboard.type("72")
    expect(page.get_by_role("textbox").first).to_have_value("72")
    if assistance:
        expect(page.get_by_text(f"72 на {where}: очков в среднем")).to_be_visible(timeout=LOADING)
        expect(page.get_by_role("button", name=re.compile("Поставить 72"))).to_be_in_viewport(ratio=1)
        picture(page, "assistance-number-phone-ru")
        assert not overflow(page)
        assert not complaints(page)
    else:
        pause(page)
        assert requests == []


def test_set_theory_holds_property_against_numbers(visitor: Visitor) -> None:
    page = visitor()
    sets = ["multiple-of-2", "contains-7", "prime", *TEN[3:]]
    examples = [[12, 30], [17, 73], [11, 13], *[[]] * 7]
    match = alone(page, "set-theory", True, seats=2, sets=sets, example_numbers=examples)
    put(page, 72, free(page, match))
    board(page).get_by_role("tab", name="Catalogue").click()
    board(page).get_by_role("searchbox", name="Search the catalogue").fill("contains-7")
    board(page).get_by_role("button", name="contains the digit 7").click()
    nothing = board(page).get_by_text("Contradicted by nothing:")
    expect(nothing).to_have_text(re.compile(r":( [C-J])* B( |$)"), timeout=LOADING)
    board(page).get_by_text("What speaks against the others").click()
    expect(board(page).get_by_text(re.compile(r"^A: 12 30\b.* against it"))).to_be_visible()
    assert not complaints(page)
    picture(page, "assistance-property")


def test_closing_text_shows_on_match_page_and_at_end_of_review(visitor: Visitor) -> None:
    page = visitor()
    match = alone(page, "turing-machine", False, problem=CLASSIC.id)
    expect(page.get_by_role("region", name="How it went")).to_have_count(0)
    act(page, match, type="propose", code="345")
    act(page, match, type="ask", verifier=0)
    act(page, match, type="finish")
    act(page, match, type="solve", code="241")
    told = page.get_by_role("region", name="How it went")
    expect(told).to_contain_text("The laws, one after the other, leave only the code:", timeout=LOADING)
    expect(told).to_contain_text("1) 345: A yes: left 241")
    expect(told).to_contain_text("You were as fast as the machine.")
    assert not complaints(page)
    picture(page, "farewell")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("group", name="Steps through the match")).to_be_visible()
    expect(told).to_have_count(0)
    page.get_by_role("button", name="Last").click()
    expect(told).to_contain_text("leave only the code:", timeout=LOADING)
    page.get_by_role("button", name="Back").click()
    expect(told).to_have_count(0)
