"""A newcomer learns: a first match of every game to its end, and the problem that all get today."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import expect

from numberhouse.server.base.settings import Settings
from tests.journeys.conftest import Arrival
from tests.journeys.moves import TITLES, passes, places_a_number, saves_two_nodes, serves_nothing
from tests.journeys.person import Person
from tests.journeys.tables import title_of
from tests.server.conftest import House

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])

DAY: Final = 24 * 3600.0


class Calendar:
    """The clock of a house that opened some days later."""

    def __init__(self) -> None:
        self.days = 0

    def __call__(self) -> float:
        return time.time() + self.days * DAY


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on a day whose problem is one of naming a set: others would take minutes on a small machine."""
    place = tmp_path_factory.mktemp("house") / "house.sqlite"
    settings = Settings(database=str(place), bots=1, requests_per_minute=100_000)
    calendar = Calendar()
    with House(settings, now=calendar) as house:
        visitor = house.guest("")
        for _ in range(100):
            if visitor.get("/api/practice").json()["today"]["title"] == "Which set is it?":
                break
            calendar.days += 1
        else:
            pytest.fail("no day has the problem")
        yield house


def _confirms_two_nodes(person: Person) -> None:
    saves_two_nodes(person)
    person.presses("Confirm {pick}")


def _passes_twice(person: Person) -> None:
    for _ in range(2):
        passes(person)


def _places_two_numbers(person: Person) -> None:
    for number in ("718293", "692071"):  # each number is placed once in a match
        places_a_number(person, number)


def _serves_in_the_next_round(person: Person) -> None:
    person.presses("Next: {course}")
    serves_nothing(person)


def _nothing(person: Person) -> None:
    """The lesson's last step ends the match."""


FREE: Final[Mapping[str, Callable[[Person], None]]] = {
    "turing-machine": _nothing,
    "mixmath": _passes_twice,
    "set-theory": _places_two_numbers,
    "sign-cook": _serves_in_the_next_round,
    "addition-crypt": _confirms_two_nodes,
}
"""What a learner does after the last prompt, without help."""

GATE: Final = ("addition-crypt",)


def follows_the_prompts(person: Person) -> None:
    """Have every step shown, one after the other. The last one is played alone, where the steps haven't ended
    the match."""
    progress = person.page.get_by_role("img", name=person.words("Step {step} of {steps}"))
    expect(progress).to_be_visible()
    steps = int(re.findall(r"\d+", progress.get_attribute("aria-label") or "")[1])
    for step in range(1, steps):
        words = person.words("Step {step} of {steps}", step=step, steps=steps)
        expect(person.page.get_by_role("img", name=words)).to_be_visible()
        person.presses("Do it for me")
    own = person.words("Step {step} of {steps}: on your own", step=steps, steps=steps)
    over = person.page.get_by_role("heading", name=person.words("You can play {game}"))
    expect(person.page.get_by_role("img", name=own).or_(over)).to_be_visible()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in GATE else (pytest.mark.long,)) for game in FREE]
)
@DEVICES
def test_first_match_to_its_end(arrive: Arrival, game: str, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses(TITLES[game], "link")
    ann.presses("Learn in three minutes", "link")
    ann.finds("A first match", "heading")
    follows_the_prompts(ann)
    FREE[game](ann)
    ann.finds("You can play {game}", "heading", game=title_of(ann, game))
    ann.looks_around(f"first-match-{game}")
    ann.presses("Play a whole match")
    ann.sees_own_seat()


@DEVICES
def test_todays_problem_is_answered_and_the_front_page_remembers(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    today = ann.page.get_by_role("article", name=ann.words("Today's problem"))
    expect(today).to_contain_text("Which set is it?")
    ann.presses("Solve it", "link", within=today)
    ann.finds("Which set is it?", "heading")
    ann.touches(ann.page.get_by_role("radio").first)
    ann.presses("That is my answer")
    verdict = ann.page.get_by_role("region", name=ann.words("How good it was"))
    expect(verdict).to_be_visible()
    ann.looks_around("todays-problem")
    ann.presses("Numberhouse", "link")
    ann.finds("Which game?", "heading")
    expect(today.get_by_role("link", name=re.compile("^(Solved|Not solved)"))).to_be_visible()
    expect(today.get_by_role("list", name=ann.words("Answers by score"))).to_be_visible()
    ann.looks_around("todays-problem-answered")
