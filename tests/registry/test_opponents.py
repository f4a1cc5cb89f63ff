"""Opponents: five levels in each game of the house, declared in its package."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.opponents import LEVELS, Opponent
from numberhouse.contract.package import GamePackage
from numberhouse.match import Match
from numberhouse.registry import BrokenFolder, InstalledGame, find, games

OURS = [
    name for name, installed in games().items() if (installed.package or "").startswith("numberhouse.games.")
]
OPPONENTS = [(name, bot) for name in OURS for bot in find(name).opponents()]
BUDGET = 200
STEPS = 6
"""Actions of a match in which a bot is asked twice."""


@pytest.mark.parametrize("game", OURS)
def test_each_game_has_one_opponent_of_each_level_with_words_in_both_languages(game: str) -> None:
    installed = find(game)
    opponents = installed.opponents()
    assert tuple(opponent.level for opponent in opponents.values()) == LEVELS
    for name, opponent in opponents.items():
        assert opponent.manner["en"] != opponent.manner["ru"]
        assert installed.bot_title(name, "en") != installed.bot_title(name, "ru")
    titles = {installed.bot_title(name) for name in opponents}
    assert len(titles) == len(LEVELS)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_two_opponents_have_one_title(lang: str) -> None:
    titles = [find(game).bot_title(bot, lang) for game, bot in OPPONENTS]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("game", OURS)
def test_the_strongest_opponent_is_the_first_of_the_bots_that_are_opponents(game: str) -> None:
    """Only bots that nobody has to beat, such as a champion, may stand before it."""
    installed = find(game)
    opponents = installed.opponents()
    assert list(opponents)[-1] == next(bot for bot in installed.bots() if bot in opponents)


@pytest.mark.parametrize(("game", "bot"), OPPONENTS)
def test_an_opponent_chooses_the_same_again_within_a_budget_of_nodes(game: str, bot: str) -> None:
    installed = find(game)
    match = Match(installed.game, "again")
    for _ in range(STEPS):
        if not match.to_act:
            break
        seat = match.next_seat()
        first, second = (
            installed.bot(bot).choose(
                match.view(seat), seat, match.legal(seat), Budget(nodes=BUDGET), Chance("bot", len(match.log))
            )
            for _ in range(2)
        )
        assert first.action == second.action
        match.act(seat, first.action)


def declared(**members: object) -> InstalledGame:
    installed = InstalledGame("mixmath", None, game=find("mixmath").game)
    game = find("mixmath").game
    installed.__dict__["contents"] = GamePackage(id="mixmath", game=lambda: game, **members)  # type: ignore[arg-type]
    return installed


def test_an_opponent_that_is_no_bot_of_the_game_is_refused() -> None:
    broken = declared(opponents=lambda: {"nobody": Opponent(1, {"en": "Is not there."})})
    with pytest.raises(BrokenFolder, match="nobody"):
        broken.opponents()


def test_a_first_preset_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(BrokenFolder, match="cosy"):
        _ = declared(first_preset="cosy").first_preset
    assert find("set-theory").first_preset == "plain"
    assert find("set-theory").preset("plain").options.tier == "plain"
    assert find("mixmath").first_preset is None
