"""No secret can be read from how long the service takes: a fixed number of samples of two kinds are alike."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.server.accounts.people import People
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.server.support.distributions import compare, measure
from tests.server.support.hosting import FIRST, hosted_match, member

OTHER = {"type": "submit", "first": 2, "second": 3, "scoring": 2}


class Answers:
    """Requests whose answers must not show a secret, two kinds of each."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ann = member(house, "Known")
        self.eve = house.guest("Eve")
        # Twins of a match: in one of them Bob has submitted something.
        self.matches = [hosted_match(house) for _ in range(2)]
        self.matches[1][2][1].act(self.matches[1][0], FIRST).raise_for_status()
        host = house.guest("Hanna")
        self.private = house.drafted(host, "mixmath", terms={"visibility": "private"})
        invitation = host.post(f"/api/matches/{self.private}/invitations", json={"seat": 0}).json()
        host.delete(f"/api/matches/{self.private}/invitations").raise_for_status()
        self.revoked = str(invitation["secret"])
        self.guess = random.Random("guesses")

    def sign_in(self, known: bool) -> Any:
        """A sign-in with a wrong password, with a name that exists or not."""
        body = {"name": "Known" if known else "Nobody", "password": "a wrong password"}
        return self.eve.post("/api/sign-in", json=body)

    def invitation(self, known: bool) -> Any:
        """An invitation that was revoked, or never existed."""
        secret = self.revoked if known else "n" * len(self.revoked)
        return self.eve.post("/api/invitation/preview", json={"secret": secret})

    def match(self, known: bool) -> Any:
        """A private match of others, or none."""
        return self.eve.get(f"/api/matches/{self.private if known else 'n' * len(self.private)}")

    def token(self, known: bool) -> Any:
        """A bearer token of the right form, or not."""
        token = self.revoked if known else "x"
        return self.eve.get("/api/me", headers={"Authorization": f"Bearer {token}"})

    def view(self, known: bool) -> Any:
        """Ann's view of a match in which Bob has submitted, or not."""
        match, _, players = self.matches[known]
        return players[0].get(f"/api/matches/{match}/view")

    def transcript(self, known: bool) -> Any:
        """Ann's transcript of the same."""
        match, _, players = self.matches[known]
        return players[0].get(f"/api/matches/{match}/transcript?form=json")

    def refused_action(self, known: bool) -> Any:
        """An action of Ann that is refused, in the same matches."""
        match, _, players = self.matches[known]
        return players[0].act(match, {"type": "submit", "first": 0, "second": 0, "scoring": 0})

    def spectator(self, known: bool) -> Any:
        """A spectator of the same."""
        match = self.matches[known][0]
        return self.eve.get(f"/api/matches/{match}/updates?epoch=0&number=0")

    def submission(self, known: bool) -> Any:
        """One submission of Bob's or another; both replace what was there."""
        match, _, players = self.matches[1]
        return players[1].act(match, OTHER if known else FIRST)


SAMPLES = {"sign_in": 20}
"""Fewer where each costs a password hash."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    folder: Path = tmp_path_factory.mktemp("house")
    with House(Settings(database=str(folder / "house.sqlite"), bots=0)) as house:
        house.service.limits.rates.clear()
        yield Answers(house)


QUESTIONS = [name for name, value in vars(Answers).items() if callable(value) and not name.startswith("_")]


@pytest.mark.parametrize("name", QUESTIONS)
def test_how_long_an_answer_takes_shows_no_secret(
    answers: Answers, name: str, samples: Callable[[int, int], int]
) -> None:
    ask = getattr(answers, name)
    one, other = ask(False), ask(True)
    assert one.status_code == other.status_code
    count = samples(SAMPLES.get(name, 80), 400)
    verdicts = measure(lambda: ask(False), lambda: ask(True), count)
    assert not [kind for kind, verdict in verdicts.items() if verdict.differs], verdicts


def test_a_deliberate_sleep_is_found(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    of_token = People.of_token

    async def slow(people: People, secret: str) -> Any:
        if len(secret) > 1:
            time.sleep(0.05)
        return await of_token(people, secret)

    monkeypatch.setattr(People, "of_token", slow)
    verdicts = measure(lambda: answers.token(False), lambda: answers.token(True), 40)
    assert verdicts["clock"].differs, verdicts


def test_deliberate_work_is_found(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    of_token = People.of_token

    async def slow(people: People, secret: str) -> Any:
        if len(secret) > 1:
            sum(range(500_000))
        return await of_token(people, secret)

    monkeypatch.setattr(People, "of_token", slow)
    verdicts = measure(lambda: answers.token(False), lambda: answers.token(True), 40)
    assert verdicts["processor"].differs, verdicts


def test_samples_of_one_kind_are_alike() -> None:
    chance = random.Random("alike")
    for _ in range(200):
        one, other = ([chance.expovariate(1) for _ in range(80)] for _ in range(2))
        assert not compare(one, other).differs
        assert compare(one, [sample + 2 for sample in other]).differs
