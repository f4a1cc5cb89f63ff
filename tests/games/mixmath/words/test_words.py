"""All texts of the game are in its catalogue, and a translation has the placeholders of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import Any

import polib
import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.contract.review import Evaluation, Unrated
from numberhouse.games import mixmath
from numberhouse.games.mixmath.bots import bots
from numberhouse.games.mixmath.coach.advice import PlanDraft, adviser
from numberhouse.games.mixmath.coach.review import reviewer
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Options,
    Pass,
    Place,
    game,
)
from numberhouse.games.mixmath.terminal.text import bot_title, draw, outcome_word, refuse, tell
from numberhouse.games.mixmath.words.notation import parse
from numberhouse.games.mixmath.words.phrases import PHRASES
from numberhouse.match import Match
from numberhouse.words import CONTEXT
from tests.games.mixmath.examples import options as examples
from tests.games.reviewing import ENOUGH
from tests.support.pseudo_language import LANG, bracketed, outside, pseudo_language

__all__ = ["pseudo_language"]

NAMES = ("Ann", "Bob", "Cyd", "Dan")

EXEMPT = re.compile(
    r"\b(?:Ann|Bob|Cyd|Dan)\b"  # names of players
    r"|\b[A-N](?:1?\d)?\b"  # columns and cells
    r"|\bx[23]?\b"  # premium squares and the sign of a square
    r"|\bmod\b|√|\blog(?![a-z])"  # operations in equations
    r"|'(?:bot|A15|Q|q|12@)'|\bA15\b|\bsine\b"  # what somebody has typed
    r"|\b(?:power|root|logarithm|modulus)\b"  # values of options
)


def check(text: str) -> None:
    """Raises where a letter is neither translated nor exempt."""
    rest = EXEMPT.sub("", outside(text))
    assert not any(sign.isalpha() for sign in rest), f"not translated: {rest!r} in {text!r}"


def refusals(match: Match[Any, Any, Any, Any], seat: int) -> Iterator[IllegalAction]:
    """What is refused now, of much that is wrong."""
    hand = match.view(seat).hand
    rack = tuple(abs(tile) for tile in hand.rack) or (1,)
    actions: list[Action | object] = [Pass(), Finish(), Challenge(), Accept(), object()]
    actions += [Exchange(()), Exchange((3, 2)), Exchange((90, 90)), Exchange(tuple(sorted(rack)))]
    actions += [Line(()), Line((Place("F7", rack[0]),)), Line((Place("F7", rack[0]),) * 2)]
    actions += [Place("F7", tile, blank) for tile in (rack[0], 22, 5000) for blank in (False, True)]
    actions += [Place(cell, rack[0], draw=True) for cell in ("Q", "G7", "A1", "E7", "I7", "H9")]
    for actor in (seat, 1 - seat, 7):
        for action in actions:
            try:
                match.prepare(actor, action)
            except IllegalAction as illegal:
                yield illegal


@pytest.mark.parametrize("options", examples)
@pytest.mark.usefixtures("pseudo_language")
def test_in_another_language_nothing_is_left_in_english(options: Options) -> None:
    match = Match(game, "words", options, 2)
    dice = Chance("words")
    while match.to_act and len(match.log) < 30:
        (seat,) = match.to_act
        view, legal = match.view(seat), match.legal(seat)
        for viewer in (None, 0, 1):
            check(draw(match.view(viewer), LANG, NAMES))
        if len(match.log) % 5 == 0:
            for illegal in refusals(match, seat):
                check(refuse(illegal, LANG, NAMES))
            assert view.hand is not None
            plan = tuple(Place("F7", abs(tile), tile < 0) for tile in view.hand.rack[:2])
            for line in adviser.advise(view, seat, PlanDraft(plan), LANG).lines:
                check(line)
        action = None if dice.below(9) == 0 else legal.sample(dice)
        if action is not None and len(match.log) % 5 == 0:
            check_review(reviewer.evaluate(view, seat, action, legal, ENOUGH))
        for event in match.expire(seat) if action is None else match.act(seat, action):
            for viewer in (None, 0, 1):
                if event.visible_to(viewer):
                    check(tell(event, viewer, LANG, NAMES))
    check(draw(match.view(None), LANG, NAMES))


def check_review(evaluation: Evaluation | Unrated | None) -> None:
    texts = [] if evaluation is None else [evaluation.reason]
    if isinstance(evaluation, Evaluation):
        texts += [evaluation.scale, *(one.reason for one in evaluation.better)]
    for by_language in texts:
        for text in by_language.values():
            check(text)


@pytest.mark.usefixtures("pseudo_language")
def test_in_another_language_nothing_is_left_of_what_no_match_says() -> None:
    for name in bots:
        check(bot_title(name, LANG))
    for reason in ("rack-empty", "all-passed", "idle"):
        check(outcome_word(reason, LANG))
    for text in ("", "12@", "12@A15", "exchange", "exchange Q", "3@F7 " * 41, "9" * 501):
        with pytest.raises(IllegalAction) as caught:
            parse(text)
        check(refuse(caught.value, LANG))
    wrong = Options(idle_rounds=9), Options(turn_ends="bot"), Options(blanks=1), Options(operations=("sine",))  # type: ignore[arg-type]
    for options in wrong:
        with pytest.raises(IllegalAction) as caught:
            game.setup(options, 2, Chance("words"))
        check(refuse(caught.value, LANG))
    with pytest.raises(IllegalAction) as caught:
        Match(game, "words", None, 9)
    check(refuse(caught.value, LANG).replace("Mixmath", ""))


@pytest.mark.parametrize("text", PHRASES.values())
def test_what_is_translated_passes_the_check_and_english_fails_it(text: str) -> None:
    values = dict.fromkeys(("Who", "who", "name", "names"), "Ann")
    translated = bracketed(text.rpartition(CONTEXT)[2]).format_map(Numbers(values))
    check(translated)
    with pytest.raises(AssertionError, match="not translated"):
        check(f"{translated} English")


class Numbers(dict[str, Any]):
    """A number for every name that has no value."""

    def __missing__(self, name: str) -> int:
        return 7


def test_translations_have_the_placeholders_of_their_texts() -> None:
    catalogue = polib.pofile(files(mixmath).joinpath("locale/ru.po").read_text(encoding="utf-8"))
    for entry in catalogue:
        for text in entry.msgstr_plural.values() or (entry.msgstr,):
            assert placeholders(text) <= placeholders(entry.msgid_plural or entry.msgid), entry.msgid
        if not entry.msgid_plural:
            assert placeholders(entry.msgstr) == placeholders(entry.msgid), entry.msgid


def placeholders(text: str) -> set[tuple[str, str]]:
    """Names and formats; `Who` is `who` where a sentence begins with it."""
    return {(name.lower(), form or "") for _, name, form, _ in Formatter().parse(text) if name}
