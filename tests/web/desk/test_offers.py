"""Two browsers: a host offers a seat to a member by name, and the member accepts it on a telephone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor, overflow, picture


def register(page: Page, name: str) -> None:
    body = {"name": name, "password": "a long password"}
    assert page.request.post("/api/register", data=body).ok


def draft(page: Page, **more: Any) -> str:
    """An open match of two seats with a bot on the first one."""
    body = {"game": "mixmath", "seats": 2, "bots": ["random"], "terms": {"title": "Friday"}, **more}
    match = str(page.request.post("/api/matches", data=body).json()["id"])
    assert page.request.post(f"/api/matches/{match}/open").ok
    return match


def test_a_member_accepts_an_offered_seat_on_a_telephone(visitor: Visitor) -> None:
    host, bob = visitor(), visitor(phone=True)
    register(host, "Hester")
    register(bob, "Bob")
    match = draft(host)
    host.goto(f"/match/{match}/desk")
    host.get_by_label("Offer a seat to a member").fill("Bob")
    host.get_by_label("at which seat").select_option("1")
    host.get_by_role("button", name="Offer", exact=True).click()
    expect(host.get_by_text("offered to Bob, who hasn’t answered yet")).to_be_visible()

    bob.goto("/matches")
    offers = bob.get_by_role("region", name="Offers to you")
    expect(offers.get_by_text("Hester offers you seat 2.")).to_be_visible()
    assert overflow(bob) <= 0
    offers.get_by_role("link", name="Friday").click()
    bob.wait_for_url(f"**/match/{match}")
    expect(bob.get_by_text("offered to Bob")).to_be_visible()
    bob.get_by_role("button", name="Accept").click()
    expect(bob.get_by_role("button", name="Give the seat back")).to_be_visible()
    expect(host.get_by_text("offered to Bob")).to_have_count(0)
    assert bob.request.get(f"/api/matches/{match}").json()["seats"][1]["contributed"]


def test_a_declined_offer_frees_the_seat(visitor: Visitor) -> None:
    host, bob = visitor(), visitor(phone=True)
    register(host, "Hester")
    register(bob, "Bob")
    match = draft(host)
    assert host.request.put(f"/api/matches/{match}/seats/1", data={"member": "Bob"}).ok
    bob.goto("/matches")
    bob.get_by_role("button", name="Decline").click()
    expect(bob.get_by_role("region", name="Offers to you")).to_have_count(0)
    host.goto(f"/match/{match}")
    expect(host.get_by_text("offered to Bob")).to_have_count(0)
    host.get_by_role("button", name="Sit down on seat 2").click()
    expect(host.get_by_role("button", name="Give the seat back")).to_be_visible()
    host.goto(f"/match/{match}/desk")
    offers = host.get_by_role("region", name="Offers")
    expect(offers.get_by_text("Bob has declined")).to_be_visible()
    offers.get_by_role("button", name="Put away").click()
    expect(offers).to_have_count(0)


def test_the_host_withdraws_an_offer_at_the_desk(visitor: Visitor) -> None:
    host, bob = visitor(phone=True), visitor()
    register(host, "Hester")
    register(bob, "Bob")
    match = draft(host)
    assert host.request.put(f"/api/matches/{match}/seats/1", data={"member": "Bob"}).ok
    host.goto(f"/match/{match}/desk")
    offers = host.get_by_role("region", name="Offers")
    expect(offers.get_by_text("Bob hasn’t answered yet")).to_be_visible()
    picture(host, "desk-offers")
    assert overflow(host) <= 0
    offers.get_by_role("button", name="Withdraw the offer to Bob").click()
    expect(offers).to_have_count(0)
    assert bob.request.get("/api/me/offers").json() == []
