"""The talk beside the board, in real browsers: rooms, unread counts, edits, signs, mentions and mutes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints, overflow, picture

DESK: Any = {"width": 1280, "height": 800}
TELEPHONE: Any = {"width": 390, "height": 844}


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def three(visitor: Visitor, phone: bool = False, lang: str = "en") -> tuple[Page, Page, Page]:
    """Ann, Bob and Cyd in a running match; Ann's page has the size of the test."""
    ann, bob, cyd = visitor(phone=phone, lang=lang), visitor(), visitor()
    ann.set_viewport_size(TELEPHONE if phone else DESK)
    for page, name in ((ann, "Ann"), (bob, "Bob"), (cyd, "Cyd")):
        page.request.post("/api/guest", data={"name": name})
    begun(ann, bob, cyd, game="addition-crypt")
    return ann, bob, cyd


def room(page: Page, name: str) -> Any:
    return page.get_by_role("list", name="Rooms", exact=True).get_by_role("button", name=name)


def said(page: Page, text: str) -> Any:
    """In the messages; what a screen reader is given stands elsewhere."""
    return page.locator("nh-message").get_by_text(text)


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")


def test_talk_stands_beside_the_board_and_counts_what_is_unread(visitor: Visitor) -> None:
    ann, bob, cyd = three(visitor)
    expect(ann.get_by_label("Say something")).to_be_in_viewport()
    say(bob, "hello everybody")
    expect(said(ann, "hello everybody")).to_be_in_viewport()
    expect(ann.get_by_role("status").filter(has_text="Bob: hello everybody")).to_have_count(1)
    bob.get_by_role("button", name="Write to Ann").click()
    expect(bob.get_by_label("Say something")).to_be_focused()
    say(bob, "@ann, between us?")
    pair = room(ann, "Bob")
    expect(pair).to_contain_text("@1")
    expect(said(ann, "between us?")).to_have_count(0)
    expect(room(cyd, "Bob")).not_to_contain_text("1")
    picture(ann, "talk-desk")
    other = ann.context.new_page()
    other.goto(ann.url)
    expect(said(other, "between us?")).to_be_in_viewport()
    pair.click()
    expect(said(ann, "between us?")).to_be_in_viewport()
    for page in (ann, other):
        expect(room(page, "Bob")).not_to_contain_text("@1")
    other.reload()
    expect(room(other, "Bob")).to_be_visible()
    expect(room(other, "Bob")).not_to_contain_text("@1")
    assert not complaints(ann)


def test_an_edited_message_shows_what_it_said_before(visitor: Visitor) -> None:
    ann, bob, _ = three(visitor)
    say(ann, "I play A <b>and</b> B")
    expect(said(bob, "I play A <b>and</b> B")).to_be_visible()
    ann.get_by_role("button", name="More about the message of Ann").click()
    ann.get_by_role("button", name="Edit", exact=True).click()
    ann.get_by_label("Edit what you have said").fill("I play C")
    ann.get_by_role("button", name="Send").click()
    expect(said(bob, "I play C")).to_be_visible()
    expect(said(bob, "I play A")).to_be_hidden()
    bob.get_by_text("edited: what it said before").click()
    expect(said(bob, "I play A")).to_be_visible()
    bob.get_by_role("button", name="More about the message of Ann").click()
    bob.get_by_role("button", name="Really?").click()
    expect(ann.get_by_role("button", name="Really?: Bob")).to_be_visible()
    picture(bob, "talk-edited")
    ann.get_by_role("button", name="More about the message of Ann").click()
    ann.get_by_role("button", name="Delete").click()
    expect(bob.get_by_text("Deleted by its author")).to_be_visible()
    expect(bob.get_by_text("what it said", exact=True)).to_be_visible()
    assert not complaints(bob)


def test_a_mute_can_be_undone_in_the_room(visitor: Visitor) -> None:
    ann, bob, _ = three(visitor)
    say(bob, "first words")
    ann.get_by_role("button", name="More about the message of Bob").click()
    ann.get_by_role("button", name="Mute Bob").click()
    expect(said(ann, "first words")).to_have_count(0)
    again = ann.get_by_role("button", name="Read Bob again")
    expect(again).to_be_in_viewport()
    again.click()
    expect(said(ann, "first words")).to_be_in_viewport()
    expect(again).to_have_count(0)
    expect(ann.get_by_label("Say something")).to_be_focused()


def test_a_telephone_shows_board_talk_and_rounds_one_at_a_time(visitor: Visitor) -> None:
    ann, bob, _ = three(visitor, phone=True)
    bar = ann.get_by_role("navigation", name="Parts of the match")
    field = ann.get_by_label("Say something")
    expect(field).to_be_hidden()
    picture(ann, "talk-phone-board")
    say(bob, "@Ann, A and B?")
    talk = bar.get_by_role("button", name=re.compile("^Talk"))
    expect(talk).to_contain_text("@1")
    talk.tap()
    expect(said(ann, "@Ann, A and B?")).to_be_in_viewport()
    expect(field).to_be_in_viewport()
    expect(talk).not_to_contain_text("@1")
    field.fill("Yes, @b")
    ann.get_by_role("button", name="@Bob").tap()
    expect(field).to_have_value("Yes, @Bob ")
    picture(ann, "talk-phone")
    assert not overflow(ann)
    assert not complaints(ann)
    bar.get_by_role("button", name="Rounds").tap()
    expect(ann.get_by_role("tab", name="Log", exact=True)).to_be_in_viewport()
    expect(field).to_be_hidden()
    bar.get_by_role("button", name="Board").tap()
    expect(ann.get_by_role("tab", name="Log", exact=True)).to_be_hidden()
    talk.tap()
    expect(field).to_have_value("Yes, @Bob ")


def test_talk_opens_where_the_oldest_unread_message_is(visitor: Visitor, house: House) -> None:
    ann, bob, cyd = three(visitor, phone=True)
    bar = ann.get_by_role("navigation", name="Parts of the match")
    talk = bar.get_by_role("button", name=re.compile("^Talk"))
    heading = ann.get_by_role("heading", name=re.compile("^Talk"))
    talk.tap()
    expect(heading).to_have_text("Talk: Hall")
    bar.get_by_role("button", name="Board").tap()
    bob.get_by_role("button", name="Write to Ann").click()
    say(bob, "between us?")
    expect(talk).to_contain_text("1")
    house.clock.time += 1
    say(cyd, "hello everybody")
    expect(talk).to_contain_text("2")
    talk.tap()
    expect(said(ann, "between us?")).to_be_in_viewport()
    expect(room(ann, "Hall")).to_contain_text("1")
    expect(room(ann, "Bob")).not_to_contain_text("1")
    bar.get_by_role("button", name="Board").tap()
    talk.tap()
    expect(said(ann, "hello everybody")).to_be_in_viewport()
    expect(talk).not_to_contain_text("1")
    room(ann, "Bob").tap()
    expect(said(ann, "between us?")).to_be_in_viewport()
    bar.get_by_role("button", name="Board").tap()
    talk.tap()
    expect(said(ann, "between us?")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("lang", "note", "members"), [("en", "Note", "You and Bob"), ("ru", "Заметка", "Вы и Bob")]
)
def test_two_players_are_called_by_their_names(visitor: Visitor, lang: str, note: str, members: str) -> None:
    ann, bob = visitor(phone=True, lang=lang), visitor()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    begun(ann, bob, game="set-theory", clock={"type": "none"})
    expect(bob.get_by_text("You and Ann")).to_be_visible()
    button = ann.get_by_role("list", name=re.compile("Players|Игроки")).get_by_role("button", name=note)
    expect(button).to_contain_text(note)
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    ann.get_by_role("button", name=re.compile("^(Talk|Разговор|Беседа)")).tap()
    expect(ann.get_by_text(members)).to_be_visible()


def test_two_players_of_set_theory_talk_in_one_pane(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.set_viewport_size(DESK)
        page.request.post("/api/guest", data={"name": name})
    begun(ann, bob, game="set-theory", clock={"type": "none"})
    expect(ann.get_by_role("heading", name="Talk", exact=True)).to_be_in_viewport()
    expect(ann.get_by_role("list", name="Rooms", exact=True)).to_have_count(0)
    say(ann, "good luck")
    expect(said(bob, "good luck")).to_be_in_viewport()
    picture(bob, "talk-set-theory")
