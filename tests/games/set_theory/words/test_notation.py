"""Actions as text."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games.set_theory.rules.gameplay import Place
from numberhouse.games.set_theory.words.notation import parse, write


@pytest.mark.parametrize(("number", "cell"), [(72, "D4"), (10, "A1"), (999_999, "H8"), (-5, "B2")])
def test_written_and_read(number: int, cell: str) -> None:
    assert write(Place(number, cell)) == f"{number}@{cell}"
    assert parse(f"{number}@{cell}") == Place(number, cell)


@pytest.mark.parametrize(
    "text",
    ["72 d4", " 72 @ D4 ", "d4 72", "D4:72", "D4 = 72", "72, d4", "７２＠Ｄ４", "+72@D4"],  # noqa: RUF001
)
def test_read_too(text: str) -> None:
    assert parse(text) == Place(72, "D4")


@pytest.mark.parametrize("text", ["123 456@E1", "123'456 @ e1", "e1 123456", "123456@Е1"])
def test_thousands_and_cyrillic_columns(text: str) -> None:
    assert parse(text) == Place(123_456, "E1")


@pytest.mark.parametrize(("cyrillic", "column"), list(zip("АВСЕНавсен", "ABCEHABCEH", strict=True)))
def test_every_cyrillic_letter_that_looks_like_a_column(cyrillic: str, column: str) -> None:
    assert parse(f"72@{cyrillic}4") == Place(72, f"{column}4")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing is written"),
        ("72", "'72' is not understood"),
        ("D4", "'D4' is not understood"),
        ("72@I4", "no cell I4; cells are A1 to H8"),
        ("72@D9", "no cell D9"),
        ("7.5@D4", "7.5 is not an integer"),
        ("1/2@D4", "1/2 is not an integer"),
        ("1e5@D4", "1e5 is not an integer"),
        ("x@D4", "not understood"),
        ("7²@D4", "'7²@D4' is not understood"),
        ("7₂@D4", "not understood"),
        ("7②@D4", "not understood"),
        ("72@D4 48@D5", "not understood"),
        ("9" * 50 + "@D4", "far out of range"),
        ("9" * 5000, "5000 characters long; at most 100"),
    ],
)
def test_st_12_refused(text: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        parse(text)
    assert caught.value.code == "notation"
    assert "72@D4" in str(caught.value) or "D4" in str(caught.value) or "at most" in str(caught.value)
