"""A language in which every text of the catalogue is marked: a word without marks can't be translated.

Outside of the marks letters stand only in the players' names and "you" (the contract's words for seats), in
the notation of nodes and actions, in what a person typed, and in names of options and their values, which
are typed as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.model import Action, Lock, OpenRoom, Submit
from numberhouse.games.addition_crypt.rules.options import VARIATIONS, Options, check
from numberhouse.games.addition_crypt.rules.rooms import MOST_GROUPS
from numberhouse.games.addition_crypt.terminal import text
from numberhouse.games.addition_crypt.words.notation import parse, write
from numberhouse.match import Match
from tests.games.addition_crypt.examples import options as examples
from tests.games.addition_crypt.play import AnyMatch
from tests.support.pseudo_language import LANG, letters_outside, outside, pseudo_language

__all__ = ["pseudo_language"]

pytestmark = pytest.mark.usefixtures("pseudo_language")

SEATS: Final = 5
NAMES: Final = ("Ann", "Bob", "Cyd", "Dee", "Eve")

NOTATION: Final = re.compile(r"\b[A-Z]\b|\broom( \d+)+")
CODES: Final = sorted((*Options.__struct_fields__, *VARIATIONS, "none", "last-round", "best-round", "start"))

TYPED: Final = ("", "12 34", "A B", "A* B*", "С* B", "1" * 300)
REFUSED: Final[tuple[Action, ...]] = (
    Lock(),
    Submit(0, 0, 0),
    Submit(0, 30, 0),
    Submit(0, 1, 2),
    Submit(0, 1, 0, round=1),
    Submit(0, 1, 0, round=2),
    Submit(0, 1, 0, round=999),
    OpenRoom(()),
    OpenRoom((0, 1)),
    OpenRoom((0, 1, 1)),
    OpenRoom((0, 1, 99)),
    OpenRoom((0, 1, 2)),
    OpenRoom(tuple(range(SEATS))),
)
BAD_OPTIONS: Final = (
    Options(start=(1, 2)),
    Options(start=(0, 1, 2, -3)),
    Options(rounds=()),
    Options(rounds=((),)),
    Options(rounds=(("sixify", "sixify"),)),
    Options(rounds=(("theme", "sixify"),)),
    msgspec.structs.replace(Options(), rounds=(("other",),)),
    msgspec.structs.replace(Options(), tie_break="other"),
    Options(amounts=(-1, 0)),
    Options(amounts=(0, -1)),
    Options(base=1),
)


def unmarked(output: str, *data: str) -> str:
    """The words that no catalogue has. `data` are names and what a person typed."""
    return " ".join(letters_outside(NOTATION.sub(" ", outside(output)), (*data, *CODES)))


def playthrough(options: Options, chance: Chance) -> Iterator[AnyMatch]:
    """A random match, after each of its steps."""
    match: AnyMatch = Match(game, "pseudo", options, SEATS)
    while match.outcome is None:
        yield match
        seat = chance.choice(sorted(match.to_act))
        legal = match.legal(seat)
        if legal.parts and chance.below(3) == 0:
            match.act(seat, chance.choice(legal.parts).sample(chance))
        elif legal.actions and chance.below(8):
            match.act(seat, chance.choice(legal.actions))
        else:
            match.expire(seat)
    yield match


def refusals(match: AnyMatch) -> Iterator[IllegalAction]:
    for action in REFUSED:
        try:
            game.apply(match.state, 0, action, Chance("refused"))
        except IllegalAction as illegal:
            yield illegal
    if not match.to_act:
        return
    for node in match.state.barred(0)[:1]:
        with pytest.raises(IllegalAction) as caught:
            game.apply(match.state, 0, Submit(node, (node + 1) % 4, node), Chance("barred"))
        yield caught.value


@pytest.mark.parametrize("options", [Options(), *examples], ids=range(1 + len(examples)))
def test_nothing_in_a_match_is_left_untranslated(options: Options) -> None:
    for match in playthrough(options, Chance("pseudo")):
        for seat in (None, 0, 1):
            view = match.view(seat)
            for output in (text.draw(view, LANG, NAMES), text.coming(view, LANG, NAMES)):
                assert unmarked(output, *NAMES, "you") == "", output
            for event in match.events[-1] if match.events else ():
                if event.visible_to(seat):
                    output = text.tell(event, seat, LANG, NAMES)
                    assert unmarked(output, *NAMES, "you") == "", output
        for room in game.rooms(match.state):
            assert unmarked(text.room(room, LANG, NAMES), *NAMES) == ""
        for illegal in refusals(match):
            assert unmarked(text.refuse(illegal, LANG, NAMES)) == "", illegal


def test_refusals_of_one_more_room_are_translated() -> None:
    match: AnyMatch = Match(game, "rooms", None, 13)
    for other in range(2, 2 + MOST_GROUPS):
        match.act(0, OpenRoom((0, 1, other)))
    for seats, code in (((0, 1, 2), "room-there"), ((0, 2, 3), "too-many-rooms")):
        with pytest.raises(IllegalAction) as caught:
            match.act(0, OpenRoom(seats))
        assert caught.value.code == code
        assert unmarked(text.refuse(caught.value, LANG)) == ""


def test_refusals_of_what_is_typed_are_translated() -> None:
    for typed in TYPED:
        with pytest.raises(IllegalAction) as caught:
            parse(typed)
        output = text.refuse(caught.value, LANG, NAMES)
        assert unmarked(output, caught.value.values.get("text", "")) == "", output


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=range(len(BAD_OPTIONS)))
def test_refusals_of_options_are_translated(options: Options) -> None:
    with pytest.raises(IllegalAction) as caught:
        check(options, SEATS)
    output = text.refuse(caught.value, LANG)
    assert unmarked(output, str(caught.value.values.get("value", ""))) == "", output


def test_a_refusal_of_the_seats_is_translated() -> None:
    with pytest.raises(IllegalAction) as caught:
        check(Options(), 1)
    assert unmarked(text.refuse(caught.value, LANG)) == ""


def test_titles_of_bots_and_outcomes_are_translated() -> None:
    for title in (
        text.bot_title("counter", LANG),
        text.bot_title("drifter", LANG),
        text.outcome_word("rounds-played", LANG),
    ):
        assert title.startswith("⟦")
        assert unmarked(title) == ""


def test_a_word_outside_of_the_catalogue_is_noticed() -> None:
    assert unmarked("⟦round ⟧3⟦: ⟧locked") == "locked"
    assert unmarked(f"⟦such as ⟧{write(OpenRoom((0, 1, 2)))}⟦; left: ⟧2 A* B") == ""
