"""The list of one's matches with results and filters, statistics, and a new name on open pages."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.conftest import Guest, House
from tests.server.matches.test_statistics import played
from tests.web.conftest import Visitor, begun, complaints, overflow, picture


def person_of(page: Page, house: House, name: str) -> Guest:
    """The person of the page, as a client of the API."""
    page.request.post("/api/guest", data={"name": name})
    guest = house.guest("")
    for cookie in page.context.cookies():
        guest.cookies.set(str(cookie.get("name")), str(cookie.get("value")))
    return guest


def test_results_filters_and_statistics_on_a_phone(visitor: Visitor, house: House) -> None:
    page = visitor("/", phone=True)
    anna, boris, vera = person_of(page, house, "Anna"), house.guest("Boris"), house.guest("Vera")
    played(house, [anna, boris], (43.0, 1), (31.0, 2))
    played(house, [anna, vera], (12.0, 2), (31.0, 1))
    played(house, [anna, boris, vera], (5.0, 3), (31.0, 1), (6.0, 2))
    running = house.drafted(anna, "mixmath", seats=2)
    for guest in (anna, vera):
        guest.post(f"/api/matches/{running}/join", json={}).raise_for_status()
    anna.post(f"/api/matches/{running}/start").raise_for_status()
    page.goto("/matches")
    won = page.get_by_role("listitem").filter(has_text="You won")
    expect(won).to_contain_text("43 to 31 points")
    expect(won).to_contain_text("Boris")
    expect(won).not_to_contain_text("Anna")
    expect(page.get_by_role("listitem").filter(has_text="3rd of 3")).to_contain_text("5 points")
    assert not complaints(page)
    assert overflow(page) == 0
    picture(page, "my-matches-phone")
    page.get_by_label("Opponent").fill("bor")
    expect(page.get_by_role("listitem")).to_have_count(2)
    page.get_by_label("Result").select_option("lost")
    expect(page.get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Opponent").fill("nobody")
    expect(page.get_by_text("There is no such match.")).to_be_visible()
    page.goto("/profile")
    figures = (
        page.get_by_role("region", name="Statistics").get_by_role("row").filter(has_text="against people")
    )
    expect(figures).to_contain_text("43")
    page.get_by_label("Search by name").fill("ver")
    expect(page.get_by_role("region", name="Opponents").get_by_role("listitem")).to_have_count(1)
    assert not complaints(page)
    assert overflow(page) == 0
    picture(page, "profile-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    picture(page, "profile-wide")
    page.goto("/matches")
    expect(won).to_be_visible()
    has_room = "field => { field.value = field.placeholder; return field.scrollWidth <= field.clientWidth }"
    assert page.get_by_label("Opponent").evaluate(has_room)
    picture(page, "my-matches-wide")


def test_one_to_nothing_is_a_win_without_figures(visitor: Visitor, house: House) -> None:
    page = visitor("/")
    anna, boris = person_of(page, house, "Anna"), house.guest("Boris")
    played(house, [anna, boris], (1.0, 1), (0.0, 2))
    page.goto("/matches")
    item = page.get_by_role("listitem").filter(has_text="Won")
    expect(item).to_contain_text("Boris")
    expect(item).not_to_contain_text(re.compile("Won by|1 to 0"))


def test_a_new_name_is_on_open_pages_at_once_and_the_match_on_the_page_isnt_counted(visitor: Visitor) -> None:
    anna, boris = visitor("/"), visitor("/")
    for page, name in ((anna, "Anna"), (boris, "Boris")):
        page.request.post("/api/guest", data={"name": name})
    match = begun(anna, boris, game="addition-crypt", seats=2)
    for page in (anna, boris):
        page.goto(f"/match/{match}")
    players = anna.get_by_role("list", name="Players")
    expect(players.get_by_role("listitem")).to_have_count(2)
    boris.request.put("/api/me/name", data={"name": "Robinia"})
    expect(players.get_by_text("Robinia")).to_be_visible()
    link = anna.get_by_role("navigation", name="House").get_by_role("link", name="My matches")
    expect(link).to_have_accessible_name("My matches")
    anna.goto("/")
    expect(link).to_have_accessible_name("My matches (1 waits for you)")


def test_last_position_is_a_picture_of_the_board(visitor: Visitor, house: House) -> None:
    page = visitor("/", phone=True)
    anna = person_of(page, house, "Anna")
    match = house.drafted(anna, "turing-machine", seats=1)
    anna.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    anna.post(f"/api/matches/{match}/start").raise_for_status()
    for action in ({"type": "propose", "code": "345"}, {"type": "ask", "verifier": 0}, {"type": "finish"}):
        anna.act(match, action).raise_for_status()
    anna.act(match, {"type": "solve", "code": "111"}).raise_for_status()
    page.goto("/matches")
    page.get_by_text("Last position").click()
    shown = page.get_by_role("region", name="Last position")
    expect(shown.locator("nh-board-turing-machine")).to_be_visible()
    expect(shown).to_contain_text("345")
    assert not complaints(page)
    assert overflow(page) == 0
    picture(page, "my-matches-last-position")
