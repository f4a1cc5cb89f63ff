"""Who leaves finds the way back: by the same address, by the list of own matches, and in another browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import FIRST_ACTIONS, ends_turing_machine
from tests.journeys.person import Person
from tests.journeys.tables import begins, invites, sits_down

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])

PASSWORD = "seven green elephants"


def is_seen(watcher: Person, name: str, whether: str) -> None:
    """The list of players says whether the other is here."""
    players = watcher.page.get_by_role("list", name=watcher.words("Players"))
    row = players.get_by_role("listitem").filter(has_text=name)
    expect(row.get_by_role("img", name=watcher.words(whether))).to_be_visible()


def registers(person: Person, name: str) -> None:
    """From the profile to an account, which keeps what the guest has."""
    person.presses("Register and keep everything", "link")
    person.finds("Register", "heading")
    person.types("Name", name)
    person.chooses_password(PASSWORD)
    person.looks_around("register")
    person.presses("Register", within=person.page.locator("form"))


@DEVICES
def test_the_same_address_and_my_matches_lead_back(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    sits_down(stranger, invites(host, "turing-machine"))
    begins(host, [stranger])
    is_seen(host, "Boris", "is here")
    FIRST_ACTIONS["turing-machine"](stranger)
    address = stranger.page.url
    stranger.leaves()
    is_seen(host, "Boris", "is away")
    stranger.comes_back()
    stranger.opens(address)
    stranger.finds("Ask verifier {letter}", "button", letter="A")
    is_seen(host, "Boris", "is here")
    stranger.leaves()
    stranger.comes_back()
    stranger.opens("/")
    stranger.finds("Which game?", "heading")
    stranger.presses("My matches (1 waits for you)", "link")
    stranger.finds("My matches", "heading")
    stranger.looks_around("my-matches")
    stranger.presses("Your turn", "link")
    stranger.sees_own_seat()
    FIRST_ACTIONS["turing-machine"](host)
    ends_turing_machine(stranger, host)


@DEVICES
def test_a_name_is_seen_at_once_and_an_account_keeps_the_match_in_another_browser(
    arrive: Arrival, device: str
) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    link = invites(host, "turing-machine")
    sits_down(stranger, link)
    begins(host, [stranger])
    stranger.page.get_by_role("banner").get_by_role("link", name="Boris").click()
    stranger.finds("Boris", "heading")
    stranger.types("What others call you", "Boris of the Hill")
    stranger.presses("Change the name")
    stranger.sees("From now on you are {name}.", name="Boris of the Hill")
    stranger.finds("Boris of the Hill", "heading")
    players = host.page.get_by_role("list", name=host.words("Players"))
    expect(players.get_by_text("Boris of the Hill")).to_be_visible()
    stranger.looks_around("profile")

    registers(stranger, "Boris of the Hill")
    stranger.finds("Which game?", "heading")
    waiting = stranger.page.get_by_role("region", name=stranger.words("It is your turn"))
    expect(waiting).to_be_visible()
    stranger.touches(waiting.get_by_role("link").first)
    stranger.sees_own_seat()

    elsewhere = arrive("Boris of the Hill", "telephone" if device == "desk" else "desk")
    elsewhere.opens("/")
    elsewhere.presses("Sign in", "link")
    elsewhere.finds("Sign in", "heading")
    elsewhere.types("Name", "Boris of the Hill")
    elsewhere.chooses_password(PASSWORD)
    elsewhere.presses("Sign in", within=elsewhere.page.locator("form"))
    elsewhere.finds("Which game?", "heading")
    elsewhere.opens(link)
    elsewhere.sees_own_seat()
    FIRST_ACTIONS["turing-machine"](elsewhere)
    stranger.finds("Ask verifier {letter}", "button", letter="A")
    FIRST_ACTIONS["turing-machine"](host)
    ends_turing_machine(stranger, host)
    elsewhere.finds("Review", "link")
