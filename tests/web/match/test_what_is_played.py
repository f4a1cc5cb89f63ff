"""What will be played stands in the waiting room, on the invitation and beside the rematch, in the same
words; why a match ended; and what an invitation is good for that comes too late."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints, drafted, overflow, picture

CLOCK: Any = {"type": "turn", "seconds": 90, "reserves": 10, "reserve_seconds": 60}
TERMS: Any = {"visibility": "unlisted"}


def guest(page: Page, name: str) -> Page:
    """The page's person as a guest."""
    assert page.request.post("/api/guest", data={"name": name}).ok
    return page


def played(page: Page) -> Locator:
    """The line of what is played."""
    return page.locator("nh-what-is-played")


def table_of(host: Page, **draft: Any) -> str:
    """A table of the page's guest, who sits down; open in the page."""
    match = str(host.request.post("/api/matches", data=draft).json()["id"])
    assert host.request.post(f"/api/matches/{match}/open").ok
    assert host.request.post(f"/api/matches/{match}/join", data={}).ok
    host.goto(f"/match/{match}")
    return match


@pytest.mark.parametrize(
    ("lang", "line", "clock"),
    [
        (
            "en",
            "Verifiers: 6 · help off · 1 min 30 s a turn + 10 min in reserve",
            "1 min 30 s a turn, and 10 min in reserve for the whole match, taken 1 min at a time",
        ),
        (
            "ru",
            "6 · без помощи · 1 мин 30 с на ход + 10 мин запаса",
            "1 мин 30 с на ход и 10 мин запаса на всю партию, который тратится по 1 мин",
        ),
    ],
)
def test_the_waiting_room_and_the_invitation_say_what_is_played(
    visitor: Visitor, lang: str, line: str, clock: str
) -> None:
    ann, stranger = guest(visitor(lang=lang), "Ann"), visitor(lang=lang, phone=True)
    draft = {"game": "turing-machine", "seats": 2, "clock": CLOCK, "terms": TERMS}
    match = table_of(ann, **draft, options={"verifiers": 6})
    expect(played(ann)).to_contain_text(line)
    expect(ann.get_by_text(clock)).to_be_visible()
    stranger.goto(f"/match/{match}")
    expect(played(stranger)).to_contain_text(line)
    expect(stranger.get_by_text(clock)).to_be_visible()
    assert not complaints(stranger)
    assert not overflow(stranger)
    picture(stranger, f"invitation-played-{lang}")
    # The host thinks again while the stranger reads.
    answer = ann.request.put(f"/api/matches/{match}", data=draft | {"options": {"verifiers": 4}})
    assert answer.ok, answer.text()
    for page in (ann, stranger):
        expect(played(page)).to_contain_text(line.replace("6 ·", "4 ·"))


def test_the_waiting_room_says_who_wants_help_as_soon_as_somebody_does(visitor: Visitor) -> None:
    ann, bob = guest(visitor(), "Ann"), guest(visitor(), "Bob")
    match = table_of(ann, game="mixmath", seats=2, terms=TERMS)
    assert bob.request.post(f"/api/matches/{match}/join", data={}).ok
    bob.goto(f"/match/{match}")
    expect(played(bob)).to_contain_text("the usual rules · help off")
    ann.get_by_role("checkbox", name="I agree to assistance").check()
    expect(played(bob)).to_contain_text("help only if all agree")
    bob.get_by_role("checkbox", name="I agree to assistance").check()
    for page in (ann, bob):
        expect(played(page)).to_contain_text("help on")


def test_a_rematch_says_its_terms_before_and_keeps_the_help(visitor: Visitor) -> None:
    ann, bob = guest(visitor(), "Ann"), guest(visitor(phone=True), "Bob")
    match = table_of(ann, game="mixmath", seats=2, terms=TERMS, clock={"type": "none"})
    assert bob.request.post(f"/api/matches/{match}/join", data={}).ok
    for page in (ann, bob):
        assert page.request.post(f"/api/matches/{match}/assistance", data={"assistance": True}).ok
    assert ann.request.post(f"/api/matches/{match}/start").ok
    bob.goto(f"/match/{match}")
    assert ann.request.post(f"/api/matches/{match}/resign").ok
    result = {page: page.get_by_role("region", name="Result") for page in (ann, bob)}
    for page in (ann, bob):
        expect(result[page]).to_contain_text("A rematch is: the usual rules · help on · no clock.")
    result[ann].get_by_role("button", name="Rematch").click()
    expect(result[bob]).to_contain_text("Ann: a rematch?")
    expect(result[bob]).to_contain_text("A rematch is: the usual rules · help on · no clock.")
    assert not overflow(bob)
    result[bob].get_by_role("button", name="Accept").click()
    expect(bob).not_to_have_url(re.compile(match))
    expect(ann).not_to_have_url(re.compile(match))
    again = ann.url.rsplit("/", 1)[1]
    assert ann.request.get(f"/api/matches/{again}").json()["options"]["assistance"] is True


def test_an_invitation_that_comes_too_late_says_what_to_do(visitor: Visitor) -> None:
    ann, bob, late = guest(visitor(), "Ann"), guest(visitor(), "Bob"), visitor(phone=True)
    terms = {"visibility": "private"}
    match = table_of(ann, game="mixmath", seats=2, terms=terms, clock={"type": "none"})
    secrets = [
        ann.request.post(f"/api/matches/{match}/invitations", data={"seat": None}).json()["secret"]
        for _ in range(2)
    ]
    assert bob.request.post("/api/invitation/accept", data={"secret": secrets[0]}).ok
    assert ann.request.post(f"/api/matches/{match}/start").ok
    late.goto(f"/invite#{secrets[1]}")
    expect(late.get_by_role("heading", name="This match has begun")).to_be_visible()
    expect(late.get_by_text("If a player leaves, Ann can send you a new invitation")).to_be_visible()
    expect(late.get_by_role("button", name="Take the seat")).to_have_count(0)
    expect(late.get_by_role("link", name="Play Mixmath yourself")).to_be_visible()
    assert not complaints(late)
    assert not overflow(late)
    late.goto(f"/match/{match}")
    expect(late.get_by_role("alert")).to_contain_text("a private match opens by its own invitations only")


def test_why_a_match_ended_is_said_to_everybody(visitor: Visitor, house: House) -> None:
    ann, bob, onlooker = guest(visitor(), "Ann"), guest(visitor(), "Bob"), visitor()
    match, host = drafted(ann, game="mixmath", seats=3, terms=TERMS, clock={"type": "none"})
    cyd = house.guest("Cyd")
    for player in (ann, bob):
        assert player.request.post(f"/api/matches/{match}/join", data={}).ok
    cyd.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    with contextlib.closing(host):
        host.post(f"/api/matches/{match}/start").raise_for_status()
        for page in (ann, bob, onlooker):
            page.goto(f"/match/{match}")
        expect(onlooker.get_by_text("This match has begun; you are watching.")).to_be_visible()
        host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    for page in (ann, bob, onlooker):
        heading = page.get_by_role("region", name="Result").get_by_role("heading")
        expect(heading).to_have_text("The host stopped the match: it has no result.")


def test_a_begin_that_was_asked_for_too_often_is_repeated_once(visitor: Visitor) -> None:
    ann = guest(visitor(), "Ann")
    table_of(ann, game="turing-machine", seats=1, terms=TERMS)
    asked: list[str] = []

    def refuse_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        refusal = '{"code": "too-many", "message": "too many requests", "values": {"retry_after": 1}}'
        return route.fulfill(status=429, content_type="application/json", body=refusal)

    ann.route("**/start", refuse_first)
    ann.get_by_role("button", name="Begin").click()
    expect(ann.get_by_role("button", name="Resign")).to_be_visible()
    assert len(asked) == 2
    assert ann.get_by_text("Too many requests").count() == 0


def test_a_renamed_host_has_the_present_name_in_the_fair_play_words(visitor: Visitor, house: House) -> None:
    ann, onlooker = guest(visitor(), "Ann"), visitor()
    match = table_of(ann, game="mixmath", seats=2, terms=TERMS, clock={"type": "none"})
    expect(ann.get_by_text("Ann hosts and plays.")).to_be_visible()
    house.guest("Bob").post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert ann.request.post(f"/api/matches/{match}/start").ok
    onlooker.goto(f"/match/{match}")
    expect(onlooker.get_by_text("Ann hosts and plays.")).to_be_visible()
    assert ann.request.put("/api/me/name", data={"name": "Zoe"}).ok
    for page in (ann, onlooker):
        expect(page.get_by_text("Zoe hosts and plays.")).to_be_visible()


def test_the_bar_of_a_telephone_leaves_the_last_line_of_the_page_in_sight(visitor: Visitor) -> None:
    ann, bob = guest(visitor(phone=True), "Ann"), guest(visitor(), "Bob")
    begun(ann, bob, game="mixmath", clock={"type": "none"})
    bar = ann.get_by_role("navigation", name="Parts of the match")
    expect(bar).to_be_visible()
    last = ann.get_by_role("contentinfo").get_by_text("For hosts and programs")
    ann.evaluate("() => window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(last).to_be_in_viewport()
    upper, line = bar.bounding_box(), last.bounding_box()
    assert upper is not None
    assert line is not None
    assert line["y"] + line["height"] <= upper["y"]


def test_nothing_is_asked_of_a_player_after_an_opponent_has_resigned(visitor: Visitor) -> None:
    ann, bob = guest(visitor(), "Ann"), guest(visitor(), "Bob")
    match = begun(ann, bob, game="addition-crypt", clock={"type": "none"})
    expect(ann.locator(".dock")).to_be_visible()
    assert bob.request.post(f"/api/matches/{match}/resign").ok
    expect(ann.get_by_role("region", name="Result")).to_contain_text("You won: Bob resigned.")
    expect(ann.locator(".dock")).to_have_count(0)
    expect(ann.get_by_role("button", name=re.compile("Confirm|Submit|Lock"))).to_have_count(0)
