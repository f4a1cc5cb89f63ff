"""`numberhouse taste`."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner, Result

from numberhouse.cli import main
from numberhouse.games.sign_cook.terminal.commands import taste


def run(*args: str) -> Result:
    return CliRunner().invoke(taste, args)


def test_the_whole_pantry_comes_to_24() -> None:
    assert json.loads(run("4/1^9873x5-2+6", "--json").output) == {
        "value": "24",
        "signs": 5,
        "numbers": ["9873", "6", "5", "4", "2", "1"],
        "tiles": 14,
        "ruined": False,
    }


@pytest.mark.parametrize(
    ("args", "value", "ruined"),
    [
        (["22/7"], "22/7", False),
        (["5-5+3"], "3", True),
        (["1/0"], None, True),
        (["2^3^2"], "512", False),
        (["2^3^2", "--power-groups", "left"], "64", False),
        (["-2^2", "--unary-minus", "loose"], "-4", False),
        (["--unary-minus", "tight", "-2^2"], "4", False),
        (["2^2^-1", "--unary-minus", "tight"], "1.41421…", False),
        (["2^200"], "1606938044258990275541962092341162602522202993782792835301376", False),
        (["1-2^200"], "-1606938044258990275541962092341162602522202993782792835301375", False),
        (["10^60/3"], f"1{'0' * 60}/3", False),
    ],
)
def test_sc_10_values_and_sc_11_ruin(args: list[str], value: str | None, ruined: bool) -> None:
    told = json.loads(run(*args, "--json").output)
    assert (told["value"], told["ruined"]) == (value, ruined)


def test_sc_10_json_holds_all_digits_and_words_the_ends() -> None:
    told = json.loads(run("9^330000", "--json").output)["value"]
    assert (len(told), told[:20], told[-20:]) == (314_901, "10668785343961428802", "16646725432445200001")
    assert "…" in run("9^330000").output


def test_in_words() -> None:
    assert run("5-5+3").output.splitlines() == [
        "5-5+3 = 3",
        "signs    2",
        "numbers  5 5 3",
        "tiles    5",
        "ruined: an operand or a partial result is 0, or something is divided by 0",
    ]
    assert run("1/0").output.startswith("1/0 has no value\n")


def test_lines_stay_short() -> None:
    assert max(map(len, run("+".join("1" * 5_000)).output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("2+", "no-expression", "column 3"),
        ("-2", "no-expression", "column 1"),
        ("9^9^9^9", "too-large", "1048576 bits"),
        ("1" * 10_001, "too-long", "10000"),
    ],
)
def test_sc_22_a_refusal_in_json(
    text: str, error: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["numberhouse", "taste", text, "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    refused = json.loads(capsys.readouterr().err)
    assert (ended.value.code, refused["error"]) == (2, error)
    assert told in refused["message"]
