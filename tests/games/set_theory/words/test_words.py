"""In a language of its own nothing is left in English: every text goes through the catalogue."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from numberhouse.contract.game import Chance, Event, IllegalAction
from numberhouse.games.set_theory.coach.advice import NumberDraft, adviser
from numberhouse.games.set_theory.coach.guess import Choose
from numberhouse.games.set_theory.coach.practice import drills
from numberhouse.games.set_theory.coach.remarks import Remark, worded
from numberhouse.games.set_theory.rules.gameplay import Begin, Options, Place, game
from numberhouse.games.set_theory.rules.legal import empty
from numberhouse.games.set_theory.terminal.text import draw, refuse, tell
from numberhouse.games.set_theory.words.notation import parse
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN
from tests.games.set_theory.play import AnyMatch, begin, finish, nearly_full
from tests.support.pseudo_language import LANG, letters_outside, pseudo_language

__all__ = ["pseudo_language"]

pytestmark = pytest.mark.usefixtures("pseudo_language")

NAMES: Final = ["Ann", "Bob"]

EXEMPT: Final = re.compile(r"[A-J]+|Ann|Bob|you")
"""Words that are no texts of the game: sets and cells by their letters, names, and the house's own word for
the reader's seat (`contract.names`)."""


def untranslated(text: str, *data: str) -> list[str]:
    """Words of a text outside of the brackets; `data` is what a person has written."""
    return [word for word in letters_outside(text, data) if not EXEMPT.fullmatch(word)]


def texts_of(match: AnyMatch, events: tuple[Event, ...] | list[Event]) -> Iterator[str]:
    for viewer in (0, 1, None):
        yield from (tell(event, viewer, LANG, NAMES) for event in events)
        yield draw(match.view(viewer), LANG, NAMES)


def random_match(options: Options, turns: int) -> Iterator[str]:
    """Texts of a random match, which ends with time running out again and again."""
    match: AnyMatch = Match(game, "words", options)
    luck = random.Random("words")
    yield from texts_of(match, [])
    while match.to_act:
        (seat,) = match.to_act
        view = match.view(seat)
        if len(view.past) >= turns or luck.random() < 0.2:
            yield from texts_of(match, match.expire(seat))
        elif view.begins is None:
            yield from texts_of(match, match.act(seat, Begin(luck.randrange(2))))
        else:
            number = 1_000 + len(view.past) * 997 + luck.randrange(900)
            yield from texts_of(match, match.act(seat, Place(number, luck.choice(empty(view)))))


@pytest.mark.parametrize(
    "options",
    [
        Options(tier="plain", assistance=True),
        Options(first="dmo-decides", on_time_out="lose", tier="mixed", examples=0),
        Options(first="dmo-decides"),
    ],
)
def test_nothing_of_a_match_is_left_untranslated(options: Options) -> None:
    texts = list(random_match(options, 12))
    assert len(texts) > 10
    for text in texts:
        assert "⟦" in text
        assert untranslated(text) == [], text


def test_nothing_of_a_full_grid_is_left_untranslated() -> None:
    state = finish(nearly_full(1, {0: 5}))
    conditions = [one if isinstance(one, str) else one.statement for one in TEN]
    for viewer in (0, 1, None):
        text = draw(game.view(state, viewer), LANG, NAMES)
        assert untranslated(" ".join(text.split()), *sorted(conditions, key=len, reverse=True)) == [], text


def refusal_of(attempt: Callable[[], Any]) -> str:
    with pytest.raises(IllegalAction) as caught:
        attempt()
    assert refuse(caught.value, "en", NAMES)
    return refuse(caught.value, LANG, NAMES)


@pytest.mark.parametrize(
    "line", ["", "72", "72@K9", "7.5@D4", "9" * 50 + "@D4", "x" * 101, "48@D4", "72@A1", "7@A1", "1000000@A1"]
)
def test_no_refusal_of_a_line_is_left_untranslated(line: str) -> None:
    match = begin()
    match.act(1, Place(72, "D4"))
    assert untranslated(refusal_of(lambda: match.act(0, parse(line))), "K9") == []


def test_no_refusal_of_an_action_is_left_untranslated() -> None:
    match, undecided, drawn = begin(), begin(first="dmo-decides"), Match(game, "words", Options())
    over = finish(nearly_full(1, {0: 5}))
    for attempt in (
        lambda: match.act(0, Place(72, "D4")),
        lambda: match.act(1, Begin(0)),
        lambda: match.act(1, Place(10**30, "D4")),
        lambda: match.act(1, Place(72, "")),
        lambda: undecided.act(1, Place(72, "D4")),
        lambda: undecided.act(0, Begin(0)),
        lambda: undecided.act(1, Begin(5)),
        lambda: game.apply(match.state, 5, Place(72, "D4"), Chance("x")),
        lambda: game.apply(over, 0, Place(72, "D4"), Chance("x")),
        lambda: drawn.act(1, Place(drawn.state.examples[0][0], "D4")),
        lambda: game.setup(Options(), 3, Chance("x")),
    ):
        assert untranslated(refusal_of(attempt)) == []


@pytest.mark.parametrize(
    ("condition", "data"),
    [
        ("n +", ()),
        ("n / 2 == 0", ()),
        ("n ^ 2 == 4", ()),
        ("n ? 2", ()),
        ("n n", ("n",)),
        ("n + 1", ("n + 1",)),
        ("isqrt == 1", ("isqrt(a)", "isqrt")),
        ("isqrt(n, 1, 2) == 1", ("isqrt(a)", "isqrt")),
        ("isqr(n) == 1", ("isqrt", "is_square", "isqr")),
        ("(n == 1) + 1 == 2", ("n == 1",)),
        ("digits(n, 99) == 1", ()),
        ("n % 0 == 1", ("n",)),
        ("10 % (n - 12) == 1", ("n",)),
        ("omega(n * 1000) == 1", ("omega", "n")),
        ("digit_sum(5 - n) == 1", ("digit_sum", "n")),
        ("n ** n == 1", ("n",)),
        ("n < 20", ()),
        ("prmie", ("prmie", "twin-prime", "sexy-prime", "prime")),
        ("zzzz-yyy", ("zzzz-yyy",)),
        ("9 10 11", ()),
        ("n" * 9_000, ()),
        ("n+" * 300 + "n", ()),
        ("n % 2 == 0", ()),
    ],
)
def test_no_refusal_of_a_set_is_left_untranslated(condition: str, data: tuple[str, ...]) -> None:
    text = refusal_of(lambda: Match(game, "words", Options(sets=(*TEN[:9], condition))))
    assert untranslated(text, *data) == []


@pytest.mark.parametrize(
    "options",
    [
        {"sets": TEN[:3]},
        {"worths": (1, 2)},
        {"worths": (4,) * 10},
        {"examples": 11},
        {"example_numbers": ((11,),) * 10},
        {"sets": TEN, "example_numbers": ((12,),)},
        {"sets": TEN, "example_numbers": (tuple(range(10, 32, 2)), *[()] * 9)},
        {"sets": TEN, "example_numbers": ((8,), *[()] * 9)},
        {"sets": TEN, "example_numbers": ((10**30,), *[()] * 9)},
        {"sets": TEN, "example_numbers": ((12, 12), *[()] * 9)},
        {"sets": TEN, "example_numbers": ((13,), *[()] * 9)},
    ],
)
def test_no_refusal_of_options_is_left_untranslated(options: dict[str, Any]) -> None:
    assert untranslated(refusal_of(lambda: Match(game, "words", Options(**options)))) == []


def test_nothing_that_the_coach_says_is_left_untranslated() -> None:
    texts = [worded(Remark(code, "A", 12_345, "B"), LANG) for code in ("thin", "broad", "finite", "within")]
    view = Match(game, "words").view(1)
    for number in (72, 999_983):
        texts += adviser.advise(view, 1, NumberDraft(number, "D4"), LANG).lines
    for name in ("induction", "telling-number"):
        drill: Any = drills[name]
        first = drill.pose("easy", Chance("words")).position
        for choice in first.choices:
            last = drill.apply(first, Choose((str(choice),)), Chance("words"))
            texts.append(drill.judge(first, last).explanation["ru"])
        texts.append(drill.view(first).question["ru"])
    for text in texts:
        assert "⟦" in text
        assert untranslated(text) == [], text
