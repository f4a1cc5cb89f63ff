"""Administrators: powers that belong to an account, ask for the password again, and are logged."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from typing import Any

import pytest

from numberhouse.server.accounts.administration.administrators import (
    CONFIRMED_SECONDS,
    administrator_names,
    grant,
)
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from tests.server.conftest import Guest, House, make_administrator

PASSWORD = "long enough"


def member(house: House, name: str) -> Guest:
    guest = house.guest("")
    guest.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
    return guest


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def granted(settings: Settings, name: str, *, is_granted: bool = True) -> list[str]:
    """Grant the powers as the command line does. Returns the names of all administrators."""

    async def store() -> list[str]:
        database = Database(settings)
        try:
            await grant(database, lambda: 1_800_000_000.0, name, granted=is_granted)
            return await administrator_names(database)
        finally:
            await database.close()

    return asyncio.run(store())


def test_the_powers_belong_to_the_account_and_go_with_it(house: House) -> None:
    ann = member(house, "Ann")
    assert granted(house.settings, "ann") == ["Ann"]
    assert ann.get("/api/me").json()["administrator"] is True
    ann.post("/api/me/delete", json={"password": PASSWORD}).raise_for_status()
    again = member(house, "Ann")
    assert again.get("/api/me").json()["administrator"] is False
    assert granted(house.settings, "Ann", is_granted=False) == []


def test_only_members_are_administrators(house: House) -> None:
    house.guest("Bob")
    with pytest.raises(Refused, match="no member has the name Bob"):
        granted(house.settings, "Bob")


def test_the_powers_ask_for_the_password_and_close_again(house: House) -> None:
    root, ann = member(house, "Root"), house.guest("Ann")
    granted(house.settings, "Root")
    public = house.drafted(ann, "mixmath")
    private = ann.post("/api/matches", json={"game": "mixmath"}).json()["id"]
    for match in (public, private):
        assert refusal(root.delete(f"/api/matches/{match}")) == (403, "confirm-password")
    assert refusal(root.get("/api/admin/audit")) == (403, "confirm-password")
    assert refusal(root.delete("/api/matches/unknown")) == (404, "no-match")
    wrong = root.post("/api/me/confirm", json={"password": "something else"})
    assert refusal(wrong) == (403, "wrong-password")
    until = root.post("/api/me/confirm", json={"password": PASSWORD}).raise_for_status().json()["until"]
    assert until == house.clock.time + CONFIRMED_SECONDS == root.get("/api/me").json()["confirmed_until"]
    assert root.delete(f"/api/matches/{public}").status_code == 204
    house.clock.time = until
    assert root.get("/api/me").json()["confirmed_until"] is None
    assert refusal(root.delete(f"/api/matches/{private}")) == (403, "confirm-password")


def test_the_powers_are_open_in_one_session_alone_and_close_with_the_grant(house: House) -> None:
    root, elsewhere = member(house, "Root"), house.guest("")
    make_administrator(house, root)
    elsewhere.post("/api/sign-in", json={"name": "Root", "password": PASSWORD}).raise_for_status()
    assert refusal(elsewhere.get("/api/admin/audit")) == (403, "confirm-password")
    assert root.get("/api/admin/audit").status_code == 200
    granted(house.settings, "Root", is_granted=False)
    assert refusal(root.get("/api/admin/audit")) == (403, "administrators-only")
    granted(house.settings, "Root")
    assert refusal(root.get("/api/admin/audit")) == (403, "confirm-password")


def test_members_and_guests_have_nothing_to_confirm(house: House) -> None:
    for person, password in ((member(house, "Ann"), PASSWORD), (house.guest("Bob"), "")):
        answer = person.post("/api/me/confirm", json={"password": password})
        assert refusal(answer) == (403, "administrators-only")
    assert refusal(house.guest("Bob").get("/api/admin/audit")) == (403, "members-only")
    assert refusal(house.guest("").get("/api/admin/audit")) == (401, "not-signed-in")


def test_every_use_of_the_powers_is_logged_with_who_what_and_when(house: House) -> None:
    root, ann = member(house, "Root"), house.guest("Ann")
    make_administrator(house, root)
    match = house.drafted(ann, "mixmath")
    house.clock.time += 5
    for _ in range(3):
        root.get(f"/api/matches/{match}/desk").raise_for_status()
    root.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    newest, *others = root.get("/api/admin/audit").json()["entries"]
    assert (newest["person"], newest["action"], newest["subject"], newest["at"]) == (
        "Root", "stop", f"match {match}", house.clock.time,
    )  # fmt: skip
    assert [entry["action"] for entry in others] == ["oversee", "confirm"]  # reading is logged once


def test_what_an_administrator_does_as_a_host_is_not_logged(house: House) -> None:
    root = member(house, "Root")
    make_administrator(house, root)
    match = house.drafted(root, "mixmath")
    root.delete(f"/api/matches/{match}").raise_for_status()
    assert [entry["action"] for entry in root.get("/api/admin/audit").json()["entries"]] == ["confirm"]


def test_the_log_is_paged_and_names_no_closed_account(house: House) -> None:
    root, other = member(house, "Root"), member(house, "Other")
    make_administrator(house, root)
    make_administrator(house, other)
    granted(house.settings, "Other", is_granted=False)
    other.post("/api/me/delete", json={"password": PASSWORD}).raise_for_status()
    entries = root.get("/api/admin/audit").json()["entries"]
    assert [(entry["person"], entry["about"], entry["action"]) for entry in entries] == [
        (None, "", "revoke"), ("", None, "confirm"), ("Root", None, "confirm"),
    ]  # fmt: skip
    older = root.get("/api/admin/audit", params={"before": entries[0]["number"]}).json()
    assert older == {"entries": entries[1:], "before": None}


def test_the_export_of_an_administrator_has_no_ids_of_others(house: House) -> None:
    root, other = member(house, "Root"), member(house, "Other")
    make_administrator(house, root)
    granted(house.settings, "Other")
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        ids = dict(connection.execute("SELECT name, id FROM people").fetchall())
        row = (1.0, ids["Root"], "rename", ids["Other"])
        connection.execute(
            "INSERT INTO audit_log (at, person, action, subject, about, note) VALUES (?, ?, ?, '', ?, '')",
            row,
        )
    exports = [person.post("/api/me/export", json={"password": PASSWORD}) for person in (root, other)]
    assert [entry["action"] for entry in exports[0].json()["audit_log"]] == ["confirm", "rename"]
    assert [entry["action"] for entry in exports[1].json()["audit_log"]] == ["grant", "rename"]
    assert ids["Other"] not in exports[0].text
    assert ids["Root"] not in exports[1].text
