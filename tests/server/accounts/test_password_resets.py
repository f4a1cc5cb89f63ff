"""Links to reset a password: made by the operator, used once, for a day."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from numberhouse.server.accounts.passwords.password_resets import PasswordResets, reset_link
from numberhouse.server.accounts.people import People
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from tests.server.conftest import Guest, House, make_administrator

OLD, NEW = "the old long one", "quite another one"


def member(house: House, name: str) -> Guest:
    guest = house.guest("")
    guest.post("/api/register", json={"name": name, "password": OLD}).raise_for_status()
    return guest


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def link_for(house: House, name: str) -> str:
    """The secret of a new link, made as the command line makes it."""

    async def begin() -> str:
        database = Database(house.settings)
        try:
            return await PasswordResets(database, People(database, house.clock), house.clock).begin(name)
        finally:
            await database.close()

    with ThreadPoolExecutor(1) as thread:  # a browser's tests have a running loop in this one
        return thread.submit(asyncio.run, begin()).result()


def test_a_link_sets_the_password_once_and_ends_everything_else(house: House) -> None:
    ann = member(house, "Ann")
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    secret = link_for(house, "ann")
    forgetful = house.guest("")
    answer = forgetful.post("/api/reset-password", json={"secret": secret, "password": NEW})
    assert (answer.status_code, answer.json()["name"]) == (201, "Ann")
    assert forgetful.get("/api/me").json()["name"] == "Ann"
    assert ann.get("/api/me").json() is None
    program = house.guest("").get("/api/me", headers={"Authorization": f"Bearer {token}"})
    assert program.status_code == 401
    for password, status in ((OLD, 403), (NEW, 201)):
        credentials = {"name": "Ann", "password": password}
        assert house.guest("").post("/api/sign-in", json=credentials).status_code == status
    again = house.guest("").post("/api/reset-password", json={"secret": secret, "password": OLD})
    assert refusal(again) == (404, "no-reset")


def test_a_link_ends_after_a_day_and_with_the_next_one(house: House) -> None:
    member(house, "Ann")
    first, second = link_for(house, "Ann"), link_for(house, "Ann")
    visitor = house.guest("")
    request = {"secret": first, "password": NEW}
    assert refusal(visitor.post("/api/reset-password", json=request)) == (404, "no-reset")
    house.clock.time += 86_400
    request["secret"] = second
    assert refusal(visitor.post("/api/reset-password", json=request)) == (404, "no-reset")


def test_a_new_password_makes_the_link_worthless(house: House) -> None:
    ann = member(house, "Ann")
    secret = link_for(house, "Ann")
    ann.put("/api/me/password", json={"old": OLD, "new": NEW}).raise_for_status()
    answer = house.guest("").post("/api/reset-password", json={"secret": secret, "password": OLD})
    assert refusal(answer) == (404, "no-reset")


def test_a_refused_password_leaves_the_link_as_it_was(house: House) -> None:
    member(house, "Ann")
    secret, visitor = link_for(house, "Ann"), house.guest("")
    weak = visitor.post("/api/reset-password", json={"secret": secret, "password": "password1"})
    assert refusal(weak) == (400, "weak-password")
    assert visitor.post("/api/reset-password", json={"secret": secret, "password": NEW}).status_code == 201


def test_only_members_get_a_link_and_its_secret_is_neither_stored_nor_sent(house: House) -> None:
    house.guest("Bob")
    with pytest.raises(Refused):
        link_for(house, "Bob")
    member(house, "Ann")
    secret = link_for(house, "Ann")
    link = reset_link("https://play.example.org/", secret)
    assert link == f"https://play.example.org/reset-password#{secret}"  # a browser sends nothing behind the #
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection:
        stored = connection.execute("SELECT * FROM password_resets").fetchall()
    assert len(stored) == 1
    assert secret not in str(stored)


def test_the_link_is_logged_without_its_secret(house: House) -> None:
    root = member(house, "Root")
    make_administrator(house, root, OLD)
    secret = link_for(house, "Root")
    page = root.get("/api/admin/audit")
    newest = page.json()["entries"][0]
    assert (newest["person"], newest["action"], newest["about"]) == (None, "reset-password", "Root")
    assert secret not in page.text
