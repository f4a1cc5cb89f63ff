"""From the link to the board: the inviter's name, the link as a picture, bots with their levels, the talk
that goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

TELEPHONE: Any = {"width": 390, "height": 844}


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def invites(page: Page, game: str) -> str:
    """The page's guest makes a table from the shelf; its link."""
    page.goto("/")
    page.get_by_role("button", name=f"Invite friends: {game}").click()
    return page.get_by_role("textbox", name="Send this link").input_value()


def sits_down(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("list", name="Seats").get_by_text("you", exact=True)).to_be_visible()


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")


def said(page: Page, text: str) -> Any:
    return page.locator("nh-message").get_by_text(text)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_an_inviter_is_asked_for_a_name_and_may_go_without(visitor: Visitor, phone: bool) -> None:
    host, friend = visitor(phone=phone), visitor()
    link = invites(host, "Turing Machine")
    expect(host.get_by_text(re.compile(r"Until then you are Guest \d+\."))).to_be_visible()
    friend.goto(link)
    expect(friend.get_by_role("heading", name=re.compile(r"Guest \d+ invites you"))).to_be_visible()
    field = host.get_by_role("textbox", name="Your name, as your friends know you")
    field.fill("Moderator")
    host.get_by_role("button", name="Use this name").click()
    expect(host.get_by_role("alert").filter(has_text="looks like Moderator")).to_be_visible()
    expect(field).to_be_focused()
    field.fill("Anna")
    field.press("Enter")
    expect(host.get_by_role("status").filter(has_text="The others see you as Anna now.")).to_be_visible()
    expect(field).to_have_count(0)
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Anna")
    assert not complaints(host)
    assert not overflow(host)
    friend.goto(link)
    expect(friend.get_by_role("heading", name="Anna invites you to play Turing Machine")).to_be_visible()
    host.reload()
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Anna")
    expect(field).to_have_count(0)


def test_a_link_is_shown_as_a_picture_that_no_request_carries(visitor: Visitor) -> None:
    host = visitor("/new?game=mixmath", phone=True, color_scheme="dark")
    host.get_by_label("May join").select_option("private")
    host.get_by_role("button", name="Create the match").click()
    host.get_by_role("button", name="Make a link").click()
    field = host.get_by_role("textbox", name="A link for one person")
    secret = field.input_value().split("#")[1]
    asked: list[str] = []
    host.on("request", lambda request: asked.append(f"{request.url} {request.post_data}"))
    button = host.get_by_role("button", name="QR code")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    code = host.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    colours = code.evaluate(
        "svg => [svg, svg.querySelector('path')].map((one, index) => "
        "getComputedStyle(one)[index ? 'fill' : 'backgroundColor'])"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]  # in the dark theme too
    assert not any(secret in request for request in asked)
    assert not complaints(host)
    assert not overflow(host)
    picture(host, "lobby-qr-phone-dark")
    drawn = code.locator("path").get_attribute("d")
    host.get_by_role("button", name="Another link").click()
    expect(field).not_to_have_value(re.compile(secret))
    expect(code.locator("path")).not_to_have_attribute("d", drawn or "")
    button.click()
    expect(code).to_have_count(0)


def test_a_table_with_friends_is_for_one_sitting_and_bots_have_their_levels(visitor: Visitor) -> None:
    host = visitor()
    invites(host, "Addition Crypt")
    expect(host.get_by_text("5 min a round")).to_be_visible()
    expect(host.get_by_role("option", name=re.compile("· beginner$"))).to_have_count(1)
    fill = host.get_by_role("button", name="Bots on the free seats")
    fill.click()
    expect(host.get_by_role("status").filter(has_text="Everybody is here")).to_be_visible()
    expect(fill).to_have_count(0)
    places = host.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(places.nth(1).locator(".who")).to_contain_text(re.compile("beginner|easy|middling"))


@pytest.mark.parametrize(
    ("game", "clock"),
    [
        ("sign-cook", "5 min a round"),
        ("mixmath", "1 min a turn, and 10 min in reserve for the whole match, taken 1 min at a time"),
    ],
)
def test_against_bots_no_clock_runs_unless_it_is_wished(visitor: Visitor, game: str, clock: str) -> None:
    page = visitor(f"/games/{game}")
    expect(page.get_by_role("checkbox", name=f"With a clock: {clock}")).not_to_be_checked()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_role("list", name="Players")).to_be_visible()
    match = page.url.rsplit("/", 1)[1]
    assert page.request.get(f"/api/matches/{match}").json()["clock"] == {"type": "none"}


def test_the_talk_before_the_start_goes_on_beside_the_board(visitor: Visitor) -> None:
    host, friend = visitor(), visitor(phone=True)
    friend.set_viewport_size(TELEPHONE)
    sits_down(friend, invites(host, "Addition Crypt"), "Boris")
    say(host, "hello to all")
    expect(said(friend, "hello to all")).to_be_visible()
    say(friend, "hi there")
    expect(said(host, "hi there")).to_be_visible()
    friend.get_by_label("Say something").fill("I am still wri")
    host.get_by_role("button", name="Begin").click()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="Talk: Hall")).to_be_in_viewport()
        for text in ("hello to all", "hi there"):
            expect(said(page, text)).to_be_in_viewport()
        expect(page.get_by_text("The match has begun.")).to_be_visible()
        expect(page.get_by_text("closed room")).to_have_count(0)
        assert page.evaluate("window.scrollY") == 0
    expect(host.locator("nh-talk").get_by_text(re.compile("unread"))).to_have_count(0)
    field = friend.get_by_label("Say something")
    expect(field).to_have_value("I am still wri")
    expect(field).to_be_focused()
    field.press_sequentially("ting")
    field.press("Enter")
    expect(said(host, "I am still writing")).to_be_in_viewport()
    host.reload()
    expect(said(host, "hello to all")).to_be_visible()
    expect(said(host, "I am still writing")).to_be_visible()


def test_a_rematch_that_is_offered_is_answered_and_not_asked_for(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    sits_down(bob, invites(ann, "Mixmath"), "Bob")
    ann.get_by_role("button", name="Begin").click()
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    rematch = bob.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    ann.get_by_role("button", name="Rematch").click()
    expect(bob.get_by_role("button", name="Accept")).to_be_visible()
    expect(rematch).to_have_count(0)
    bob.get_by_role("button", name="Decline").click()
    expect(rematch).to_be_visible()
