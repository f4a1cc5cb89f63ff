"""Short ways to play a match in tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.rules.gameplay import Options, Place, State, Turn, game
from numberhouse.games.set_theory.rules.grid import CELLS
from numberhouse.games.set_theory.words.notation import parse
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN, WORTHS

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


def begin(**options: Any) -> AnyMatch:
    """A match of sets that are known: A is "even", worth 2, B "contains a 7", worth 1; no examples."""
    return Match(game, "seed", Options(**{"sets": TEN, "worths": WORTHS, "examples": 0, **options}))


def do(match: AnyMatch, *texts: str) -> list[Turn]:
    """Whoever's turn it is places a number; "" lets the time run out. Gives the turns."""
    before = len(match.state.past)
    for text in texts:
        (seat,) = match.to_act
        if text:
            match.act(seat, parse(text))
        else:
            match.expire(seat)
    return list(match.state.past[before:])


def table(*past: Turn, **fields: Any) -> State:
    """A state with these turns behind it."""
    state: State = begin().state
    return replace(state, past=past, **fields)


def nearly_full(first: int, points: dict[int, int], one: int = 0, two: int = 0) -> State:
    """All cells but H8 taken by numbers in no set that bring nothing, in turns from seat `first`; `points`
    says what some seat got in its first turn, `one` and `two` what the seats 0 and 1 got in their second."""
    turns = []
    for place, cell in enumerate(CELLS[:-1]):
        seat = (first + place) % 2
        gained = points.get(seat, 0) if place < 2 else (one, two)[seat] if place < 4 else 0
        turns.append(Turn(seat, 1001 + 2 * place, cell, "", gained))
    options = replace(begin().state.options, first=("candidate", "dmo")[first])
    return table(*turns, options=options, begins=first)


def finish(state: State, number: int = 999) -> State:
    """The last cell is taken."""
    (seat,) = game.to_act(state)
    return game.apply(state, seat, Place(number, "H8"), Chance("x")).state


def refused(match: AnyMatch, text: str, code: str, words: str, seat: int | None = None) -> None:
    """The action is refused for that reason and nothing has changed."""
    before = match.state
    (turn,) = match.to_act or {0}
    with pytest.raises(IllegalAction, match=words) as caught:
        match.act(turn if seat is None else seat, parse(text))
    assert caught.value.code == code
    assert match.state == before


def events(match: AnyMatch) -> Iterator[tuple[str, dict[str, Any]]]:
    """Code and values of all events so far."""
    return ((event.code, dict(event.values)) for step in match.events for event in step)
