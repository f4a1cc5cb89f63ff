"""Two telephones talk in a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.person import Person
from tests.journeys.tables import begins, invites, sits_down

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


def says(person: Person, text: str) -> None:
    """Write into the room that is open, and see it there."""
    person.types("Say something", text)
    person.presses("Send")
    expect(person.field("Say something")).to_have_value("")
    reads(person, text)


def reads(person: Person, text: str) -> None:
    """The message stands in the room."""
    messages = person.page.get_by_role("list", name=person.words("Messages"))
    expect(messages.get_by_text(text, exact=True)).to_be_visible()


@DEVICES
def test_two_talk_in_a_match(arrive: Arrival, device: str) -> None:
    anna, boris = arrive("Anna", device), arrive("Boris", device)
    sits_down(boris, invites(anna, "set-theory"))
    begins(anna, [boris])
    boris.shows("Talk")
    says(boris, "Good luck, Anna.")
    if anna.narrow:
        anna.finds("Talk 1 unread", "button")
    anna.shows("Talk")
    reads(anna, "Good luck, Anna.")
    says(anna, "And to you.")
    anna.shows("Board")
    reads(boris, "And to you.")
    boris.looks_around("talk")
    expect(anna.page.get_by_role("grid")).to_be_visible()
    if anna.narrow:
        expect(anna.field("Say something")).to_have_count(0)
        anna.finds("Talk", "button")  # what has been answered has been read
