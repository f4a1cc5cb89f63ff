"""What the journeys call a program's text."""

from __future__ import annotations

import pytest

from tests.support.stray_codes import is_stray


@pytest.mark.parametrize(
    "text", ["no-match", "Hello {name}", "2 undefined", "drop_free_seats", "NaN points", "[object Object]"]
)
def test_text_of_a_program_is_found(text: str) -> None:
    assert is_stray(text)


def test_text_of_a_person_is_left_alone() -> None:
    assert not is_stray("A hand-written text, with 1–2 signs")
    assert not is_stray("Ann играет в Turing Machine", "ru")


def test_english_is_found_in_a_russian_page() -> None:
    assert is_stray("Ann plays on", "ru")
