"""First actions on each game's board, as a person finds them, and short ways to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from playwright.sync_api import expect

from tests.journeys.person import Person

__all__ = ["FIRST_ACTIONS", "TITLES", "ends_turing_machine", "places_a_number", "saves_two_nodes"]

TITLES: Final[Mapping[str, str]] = {
    "turing-machine": "Turing Machine",
    "mixmath": "Mixmath",
    "set-theory": "Set Theory",
    "sign-cook": "Sign Cook",
    "addition-crypt": "Addition Crypt",
}


def _proposes(person: Person) -> None:
    person.presses("Propose {code}")
    person.finds("Ask verifier {letter}", "button", letter="A")


def places_a_number(person: Person) -> None:
    """Put a number, which is hardly an example, on the first free cell."""
    person.touches(person.page.get_by_role("gridcell", name=person.words("{cell}, empty")).first)
    if person.touch:
        for digit in "718293":
            person.presses(digit)
    else:
        person.types("Number", "718293")
    person.presses("Put {number} on {cell}")


def _passes(person: Person) -> None:
    person.presses("Pass…")
    person.presses("Pass")
    expect(person.page.get_by_role("button", name=person.words("Pass…"))).to_have_count(0)


def _presents_nothing(person: Person) -> None:
    person.presses("Your kitchen")
    person.presses("Serve nothing")
    person.presses("Serve nothing")
    person.sees("You present nothing in this round.")


def saves_two_nodes(person: Person) -> None:
    """Choose the first two nodes that are free, and save the choice."""
    nodes = person.page.get_by_role("button", name=re.compile(r"^[A-G]\b"))
    free = nodes.and_(person.page.locator(":enabled:not([aria-disabled=true])")).filter(visible=True)
    expect(free.nth(1)).to_be_visible()
    for letter in [str(node.inner_text()).strip()[0] for node in free.all()[:2]]:
        person.touches(person.page.get_by_role("button", name=re.compile(rf"^{letter}\b")).first)
    person.presses("Save {pick}")
    person.finds("Confirm {pick}", "button")


FIRST_ACTIONS: Final[Mapping[str, Callable[[Person], None]]] = {
    "turing-machine": _proposes,
    "mixmath": _passes,
    "set-theory": places_a_number,
    "sign-cook": _presents_nothing,
    "addition-crypt": saves_two_nodes,
}
"""What a person does first, and what then shows that the house has taken it."""


def ends_turing_machine(*people: Person) -> None:
    """After their proposals all say a code that is shown, right or wrong: so the match ends in its first
    round."""
    for person in people:
        person.presses("Ask nothing")
    for person in people:
        person.presses("The code is {code}")
        person.presses("Say {code}")
    for person in people:
        expect(person.finds("Review", "link")).to_be_visible()
