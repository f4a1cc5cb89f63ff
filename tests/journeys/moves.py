"""First actions on each game's board, as a person finds them, and short ways to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from playwright.sync_api import expect

from tests.journeys.person import Person

__all__ = [
    "FIRST_ACTIONS",
    "TITLES",
    "ends_turing_machine",
    "lays_a_tile",
    "passes",
    "places_a_number",
    "saves_two_nodes",
    "serves_nothing",
]

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


def places_a_number(person: Person, number: str = "718293") -> None:
    """Put a number, which is hardly an example, on the first free cell."""
    person.touches(person.page.get_by_role("gridcell", name=person.words("{cell}, empty")).first)
    if person.touch:
        for digit in number:
            person.presses(digit)
    else:
        person.types("Number", number)
    person.presses("Put {number} on {cell}")


def passes(person: Person) -> None:
    """Pass in Mixmath."""
    person.presses("Pass…")
    person.presses("Pass")
    expect(person.page.get_by_role("button", name=person.words("Pass…"))).to_have_count(0)


def lays_a_tile(person: Person) -> None:
    """In Mixmath: read the board and the rack, find a tile that is a result beside two numbers, and end the
    turn with it."""
    grid = person.page.get_by_role("grid", name=person.words("Board"))
    expect(grid.get_by_role("gridcell").first).to_be_visible()
    rack = person.page.get_by_role("group", name=person.words("Your rack")).get_by_role("button")
    expect(rack.first).to_be_visible()
    names = grid.get_by_role("gridcell").evaluate_all("all => all.map((one) => one.ariaLabel)")
    cell, tile = fitting(names, [int(text) for text in rack.all_inner_texts()])
    person.touches(rack.filter(has_text=re.compile(rf"^\s*{tile}\s*$")).first)
    person.touches(grid.get_by_role("gridcell", name=f"{cell}: empty", exact=True))
    person.presses("Lay and end the turn")


def fitting(names: Sequence[str], rack: Sequence[int]) -> tuple[str, int]:
    """A cell without a sign and a tile of the rack that is the result of two numbers beside the cell. The
    board's cells have names such as `F7: empty` and `E7: 4, plus square`."""
    numbers: dict[tuple[int, int], int] = {}
    free = []
    for name in names:
        cell, _, rest = name.partition(": ")
        place = ord(cell[0]), int(cell[1:])
        if rest == "empty":
            free.append((cell, place))
        elif rest.partition(",")[0].isdigit():
            numbers[place] = int(rest.partition(",")[0])
    for cell, (column, row) in free:
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside = [numbers.get((column + step * across, row + step * down), 0) for step in (1, 2)]
            low, high = sorted(beside)
            results = {low + high, high - low, low * high, high / low} if low else set()
            for tile in rack:
                if tile in results:
                    return cell, tile
    raise AssertionError("no tile fits anywhere")


def serves_nothing(person: Person) -> None:
    """Serve no dish, and say so once more."""
    person.presses("Your kitchen")
    person.presses("Serve nothing")
    person.presses("Serve nothing")


def _presents_nothing(person: Person) -> None:
    serves_nothing(person)
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
    "mixmath": passes,
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
