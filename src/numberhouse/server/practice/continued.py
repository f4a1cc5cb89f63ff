"""The worker's side of matches from a position: they are begun, continued and shown.

The position is what one seat saw. The game imagines the rest, so that nobody plays with the hidden facts of
the match that was looked at. Positions come from anybody's records: no code of a game runs on them in the
process that runs matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.first_match import let_others_play
from numberhouse.match import Entry, Match
from numberhouse.registry import InstalledGame, find
from numberhouse.server.workers.tasks import BeginFrom, ContinuedMatch, ContinueFrom
from numberhouse.words import HOUSE

__all__ = ["PERFORMERS"]

THINKING: Final = 0.25
"""Seconds that a bot may think about an action: a round may have many of them."""

MOST_ACTIONS: Final = 5000
"""Legal actions in a list."""


class _Stored(msgspec.Struct, frozen=True):
    """A match from a position, as it is stored."""

    rules: int
    """Version of the game's rules."""
    seat: Seat
    seats: int
    bot: str
    seed: str
    start: msgspec.Raw
    """The imagined state from which the match began."""
    log: msgspec.Raw
    """The entries since then."""


def begin(task: BeginFrom) -> bytes:
    """The match up to the person's first decision. Raises `IllegalAction` where none follows."""
    position = task.position
    installed = find(position.game).version(position.rules)
    game = installed.game
    view = msgspec.json.decode(position.view, type=game.view_type)
    start = game.imagine(view, position.seat, Chance(task.seed).fork("imagined"))
    match: Match[Any, Any, Any, Any] = Match(game, task.seed, None, position.seats, state=start)
    let_others_play(match, position.seat, installed.bot(task.bot), Budget(seconds=THINKING))
    if match.outcome is not None:
        raise IllegalAction("over", "nothing is left to be decided from here; choose an earlier step")
    stored = _Stored(
        position.rules, position.seat, position.seats, task.bot, task.seed, _raw(start), _raw(match.log)
    )
    return _shown(installed, stored, match, 0)


def go_on(task: ContinueFrom) -> bytes:
    """The match after the person's action and the others' replies. Raises `IllegalAction`."""
    stored = msgspec.json.decode(task.match, type=_Stored)
    installed = find(task.game).version(stored.rules)
    game = installed.game
    start = msgspec.json.decode(stored.start, type=game.state_type)
    match: Match[Any, Any, Any, Any] = Match(game, stored.seed, None, stored.seats, state=start)
    entry_type = tuple[Entry[game.action_type], ...]  # type: ignore[name-defined]
    for entry in msgspec.json.decode(stored.log, type=entry_type):
        match.apply(entry)
    before = len(match.log)
    if task.action:
        try:
            action = msgspec.json.decode(task.action, type=game.action_type)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise IllegalAction(
                "action", "no action of this game: {problem}", {"problem": str(error)}
            ) from None
        match.act(stored.seat, action)
        let_others_play(match, stored.seat, installed.bot(stored.bot), Budget(seconds=THINKING))
    return _shown(installed, stored, match, before)


def _shown(installed: InstalledGame, stored: _Stored, match: Match[Any, Any, Any, Any], before: int) -> bytes:
    game, seat = installed.game, stored.seat
    view = match.view(seat)
    hidden = game.card.moves_are_hints or match.outcome is not None
    legal = match.legal(seat)
    languages = HOUSE.languages
    events = [event for step in match.events[before:] for event in step if event.visible_to(seat)]
    names = {lang: _names(stored, lang) for lang in languages}
    return msgspec.json.encode(
        ContinuedMatch(
            match=_raw(msgspec.structs.replace(stored, log=_raw(match.log))),
            seat=seat,
            seats=stored.seats,
            view=_raw(view),
            actions=[] if hidden else [_raw(action) for action in legal.actions[:MOST_ACTIONS]],
            parts=[]
            if hidden
            else [{"name": part.name, "schema": part.describe, "free": part.free} for part in legal.parts],
            text={lang: installed.draw(view, lang, names[lang]) for lang in languages},
            lines={
                lang: "\n".join(installed.tell(event, seat, lang, names[lang]) for event in events)
                for lang in languages
            },
            outcome=match.outcome,
        )
    )


def _names(stored: _Stored, lang: str) -> Sequence[str]:
    """The names of the seats: bots are numbered as on the page, from 1."""
    names, bots = [], 0
    for seat in range(stored.seats):
        if seat == stored.seat:
            names.append(HOUSE.t("You", lang))
            continue
        bots += 1
        one = HOUSE.t("Bot", lang) if stored.seats == 2 else HOUSE.t("Bot {number}", lang, number=bots)
        names.append(one)
    return names


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value, order="deterministic"))


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {BeginFrom: begin, ContinueFrom: go_on}
