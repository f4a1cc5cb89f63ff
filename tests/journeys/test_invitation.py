"""From a link to the table: a host invites from the front page, strangers open the link, say a name and
play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import FIRST_ACTIONS, ends_turing_machine
from tests.journeys.person import Person
from tests.journeys.tables import begins, invites, sits_down
from tests.web.conftest import complaints, picture

MOST_PRESSES = 3
MOST_SECONDS = 5.0
"""From the link to the first action of a stranger: what the person takes, whatever the house takes."""

NAMES = (
    "Boris", "Cleo", "Dmitri", "Ewa", "Fatima", "Goran", "Hiroko", "Ines", "Jonas", "Kemal", "Lucia", "Mikko",
)  # fmt: skip

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


def talks(stranger: Person, host: Person) -> None:
    """Who has just sat down by a link says something, and the host reads it beside the board."""
    stranger.shows("Talk")
    stranger.types("Say something", "Good luck.")
    stranger.presses("Send")
    host.sees("Good luck.")
    stranger.shows("Board")


@DEVICES
def test_two_strangers_play_turing_machine_from_a_link_to_the_end(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    sits_down(stranger, invites(host, "turing-machine"))
    begins(host, [stranger])
    talks(stranger, host)
    for person in (stranger, host):
        FIRST_ACTIONS["turing-machine"](person)
    ends_turing_machine(stranger, host)
    picture(stranger.page, f"journey-invitation-{device}")


@DEVICES
def test_russian_stranger_plays_from_a_link(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Анна", device, lang="ru"), arrive("Борис", device, lang="ru")
    link = invites(host, "set-theory")
    host.sees_nothing_wider_than_the_screen()
    sits_down(stranger, link)
    begins(host, [stranger])
    FIRST_ACTIONS["set-theory"](stranger)


@DEVICES
def test_a_stranger_needs_three_presses_and_five_seconds(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    sits_down(stranger, invites(host, "turing-machine"))
    host.sees("Boris")
    host.presses("Begin")
    FIRST_ACTIONS["turing-machine"](stranger)
    assert stranger.presses_done <= MOST_PRESSES
    assert stranger.seconds <= MOST_SECONDS


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "people"), [("mixmath", 2), ("set-theory", 2), ("sign-cook", 4), ("addition-crypt", 13)]
)
@DEVICES
def test_strangers_fill_a_table_of_every_game(arrive: Arrival, game: str, people: int, device: str) -> None:
    host = arrive("Anna", "desk")
    strangers = [arrive(name, device) for name in NAMES[: people - 1]]
    link = invites(host, game)
    for stranger in strangers:
        sits_down(stranger, link)
    begins(host, strangers)
    if game == "mixmath":  # the host's turn comes first
        FIRST_ACTIONS[game](host)
    for person in strangers:
        FIRST_ACTIONS[game](person)
    picture(strangers[-1].page, f"journey-{game}-{device}")


@DEVICES
def test_a_name_that_is_reserved_or_at_the_table_is_refused_beside_its_field(
    arrive: Arrival, device: str
) -> None:
    host, boris, other = arrive("Anna", "desk"), arrive("Boris", device), arrive("Boris", device)
    link = invites(host, "sign-cook")
    sits_down(boris, link)
    other.opens(link)
    field = other.field("Your name at the table")
    other.types("Your name at the table", "Moderator")
    other.presses("Take the seat")
    other.sees("looks like Moderator")
    expect(field).to_be_focused()
    other.types("Your name at the table", "Boris")
    other.presses("Take the seat")
    other.sees("looks like that of Boris at this table")
    expect(field).to_have_value("Boris")
    assert not complaints(other.page)
    other.types("Your name at the table", "Clara")
    other.presses("Take the seat")
    host.sees("Clara")


@DEVICES
def test_a_code_leads_to_an_unlisted_match(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    invites(host, "turing-machine")
    host.presses("A code to type")
    code = host.page.get_by_role("img", name=host.words("The code {code}")).inner_text()
    assert not complaints(host.page)
    stranger.opens("/")
    stranger.types("Code", "BBBBBB")
    stranger.presses("To the match")
    stranger.sees("No match has this code, or not any more")
    stranger.types("Code", code.lower())
    stranger.presses("To the match")
    stranger.finds("{name} invites you to play {game}", "heading")
    stranger.types("Your name at the table", stranger.name)
    stranger.presses("Take the seat")
    begins(host, [stranger])


@DEVICES
def test_a_private_match_is_entered_by_its_code_while_the_host_shows_it(arrive: Arrival, device: str) -> None:
    host, stranger, late = arrive("Anna", "desk"), arrive("Boris", device), arrive("Clara", device)
    host.opens("/new?game=turing-machine")
    host.page.get_by_label("May join").select_option("private")
    host.presses("Create the match")
    host.presses("A code to type")
    code = host.page.get_by_role("img", name=host.words("The code {code}")).inner_text()
    stranger.opens("/tables")
    stranger.types("Code", code)
    stranger.presses("To the match")
    stranger.finds("{name} invites you to play {game}", "heading")
    stranger.types("Your name at the table", stranger.name)
    stranger.presses("Take the seat")
    host.sees("Boris")
    host.presses("End the code")
    late.opens("/tables")
    late.types("Code", code)
    late.presses("To the match")
    late.sees("No match has this code, or not any more")
