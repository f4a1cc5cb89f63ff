"""A table that grows: a link for as many as come, talk before the start, bots, and a table for others."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_link_begins_with_as_many_as_come(visitor: Visitor, house: House) -> None:
    host = visitor("/games/addition-crypt")
    host.set_viewport_size(DESK)
    host.get_by_role("button", name="Invite friends").click()
    host.wait_for_url("**/match/*")
    expect(host.get_by_text("Waiting for 1 more player at least.")).to_be_visible()
    expect(host.get_by_text("Room for 12 more")).to_be_visible()
    host.get_by_role("button", name="One seat less").click()
    expect(host.get_by_text("Room for 11 more")).to_be_visible()
    expect(host.get_by_text("12 seats")).to_be_visible()
    friend = visitor("/", phone=True)
    friend.set_viewport_size(PHONE)
    friend.request.post(f"{house.address}/api/guest", data={"name": "Greta"})
    friend.goto(host.url)
    friend.get_by_role("button", name="Take the seat").click()
    expect(host.get_by_text("2 are here: begin, or wait for more.")).to_be_visible()
    friend.get_by_label("Say something").fill("Hello, I am here.")
    friend.get_by_role("button", name="Send").click()
    expect(host.get_by_text("Hello, I am here.")).to_be_visible()
    host.get_by_role("combobox", name="Add a bot").select_option(index=1)
    expect(host.get_by_text("3 are here: begin, or wait for more.")).to_be_visible()
    expect(host.get_by_text("12 seats")).to_be_visible()
    for page, name in ((host, "growing-table"), (friend, "growing-table-phone")):
        assert not overflow(page)
        assert not complaints(page)
        picture(page, name)
    host.get_by_role("button", name="Begin", exact=True).click()
    expect(host.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(3)


def test_a_table_for_others_says_that_its_host_may_see_everything(visitor: Visitor) -> None:
    host = visitor("/games/mixmath")
    host.set_viewport_size(DESK)
    host.get_by_role("link", name="A link for others to play").click()
    expect(host.get_by_role("checkbox", name="Begins by itself when all seats are taken")).to_be_checked()
    kind = host.get_by_role("combobox", name="Kind", exact=True)
    kind.select_option("round")
    expect(host.get_by_role("combobox", name="Unit of time").first).to_have_value("hour")
    host.get_by_role("combobox", name="Game", exact=True).select_option("set-theory")
    expect(kind).to_have_value("live")
    kind.select_option("turn")
    expect(host.get_by_role("spinbutton", name="How many").first).to_have_value("2")
    expect(host.get_by_role("combobox", name="Unit of time").first).to_have_value("minute")
    kind.select_option("live")
    picture(host, "table-for-others-form")
    host.get_by_role("button", name="Create the match").click()
    host.wait_for_url("**/match/*")
    expect(host.get_by_text("This table is for others", exact=False)).to_be_visible()
    players = [visitor(host.url, phone=phone) for phone in (True, False)]
    expect(players[0].get_by_text("doesn’t play may see everything", exact=False)).to_be_visible()
    picture(players[0], "table-for-others-phone")
    for page, name in zip(players, ("Greta", "Hugo"), strict=True):
        page.get_by_label("Your name at the table").fill(name)
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_role("button", name="Take the seat")).to_have_count(0)
    expect(host.get_by_role("list", name="Players")).to_be_visible()
