"""Moderation, in real browsers: a guest reports a message, an operator hides it, and nobody reads it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.conftest import House, make_administrator
from tests.web.conftest import Visitor, complaints

PASSWORD = "a long secret"


def test_a_guest_reports_a_message_and_an_operator_hides_it_from_everybody(
    visitor: Visitor, house: House
) -> None:
    bob = house.guest("Bob")
    match = house.drafted(bob, "addition-crypt", seats=3)
    bob.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    page = visitor("/")
    page.evaluate(
        "fetch('/api/guest', {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'})"
    )
    page.evaluate(
        "match => fetch(`/api/matches/${match}/join`, "
        "{method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'})",
        match,
    )
    cyd = house.guest("Cyd")
    cyd.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    bob.post(f"/api/matches/{match}/start").raise_for_status()
    room = next(
        one["id"] for one in cyd.get(f"/api/matches/{match}/rooms").json()["rooms"] if one["writable"]
    )
    said = bob.post(f"/api/matches/{match}/messages", json={"room": room, "text": "you fools"})
    said.raise_for_status()
    page.goto(f"/match/{match}")
    expect(page.get_by_text("you fools")).to_be_visible()
    page.get_by_role("button", name="More about the message of Bob").click()
    page.get_by_text("Report to the operators").click()
    page.get_by_label("For the operators").fill("in front of everybody")
    page.get_by_role("button", name="Report this message").click()
    expect(page.get_by_text("Thank you.")).to_be_visible()
    assert not complaints(page)

    root = visitor("/sign-in?register")
    root.get_by_label("Name").fill("Root")
    root.get_by_label("Password", exact=False).first.fill(PASSWORD)
    root.get_by_role("button", name="Register").last.click()
    root.wait_for_url("**/")
    helper = house.guest("")
    helper.post("/api/sign-in", json={"name": "Root", "password": PASSWORD}).raise_for_status()
    make_administrator(house, helper, PASSWORD)
    root.goto("/administration")
    root.get_by_label("Your password once more").fill(PASSWORD)
    root.get_by_role("button", name="Open the powers").click()
    expect(root.get_by_text("Sealed until the match is over.")).to_be_visible()
    assert not complaints(root)
    root.get_by_label("Why you decide so").fill("an insult")
    root.get_by_role("button", name="Hide the message").click()
    expect(root.get_by_text("No report waits for a decision.")).to_be_visible()

    expect(page.get_by_text("Hidden by an operator")).to_be_visible()
    expect(page.get_by_text("you fools")).to_have_count(0)
    (message,) = cyd.get(f"/api/matches/{match}/messages", params={"room": room}).json()["messages"]
    assert (message["text"], message["hidden"]) == ("", True)
    page.goto("/profile")
    expect(page.get_by_text("An operator has hidden it.")).to_be_visible()
