"""Weak passwords are refused with their reason, and judging one is bounded work."""

from __future__ import annotations

import ast
import inspect
import time

import pytest
from zxcvbn import feedback

from numberhouse.server.accounts.passwords.password_strength import (
    ADVICE,
    LONGEST_READ,
    OTHER_REASON,
    REASONS,
    weakness,
)
from numberhouse.words import HOUSE
from tests.server.conftest import House


@pytest.mark.parametrize(
    "password",
    ["12345678", "password1", "qwertyuiop", "aaaaaaaaaaaa", "numberhouse", "abcdefgh", "p@ssw0rd", "x" * 200,
     "annabella"],
)  # fmt: skip
def test_a_password_that_programs_guess_is_refused(house: House, password: str) -> None:
    credentials = {"name": "Annabella", "password": password}
    answer = house.guest("").post("/api/register", json=credentials)
    assert (answer.status_code, answer.json()["code"]) == (400, "weak-password")


@pytest.mark.parametrize(
    "password", ["correct horse", "tr0ub4dor&3", "привет мир", "a horse and a stapler", "v7#kQp2m"]
)
def test_a_password_that_withstands_a_million_guesses_is_accepted(password: str) -> None:
    assert weakness(password, "Ann") is None


def test_the_refusal_gives_the_reason_in_the_readers_language(house: House) -> None:
    credentials = {"name": "Ann", "password": "12345678"}
    english = house.guest("").post("/api/register", json=credentials)
    assert english.json()["message"] == (
        "It is one of the ten most common passwords. Take a few words that don't belong together."
    )
    russian = house.guest("").post("/api/register", json=credentials, headers={"Accept-Language": "ru"})
    assert russian.headers["content-language"] == "ru"
    assert russian.json()["message"].startswith("Это один из десяти самых частых паролей.")


def test_every_new_password_is_judged(house: House) -> None:
    ann = house.guest("")
    ann.post("/api/register", json={"name": "Ann", "password": "long enough"}).raise_for_status()
    answer = ann.put("/api/me/password", json={"old": "long enough", "new": "password1"})
    assert answer.json()["code"] == "weak-password"


def test_every_reason_of_the_library_has_words_in_every_language() -> None:
    """A new version of zxcvbn may have new reasons: they are read from its code, where each is `warning`."""
    reasons = set()
    for assignment in ast.walk(ast.parse(inspect.getsource(feedback))):
        if isinstance(assignment, ast.Assign) and ast.unparse(assignment.targets[0]) == "warning":
            reasons |= {
                node.value
                for node in ast.walk(assignment.value)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value
            }
    assert len(reasons) > 10
    for node in ast.walk(ast.parse(inspect.getsource(feedback.get_match_feedback))):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            value = dict(zip(keys, node.values, strict=True)).get("warning")
            if isinstance(value, ast.Call):
                reasons |= {str(one.value) for one in ast.walk(value) if isinstance(one, ast.Constant)}
    assert reasons == set(REASONS)
    for text in (*REASONS.values(), ADVICE, OTHER_REASON):
        assert HOUSE.t(text, "ru") != text


def test_judging_a_password_is_bounded_work() -> None:
    hardest = "4@8({[</3&69!1|/0$5+7%2zZ" * 8
    began = time.process_time()
    weakness(hardest, "Ann")
    assert time.process_time() - began < 1.0  # with 72 characters three seconds, with 200 minutes
    assert LONGEST_READ <= 24
