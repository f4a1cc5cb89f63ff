"""Every drill of every game fulfils the contract of `numberhouse.contract.drill`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from numberhouse.contract.drill import Drill, Posed, Verdict
from numberhouse.contract.game import Chance
from numberhouse.registry import UnknownDrill, find, games
from numberhouse.registry.precompile import Piece, compile_piece

DRILLS = [(game, name) for game, installed in games().items() for name in installed.drills()]


def drill_of(game: str, name: str) -> Drill[Any, Any]:
    return find(game).drill(name)


@cache
def pose(game: str, name: str) -> Posed[Any]:
    """A problem of the easiest level, shared because making one takes longer than most checks."""
    drill = drill_of(game, name)
    return drill.pose(next(iter(drill.card.levels)), Chance("seed"))


def test_all_five_games_have_drills() -> None:
    assert {game for game, _ in DRILLS} >= {
        "addition-crypt",
        "mixmath",
        "set-theory",
        "sign-cook",
        "turing-machine",
    }


@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_a_drill_has_texts_in_both_languages(game: str, name: str) -> None:
    drill = drill_of(game, name)
    for words in (drill.card.title, drill.card.task, *drill.card.levels.values()):
        assert set(words) == {"en", "ru"}
        assert all(words.values())
        assert "!" not in "".join(words.values())


@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_positions_survive_encoding(game: str, name: str) -> None:
    drill = drill_of(game, name)
    first = pose(game, name).position
    stored = msgspec.json.decode(msgspec.json.encode(first), type=drill.card.position_type)
    assert stored == first
    view = drill.view(first)
    assert drill.view(stored) == view
    if drill.card.board == "game":
        kind = find(game).game.view_type
        assert msgspec.json.decode(msgspec.json.encode(view), type=kind) == view
    assert not drill.over(first)
    assert drill.legal(first)


@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_giving_up_scores_nothing_and_is_explained(game: str, name: str) -> None:
    drill = drill_of(game, name)
    first = pose(game, name).position
    verdict = drill.judge(first, first)
    assert not verdict.solved
    assert set(verdict.explanation) == {"en", "ru"}
    assert all(verdict.explanation.values())
    msgspec.json.encode(verdict)


def test_an_unknown_drill_is_refused_with_the_existing_ones() -> None:
    with pytest.raises(UnknownDrill, match="solo"):
        find("turing-machine").drill("sole")


def recorded(calls: list[str], name: str, member: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        calls.append(name)
        return member(*args)

    return call


@pytest.mark.parametrize(("game", "name"), DRILLS)
def test_the_precompiled_task_poses_and_rates(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch, samples: Callable[[int, int], int]
) -> None:
    """In the gate the drill's own functions are replaced by constants; `--long` calls them."""
    drill = drill_of(game, name)
    calls: list[str] = []
    answers = {"pose": pose(game, name), "judge": Verdict(score=0.0, solved=False, explanation={})}
    for member, answer in answers.items():
        own = getattr(type(drill), member) if samples(0, 1) else lambda *_, answer=answer: answer
        monkeypatch.setattr(type(drill), member, recorded(calls, member, own))
    compile_piece(find(game), Piece(game, "drill", name))
    assert calls == ["pose", "judge"] * min(2, len(drill.card.levels))
