"""Short ways to play a match in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.addition_crypt.rules.gameplay import Lock, Options, game
from numberhouse.games.addition_crypt.words.notation import parse
from numberhouse.match import Match

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]

VARIATIONS = Options().rounds


def begin(seats: int = 3, **options: Any) -> AnyMatch:
    return Match(game, "seed", Options(**options), seats)


def only(*variations: str, **options: Any) -> dict[str, Any]:
    """Options of a match of one round with these variations."""
    return {"rounds": (variations,), **options}


def play(match: AnyMatch, *rounds: Sequence[str]) -> AnyMatch:
    """Every seat submits and locks, round by round; "" lets its time run out."""
    for texts in rounds:
        for seat, text in enumerate(texts):
            if text:
                match.act(seat, parse(text))
                match.act(seat, Lock())
            else:
                match.expire(seat)
    return match


def refused(match: AnyMatch, seat: Seat, text: str) -> IllegalAction:
    """The refusal; the match is as it was."""
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, parse(text))
    assert match.state == before
    return caught.value


def points(match: AnyMatch, round: int = -1) -> list[int]:
    """By seat, of the round; by default the last closed one."""
    return [ledger[round].points.total for ledger in match.state.ledgers]


def values(match: AnyMatch) -> tuple[int, ...]:
    found: tuple[int, ...] = match.state.values
    return found
