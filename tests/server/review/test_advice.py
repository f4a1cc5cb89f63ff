"""Advice on drafts: only with assistance, only from the seat's own view, within bounds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse import client
from numberhouse.contract.advice import LONGEST_DRAFT
from numberhouse.contract.game import Chance
from numberhouse.registry import InstalledGame, find, games
from numberhouse.server.workers.pool import WorkerFailed
from numberhouse.server.workers.reviewers import ReviewPool
from numberhouse.server.workers.tasks import Advise
from tests.server.conftest import House
from tests.server.matches.test_fair_play import finish, start_match, token
from tests.server.support.listening import inside

DRAFTS: dict[str, dict[str, Any]] = {
    "addition-crypt": {"first": 0, "second": 1, "scoring": 0},
    "mixmath": {},
    "set-theory": {"number": 72},
    "sign-cook": {"lines": ["3x5", "2^4"]},
    "turing-machine": {"crossed": ["t1"]},
}
ADVISED = [game for game, installed in games().items() if installed.adviser() is not None]


def test_every_adviser_is_tried_here() -> None:
    assert sorted(DRAFTS) == ADVISED


class Witness:
    """Stands in for the worker processes: it records the requests to them, and answers `told`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requests: list[Advise] = []
        self.answer: bytes | Exception = b'{"result": {"value": 7}, "lines": ["seven"]}'

        async def ask(crew: ReviewPool, game: str, task: Any, limit: float) -> bytes:
            del crew, game, limit
            self.requests.append(task)
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer

        monkeypatch.setattr(ReviewPool, "ask", ask)


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Witness:
    return Witness(monkeypatch)


@pytest.mark.parametrize("game", ADVISED)
@pytest.mark.parametrize("agreed", [(False, False), (True, False), (False, True)])
def test_without_assistance_advice_is_refused(
    house: House, game: str, agreed: tuple[bool, bool], witness: Witness
) -> None:
    match, players = start_match(house, game, agreed)
    for player in players:
        answer = player.post(f"/api/matches/{match}/advise", json={"draft": DRAFTS[game]})
        assert (answer.status_code, answer.json()["code"]) == (403, "assistance-off")
    with client.Client(house.address, token=token(players[0])) as program:
        with pytest.raises(client.ClientError) as refused:
            program.advise(match, DRAFTS[game])
        assert refused.value.code == "assistance-off"
    assert witness.requests == []
    finish(house, match)
    assert players[0].post(f"/api/matches/{match}/advise", json={"draft": DRAFTS[game]}).status_code == 200


def test_sc_21_a_word_is_looked_up_without_assistance_where_the_options_allow_it(
    house: House, witness: Witness
) -> None:
    match, (ann, _) = start_match(house, "sign-cook", (False, False), lookups=True)
    path = f"/api/matches/{match}/advise"
    assert ann.post(path, json={"draft": {"word": "cool"}}).status_code == 200
    for draft in ({"lines": ["3x5"]}, {"lines": ["3x5"], "word": "cool"}, {"word": ""}, {"word": 7}, "cool"):
        assert ann.post(path, json={"draft": draft}).json()["code"] == "assistance-off"
    assert len(witness.requests) == 1
    closed, (bob, _) = start_match(house, "sign-cook", (False, False))
    answer = bob.post(f"/api/matches/{closed}/advise", json={"draft": {"word": "cool"}})
    assert answer.json()["code"] == "assistance-off"


@pytest.mark.parametrize("game", ADVISED)
def test_an_adviser_gets_the_own_view_and_nothing_else(house: House, game: str, witness: Witness) -> None:
    match, players = start_match(house, game, (True, True))
    for seat, player in enumerate(players):
        answer = player.post(f"/api/matches/{match}/advise?lang=ru", json={"draft": DRAFTS[game]})
        assert answer.json() == {"epoch": 0, "number": 0, "result": {"value": 7}, "lines": ["seven"]}
        view = msgspec.json.encode(inside(house, view_of(house, match, seat)))
        draft = msgspec.json.encode(DRAFTS[game])
        assert witness.requests.pop() == Advise(
            game, find(game).game.card.rules_version, seat, view, draft, "ru"
        )


async def view_of(house: House, match: str, seat: int) -> Any:
    async with house.service.sessions.at(match) as session:
        return session.match.view(seat)


def test_advice_for_another_seat_is_refused(house: House, witness: Witness) -> None:
    match, _ = start_match(house, "sign-cook", (True, True))
    for guest, status in ((house.guest("Eve"), 403), (house.guest(""), 401)):
        answer = guest.post(f"/api/matches/{match}/advise", json={"draft": DRAFTS["sign-cook"]})
        assert answer.status_code == status
    assert witness.requests == []


def test_a_large_draft_and_a_game_without_adviser_are_refused(
    house: House, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _) = start_match(house, "sign-cook", (True, True))
    path = f"/api/matches/{match}/advise"
    answer = ann.post(path, json={"draft": {"lines": ["1" * LONGEST_DRAFT]}})
    assert (answer.status_code, answer.json()["code"]) == (413, "draft-too-big")
    other, (bob, _) = start_match(house, "addition-crypt", (True, True))
    with monkeypatch.context() as patch:
        patch.setattr(InstalledGame, "adviser", lambda _: None)
        answer = bob.post(f"/api/matches/{other}/advise", json={"draft": {}})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-adviser")
    assert witness.requests == []
    witness.answer = WorkerFailed("stalled")
    assert ann.post(path, json={"draft": {}}).json()["code"] == "no-advice"


def test_the_rate_of_advice_is_limited(house: House, witness: Witness) -> None:
    match, (ann, _) = start_match(house, "sign-cook", (True, True))
    house.service.limits.rates["advice"] = msgspec.structs.replace(
        house.service.limits.rates["advice"], burst=2
    )
    codes = [ann.post(f"/api/matches/{match}/advise", json={"draft": {}}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert len(witness.requests) == 2


def test_sign_cook_evaluates_in_a_process_of_its_own(house: House) -> None:
    match, (ann, _) = start_match(house, "sign-cook", (True, True))
    with client.Client(house.address, token=token(ann)) as program:
        answer = program.advise(match, {"lines": ["3x5", "", "5-5+3"]})
        assert [line["value"] for line in answer.result["lines"]] == ["15", "", "3"]
        assert answer.result["ruined"]
        bad: list[Any] = [{"lines": 7}, {"spoons": []}, [], "9" * 5000, {"lines": ["1"] * 300}]
        for draft in bad:
            with pytest.raises(client.ClientError) as refused:
                program.advise(match, draft)
            assert (refused.value.status, refused.value.code) == (400, "draft")


# The advisers


@pytest.mark.parametrize("game", ADVISED)
def test_an_adviser_gives_the_same_numbers_in_both_languages(game: str) -> None:
    installed = find(game)
    adviser = installed.adviser()
    assert adviser is not None
    rules = installed.game
    state = rules.setup(rules.options_type(), rules.card.seats[0], Chance("advice"))
    seat = min(rules.to_act(state))
    view = rules.view(state, seat)
    sent = msgspec.json.decode(msgspec.json.encode(view), type=rules.view_type)
    draft = msgspec.convert(DRAFTS[game], adviser.draft_type)
    lines_by_language = {}
    for lang in ("en", "ru"):
        advice = adviser.advise(view, seat, draft, lang)
        assert adviser.advise(sent, seat, draft, lang) == advice
        raw = msgspec.json.encode(advice.result)
        assert msgspec.json.decode(raw, type=adviser.result_type) == advice.result
        assert all(advice.lines)
        lines_by_language[lang] = advice.lines
    assert lines_by_language["en"] != lines_by_language["ru"] or not lines_by_language["en"]


# After the end


def test_a_farewell_is_served_after_the_end_to_all_who_may_see_it(house: House) -> None:
    match, players = start_match(house, "turing-machine", (False, False))
    path = f"/api/matches/{match}/farewell"
    assert players[0].get(path).json()["code"] == "not-over"
    finish(house, match)
    for person, seat in ((players[1], 1), (house.guest(""), None)):
        view = inside(house, view_of(house, match, seat))  # type: ignore[arg-type]
        for lang in ("en", "ru"):
            answer = person.get(f"{path}?lang={lang}").raise_for_status().json()["text"]
            assert answer == find("turing-machine").farewell(view, lang, ["Ann", "Bob"]) != ""
            assert "Ann" in answer or "Bob" in answer
    text = players[0].get(f"{path}?as=1").json()["text"]
    assert text == players[1].get(path).json()["text"]
    record = players[0].get(f"/api/matches/{match}/record").text
    body = {"record": record, "perspective": "1", "lang": "en"}
    assert players[0].post("/api/review/farewell", json=body).json()["text"] == text


def test_a_game_without_farewell_has_an_empty_one(house: House) -> None:
    match, (ann, _) = start_match(house, "mixmath", (False, False))
    finish(house, match)
    assert ann.get(f"/api/matches/{match}/farewell").json() == {"text": ""}
