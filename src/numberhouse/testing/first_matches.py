"""The property of a game's first match: its script plays to the end, in every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hypothesis import settings

from numberhouse.contract.drill import Words
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.first_match import FirstMatchDrill, Lesson
from numberhouse.registry import AnyGame, InstalledGame
from numberhouse.testing.play import STABLE, ContractBroken, encoded

__all__ = ["first_match"]

SAMPLES: Final = 30
"""Number of other legal actions that are tried at each step."""

CHANCE: Final = Chance("first match")


def first_match(
    subject: AnyGame | InstalledGame,
    options: Sequence[Any] = (),  # noqa: ARG001 - all properties have the same parameters
    settings: settings = STABLE,  # noqa: ARG001
) -> None:
    """Every example is legal and right where it stands, also after another right action. A wrong action has
    an answer. Every text exists in every language of the game. The lesson ends, whatever the learner does
    when playing freely."""
    first = subject.first_match() if isinstance(subject, InstalledGame) else None
    if first is None or not isinstance(subject, InstalledGame):
        return
    drill = FirstMatchDrill(subject.game, first)
    if not first.steps:
        raise _broken(drill, "it has no step")
    texts = (*(step.prompt for step in first.steps), first.free, first.closing)
    languages = {"en", *subject.languages, *first.steps[0].prompt}
    for text in texts:
        _check_words(drill, text, languages)
    position = drill.pose("first", CHANCE).position
    for number, step in enumerate(first.steps, start=1):
        before = drill.view(position)
        for action in _others(drill, position, number):
            words = drill.answer(position, action)
            if words is not None:
                _check_words(drill, words, languages)
            elif not drill.legal(position).is_free(action) and number < len(first.steps):
                _check_right(drill, _applied(drill, position, action, number), number + 1)
        position = _applied(drill, position, step.example, number)
        if encoded(drill.view(position)) == encoded(before):
            raise _broken(drill, f"step {number} changes nothing that the learner sees")
        if number < len(first.steps) and drill.over(position):
            raise _broken(drill, f"it is over after step {number} of {len(first.steps)}")
    _check_end(drill, position)


def _check_end(drill: FirstMatchDrill, position: Lesson[Any]) -> None:
    for number in range(drill.game.card.longest):
        if drill.over(position):
            return
        legal = drill.legal(position)
        if not legal.moves:
            break
        position = drill.apply(position, legal.sample(CHANCE.fork(f"free {number}")), CHANCE)
    if not drill.over(position):
        raise _broken(drill, "it doesn't end, or the learner has nothing to do before its end")


def _others(drill: FirstMatchDrill, position: Lesson[Any], number: int) -> Iterable[Any]:
    legal = drill.legal(position)
    for sample in range(SAMPLES if legal.moves else 0):
        yield legal.sample(CHANCE.fork(f"step {number} {sample}"))


def _check_right(drill: FirstMatchDrill, position: Lesson[Any], number: int) -> None:
    example = drill.first.steps[number - 1].example
    try:
        words = drill.answer(position, example)
    except IllegalAction as refusal:
        raise _broken(drill, f"the rules refuse the example of step {number}: {refusal}") from refusal
    if words is not None:
        raise _broken(drill, f"the example of step {number} is answered: {words}")


def _applied(drill: FirstMatchDrill, position: Lesson[Any], action: Any, number: int) -> Lesson[Any]:
    if action == drill.first.steps[number - 1].example:
        _check_right(drill, position, number)
    try:
        return drill.apply(position, action, CHANCE)
    except IllegalAction as refusal:
        raise _broken(drill, f"the rules refuse a reply after step {number}: {refusal}") from refusal


def _check_words(drill: FirstMatchDrill, words: Words, languages: set[str]) -> None:
    missing = sorted(lang for lang in languages if not words.get(lang, "").strip())
    if missing:
        raise _broken(drill, f"the text {words.get('en', '')[:60]!r} is missing in {', '.join(missing)}")


def _broken(drill: FirstMatchDrill, why: str) -> ContractBroken:
    return ContractBroken(f"{drill.game.card.id}: the first match: {why}")
