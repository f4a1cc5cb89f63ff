"""Texts that other people read: what each kind accepts, and the words of its refusals."""

from __future__ import annotations

import subprocess
import sys

import pytest

from numberhouse.server.base.look_alikes import alike, looks_of
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import TEXTS, message_text, person_name, title

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        FAMILY,
        ENGLAND,
        "\u2764\ufe0f 1\ufe0f\u20e3 \U0001f44d\U0001f3fd \U0001f3f3\ufe0f\u200d\U0001f308",
        "\U0001fae8 newer than Python's Unicode",
        "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc",  # Persian needs this joiner
        "two\nlines\tand a tab",
        "Привет, мир!",
    ],
)
def test_a_message_may_have_emoji_and_the_joiners_of_scripts(text: str) -> None:
    assert message_text(text) == text


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize(
    ("text", "character", "place"),
    [
        ("ab\u202ecd", "U+202E", 3),
        ("a\u2066b", "U+2066", 2),
        ("a\u200bb", "U+200B", 2),
        ("a\u200db", "U+200D", 2),
        ("a\ufe0fb", "U+FE0F", 2),
        ("a\u00adb", "U+00AD", 2),
        ("a\u3164b", "U+3164", 2),
        ("a\x00b", "U+0000", 2),
        ("a\ud800b", "U+D800", 2),
        ("a\U000e0067b", "U+E0067", 2),
        ("!\U0001f3f4\U000e0067b", "U+E0067", 3),
    ],
)
def test_no_text_has_a_character_that_hides_something(
    kind: str, text: str, character: str, place: int
) -> None:
    with pytest.raises(Refused) as refused:
        TEXTS[kind](text)  # type: ignore[index]
    assert refused.value.values == {"character": character, "place": place}
    assert f"{character}" in refused.value.message
    assert f"as character {place}" in refused.value.message


def test_the_length_counts_characters_of_the_text_as_it_is_stored() -> None:
    assert message_text("e\u0301" * 2000) == "\u00e9" * 2000
    with pytest.raises(Refused, match="a message of 2001 characters; 1 to 2000"):
        message_text("e\u0301" * 2001)
    assert title("") == ""
    with pytest.raises(Refused, match="a title of 101 characters; 0 to 100"):
        title("x" * 101)


def test_a_ligature_counts_with_all_its_letters() -> None:
    with pytest.raises(Refused, match="a name of 720 characters; 1 to 40 are possible"):
        person_name("\ufdfa" * 40)
    with pytest.raises(Refused, match="a name of 1000000 characters"):
        person_name("\ufdfa" * 1_000_000)


def test_marks_dont_pile_up() -> None:
    assert message_text("a" + "\u0323" * 4) == "\u1ea1" + "\u0323" * 3
    with pytest.raises(Refused, match="5 marks on one character"):
        message_text("x" + "\u0323" * 5)


@pytest.mark.parametrize("text", ["", "  ", "\u2800", "\u00a0\u2800"])
def test_a_text_shows_something(text: str) -> None:
    for kind in ("message", "announcement", "label"):
        with pytest.raises(Refused):
            TEXTS[kind](text)
    with pytest.raises(Refused):
        person_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nna"),
        ("Iarry", "Larry"),
        ("modern", "rnodern"),
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),
        ("Bob", "B0b"),
        ("\u041a\u0410\u0422\u042f", "\u043a\u0430\u0442\u044f"),
        ("Ann Lee", "AnnLee"),
    ],
)
def test_these_names_look_alike(one: str, other: str) -> None:
    assert alike(one, ["Nobody", other]) == other
    assert alike(other, [one]) == one


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Анна"), ("Ivan", "Inan"), ("Ann", "Anne"), ("Ann", "\u00c4nn")]
)
def test_these_names_dont(one: str, other: str) -> None:
    assert not looks_of(one).is_like(looks_of(other))


def test_the_tables_are_read_when_they_are_needed() -> None:
    """The table of confusable characters takes as long as a tenth of the start of the service."""
    code = (
        "import sys, numberhouse.server.service; "
        "print([name for name in sys.modules if name.startswith(('precis', 'confusable'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
