"""Promises between players in real browsers, the board's rooms that open the talk, and private notes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.match.test_talk import room, three


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def submit(page: Page, first: int, second: int) -> None:
    match = page.url.rsplit("/", 1)[1]
    for action in ({"type": "submit", "first": first, "second": second, "scoring": first}, {"type": "lock"}):
        answer = page.request.post(f"/api/matches/{match}/act", data={"action": action})
        assert answer.ok, answer.text()


def card(page: Page, words: str = "Promise for round 1: C and D") -> Any:
    return page.locator("nh-promise").filter(has_text=words)


def test_a_promise_is_offered_accepted_and_marked(visitor: Visitor) -> None:
    ann, bob, cyd = three(visitor)
    ann.get_by_role("button", name="Promise something").click()
    form = ann.get_by_role("form", name="Promise something")
    expect(form.get_by_label("In round")).to_be_focused()
    early = form.get_by_role("button", name="Promise it")
    expect(early).to_be_disabled()
    expect(early).to_have_accessible_description("Choose 2 of these.")
    early.press("Enter")
    expect(ann.get_by_role("status").filter(has_text="Choose 2 of these.")).to_have_count(2)
    expect(form.get_by_role("button", name="A", exact=True)).to_be_focused()
    form.get_by_role("button", name="B", exact=True).press("Enter")
    expect(form.get_by_text("Choose 1 more.")).to_be_visible()
    for node in "CD":  # the third takes the place of the first
        form.get_by_role("button", name=node, exact=True).press("Enter")
    expect(form.get_by_role("button", name="B", exact=True)).to_have_attribute("aria-pressed", "false")
    picture(ann, "promise-form")
    assert not complaints(ann)
    form.get_by_role("button", name="Promise C and D").press("Enter")
    expect(form).to_have_count(0)
    expect(ann.get_by_role("button", name="Promise something")).to_be_focused()
    expect(card(ann).get_by_text("To Bob and Cyd")).to_be_visible()
    expect(card(ann).get_by_role("button", name="Withdraw")).to_be_visible()
    expect(bob.get_by_role("status").filter(has_text="Ann: Promise for round 1: C and D")).to_have_count(1)
    card(cyd).get_by_role("button", name="Decline").click()
    card(bob).get_by_role("button", name="Accept").click()
    expect(card(ann).get_by_text("Accepted: Bob")).to_be_visible()
    expect(card(ann).get_by_text("Declined: Cyd")).to_be_visible()
    expect(card(ann).get_by_role("button")).to_have_count(0)
    submit(ann, 0, 1)
    submit(bob, 2, 3)
    submit(cyd, 2, 3)
    told = bob.get_by_role("status").filter(has_text="Ann has broken the promise for round 1.")
    expect(told).to_have_count(1)
    for page, words in ((bob, "Ann broke the promise: C and D."), (ann, "You broke your promise: C and D.")):
        result = page.get_by_role("region", name="Your points in round 1")
        expect(result.get_by_role("list", name="Promises for round 1")).to_have_text(words)
    expect(cyd.get_by_role("region", name="Your points in round 1")).to_be_visible()
    expect(cyd.get_by_role("list", name="Promises for round 1")).to_have_count(0)
    picture(bob, "promise-broken-board")
    bob.get_by_text("1 promise · 1 broken").click()
    bob.get_by_role("button", name="Broken Round 1, Ann: C and D").click()
    expect(card(bob).get_by_text("Broken")).to_be_visible()
    picture(bob, "promise-broken")
    for page in (ann, cyd):
        page.get_by_text("1 closed room").click()
        page.get_by_role("button", name="Hall").click()
    expect(card(ann).get_by_text("Broken")).to_be_visible()
    expect(card(cyd).get_by_text("Declined: Cyd")).to_be_visible()
    expect(card(cyd).get_by_text("Broken")).to_have_count(0)
    assert not complaints(bob)


def test_a_promise_in_russian_on_a_telephone(visitor: Visitor) -> None:
    ann, bob, _ = three(visitor, phone=True, lang="ru")
    ann.get_by_role("navigation", name="Части партии").get_by_role("button", name="Разговор").tap()
    ann.get_by_role("button", name="Пообещать ход").tap()
    form = ann.get_by_role("form", name="Пообещать ход")
    for node in "CD":
        form.get_by_role("button", name=node, exact=True).tap()
    form.get_by_label("кому").select_option("Bob")
    picture(ann, "promise-form-phone-ru")
    assert not overflow(ann)
    form.get_by_role("button", name="Пообещать: C и D").tap()
    expect(card(ann, "Обещание на раунд 1: C и D")).to_be_in_viewport()
    expect(card(bob)).to_be_visible()
    picture(ann, "promise-phone-ru")
    assert not overflow(ann)
    assert not complaints(ann)


def test_a_room_on_the_board_opens_in_the_talk(visitor: Visitor) -> None:
    ann, bob, cyd = three(visitor)
    for page in (ann, bob, cyd):
        submit(page, 2, 3)
    rooms = ann.get_by_role("list", name="Your rooms, open now")
    rooms.get_by_role("button", name="Room of D").click()
    expect(ann.get_by_role("heading", name="Talk: Round 1, D")).to_be_visible()
    expect(ann.get_by_label("Say something")).to_be_focused()
    expect(room(ann, "Round 1, D")).to_have_attribute("aria-current", "true")
    ann.get_by_text("Whom you met, by round").click()
    met = ann.get_by_role("row", name="Bob").filter(has_text="C")
    expect(met).to_contain_text("C\u00a0D")
    picture(ann, "rooms-and-meetings")
    assert not complaints(ann)
    ann.set_viewport_size({"width": 390, "height": 844})
    parts = ann.get_by_role("navigation", name="Parts of the match")
    parts.get_by_role("button", name="Rounds").click()
    expect(met).to_be_visible()
    assert not overflow(ann)
    picture(ann, "meetings-phone")
    parts.get_by_role("button", name="Board").click()
    rooms.get_by_role("button", name="Room of C").click()
    expect(ann.get_by_role("heading", name="Talk: Round 1, C")).to_be_in_viewport()


def test_a_note_about_a_player_stays_with_its_writer(visitor: Visitor) -> None:
    ann, bob, _ = three(visitor)
    ann.get_by_role("button", name="Note about Bob").click()
    form = ann.get_by_role("form", name="Note about Bob")
    form.get_by_label("I doubt").check()
    form.get_by_label("Your note").fill("said C, played D")
    picture(ann, "note-form")
    form.get_by_role("button", name="Keep the note").click()
    button = ann.get_by_role("button", name="Note about Bob: I doubt")
    expect(button).to_be_focused()
    ann.reload()
    button.click()
    expect(form.get_by_label("Your note")).to_have_value("said C, played D")
    expect(form.get_by_label("I doubt")).to_be_checked()
    assert not complaints(ann)
    expect(bob.get_by_role("button", name="Note about Ann")).to_be_visible()
    expect(bob.get_by_role("button", name="Note about Bob")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (390, 500)])
def test_the_messages_keep_a_height_and_a_promise_shows_whole(
    visitor: Visitor, width: int, height: int
) -> None:
    ann, bob, _ = three(visitor)
    if width < 900:
        ann.get_by_role("heading").first.wait_for()
        ann.set_viewport_size({"width": width, "height": height})
        ann.get_by_role("navigation", name="Parts of the match").get_by_role("button", name="Talk").click()
    match = ann.url.rsplit("/", 1)[1]
    rooms = bob.request.get(f"/api/matches/{match}/promises").json()
    for choice in rooms["choices"][:4]:
        data = {
            "room": "hall:0-1-2",
            "round": 1,
            "action": choice["action"],
            "to": [],
            "key": choice["words"].ljust(16, "-"),
        }
        answer = bob.request.post(f"/api/matches/{match}/promises", data=data)
        assert answer.ok, answer.text()
    expect(ann.locator("nh-promise")).to_have_count(4)
    last = ann.locator("nh-promise").last
    expect(last.locator(".what")).to_be_in_viewport(ratio=1)
    expect(last.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    ann.get_by_text("4 promises · 4 to answer").click()
    messages = ann.get_by_role("list", name="Messages")
    box = messages.bounding_box()
    assert box is not None
    assert box["height"] >= 139
    ann.get_by_label("Say something").focus()
    expect(messages).to_be_in_viewport(ratio=0.5)
    picture(ann, f"promises-unfolded-{width}-{height}")
    ann.get_by_role("button", name="Promise something").click()
    form = ann.get_by_role("form", name="Promise something")
    expect(form.get_by_text("A promise can’t be edited.")).to_be_in_viewport(ratio=1)
    picture(ann, f"promise-form-{width}-{height}")


def test_a_party_that_saw_too_little_is_told_so(visitor: Visitor) -> None:
    ann, bob, cyd = three(visitor)
    ann.get_by_role("button", name="Promise something").click()
    form = ann.get_by_role("form", name="Promise something")
    for node in "CD":
        form.get_by_role("button", name=node, exact=True).press("Enter")
    form.get_by_role("button", name="Promise C and D").press("Enter")
    card(bob).get_by_role("button", name="Accept").click()
    expect(card(bob).get_by_text("Accepted: Bob")).to_be_visible()
    submit(ann, 2, 3)
    submit(bob, 0, 1)
    submit(cyd, 0, 1)
    # Open already where the round ended before Bob had read what was said there.
    closed = bob.locator("details").filter(has_text="1 closed room")
    closed.evaluate("(details) => (details.open = true)")
    bob.get_by_role("button", name="Hall").click()
    expect(card(bob).get_by_text("What you have seen doesn’t show yet whether it was kept.")).to_be_visible()
