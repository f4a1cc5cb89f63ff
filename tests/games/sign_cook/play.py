"""Short ways to play a match in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import pytest
from msgspec.structs import replace

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.sign_cook.rules.gameplay import Options, game
from numberhouse.games.sign_cook.rules.pantry import joined
from numberhouse.games.sign_cook.words.notation import parse
from numberhouse.match import Match

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]

GRID: Final = ("31482659", "72904183", "15537264", "86021937", "40975218", "29463805", "35718642", "12894075")
"""A mine with A7 = 3, A8 = 1 and B8 = 2."""

WORDS: Final = "cool cook jade bead face cab cat dog ad be"


def begin(seats: int = 2, version: Any = game, **options: Any) -> AnyMatch:
    return Match(version, "seed", Options(**{"mine": GRID, "words": WORDS, **options}), seats)


def play(match: AnyMatch, *lines: tuple[Seat, str]) -> AnyMatch:
    """Each line a seat and what it does; "" lets its time run out."""
    for seat, text in lines:
        if text:
            match.act(seat, parse(text))
        else:
            match.expire(seat)
    return match


def rounds(match: AnyMatch, *dishes: Sequence[str]) -> AnyMatch:
    """Every seat presents, round by round; its pantry is filled with what it takes, "" is nothing."""
    for texts in dishes:
        for seat, text in enumerate(texts):
            give(
                match,
                seat,
                "".join(char for item in text.split(";") for char in item.partition("=")[0] if char != " "),
            )
            match.act(seat, parse(f"serve {text or 'nothing'}"))
    return match


def give(match: AnyMatch, seat: Seat, tiles: str) -> None:
    """Tiles from nowhere."""
    kitchens = list(match.state.kitchens)
    kitchens[seat] = replace(kitchens[seat], pantry=joined(kitchens[seat].pantry, tiles))
    match.state = replace(match.state, kitchens=tuple(kitchens))


def take_all(match: AnyMatch) -> None:
    """Nobody has anything left."""
    kitchens = tuple(replace(kitchen, pantry="") for kitchen in match.state.kitchens)
    match.state = replace(match.state, kitchens=kitchens)


def refused(match: AnyMatch, seat: Seat, text: str) -> IllegalAction:
    """The refusal; the match is as it was."""
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, parse(text))
    assert match.state == before
    return caught.value


def points(match: AnyMatch, round: int = -1) -> list[int]:
    """By seat, for the places of the round; by default the last closed one."""
    return [plate.points for plate in match.state.courses[round].plates]


def verdicts(match: AnyMatch, round: int = -1) -> list[str]:
    """By seat, of the round."""
    return [plate.verdict for plate in match.state.courses[round].plates]


def pantry(match: AnyMatch, seat: Seat) -> str:
    found: str = match.state.kitchens[seat].pantry
    return found
