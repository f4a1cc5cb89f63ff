from __future__ import annotations

import json

from tests.cli.conftest import Run


def test_every_game_is_listed_with_its_seats_and_verbs(run: Run) -> None:
    result = run("games")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "Pebbles, 1 to 4 seats; solve, tally" in lines["pebbles"]
    assert lines["sealed-bid"].endswith("Sealed Bid, 2 to 4 seats")


def test_json_has_the_type_card_and_the_extras_of_the_game(run: Run) -> None:
    games = {game["id"]: game for game in json.loads(run("games", "--json").stdout)}
    pebbles = games["pebbles"]
    assert pebbles["seats"] == [1, 4]
    assert pebbles["rules_version"] == 2
    assert pebbles["bots"][0] == "greedy"
    assert pebbles["bots"][-1] == "random"
    assert pebbles["verbs"] == ["solve", "tally"]
    assert pebbles["languages"] == ["en", "ru"]
    assert games["sealed-bid"]["bots"] == ["random"]
