"""The seed: made at the start of a commitment and everybody's contributions, and known to nobody before the
end, by any route, in any role."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click.testing
import httpx
import pytest

from numberhouse import record
from numberhouse.cli import house as commands
from numberhouse.seeding import commitment_of, seed_of
from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.journal import JournalFailed
from tests.server.conftest import Guest, House, make_administrator
from tests.server.support.hosting import by_consent, member, post_desk, refusal
from tests.server.support.listening import inside

GAME = "addition-crypt"
CRYPT = {"game": GAME, "seats": 2}
ANNS, BOBS = "a1" * 32, "b2" * 16


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = Settings(
        database=str(tmp_path / "house.sqlite"),
        bots=0,
        actions_per_minute=1_000_000,
        requests_per_minute=1_000_000,
    )
    with House(settings) as made:
        yield made


def stored(house: House, statement: str, *values: Any) -> list[Any]:
    """The rows of a statement, executed in the service's database."""
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def row_of(house: House, match: str) -> tuple[str, str | None, str | None]:
    (row,) = stored(house, "SELECT seed, secret, contributions FROM matches WHERE id = ?", match)
    seed, secret, contributions = row
    return seed, secret, contributions


def info_of(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}").raise_for_status().json()


def join(guest: Guest, match: str, seat: int, contribution: str | None = None) -> httpx.Response:
    return guest.post(f"/api/matches/{match}/join", json={"seat": seat, "contribution": contribution})


def contribute(guest: Guest, match: str, contribution: Any) -> httpx.Response:
    return guest.put(f"/api/matches/{match}/contribution", json={"contribution": contribution})


class Company:
    """A match before its start, everybody around it, and everything that the service has answered to them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.answers: list[tuple[str, bytes]] = []
        self.people = {
            "administrator": member(house, "Root"),
            "host": house.guest("Hanna"),
            "playing host": house.guest("Ann"),
            "seat": house.guest("Bob"),
            "spectator": house.guest(""),
        }
        make_administrator(house, self.people["administrator"], "a long password")
        for role, person in self.people.items():
            person.event_hooks["response"] = [lambda answer, role=role: self._keep(role, answer)]
        host = self.people["host"]
        self.match = str(host.post("/api/matches", json=CRYPT).raise_for_status().json()["id"])
        (ids,) = zip(*stored(house, "SELECT id FROM people WHERE name = 'Ann'"), strict=True)
        stored(house, "INSERT INTO hosts (match, person) VALUES (?, ?)", self.match, ids[0])

    def _keep(self, role: str, answer: httpx.Response) -> None:
        answer.read()
        headers = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
        request = f"{role}: {answer.request.method} {answer.request.url}"
        self.answers.append((request, headers.encode() + answer.content))

    def ask_everything(self) -> None:
        """Everything that there is to get, by everybody."""
        document = self.people["host"].get("/api/schema/openapi.json").json()
        urls = list(urls_of(document, self.match))
        assert len(urls) > 60
        for role, person in self.people.items():
            for url in urls:
                person.get(url)
            with contextlib.suppress(Exception), person.live(self.match, words="true") as live:
                for _ in range(3):
                    self.answers.append((f"{role}: live", str(live.recv(timeout=0.1)).encode()))

    def leaks(self, *secrets: str) -> set[str]:
        """The requests whose answer has one of the secrets."""
        return {
            request for request, answer in self.answers for secret in secrets if secret.encode() in answer
        }


def urls_of(document: Any, match: str) -> Iterator[str]:
    """Every URL of a GET request about the match or its people, with every flag and choice."""
    for path, operations in document["paths"].items():
        if "get" not in operations:
            continue
        path = path.replace("{match}", match).replace("{game}", GAME)
        path = re.sub(r"\{[a-z_]+\}", "0", path)
        choices = []
        for parameter in operations["get"].get("parameters", []):
            if parameter["in"] == "query":
                values = values_of(parameter["name"], json.dumps(parameter["schema"]), parameter["schema"])
                choices.append([(parameter["name"], value) for value in [None, *values]])
        for query in itertools.product(*choices):
            if sum(value is not None for _, value in query) > 2:
                continue  # pairs find what three flags together would show
            yield str(httpx.URL(path, params={name: value for name, value in query if value is not None}))


def values_of(name: str, text: str, schema: Any) -> list[str]:
    if name in ("lang", "wait", "size", "before", "epoch", "number", "after"):
        return []  # they choose words and pages, not what may be known
    if "enum" in schema:
        return [str(value) for value in schema["enum"]]
    if "boolean" in text:
        return ["true"]
    if "integer" in text or "number" in text:
        return ["0"]
    return ["everything", "0"] if name == "perspective" else []


def test_every_boolean_and_perspective_is_tried(house: House) -> None:
    document = house.guest("").get("/api/schema/openapi.json").json()
    urls = set(urls_of(document, "m"))
    assert {
        "/api/matches/m/record?everything=true",
        "/api/matches/m/desk?everything=true",
        "/api/matches/m/transcript?form=json&perspective=everything",
        "/api/matches/m/state",
        "/api/matches/m/review?perspective=everything",
        "/api/matches/m/view?as=0",
        "/api/matches/m",
        "/api/matches?which=mine",
    } <= urls


def test_nothing_tells_the_seed_or_the_secret_before_the_end(
    house: House, capfd: pytest.CaptureFixture[str]
) -> None:
    company = Company(house)
    match, people = company.match, company.people
    host, ann, bob = (people[role] for role in ("host", "playing host", "seat"))
    company.ask_everything()
    seed, secret, _ = row_of(house, match)
    assert seed == ""
    assert secret is not None
    host.post(f"/api/matches/{match}/open").raise_for_status()
    join(ann, match, 0, ANNS).raise_for_status()
    join(bob, match, 1).raise_for_status()
    contribute(bob, match, BOBS).raise_for_status()
    company.ask_everything()
    assert row_of(house, match) == ("", secret, None)
    assert company.leaks(secret, ANNS, BOBS) == set()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    seed, _, contributions = row_of(house, match)
    assert (seed, json.loads(contributions or "")) == (seed_of(match, secret, [ANNS, BOBS]), [ANNS, BOBS])
    ann.act(match, {"type": "submit", "first": 0, "second": 1, "scoring": 0}).raise_for_status()
    company.ask_everything()
    for command in ("announcements/draft", "rulings"):
        host.get(f"/api/matches/{match}/desk/{command}")
    for command in ("pause", "resume", "pause"):
        post_desk(host, match, command).raise_for_status()
    host.post(f"/api/matches/{match}/copy", json={}).raise_for_status()
    for person in people.values():
        person.post("/api/me/export", json={})
    company.ask_everything()
    assert company.leaks(seed, secret) == set()
    ran = click.testing.CliRunner().invoke(
        commands.house, ["admin", "check", house.settings.database, "--json"], standalone_mode=False
    )
    said = ran.output + "".join(capfd.readouterr())
    assert seed not in said
    assert secret not in said
    # The same search finds both once the match is over, so it would have found them before.
    post_desk(host, match, "stop").raise_for_status()
    before = len(company.answers)
    company.ask_everything()
    found = {request.partition(": ")[0] for request in company.leaks(seed) & company.leaks(secret)}
    assert found == set(people)
    assert len(company.answers) > before


def test_contributions_are_shown_from_the_start_on(house: House) -> None:
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("")
    match = house.drafted(ann, GAME, seats=2)
    join(ann, match, 0, ANNS).raise_for_status()
    join(bob, match, 1).raise_for_status()
    before = info_of(eve, match)
    assert [seat["contributed"] for seat in before["seats"]] == [True, False]
    assert (before["contributions"], before["seed_digest"], before["secret"]) == (None, None, None)
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    during = info_of(eve, match)
    assert during["contributions"] == [ANNS, ""]
    assert during["commitment"] == before["commitment"]
    assert during["seed_digest"]
    assert (during["seed"], during["secret"]) == (None, None)


def test_the_seed_is_made_of_the_secret_and_every_contribution(house: House, tmp_path: Path) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, GAME, seats=2)
    join(ann, match, 0, ANNS).raise_for_status()
    join(bob, match, 1, BOBS).raise_for_status()
    commitment = info_of(bob, match)["commitment"]
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    sealed = bob.get(f"/api/matches/{match}/record").raise_for_status().text
    header = json.loads(sealed.splitlines()[0])
    assert header["seeding"] == {
        "match": match, "commitment": commitment, "contributions": [ANNS, BOBS], "secret": None
    }  # fmt: skip
    by_consent([ann, bob], match, "stop")
    after = info_of(bob, match)
    assert commitment_of(after["secret"]) == commitment
    assert after["seed"] == seed_of(match, after["secret"], [ANNS, BOBS])
    text = bob.get(f"/api/matches/{match}/record").raise_for_status().text
    file = tmp_path / "match.jsonl"
    assert verified(file, text)[0] == 0
    assert verified(file, text)[1]["seeding"]["contributions"] == [ANNS, BOBS]
    transcript = bob.get(f"/api/matches/{match}/transcript").raise_for_status().text
    assert all(fact in transcript for fact in (commitment, ANNS, BOBS, after["secret"], after["seed"]))


def verified(file: Path, text: str) -> tuple[int, Any]:
    file.write_text(text)
    ran = click.testing.CliRunner().invoke(
        commands.house, ["verify", str(file), "--json"], standalone_mode=False
    )
    return int(ran.return_value or 0), json.loads(ran.output)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("secret", "f" * 64, "commitment-differs"),
        ("commitment", "f" * 64, "commitment-differs"),
        ("contributions", [ANNS, ANNS], "seed-not-made"),
        ("contributions", [ANNS], "bad-seeding"),
        ("contributions", [ANNS, "short"], "bad-seeding"),
        ("match", "another", "seed-not-made"),
        ("secret", None, "bad-seeding"),
    ],
)
def test_verify_names_what_doesnt_fit_in_a_forged_record(
    house: House, tmp_path: Path, field: str, value: Any, code: str
) -> None:
    text = ended_record(house)
    first, rest = text.split("\n", 1)
    header = json.loads(first)
    header["seeding"][field] = value
    status, answer = verified(tmp_path / "match.jsonl", with_digest(json.dumps(header), rest))
    assert status == 2
    assert code in {finding["error"] for finding in answer["findings"]}
    assert "edited" not in {finding["error"] for finding in answer["findings"]}


def test_a_record_without_its_seeding_passes_and_says_that_nobody_had_committed(
    house: House, tmp_path: Path
) -> None:
    first, rest = ended_record(house).split("\n", 1)
    header = json.loads(first)
    del header["seeding"]
    status, answer = verified(tmp_path / "match.jsonl", with_digest(json.dumps(header | {"format": 1}), rest))
    assert (status, answer["valid"], answer["seeding"]) == (0, True, None)


def ended_record(house: House) -> str:
    match, (ann, bob) = house.begun(GAME)
    by_consent([ann, bob], match, "stop")
    return bob.get(f"/api/matches/{match}/record").raise_for_status().text


def with_digest(first: str, rest: str) -> str:
    """The record with another header, and a closing line that fits: a careful forger's."""
    *entries, closing = rest.splitlines()
    before = "".join(f"{line}\n" for line in (first, *entries))
    line = json.loads(closing) | {"lines": hashlib.sha256(before.encode()).hexdigest()}
    return before + json.dumps(line) + "\n"


def test_a_contribution_is_set_by_the_seats_player_alone_until_the_start(house: House) -> None:
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    match = house.drafted(ann, GAME, seats=2)
    join(bob, match, 1).raise_for_status()
    assert refusal(contribute(ann, match, ANNS)) == (403, "not-allowed")  # a host without a seat
    assert refusal(contribute(eve, match, ANNS)) == (403, "not-allowed")
    join(ann, match, 0).raise_for_status()
    contribute(ann, match, ANNS).raise_for_status()
    contribute(bob, match, ANNS).raise_for_status()
    contribute(bob, match, BOBS).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert info_of(eve, match)["contributions"] == [ANNS, BOBS]
    assert refusal(contribute(bob, match, ANNS)) == (403, "not-allowed")
    assert info_of(eve, match)["contributions"] == [ANNS, BOBS]


@pytest.mark.parametrize("text", ["", "00" * 15, "00" * 65, "AB" * 16, "00" * 16 + "\n", "0x" + "00" * 16])
def test_what_is_no_contribution_is_refused_with_what_would_be_one(house: House, text: str) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, GAME, seats=2)
    quick = ann.post("/api/play", json={"game": GAME, "seats": 1, "contribution": text})
    for answer in (join(ann, match, 0, text), contribute(ann, match, text), quick):
        assert answer.status_code == 400
        assert (
            "16 to 64 random bytes, as 32 to 128 hexadecimal digits 0-9 and a-f" in answer.json()["message"]
        )
    assert info_of(ann, match)["seat"] is None


def test_a_seat_loses_the_contribution_of_a_player_who_leaves_or_is_replaced(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, GAME, seats=2)
    join(ann, match, 0, ANNS).raise_for_status()
    join(bob, match, 1, BOBS).raise_for_status()
    ann.post(f"/api/matches/{match}/leave").raise_for_status()
    assert [seat["contributed"] for seat in info_of(host, match)["seats"]] == [False, True]
    host.put(f"/api/matches/{match}/seats/1", json={"bot": "random"}).raise_for_status()
    join(bob, match, 0).raise_for_status()
    assert [seat["contributed"] for seat in info_of(host, match)["seats"]] == [False, False]
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert info_of(host, match)["contributions"] == ["", ""]


def test_invitations_quick_matches_and_rematches_take_contributions(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, GAME, seats=2, terms={"visibility": "private"})
    join(ann, match, 0, ANNS).raise_for_status()
    secret = ann.post(f"/api/matches/{match}/invitations", json={}).json()["secret"]
    answer = bob.post("/api/invitation/accept", json={"secret": secret, "contribution": BOBS})
    assert answer.raise_for_status().json()["seats"][1]["contributed"]
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    by_consent([ann, bob], match, "stop")
    for player, contribution in ((ann, "11" * 16), (bob, "22" * 16)):
        asked = player.post(f"/api/matches/{match}/rematch", json={"contribution": contribution})
        rematch = asked.raise_for_status().json()
    assert (rematch["status"], rematch["contributions"]) == ("running", ["22" * 16, "11" * 16])
    assert rematch["commitment"] != info_of(ann, match)["commitment"]
    quick = ann.post("/api/play", json={"game": "turing-machine", "seats": 1, "contribution": ANNS})
    assert quick.raise_for_status().json()["contributions"] == [ANNS]


def test_a_rematch_may_be_asked_for_without_a_body(house: House) -> None:
    match, (ann, bob) = house.begun(GAME)
    by_consent([ann, bob], match, "stop")
    assert ann.post(f"/api/matches/{match}/rematch").raise_for_status().json()["status"] == "open"


def test_every_new_match_has_a_secret_of_its_own(house: House) -> None:
    ann = house.guest("Ann")
    rows = [{"game": GAME, "seats": 2}] * 3
    ann.post("/api/schedule", json={"rows": rows, "dry_run": False}).raise_for_status()
    match = house.drafted(ann, GAME, seats=2)
    for _ in range(2):
        ann.post(f"/api/matches/{match}/copy", json={}).raise_for_status()
    secrets = [secret for (secret,) in stored(house, "SELECT secret FROM matches")]
    assert len(set(secrets)) == len(secrets) == 6
    assert all(re.fullmatch(r"[0-9a-f]{64}", secret) for secret in secrets)


def test_before_the_start_there_is_no_record_and_no_transcript(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, GAME, seats=2)
    for path in ("record", "transcript"):
        answer = ann.get(
            f"/api/matches/{match}/{path}", params={"everything": True, "perspective": "everything"}
        )
        assert refusal(answer) == (409, "not-begun")
    post_desk(ann, match, "stop").raise_for_status()
    assert refusal(ann.get(f"/api/matches/{match}/record")) == (409, "not-begun")
    ann.get(f"/api/matches/{match}/transcript").raise_for_status()
    after = info_of(ann, match)
    assert (after["status"], after["seed"], after["secret"]) == ("abandoned", None, None)


def test_after_a_failed_start_the_seed_is_made_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, GAME, seats=2)
    join(ann, match, 0, ANNS).raise_for_status()
    join(bob, match, 1).raise_for_status()

    async def fail(*_: Any, **__: Any) -> None:
        raise JournalFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.service.sessions, "enter", fail)
        assert ann.post(f"/api/matches/{match}/start").status_code == 503
    failed = info_of(bob, match)
    assert (failed["status"], failed["contributions"], failed["seed_digest"]) == ("open", None, None)

    async def seed() -> str:
        async with house.service.sessions.at(match) as session:
            return session.row.seed

    assert inside(house, seed()) == ""
    contribute(bob, match, BOBS).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    made, secret, _ = row_of(house, match)
    assert made == seed_of(match, secret or "", [ANNS, BOBS]) == inside(house, seed())


@pytest.mark.parametrize("begun", [False, True])
def test_a_match_from_before_commitments_keeps_its_seed(house: House, tmp_path: Path, begun: bool) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, GAME, seats=2)
    join(ann, match, 0).raise_for_status()
    join(bob, match, 1).raise_for_status()
    if not begun:
        stored(house, "UPDATE matches SET seed = 'early', secret = NULL WHERE id = ?", match)
        assert refusal(contribute(ann, match, ANNS)) == (409, "no-commitment")
        assert refusal(host.get(f"/api/matches/{match}/record?everything=true")) == (409, "not-begun")
    host.post(f"/api/matches/{match}/start").raise_for_status()
    if begun:
        stored(house, "UPDATE matches SET seed = 'early', secret = NULL, contributions = NULL")
        house.service.sessions.forget(match)
    bob.act(match, {"type": "submit", "first": 0, "second": 1, "scoring": 0}).raise_for_status()
    post_desk(host, match, "stop").raise_for_status()
    info = info_of(bob, match)
    assert (info["seed"], info["commitment"], info["contributions"]) == ("early", None, None)
    text = bob.get(f"/api/matches/{match}/record").raise_for_status().text
    assert '"format":1' in text
    assert record.verify(text) == []
    assert verified(tmp_path / "match.jsonl", text)[1]["seeding"] is None
