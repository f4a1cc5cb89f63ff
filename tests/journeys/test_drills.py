"""Every drill can be answered by what is on its page, and the house says how good the answer was."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import places_a_number, saves_two_nodes
from tests.journeys.person import Person

POSING: Final = 120_000
"""Milliseconds: the first problem may wait for compilation."""

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


def _serves(person: Person) -> None:
    person.presses("Serve nothing")
    person.presses("Serve nothing")


def _passes(person: Person) -> None:
    person.presses("Pass…")
    person.presses("Pass")


def _answers_for_good(person: Person) -> None:
    person.touches(person.page.get_by_role("radio").or_(person.page.get_by_role("checkbox")).first)
    person.presses("That is my answer")


def _says_a_code(person: Person) -> None:
    person.presses("Propose {code}")
    person.presses("Ask nothing")
    person.presses("The code is {code}")
    person.presses("Say {code}")


def _confirms_two_nodes(person: Person) -> None:
    saves_two_nodes(person)
    person.presses("Confirm {pick}")


def _plays_six_rounds(person: Person) -> None:
    for number in range(1, 7):
        person.sees(f"Round {number}")
        _confirms_two_nodes(person)


ANSWERS: Final[Mapping[str, Callable[[Person], None]]] = {
    "The best number": places_a_number,
    "The best turn": _passes,
    "The longest starter": _serves,
    "The longest main course": _serves,
    "The longest word": _serves,
    "Which set is it?": _answers_for_good,
    "The number that tells most": _answers_for_good,
    "Alone with the machine": _says_a_code,
    "One round": _confirms_two_nodes,
    "Six rounds against bots": _plays_six_rounds,
}
"""By the title of the drill, an answer: any that the page lets a person give."""

GATE: Final = ("The best number",)


@pytest.mark.parametrize(
    "drill",
    [pytest.param(title, marks=() if title in GATE else (pytest.mark.long,)) for title in ANSWERS],
)
@DEVICES
def test_drill_is_answered(arrive: Arrival, drill: str, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.workers.coach.PATIENCE", POSING / 1000)
    ann = arrive("Anna", device)
    ann.opens("/practice")
    ann.touches(
        ann.page.get_by_role("article", name=drill).get_by_role("link", name=re.compile("^Endless: ")).first
    )
    expect(ann.page.get_by_role("button", name="Give up")).to_be_visible(timeout=POSING)
    ANSWERS[drill](ann)
    expect(ann.page.get_by_role("region", name="How good it was")).to_be_visible(timeout=POSING)
    ann.sees_nothing_wider_than_the_screen()
