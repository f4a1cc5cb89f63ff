"""The end of a match and what follows: one resigns, all play again, and somebody looks back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import FIRST_ACTIONS, TITLES, ends_turing_machine
from tests.journeys.person import Person
from tests.journeys.tables import begins, invites, reads_link, sits_down

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


def resigns(person: Person) -> None:
    """Resign, and say so once more."""
    person.presses("Resign")
    question = person.page.get_by_role("group", name=person.words("Resign", whole=False))
    person.presses("Resign", within=question)


def is_over(person: Person, words: str, **values: str) -> None:
    """The result stands first, with the way to the review, and nobody has to claim anything."""
    result = person.page.get_by_role("region", name=person.words("Result"))
    person.finds(words, "heading", within=result, **values)
    person.finds("Review", "link", within=result)
    for name in ("Resign", "Claim the win", "Call the match off"):
        expect(person.page.get_by_role("button", name=person.words(name))).to_have_count(0)


def makes_a_table_with_six_verifiers(host: Person) -> str:
    """The host changes an option of the game, and reads the link."""
    host.opens("/")
    host.presses(TITLES["turing-machine"], "link")
    host.presses("New match with options of your own", "link")
    host.finds("New match", "heading")
    host.page.get_by_label(host.words("Verifiers", whole=False)).select_option("6")
    host.presses("Create the match")
    return reads_link(host)


def asks_the_sixth(person: Person) -> None:
    """Propose a code; the sixth verifier, which a usual match hasn't, can then be asked."""
    FIRST_ACTIONS["turing-machine"](person)
    person.finds("Ask verifier {letter}", "button", letter="F")


@DEVICES
def test_one_of_two_resigns_and_both_see_who_has_won(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    sits_down(stranger, invites(host, "mixmath"))
    begins(host, [stranger])
    resigns(stranger)
    is_over(stranger, "You resigned: {winner} won.")
    is_over(host, "You won: {loser} resigned.", loser="Boris")
    stranger.looks_around("resigned")
    host.looks_around("won-by-resignation")


@DEVICES
def test_who_resigns_alone_sees_the_solution(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses(TITLES["turing-machine"], "link")
    ann.page.get_by_label(ann.words("Players", whole=False)).select_option("1")
    ann.presses("Play")
    ann.sees_own_seat()
    ann.presses("Resign")
    ann.sees("Resign, and see the solution?")
    ann.presses("Go on playing")
    FIRST_ACTIONS["turing-machine"](ann)
    resigns(ann)
    is_over(ann, "You have resigned.")
    ann.sees("The code is {code}.")
    ann.looks_around("resigned-alone")


@DEVICES
def test_a_rematch_is_accepted_and_both_play_on_by_the_same_options(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Anna", "desk"), arrive("Boris", device)
    sits_down(stranger, makes_a_table_with_six_verifiers(host))
    begins(host, [stranger])
    asks_the_sixth(stranger)
    resigns(stranger)
    is_over(host, "You won: {loser} resigned.", loser="Boris")
    host.presses("Rematch")
    host.sees("Rematch offered. {names} can see it now.", names="Boris")
    stranger.sees("{names}: a rematch?")
    stranger.looks_around("rematch-offered")
    stranger.presses("Accept")
    for person in (stranger, host):
        asks_the_sixth(person)
    ends_turing_machine(stranger, host)


@pytest.mark.long
@DEVICES
def test_a_rematch_is_declined_and_the_other_reads_it(arrive: Arrival, device: str) -> None:
    host, stranger = arrive("Анна", "desk", lang="ru"), arrive("Борис", device, lang="ru")
    sits_down(stranger, invites(host, "turing-machine"))
    begins(host, [stranger])
    resigns(host)
    is_over(stranger, "You won: {loser} resigned.")
    stranger.presses("Rematch")
    host.presses("Decline")
    stranger.sees("Declined the rematch: {names}.")
    stranger.looks_around("rematch-declined")


@DEVICES
def test_review_from_the_result(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES["turing-machine"])
    FIRST_ACTIONS["turing-machine"](ann)
    ends_turing_machine(ann)
    ann.presses("Review", "link")
    heading = f"{TITLES['turing-machine']}: review"
    ann.finds(heading, "heading")
    steps = ann.page.get_by_role("group", name=ann.words("Steps through the match"))
    ann.presses("Last", within=steps)
    expect(ann.page.get_by_role("region", name=ann.words("How it went"))).to_be_visible()
    ann.presses("First", within=steps)
    ann.sees("The start")
    ann.presses("Forward", within=steps)
    step = ann.page.get_by_role("region", name=ann.words("This step"))
    expect(step.get_by_role("heading", level=2)).to_contain_text(":")
    ann.looks_around("review")
    ann.presses("To the match", "link")
    expect(ann.page.get_by_role("region", name=ann.words("Result"))).to_be_visible()
