"""A week of Addition Crypt for thirteen from the hosting desk; the host and three of them in browsers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import Guest, House
from tests.server.test_deadlines import at
from tests.web.conftest import Visitor, complaints, overflow, picture

DAY = 24 * 3600.0
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lev", "Mia"]
LATE = (10, 11, 12)
"""Who misses round 2."""

ROUNDS = [["theme"], ["standout"], ["theme"]]

TIME = """{
  const get = Headers.prototype.get;
  Headers.prototype.get = function (name) {
    const shift = Number(sessionStorage.getItem("shift"));
    return name === "date" ? new Date(Date.now() + 1000 * shift).toUTCString() : get.call(this, name);
  };
}"""
"""The web server tells the real time with every answer; with this a page believes the mock clock."""


def believe(page: Page, house: House) -> None:
    """From its next request on the page reckons with the mock clock as it is now."""
    page.evaluate("now => sessionStorage.setItem('shift', now - Date.now() / 1000)", house.clock.time)


def guest(page: Page, name: str) -> None:
    """Whoever has this browser is called so."""
    assert page.request.post("/api/guest", data={"name": name}).ok


def asked(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Something a person at this browser does, without the page."""
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def tab(page: Page, name: str) -> Locator:
    """The part of the desk with this name, opened."""
    page.get_by_role("tab", name=name, exact=True).click()
    return page.get_by_role("tabpanel", name=name, exact=True)


def seat(page: Page, name: str) -> Locator:
    """A line of the list of seats."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


class Table:
    """Thirteen players: those with a browser, and the others."""

    def __init__(self, match: str, pages: list[Page], guests: list[Guest]) -> None:
        self.match = match
        self.pages = pages
        self.guests = guests

    def act(self, seat: int, action: Any) -> None:
        """Play for a seat."""
        if seat < len(self.pages):
            asked(self.pages[seat], "POST", f"/api/matches/{self.match}/act", {"action": action})
        else:
            self.guests[seat - len(self.pages)].act(self.match, action).raise_for_status()

    def play(self, round: int, missing: tuple[int, ...] = ()) -> None:
        """Everybody submits and locks but some; nobody uses a node barred by the round before, in
        which those who were late got two of A to D."""
        for seat in range(len(NAMES)):
            if seat not in missing:
                pair = 2 if round == 3 and seat in LATE else (seat + round) % 3
                first, second = ((0, 1), (2, 3), (4, 5))[pair]
                self.act(seat, {"type": "submit", "first": first, "second": second, "scoring": first})
                self.act(seat, {"type": "lock"})


def test_thirteen_play_a_match_that_is_hosted_from_the_desk(visitor: Visitor, house: House) -> None:
    desk = visitor("/")
    desk.context.add_init_script(TIME)
    believe(desk, house)
    guest(desk, "Host")
    draft = {
        "game": "addition-crypt",
        "seats": 13,
        "options": {"rounds": ROUNDS},
        "clock": {"type": "round", "seconds": DAY},
        "terms": {"title": "A week of Crypt", "spectator_delay": 600},
    }
    match = asked(desk, "POST", "/api/matches", draft)["id"]
    table = taken_seats(visitor, house, desk, match)

    desk.get_by_role("button", name="Begin").click()
    expect(desk.get_by_text("13 of 13 are waited for")).to_be_visible()
    rooms_after_the_first_round(desk, table)
    time_is_moved_and_runs_out(desk, house, table)
    announced_and_corrected(desk, table)
    released_and_taken_away(desk)

    table.play(3)
    expect(desk.get_by_role("heading", name="Result")).to_be_visible()
    expect(desk.get_by_role("row")).to_have_count(14)
    expect(table.pages[0].get_by_text("First:")).to_be_visible()
    assert not complaints(desk)
    picture(desk, "desk-finished")


def taken_seats(visitor: Visitor, house: House, desk: Page, match: str) -> Table:
    """The host opens the match and sends thirteen links; everybody comes."""
    desk.goto(f"/match/{match}/desk")
    desk.get_by_role("button", name="Open it for players").click()
    expect(desk.get_by_text("13 seats are free.")).to_be_visible()
    expect(desk.get_by_role("button", name="Begin")).to_be_disabled()
    desk.get_by_role("button", name="Make links for 13 free seats").click()
    links = [desk.get_by_role("textbox", name=f"Link to seat {seat}", exact=True) for seat in range(13)]
    expect(links[12]).to_have_value(re.compile("/invite#"))
    assert not complaints(desk)
    picture(desk, "desk-open")
    secrets = [link.input_value().split("#")[1] for link in links]
    pages, guests = [], []
    for number, (name, secret) in enumerate(zip(NAMES, secrets, strict=True)):
        if number < 3:
            page = visitor("/")
            guest(page, name)
            asked(page, "POST", "/api/invitation/accept", {"secret": secret})
            page.goto(f"/match/{match}")
            pages.append(page)
        else:
            player = house.guest(name)
            player.post("/api/invitation/accept", json={"secret": secret}).raise_for_status()
            guests.append(player)
    expect(desk.get_by_text("All seats are taken.")).to_be_visible()
    return Table(match, pages, guests)


def rooms_after_the_first_round(desk: Page, table: Table) -> None:
    """After it those who used the same node talk; the host reads along and joins in."""
    table.play(1)
    player = table.pages[0]
    player.get_by_role("tab", name=re.compile("^Rooms")).click()
    player.get_by_role("combobox", name="Room").select_option(label="Round 1, C")
    player.get_by_role("textbox", name="Say something").fill("Neighbours at last")
    player.get_by_role("button", name="Send").click()
    rooms = tab(desk, "Rooms")
    card = rooms.get_by_role("button").filter(has_text="Neighbours at last")
    expect(card).to_contain_text("Round 1, C")
    expect(card).to_contain_text("Ann, Dan, Gus, Jon")
    card.click()
    rooms.get_by_role("textbox", name="Say something").fill("The deadline is tomorrow")
    rooms.get_by_role("button", name="Send").click()
    expect(player.get_by_text("The deadline is tomorrow")).to_be_visible()
    assert not complaints(desk)


def time_is_moved_and_runs_out(desk: Page, house: House, table: Table) -> None:
    """Three are late in round 2: one is let run out, one gets more time, one misses the deadline."""
    house.clock.time += DAY / 3
    believe(desk, house)
    table.play(2, missing=LATE)
    expect(desk.get_by_text("3 of 13 are waited for")).to_be_visible()
    expect(seat(desk, "Ann")).to_contain_text("confirmed")
    expect(seat(desk, "Mia")).to_contain_text("nothing yet")

    desk.get_by_role("button", name="What to do for Kim").click()
    desk.get_by_role("button", name="Let the time run out").click()
    desk.get_by_role("group", name="Let the time run out").get_by_role(
        "button", name="Let the time run out"
    ).click()
    expect(seat(desk, "Kim")).to_contain_text("defaulted")

    desk.get_by_role("button", name="What to do for Lev").click()
    desk.get_by_role("button", name="Give time").click()
    time = desk.get_by_role("tabpanel", name="Time", exact=True)
    expect(time.get_by_role("checkbox", name="Lev")).to_be_checked()
    expect(time.get_by_role("checkbox", name="Mia")).not_to_be_checked()
    time.get_by_role("spinbutton", name="How long").fill("2")
    time.get_by_role("spinbutton", name="How long").press("Tab")
    time.get_by_role("button", name="Give 2 hours").click()
    expect(time.get_by_text("The deadline is moved.")).to_be_visible()
    told = asked(desk, "GET", f"/api/matches/{table.match}/desk")["seats"]
    assert told[11]["due"] - told[12]["due"] == 2 * 3600

    time.get_by_role("button", name="Stop the clocks").click()
    expect(table.pages[0].get_by_text("The host has paused the match.")).to_be_visible()
    time.get_by_role("button", name="Let the clocks go on").click()
    expect(time.get_by_text("The clocks go on.")).to_be_visible()
    expect(desk.get_by_role("img", name=re.compile("Mia: until .*; Lev: until"))).to_be_visible()
    assert not complaints(desk)
    picture(desk, "desk-time")

    at(house, told[12]["due"] + 1)
    believe(desk, house)
    expect(seat(desk, "Mia")).to_contain_text("defaulted")
    expect(seat(desk, "Lev")).to_contain_text("nothing yet")
    at(house, told[11]["due"] + 1)
    believe(desk, house)
    expect(desk.get_by_text("13 of 13 are waited for")).to_be_visible()


def announced_and_corrected(desk: Page, table: Table) -> None:
    """What the host says reaches every log; a correction is looked over before it is made."""
    part = tab(desk, "Announcements")
    part.get_by_role("button", name="Draft in English").click()
    text = part.get_by_role("textbox", name="Announcement")
    expect(text).to_have_value(re.compile("Now waiting for: Ann, Bob"))
    text.fill("Round 3 is the last one.")
    part.get_by_role("button", name="Announce", exact=True).click()
    expect(part.get_by_text("It is announced.")).to_be_visible()
    player = table.pages[1]
    player.get_by_role("tab", name="Log").click()
    expect(player.get_by_text("Round 3 is the last one.")).to_be_visible()

    part = tab(desk, "Corrections")
    part.get_by_role("combobox", name="Whose action").select_option("Dan")
    part.get_by_role("radio", name=re.compile(r"Dan.*C\* D")).check()
    instead = part.get_by_role("textbox", name="What it should have been")
    instead.fill("E* G")
    part.get_by_role("button", name="See what would change").click()
    expect(part.get_by_role("alert")).to_contain_text("E was used in round 1")
    instead.fill("C* G")
    part.get_by_role("textbox", name="Why, for everybody").fill("misheard")
    part.get_by_role("button", name="See what would change").click()
    expect(part.get_by_role("row").filter(has_text="values 7").first).to_be_visible()
    assert not complaints(desk)
    picture(desk, "desk-correction")
    before = table.guests[5].view(table.match)["view"]["values"]
    part.get_by_role("button", name="Correct it").click()
    expect(part.get_by_text("It is corrected, and everybody has been told.")).to_be_visible()
    assert table.guests[5].view(table.match)["view"]["values"] != before
    expect(player.get_by_text("The host has corrected an earlier action.")).to_be_visible()


def released_and_taken_away(desk: Page) -> None:
    """Spectators are let in, and the host takes pieces for a chat away."""
    part = tab(desk, "The match")
    expect(part.get_by_text("Spectators see the match 10 minutes late.")).to_be_visible()
    part.get_by_role("button", name="Let them see it at once").click()
    expect(part.get_by_text("The delay is gone for the rest of the match.")).to_be_visible()
    part.get_by_role("button", name="Let them see it at once").click()
    expect(part.get_by_role("button", name="Let them see it at once")).to_have_count(0)

    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part = tab(desk, "Take away")
    part.get_by_role("combobox", name="Form").select_option("pieces for a chat")
    part.get_by_role("combobox", name="Through whose eyes").select_option("everything open")
    part.get_by_role("combobox", name="Language").select_option("Русский")
    part.get_by_role("button", name="Show", exact=True).click()
    part.get_by_role("button", name="Copy piece 1", exact=True).click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    copied: str = desk.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("(1/")
    assert "Партия" in copied
    with desk.expect_download() as taken:
        part.get_by_role("link", name="Sealed record").click()
    assert taken.value.suggested_filename.endswith(".jsonl")
    assert not overflow(desk)
