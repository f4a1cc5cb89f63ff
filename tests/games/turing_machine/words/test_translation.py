"""One source of words: texts are whole in every language, and none of them stands outside of a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.contract.review import Evaluation
from numberhouse.games.turing_machine.coach.advice import NoteDraft, adviser
from numberhouse.games.turing_machine.coach.review import reviewer
from numberhouse.games.turing_machine.problems.layout import MODES, Mode
from numberhouse.games.turing_machine.problems.why import TEXTS, Reason
from numberhouse.games.turing_machine.rules.gameplay import Action, Note, Options, Sheet, Solve, game
from numberhouse.games.turing_machine.rules.sheet import marks
from numberhouse.games.turing_machine.terminal.text import (
    bot_title,
    draw,
    farewell,
    outcome_word,
    redraw,
    refuse,
    room,
    tell,
)
from numberhouse.games.turing_machine.words.notation import parse
from numberhouse.match import Match
from numberhouse.words import Catalogues
from tests.support.pseudo_language import LANG, letters_outside, pseudo_language

__all__ = ["pseudo_language"]

RUSSIAN: Final = Path(str(files("numberhouse.games.turing_machine"))) / "locale" / "ru.po"

LEAVES_OUT: Final = {
    "{given} handicaps for {seats} seats; wanted are {wanted}, one for each seat, or none": {"seats"},
    "{given} handicaps for {seats} seats; wanted are {wanted}, one for the whole team, or none": {"seats"},
    "Verifier {letter} has {cards} cards; {mode} wants one for each verifier.": {"mode"},
    "Verifier {letter} has {cards} cards; {mode} wants two for each verifier.": {"mode"},
    "{text!r} here is a Cyrillic letter and may mean {letters:or}; write a Latin letter A to F": {"letters"},
}
"""What the Russian text does without."""


def placeholders(text: str) -> set[str]:
    """In lower case: `{Who}` begins a sentence, `{who}` doesn't."""
    return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_fill_in_the_same_things() -> None:
    with RUSSIAN.open("rb") as file:
        messages = [message for message in read_po(file, abort_invalid=True) if message.id]
    assert len(messages) > 350
    for message in messages:
        english = message.id if isinstance(message.id, str) else message.id[1]
        forms = [message.string] if isinstance(message.string, str) else message.string or ()
        for form in forms:
            assert placeholders(english) - LEAVES_OUT.get(english, set()) == placeholders(form), english
            assert "!" not in re.sub(r"\{\w+!r\}", "", english + form)


# In a language of brackets every text of a catalogue can be seen

NAMES: Final = ("Ann", "Bob", "Cyd")

YOU: Final = "you"
"""From the contract's names, which take their words from elsewhere."""

ITEM: Final = "[A-F]+|t|s|c|U"
"""Verifiers by their letters, shapes of marks, and the U of U+0000."""


def untranslated(text: str, *data: str) -> list[str]:
    """The words outside of brackets, save names, verifiers, and what the reader or the host has typed."""
    words = letters_outside(text, (*data, *NAMES))
    return [word for word in words if not re.fullmatch(ITEM, word) and word != YOU]


@pytest.mark.usefixtures("pseudo_language")
def test_words_outside_of_brackets_are_seen() -> None:
    assert untranslated("⟦The code is ⟧345⟦.⟧ A Ann ✓ 2") == []
    assert untranslated("⟦The mode is ⟧classic⟦.⟧") == ["classic"]
    words = Catalogues("numberhouse.words")
    assert words.t("{name} of nobody", LANG, name="Ann") == "Ann of nobody"  # in no catalogue of the house


def random_match(mode: Mode, style: str, seed: str) -> Iterator[Match[Any, Any, Any, Any]]:
    """A match of three after every step, with verdicts, notes and time running out."""
    options = Options(mode=mode, verifiers=4, style=style, assistance=True)  # type: ignore[arg-type]
    match = Match(game, seed, options, 3)
    dice = Chance(seed)
    yield match
    for _ in range(80):
        if not match.to_act:
            return
        seat = min(match.to_act)
        if dice.below(8) == 0:
            match.expire(seat)
        else:
            match.act(seat, match.legal(seat).sample(dice))
        other = dice.below(3)
        free = [part for part in match.legal(other).parts if part.free]
        if free and match.to_act:
            match.act(other, dice.choice(free).sample(dice))
        yield match


def typed(match: Match[Any, Any, Any, Any]) -> tuple[str, ...]:
    """What no catalogue has: the players' free notes, and the id of the problem."""
    notes = {line for sheet in match.state.sheets for line in sheet.text.split("\n") if line}
    return (*notes, match.state.problem.id)


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("style", ["race", "team"])
@pytest.mark.parametrize("mode", MODES)
def test_no_board_and_no_event_has_words_of_its_own(
    mode: Mode, style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberhouse.games.turing_machine.coach.ending.SECONDS", 0.0)
    before = None
    for match in random_match(mode, style, f"{mode} {style}"):
        for seat in (0, 1, None):
            view = match.view(seat)
            texts = [draw(view, LANG, NAMES), farewell(view, LANG, NAMES)]
            if before is not None and seat is None:
                texts.append(redraw(view, before, LANG, NAMES))
            texts += [tell(event, seat, LANG, NAMES) for event in (match.events or [()])[-1]]
            assert [untranslated(text, *typed(match)) for text in texts] == [[]] * len(texts), texts
        before = match.view(None)


def refusals() -> Iterator[tuple[IllegalAction, Sequence[str]]]:
    """Refusals of lines, of actions and of options, each with what was typed."""
    for line in ("", "x" * 6000, "hello", "foo bar", "в", "389", "12", "note q", "note: \\q", "ask a b"):
        try:
            parse(line)
        except IllegalAction as refusal:
            yield refusal, (refusal.values.get("text", ""), "Q", "q")
    sheets = [Sheet(("Q.1",)), Sheet(("t1", "t1")), Sheet((), "x" * 3000), Sheet((), "\0")]
    lines = ["A", "345", "E", "done", "solve 111", "not yet"]
    actions: list[Action] = [
        *map(parse, lines),
        *map(Note, sheets),
        Solve("12"),
        Solve("666"),
        Solve("111", 9),
    ]
    for mode in MODES:
        for style in ("race", "team"):
            for match in random_match(mode, style, "refused"):
                for action in actions:
                    for seat in (0, 1, 9):
                        try:
                            game.apply(match.state, seat, action, Chance("refused"))
                        except IllegalAction as refusal:
                            yield refusal, ("Q.1",)
    settings: list[dict[str, Any]] = [
        {"cards": ((4,), (9,))},
        {"cards": ((4, 5), (9,), (11,), (14,))},
        {"cards": ((4,), (4,), (9,), (11,))},
        {"cards": ((99,), (4,), (9,), (11,))},
        {"handicap": (1,)},
        {"handicap": (1, 5)},
        {"problem": "XYZ"},
        {"level": "odd"},
    ]
    for options in settings:
        with pytest.raises(IllegalAction) as caught:
            game.setup(Options(**options), 2, Chance("refused"))
        yield caught.value, ("level", "odd", "easy", "standard", "hard", "any", *MODES)


@pytest.mark.usefixtures("pseudo_language")
def test_no_refusal_has_words_of_its_own() -> None:
    codes = set()
    for refusal, data in refusals():
        codes.add(refusal.code)
        text = refuse(refusal, LANG, NAMES)
        assert untranslated(text, *data) == [], text
    assert len(codes) > 15


@pytest.mark.usefixtures("pseudo_language")
def test_no_coach_has_words_of_its_own() -> None:
    for mode in ("classic", "nightmare"):
        match = Match(game, "coach", Options(mode=mode, verifiers=4), 1)
        for line in ("345", "A", "done", "solve 111"):
            view, action = match.view(0), parse(line)
            evaluation = reviewer.evaluate(view, 0, action, match.legal(0), Budget())
            assert isinstance(evaluation, Evaluation)
            words = [evaluation.scale, evaluation.reason, *(other.reason for other in evaluation.better)]
            assert [untranslated(one["en"]) for one in words] == [[]] * len(words), words
            lines = adviser.advise(view, 0, NoteDraft(tuple(marks(view.layout))), LANG).lines
            assert untranslated(" ".join(lines)) == []
            match.act(0, action)
    for kind in TEXTS:
        for reason in (Reason(kind, verifiers=(0, 1), wrong_codes=("111",)), Reason(kind, cards=(4, 9))):
            assert untranslated(reason.words(LANG)) == []


@pytest.mark.usefixtures("pseudo_language")
def test_names_of_bots_rooms_and_outcomes_are_texts_of_the_catalogue() -> None:
    texts = [bot_title("machine", LANG), room("team", LANG), outcome_word("solved", LANG)]
    assert all(texts)
    assert [untranslated(text) for text in texts] == [[]] * 3
