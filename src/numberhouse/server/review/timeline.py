"""The timeline of a match from one perspective, step by step: the content of a review.

It holds the first view and its changes with each step, in the same form as a live connection gets them
(`play/sessions/stream.py`), so that a client can show the position after any number of steps without another
request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction
from numberhouse.match import HOST, Entry, Match
from numberhouse.protocol.review import Language, Perspective, PlayerInfo, StepInfo, WhatIf
from numberhouse.registry import InstalledGame
from numberhouse.server.base.perspectives import viewer_of
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.sessions.stream import Stream

__all__ = [
    "NotPossible",
    "PlayedMatch",
    "names_of",
    "position_text",
    "round_ends",
    "timeline_of",
    "what_if",
]


MOST: Final = 0.8
"""Smallest share of the seats' parts in rounds that consist of submitting and confirming; the others have
asked the rules for something else, for instance."""

SUBMIT_AND_CONFIRM: Final = 2
"""Most entries of a seat in a round that is one step."""


class NotPossible(Exception):  # noqa: N818 - a refusal
    """The action wasn't possible at that entry."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match to review."""

    installed: InstalledGame
    match: Match[Any, Any, Any, Any]
    states: Sequence[Any]
    """Before the first entry and after each."""
    players: Sequence[PlayerInfo]
    epoch: int = 0
    status: str = "finished"


def timeline_of(played: PlayedMatch, perspective: Perspective, lang: Language) -> msgspec.Raw:
    """The timeline as JSON."""
    match, game = played.match, played.match.game
    viewer = viewer_of(perspective)
    stream = None if perspective == "everything" else Stream(viewer, game.view(played.states[0], viewer))
    names, steps = names_of(played, lang), []
    free = frozenset(
        entry.number
        for entry, before, events in zip(match.log, played.states, match.events, strict=False)
        if _is_free(game, before, entry, events)
    )
    ends = round_ends(played, free | _extras(played))
    moments = zip(match.log, played.states[1:], match.events, ends, strict=False)
    for entry, state, events, round_end in moments:
        if stream is not None:
            stream.advance(game.view(state, viewer), events, entry.at or 0.0)
        steps.append(
            StepInfo(
                number=entry.number,
                seat=entry.seat,
                at=entry.at,
                notation=_notation(played, entry),
                lines=[
                    *_ruling_lines(played, entry, lang, names),
                    *_event_lines(played, events, perspective, lang, names),
                ],
                item=0 if stream is None else stream.number,
                free=entry.number in free,
                round_end=round_end,
            )
        )
    first: Any = None if stream is None else game.view(played.states[0], viewer)
    timeline: Mapping[str, Any] = {
        "game": played.installed.id,
        "title": game.card.title,
        "epoch": played.epoch,
        "status": played.status,
        "players": played.players,
        "perspective": perspective,
        "steps": steps,
        "first": first,
        "items": [] if stream is None else [msgspec.Raw(item) for item in stream.items],
        "outcome": match.outcome,
        "has_reviewer": played.installed.reviewer() is not None,
    }
    return msgspec.Raw(msgspec.json.encode(timeline, order="deterministic"))


def round_ends(played: PlayedMatch, free: frozenset[int] = frozenset()) -> list[int]:
    """For each entry the number of the last entry of its round, where all of the round is looked at as one
    step; else 0.

    A round begins with the entry after which the match awaits a seat that it didn't await before. It is one
    step where several seats are awaited at once and most of them do no more in it than submit and confirm: a
    round of many decisions, such as the questions of a race, is looked at decision by decision. `free` are
    the numbers of actions that don't count as decisions, such as a submission in place of an earlier one."""
    log, game = played.match.log, played.match.game
    ends = [0] * len(log)
    if not game.card.simultaneous:
        return ends
    awaited = [game.to_act(state) for state in played.states]
    rounds: list[tuple[int, int]] = []
    begin = 0
    for end in range(1, len(log) + 1):
        if end == len(log) or awaited[end] - awaited[end - 1]:
            if len(awaited[begin]) > 1:
                rounds.append((begin, end))
            begin = end
    acted = Counter(
        (last, entry.seat)
        for first, last in rounds
        for entry in log[first:last]
        if entry.seat != HOST and entry.action is not None and entry.number not in free
    )
    if sum(count <= SUBMIT_AND_CONFIRM for count in acted.values()) < MOST * len(acted):
        return ends
    for first, last in rounds:
        # What a host rules is no part of a round: it is a step of its own.
        played_by_seats = [index for index in range(first, last) if log[index].seat != HOST]
        for index in played_by_seats:
            ends[index] = played_by_seats[-1] + 1
    return ends


def position_text(played: PlayedMatch, entry: int, perspective: Perspective, lang: Language) -> str:
    """The position after the first `entry` entries as text, in the same form as in the terminal."""
    view = played.match.game.view(played.states[entry], viewer_of(perspective))
    return played.installed.draw(view, lang, names_of(played, lang))


def names_of(played: PlayedMatch, lang: Language) -> list[str]:
    """The displayed names of the seats, for readers of that language."""
    return [player.translated.get(lang, player.name) for player in played.players]


def what_if(played: PlayedMatch, number: int, action: bytes, lang: Language) -> WhatIf:
    """The result of another action at entry `number`, by the same seat and with the chance of the match.
    Raises `NotPossible`."""
    match, seat = played.match, played.match.log[number - 1].seat
    game = match.game
    if seat == HOST:
        raise NotPossible("ruling", f"entry {number} is a ruling of the host; nobody acted then")
    if match.log[number - 1].forfeit is not None:
        raise NotPossible("forfeit", f"entry {number} ends the match by resigning; no action stands there")
    try:
        alternative = msgspec.json.decode(action, type=game.action_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotPossible("unreadable", f"not an action of {game.card.title}: {error}") from None
    try:
        step = game.apply(played.states[number - 1], seat, alternative, Chance(match.seed, number))
    except IllegalAction as refused:
        raise NotPossible(refused.code, played.installed.refuse(refused, lang)) from None
    return WhatIf(
        seat,
        game.view(step.state, seat),
        list(_event_lines(played, step.events, seat, lang, names_of(played, lang))),
    )


def _is_free(game: Any, before: Any, entry: Entry[Any], events: Sequence[Event]) -> bool:
    """Whether the entry is a free action. Nobody but its seat sees anything of one."""
    if entry.action is None or entry.seat == HOST:
        return False
    # The legal actions are worked out for these few entries alone: it takes long in some games.
    if any(event.audience is None or not event.audience <= {entry.seat} for event in events):
        return False
    return bool(game.legal(game.view(before, entry.seat), entry.seat).is_free(entry.action))


def _extras(played: PlayedMatch) -> frozenset[int]:
    """The numbers of the actions that others see, though they decide nothing in the match: the opening of a
    room for talk, for instance. Each kind of action is looked up once, at its first entry, because the legal
    actions take long in some games."""
    match, kinds, found = played.match, dict[Any, bool](), set[int]()
    for entry, before in zip(match.log, played.states, strict=False):
        if entry.action is None or entry.seat == HOST:
            continue
        tag = entry.action.__struct_config__.tag
        if tag not in kinds:
            legal = match.game.legal(match.game.view(before, entry.seat), entry.seat)
            kinds[tag] = any(part.name == tag and part.left is not None for part in legal.parts)
        if kinds[tag]:
            found.add(entry.number)
    return frozenset(found)


def _notation(played: PlayedMatch, entry: Entry[Any]) -> str:
    return "" if entry.action is None or entry.seat == HOST else played.installed.write(entry.action)


def _ruling_lines(played: PlayedMatch, entry: Entry[Any], lang: Language, names: Sequence[str]) -> list[str]:
    """The lines for a ruling of the host, with its reason; none for any other entry."""
    if entry.seat != HOST:
        return []
    words = phrase("ruled", lang, words=played.installed.ruling_words(entry.action, lang, names))
    return [words, *([phrase("reason", lang, reason=entry.reason)] if entry.reason else [])]


def _event_lines(
    played: PlayedMatch,
    events: Sequence[Event],
    perspective: Perspective,
    lang: Language,
    names: Sequence[str],
) -> Iterator[str]:
    viewer = viewer_of(perspective)
    for event in events:
        if perspective == "everything" and event.audience:
            # In the words for a seat of its audience: a secret event may have no words for anybody else.
            seats = sorted(event.audience)
            audience = ", ".join(names[seat] or str(seat) for seat in seats)
            yield f"[{audience}] {played.installed.tell(event, seats[0], lang, names)}"
        elif event.visible_to(viewer):
            yield played.installed.tell(event, viewer, lang, names)
