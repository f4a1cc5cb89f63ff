from __future__ import annotations

import json

import pytest

from numberhouse.cli.base.params import default_language
from tests.cli.conftest import Run


def test_the_rules_page_is_printed_as_markdown_without_a_terminal(run: Run) -> None:
    result = run("rules", "pebbles")
    assert (result.exit_code, result.stdout) == (0, "# Pebbles\n\nTake pebbles. **Last one wins.**\n")


def test_language(run: Run) -> None:
    assert "Камешки" in run("rules", "pebbles", "--lang", "ru").stdout
    assert "Камешки" in run("rules", "pebbles", env={"LC_ALL": "ru_RU.UTF-8"}).stdout
    result = run("rules", "pebbles", "--lang", "fr")
    assert result.exit_code == 2
    assert "'fr' is not one of 'en', 'ru'" in result.stderr


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "de_DE"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ru", "LANG": "C"}, "ru"),
    ],
)
def test_the_language_is_the_locales(environ: dict[str, str], lang: str) -> None:
    assert default_language(environ) == lang


def test_json(run: Run) -> None:
    answer = json.loads(run("rules", "pebbles", "--lang", "ru", "--json").stdout)
    assert answer["id"] == "pebbles"
    assert answer["lang"] == "ru"
    assert answer["rules"].startswith("# Камешки")


def test_a_game_without_a_page_is_refused(run: Run) -> None:
    result = run("rules", "sealed-bid")
    assert result.exit_code == 2
    assert "sealed-bid has no rules page" in result.stderr
    assert json.loads(run("rules", "sealed-bid", "--json").stderr)["error"] == "no-rules-page"


def test_the_card_lists_seats_bots_and_options(run: Run) -> None:
    output = run("rules", "pebbles", "--card").stdout
    assert "Seats: 1 to 4 seats, usually 2" in output
    assert "Bots: greedy, shy" in output
    assert "  pile: a whole number from 1 to 50 (default 7)\n" in output
    assert "Pebbles is everybody's." in output
    assert "Presets:\n  quick: Quick. Three pebbles, one at a time.\n" in output
    russian = run("rules", "pebbles", "--card", "--lang", "ru").stdout
    assert "  quick: Быстро. Три камешка, по одному.\n" in russian
    assert "Presets" not in run("rules", "sealed-bid", "--card").stdout
    card = json.loads(run("rules", "pebbles", "--card", "--json").stdout)
    assert card["presets"]["quick"]["options"]["pile"] == 3
    assert card["title"] == "Pebbles"
    assert "options" in card
    assert "Options: none" in run("rules", "sealed-bid", "--card").stdout
