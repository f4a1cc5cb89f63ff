"""Forgotten passwords by mail: a confirmed address, a link to it, and answers that tell nothing."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from numberhouse.cli.house import house as cli_house
from numberhouse.server.accounts.passwords.forgotten_passwords import MOST_LINKS
from numberhouse.server.base.rate_limits import Rate
from numberhouse.server.base.settings import Settings
from tests.server.accounts.test_password_resets import NEW, OLD, member, refusal
from tests.server.conftest import Guest, House
from tests.server.support.mail_server import MailServer, receiving_mail

ANN = "ann@example.org"


@pytest.fixture
def post() -> Iterator[MailServer]:
    with receiving_mail() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, post: MailServer) -> Settings:
    return msgspec.structs.replace(
        settings, origin="http://127.0.0.1", hosts=("127.0.0.1",), mail_server="127.0.0.1",
        mail_port=post.port, mail_tls="none", mail_sender="house@example.org",
    )  # fmt: skip


def text_of(post: MailServer, number: int) -> str:
    """The text of a mail, as soon as it is there."""
    return str(post.wait(number)[number - 1].get_content()).replace("\r\n", "\n")


def code_in(text: str) -> str:
    found = re.search(r"^[A-Z2-9]{10}$", text, re.MULTILINE)
    assert found is not None, text
    return found[0]


def confirm(post: MailServer, person: Guest, address: str = ANN) -> None:
    """Give the person this address."""
    before = len(post.mails)
    person.put("/api/me/mail", json={"address": address, "password": OLD}).raise_for_status()
    code = code_in(text_of(post, before + 1))
    person.post("/api/me/mail/confirm", json={"code": code}).raise_for_status()


def forget(house: House, name: str) -> tuple[int, str]:
    """The answer to a stranger who asks for a link."""
    answer = house.guest("").post("/api/forgot-password", json={"name": name})
    return answer.status_code, answer.text


def secret_in(text: str) -> str:
    found = re.search(r"^http://127\.0\.0\.1/reset-password#(\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def test_a_link_by_mail_sets_the_password_once_and_ends_everything_else(
    house: House, post: MailServer
) -> None:
    ann = member(house, "Ann")
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    confirm(post, ann)
    assert forget(house, " ann ")[0] == 204
    secret = secret_in(text_of(post, 2))
    assert post.mails[1]["To"] == ANN
    assert ann.get("/api/me").json()["name"] == "Ann"  # nothing has happened yet
    forgetful = house.guest("")
    request = {"secret": secret, "password": NEW}
    assert forgetful.post("/api/reset-password", json=request).json()["name"] == "Ann"
    assert ann.get("/api/me").json() is None
    program = house.guest("").get("/api/me", headers={"Authorization": f"Bearer {token}"})
    assert program.status_code == 401
    assert refusal(house.guest("").post("/api/reset-password", json=request)) == (404, "no-reset")
    assert "Ann" in text_of(post, 3)
    assert "password" in post.mails[2]["Subject"]


def test_known_devices_are_told_until_the_member_signs_in_again(house: House, post: MailServer) -> None:
    ann, forgetful = member(house, "Ann"), house.guest("")
    confirm(post, ann)
    assert ann.get("/api/forgot-password").json() == {"by_mail": True, "reset_at": None}
    forget(house, "Ann")
    request = {"secret": secret_in(text_of(post, 2)), "password": NEW}
    forgetful.post("/api/reset-password", json=request).raise_for_status()
    assert ann.get("/api/forgot-password").json()["reset_at"] == house.clock.time
    assert forgetful.get("/api/forgot-password").json()["reset_at"] is None  # the browser that did it
    ann.post("/api/sign-in", json={"name": "Ann", "password": NEW}).raise_for_status()
    assert ann.get("/api/forgot-password").json()["reset_at"] is None


def test_the_answer_tells_nothing_of_names_and_addresses(
    house: House, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.service.limits.rates["mails"] = Rate(100, 100)
    confirm(post, member(house, "Ann"))
    member(house, "Bob")
    waiting: list[object] = []
    monkeypatch.setattr(house.service.mailer._waiting, "put_nowait", waiting.append)
    looked_up: list[str] = []
    monkeypatch.setattr(house.service.people, "named", looked_up.append)  # takes time, so it comes later
    answers = [forget(house, name) for name in ("Ann", "Bob", "Nobody", "?" * 500, "\x00")]
    assert answers == [(204, answers[0][1])] * 5
    assert (len(waiting), looked_up) == (5, [])


def test_members_without_a_confirmed_address_and_guests_get_no_mail(house: House, post: MailServer) -> None:
    house.service.limits.rates["mails"] = Rate(100, 100)
    bob = member(house, "Bob")
    bob.put("/api/me/mail", json={"address": "bob@example.org", "password": OLD}).raise_for_status()
    post.wait(1)
    confirm(post, member(house, "Ann"))
    house.guest("Cleo")
    for name in ("Bob", "Cleo", "Nobody", "Ann"):
        assert forget(house, name)[0] == 204
    post.wait(3)
    time.sleep(0.2)
    assert [mail["To"] for mail in post.mails] == ["bob@example.org", ANN, ANN]


def test_a_banned_member_gets_no_link(house: House, post: MailServer) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    confirm(post, ann)
    confirm(post, bob, "bob@example.org")
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        query = "INSERT INTO bans SELECT id, 0, NULL, 'spam' FROM people WHERE name = 'Ann'"
        connection.execute(query)
    forget(house, "Ann")
    forget(house, "Bob")
    post.wait(3)
    time.sleep(0.2)
    assert [mail["To"] for mail in post.mails[2:]] == ["bob@example.org"]


def test_few_links_an_hour_and_a_stranger_spoils_none(house: House, post: MailServer) -> None:
    house.service.limits.rates["mails"] = Rate(100, 100)
    confirm(post, member(house, "Ann"))
    for _ in range(MOST_LINKS + 2):
        forget(house, "Ann")
        time.sleep(0.05)
    post.wait(1 + MOST_LINKS)
    time.sleep(0.2)
    assert len(post.mails) == 1 + MOST_LINKS
    house.clock.time += 3599
    first = {"secret": secret_in(text_of(post, 2)), "password": NEW}
    assert house.guest("").post("/api/reset-password", json=first).status_code == 201
    last = {"secret": secret_in(text_of(post, 1 + MOST_LINKS)), "password": OLD}
    assert refusal(house.guest("").post("/api/reset-password", json=last)) == (404, "no-reset")


def test_a_mailed_link_ends_after_an_hour(house: House, post: MailServer) -> None:
    confirm(post, member(house, "Ann"))
    forget(house, "Ann")
    request = {"secret": secret_in(text_of(post, 2)), "password": NEW}
    house.clock.time += 3600
    assert refusal(house.guest("").post("/api/reset-password", json=request)) == (404, "no-reset")
    forget(house, "Ann")
    secret_in(text_of(post, 3))


def test_requests_of_one_address_are_limited(house: House) -> None:
    house.service.limits.rates["mails"] = Rate(2, 0.1)
    assert [forget(house, "Nobody")[0] for _ in range(3)] == [204, 204, 429]
    house.clock.time += 600
    assert forget(house, "Nobody")[0] == 204


def test_an_address_needs_the_password_and_the_code(house: House, post: MailServer) -> None:
    ann = member(house, "Ann")
    wrong = ann.put("/api/me/mail", json={"address": ANN, "password": NEW})
    assert refusal(wrong) == (403, "wrong-password")
    for address in ("ann", "ann@", "a b@example.org", "ann@example.org\r\nBcc: x@y", "a@" + "b" * 260, ""):
        bad = ann.put("/api/me/mail", json={"address": address, "password": OLD})
        assert refusal(bad)[1] in ("mail-address", "too-many")
        house.service.limits._buckets.clear()
    ann.put("/api/me/mail", json={"address": ANN, "password": OLD}).raise_for_status()
    code = code_in(text_of(post, 1))
    assert "Ann" not in str(post.mails[0]["Subject"]) + text_of(post, 1)  # a name could be an advertisement
    assert ann.get("/api/me/mail").json() == {
        "available": True, "address": None, "pending": "a…@example.org",
    }  # fmt: skip
    assert refusal(ann.post("/api/me/mail/confirm", json={"code": "AAAAAAAAAA"})) == (404, "mail-code")
    bob = member(house, "Bob")
    assert refusal(bob.post("/api/me/mail/confirm", json={"code": code})) == (404, "mail-code")
    spaced = f" {code[:5].lower()} {code[5:]} "
    ann.post("/api/me/mail/confirm", json={"code": spaced}).raise_for_status()
    assert ann.get("/api/me/mail").json()["address"] == "a…@example.org"
    assert refusal(ann.post("/api/me/mail/confirm", json={"code": code})) == (404, "mail-code")


def test_a_code_ends_after_an_hour(house: House, post: MailServer) -> None:
    ann = member(house, "Ann")
    ann.put("/api/me/mail", json={"address": ANN, "password": OLD}).raise_for_status()
    code = code_in(text_of(post, 1))
    house.clock.time += 3600
    assert refusal(ann.post("/api/me/mail/confirm", json={"code": code})) == (404, "mail-code")
    assert ann.get("/api/me/mail").json()["pending"] is None


def test_the_earlier_address_stays_until_the_code_and_is_told(house: House, post: MailServer) -> None:
    ann = member(house, "Ann")
    confirm(post, ann)
    request = {"address": "new@example.org", "password": OLD}
    ann.put("/api/me/mail", json=request).raise_for_status()
    code = code_in(text_of(post, 2))
    forget(house, "Ann")
    assert post.wait(3)[2]["To"] == ANN
    ann.post("/api/me/mail/confirm", json={"code": code}).raise_for_status()
    assert post.wait(4)[3]["To"] == ANN
    assert "changed" in post.mails[3]["Subject"]
    assert refusal(ann.post("/api/me/mail/remove", json={"password": NEW})) == (403, "wrong-password")
    ann.post("/api/me/mail/remove", json={"password": OLD}).raise_for_status()
    assert post.wait(5)[4]["To"] == "new@example.org"
    assert ann.get("/api/me/mail").json()["address"] is None


def test_letters_are_in_the_language_of_the_member(house: House, post: MailServer) -> None:
    ann = member(house, "Ann")
    ann.put("/api/me/preferences", json={"language": "ru"}).raise_for_status()
    confirm(post, ann)
    forget(house, "Ann")
    assert re.search("[а-я]", text_of(post, 2))
    secret_in(text_of(post, 2))


def test_the_export_has_the_address_and_the_deletion_takes_it(house: House, post: MailServer) -> None:
    ann = member(house, "Ann")
    confirm(post, ann)
    ann.put("/api/me/mail", json={"address": "new@example.org", "password": OLD}).raise_for_status()
    export = ann.post("/api/me/export", json={"password": OLD}).json()
    (row,) = export["mail_addresses"]
    assert (row["address"], row["pending"]) == (ANN, "new@example.org")
    assert "digest" not in row
    ann.post("/api/me/delete", json={"password": OLD}).raise_for_status()
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection:
        assert connection.execute("SELECT * FROM mail_addresses").fetchall() == []


def test_a_backup_carries_the_address_and_no_check_shows_it(
    house: House, post: MailServer, tmp_path: Path
) -> None:
    confirm(post, member(house, "Ann"))
    file, copy = tmp_path / "backup", tmp_path / "copy.sqlite"
    output = ""
    for command, database in (("backup", house.settings.database), ("restore", str(copy)), ("check", "")):
        arguments = [str(file)] if command != "check" else []
        result = CliRunner().invoke(
            cli_house, ["admin", command, *arguments, "--database", database or str(copy)]
        )
        assert result.exit_code == 0, result.output
        output += result.output
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT address FROM mail_addresses").fetchall() == [(ANN,)]
    assert output
    assert "example.org" not in output


def test_nobody_else_is_shown_an_address(house: House, post: MailServer) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    confirm(post, ann)
    match = house.drafted(ann, "mixmath", seats=2)
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    for path in (f"/api/matches/{match}", "/api/me/mail", "/api/matches", "/api/me"):
        assert "example.org" not in bob.get(path).text
    assert ANN not in ann.get("/api/me/mail").text + ann.get("/api/me/preferences").text


def test_a_failure_is_tried_again_and_logged_once_without_the_address(house: House, post: MailServer) -> None:
    house.service.mailer.pauses = (0.01, 0.01)
    ann = member(house, "Ann")
    post.answers[:] = ["451 later", "451 later"]
    confirm(post, ann)  # by the third try
    post.answers[:] = ["451 ann@example.org is busy"] * 3
    with capture_logs() as lines:
        forget(house, "Ann")
        wait_for_log = time.monotonic() + 10
        while not lines and time.monotonic() < wait_for_log:
            time.sleep(0.02)
    assert [line["event"] for line in lines] == ["mail not sent"]
    assert "example.org" not in str(lines)
    assert not post.answers
    post.answers[:] = ["550 no such box", "550 not asked"]
    forget(house, "Ann")
    time.sleep(0.3)
    assert post.answers == ["550 not asked"]  # a refusal for good isn't tried again


def test_too_many_waiting_letters_are_refused_for_every_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(_: object) -> None:
        raise asyncio.QueueFull

    monkeypatch.setattr(house.service.mailer._waiting, "put_nowait", put)
    assert forget(house, "Nobody")[0] == 503


def test_a_server_without_encryption_gets_neither_password_nor_mail(
    settings: Settings, post: MailServer, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = msgspec.structs.replace(
        settings, mail_tls="starttls", mail_user="house", mail_password="secret word"
    )
    with House(settings) as house:
        house.service.mailer.pauses = ()
        ann = member(house, "Ann")
        ann.put("/api/me/mail", json={"address": ANN, "password": OLD}).raise_for_status()
        deadline = time.monotonic() + 10
        while not any("QUIT" in line for line in post.commands) and time.monotonic() < deadline:
            time.sleep(0.02)
    assert post.commands
    assert not post.mails
    assert not post.credentials
    assert "secret word" not in capsys.readouterr().err


def test_the_password_comes_from_a_file(settings: Settings, post: MailServer) -> None:
    path = Path(settings.database).with_name("password")
    path.write_text("from a file\n")
    settings = msgspec.structs.replace(settings, mail_user="house", mail_password_file=str(path))
    with House(settings) as house:
        confirm(post, member(house, "Ann"))
    assert post.credentials == ["\x00house\x00from a file"]


def test_a_house_without_mail_says_to_ask_the_operator(settings: Settings) -> None:
    with House(msgspec.structs.replace(settings, mail_server="")) as house:
        ann = member(house, "Ann")
        assert ann.get("/api/forgot-password").json() == {"by_mail": False, "reset_at": None}
        assert ann.get("/api/me/mail").json()["available"] is False
        answer = house.guest("").post("/api/forgot-password", json={"name": "Ann"})
        assert refusal(answer) == (409, "no-mail")
        assert "operator" in answer.json()["message"]
        request = {"address": ANN, "password": OLD}
        assert refusal(ann.put("/api/me/mail", json=request)) == (409, "no-mail")


def test_a_mail_server_that_is_away_delays_no_answer(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with House(msgspec.structs.replace(settings, mail_port=port)) as house:
            ann = member(house, "Ann")
            request = {"address": ANN, "password": OLD}
            assert ann.put("/api/me/mail", json=request).status_code == 200
            assert ann.get("/api/me/mail").json()["pending"] == "a…@example.org"
