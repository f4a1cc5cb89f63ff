"""The course of a match, step by step, as one pair of eyes sees it: what a review is made of.

It holds the first view and what changed in it with each step, in the form in which a live connection is told
(`stream`), so that whoever has it can show the position after any number of steps without asking again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction
from numberhouse.match import HOST, Entry, Match
from numberhouse.protocol.review import Language, Perspective, PlayerInfo, StepInfo, WhatIf
from numberhouse.registry import InstalledGame
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.stream import Stream

__all__ = ["NotPossible", "PlayedMatch", "in_words", "names_of", "played", "timeline_of", "what_if"]


class NotPossible(Exception):  # noqa: N818 - a refusal
    """It couldn't have been done then."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match to look back at."""

    installed: InstalledGame
    match: Match[Any, Any, Any, Any]
    states: Sequence[Any]
    """Before the first entry and after each."""
    players: Sequence[PlayerInfo]
    epoch: int = 0
    status: str = "finished"


def played(
    installed: InstalledGame, match: Match[Any, Any, Any, Any], players: Sequence[PlayerInfo]
) -> PlayedMatch:
    """A match that was replayed, with its states, which it doesn't keep itself."""
    again = Match(match.game, match.seed, match.options, match.seats)
    states = [again.state]
    for entry in match.log:
        again.enter(entry)
        states.append(again.state)
    return PlayedMatch(
        installed, match, states, players, status="running" if match.outcome is None else "finished"
    )


def timeline_of(seen: PlayedMatch, perspective: Perspective, lang: Language) -> msgspec.Raw:
    """The course as JSON."""
    match, game = seen.match, seen.match.game
    viewer = perspective if isinstance(perspective, int) else None
    stream = None if perspective == "everything" else Stream(viewer, game.view(seen.states[0], viewer))
    names, steps = names_of(seen, lang), []
    for entry, state, events in zip(match.log, seen.states[1:], match.events, strict=True):
        if stream is not None:
            stream.advance(game.view(state, viewer), events, entry.at or 0.0)
        steps.append(
            StepInfo(
                number=entry.number,
                seat=entry.seat,
                at=entry.at,
                notation=_notation(seen, entry),
                lines=[
                    *_ruled(seen, entry, lang, names),
                    *_lines(seen, events, perspective, lang, names),
                ],
                item=0 if stream is None else stream.number,
            )
        )
    first: Any = None if stream is None else game.view(seen.states[0], viewer)
    timeline: Mapping[str, Any] = {
        "game": seen.installed.id,
        "title": game.card.title,
        "epoch": seen.epoch,
        "status": seen.status,
        "players": seen.players,
        "perspective": perspective,
        "steps": steps,
        "first": first,
        "items": [] if stream is None else [msgspec.Raw(item) for item in stream.items],
        "outcome": match.outcome,
        "judged": seen.installed.reviewer() is not None,
    }
    return msgspec.Raw(msgspec.json.encode(timeline, order="deterministic"))


def in_words(seen: PlayedMatch, entry: int, perspective: Perspective, lang: Language) -> str:
    """The position after so many entries as text, as the terminal shows it."""
    viewer = perspective if isinstance(perspective, int) else None
    return seen.installed.draw(seen.match.game.view(seen.states[entry], viewer), lang, names_of(seen, lang))


def names_of(seen: PlayedMatch, lang: Language) -> list[str]:
    """Of the seats, for readers of that language."""
    return [one.translated.get(lang, one.name) for one in seen.players]


def what_if(seen: PlayedMatch, number: int, action: bytes, lang: Language) -> WhatIf:
    """What would have come of it if the seat of entry `number` had done that, with the luck of the match.
    Raises `NotPossible`."""
    match, seat = seen.match, seen.match.log[number - 1].seat
    game = match.game
    if seat == HOST:
        raise NotPossible("ruling", f"entry {number} is a ruling of the host; nobody acted then")
    try:
        done = msgspec.json.decode(action, type=game.action_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotPossible("unreadable", f"not an action of {game.card.title}: {error}") from None
    try:
        step = game.apply(seen.states[number - 1], seat, done, Chance(match.seed, number))
    except IllegalAction as refused:
        raise NotPossible(refused.code, seen.installed.refuse(refused, lang)) from None
    return WhatIf(
        seat, game.view(step.state, seat), list(_lines(seen, step.events, seat, lang, names_of(seen, lang)))
    )


def _notation(seen: PlayedMatch, entry: Entry[Any]) -> str:
    return "" if entry.action is None or entry.seat == HOST else seen.installed.write(entry.action)


def _ruled(seen: PlayedMatch, entry: Entry[Any], lang: Language, names: Sequence[str]) -> list[str]:
    """A ruling of the host, in words, with its reason."""
    if entry.seat != HOST:
        return []
    words = phrase("ruled", lang, words=seen.installed.ruling_words(entry.action, lang, names))
    return [words, *([phrase("reason", lang, reason=entry.reason)] if entry.reason else [])]


def _lines(
    seen: PlayedMatch, events: Sequence[Event], perspective: Perspective, lang: Language, names: Sequence[str]
) -> Iterator[str]:
    viewer = perspective if isinstance(perspective, int) else None
    for event in events:
        if perspective == "everything" and event.audience:
            # Told as those are told who saw it: a secret event may have no words for anybody else.
            seats = sorted(event.audience)
            for_whom = ", ".join(names[seat] or str(seat) for seat in seats)
            yield f"[{for_whom}] {seen.installed.tell(event, seats[0], lang, names)}"
        elif event.visible_to(viewer):
            yield seen.installed.tell(event, viewer, lang, names)
