"""A host who plays proposes at the desk, and a friend answers at the match in another browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints
from tests.web.desk.test_hosted_match import guest, request, tab


def test_a_friend_agrees_to_the_pause_that_a_playing_host_proposes(visitor: Visitor, house: House) -> None:
    del house
    ann, bob = visitor(), visitor(lang="ru")
    guest(ann, "Ann")
    guest(bob, "Bob")
    draft = {"game": "mixmath", "seats": 2, "clock": {"type": "turn", "seconds": 600}}
    match = request(ann, "POST", "/api/matches", draft)["id"]
    request(ann, "POST", f"/api/matches/{match}/open")
    for page in (ann, bob):
        request(page, "POST", f"/api/matches/{match}/join", {})
    bob.goto(f"/match/{match}")
    expect(bob.get_by_text("Ann ведёт партию и играет.")).to_be_visible()
    request(ann, "POST", f"/api/matches/{match}/start")
    ann.goto(f"/match/{match}/desk")
    part = tab(ann, "Time")
    part.get_by_role("button", name="Stop the clocks").click()
    expect(part.get_by_text("It is proposed: it happens when all other players agree.")).to_be_visible()
    proposals = bob.get_by_role("region", name="Предложения")
    expect(proposals).to_contain_text("Ann предлагает: приостановить партию.")
    proposals.get_by_role("button", name="Согласиться").click()
    expect(proposals).to_have_count(0)
    assert request(ann, "GET", f"/api/matches/{match}")["status"] == "paused"
    assert not complaints(ann)
    assert not complaints(bob)
