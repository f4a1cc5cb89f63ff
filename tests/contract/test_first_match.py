"""A first match of every game as the house plays it: right actions go on, wrong ones get words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.first_match import FirstMatchDrill
from numberhouse.registry import find, games
from numberhouse.testing import PROPERTIES
from tests.contract.broken import LessonGame, first_step
from tests.contract.sound import Add

CHANCE = Chance("1")


def lesson_of(game: str) -> FirstMatchDrill:
    installed = find(game)
    first = installed.first_match()
    assert first is not None
    return FirstMatchDrill(installed.game, first)


def race() -> FirstMatchDrill:
    game = LessonGame(first_step(1, replies=((1, Add(2)),)), first_step(2))
    return FirstMatchDrill(game.game, game.lesson)


def test_every_game_has_a_first_match() -> None:
    assert [game for game, installed in games().items() if installed.first_match() is None] == []


def test_a_sound_first_match_passes() -> None:
    PROPERTIES["first_match"](LessonGame(first_step(1, replies=((1, Add(2)),)), first_step(2)))


def test_the_prepared_reply_precedes_the_bot() -> None:
    drill = race()
    position = drill.apply(drill.pose("first", CHANCE).position, Add(1), CHANCE)
    assert [(entry.seat, entry.action) for entry in position.log] == [(0, Add(1)), (1, Add(2))]
    position = drill.apply(position, Add(2), CHANCE)
    assert [(entry.seat, entry.action) for entry in position.log[2:]] == [(0, Add(2)), (1, Add(1))]
    assert drill.step(position) is None
    assert not drill.over(position)


def test_a_wrong_action_has_an_answer_and_changes_nothing() -> None:
    drill = race()
    position = drill.pose("first", CHANCE).position
    assert drill.answer(position, Add(2)) == {"en": "the other one", "ru": "the other one"}
    assert drill.answer(position, Add(1)) is None
    with pytest.raises(IllegalAction, match="waits for another"):
        drill.apply(position, Add(2), CHANCE)
    with pytest.raises(IllegalAction, match="1 or 2 are possible"):
        drill.answer(position, Add(5))


def test_the_lesson_ends_by_its_own_rule_after_the_last_step_alone() -> None:
    game = LessonGame(first_step(1), first_step(2), ends=lambda view: view.total > 0)
    drill = FirstMatchDrill(game.game, game.lesson)
    position = drill.apply(drill.pose("first", CHANCE).position, Add(1), CHANCE)
    assert not drill.over(position)
    assert not drill.judge(position, position).solved
    position = drill.apply(position, Add(2), CHANCE)
    assert drill.over(position)
    assert drill.judge(position, position).solved


@pytest.mark.parametrize("game", games())
def test_the_position_of_a_lesson_survives_json(game: str) -> None:
    drill = lesson_of(game)
    position: Any = drill.pose("first", CHANCE).position
    for step in drill.first.steps:
        position = drill.apply(position, step.example, CHANCE)
    stored = msgspec.json.decode(msgspec.json.encode(position), type=drill.card.position_type)
    assert stored == position
    assert drill.view(stored) == drill.view(position)


def test_a_note_is_no_step_of_a_lesson() -> None:
    from numberhouse.games.turing_machine.rules.model import Note
    from numberhouse.games.turing_machine.rules.sheet import Sheet

    drill = lesson_of("turing-machine")
    before = drill.pose("first", CHANCE).position
    note = Note(Sheet(text="3 first"))
    assert drill.answer(before, note) is None
    after = drill.apply(before, note, CHANCE)
    assert (after.step, len(after.log)) == (0, 1)
