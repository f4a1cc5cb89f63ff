"""Judgements, replayed records, advice and farewells: run in a worker process.

Records come from anywhere: whatever a game makes of one happens in a worker, within limits, and not where
matches are played. A reviewer is given the seat's view at an action and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.contract.playouts import win_probabilities
from numberhouse.contract.review import Judgement, Unjudged
from numberhouse.match import HOST, Entry
from numberhouse.protocol.review import Perspective, PlayerInfo
from numberhouse.record import read as read_record
from numberhouse.record import verify
from numberhouse.registry import InstalledGame, find, installed_game
from numberhouse.server.review.timeline import (
    PlayedMatch,
    in_words,
    names_of,
    played,
    timeline_of,
    what_if,
)
from numberhouse.server.workers.tasks import (
    Advise,
    Better,
    EstimateWin,
    EstimateWinInRecord,
    Evaluation,
    Farewell,
    FarewellOfRecord,
    Judge,
    JudgeRecord,
    ReadRecord,
    Unrated,
    WhatIfInRecord,
    WinProbability,
    WordsOfRecord,
)

__all__ = ["PERFORMERS", "NotVisible"]


class NotVisible(Exception):  # noqa: N818 - a refusal
    """The record is sound, and what was asked of it isn't there."""

    code = "no-entry"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def _judge(task: Judge) -> bytes:
    installed = find(task.game).version(task.rules)
    view, end = (msgspec.json.decode(one, type=installed.game.view_type) for one in (task.view, task.end))
    action = msgspec.json.decode(task.action, type=installed.game.action_type)
    return _found(installed, task.seat, view, action, end, task.seconds)


def _judge_record(task: JudgeRecord) -> bytes:
    seen, entry = _entry(task.text, task.entry)
    game = seen.match.game
    if entry.action is None or entry.seat == HOST:
        return NOTHING
    view = game.view(seen.states[task.entry - 1], entry.seat)
    end = game.view(seen.states[-1], entry.seat)
    return _found(seen.installed, entry.seat, view, entry.action, end, task.seconds)


def _weigh(task: EstimateWin) -> bytes:
    installed = find(task.game).version(task.rules)
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    actions = [msgspec.json.decode(one, type=installed.game.action_type) for one in task.actions]
    return _weighed(installed, task.seat, view, actions, task.seconds)


def _weigh_record(task: EstimateWinInRecord) -> bytes:
    seen, entry = _entry(task.text, task.entry)
    if entry.action is None or entry.seat == HOST:
        return NOTHING
    game = seen.match.game
    view = game.view(seen.states[task.entry - 1], entry.seat)
    better = msgspec.json.decode(task.better, type=game.action_type) if task.better else None
    actions = [] if better is None else [better, entry.action]
    return _weighed(seen.installed, entry.seat, view, actions, task.seconds)


def _weighed(installed: InstalledGame, seat: Seat, view: Any, actions: list[Any], seconds: float) -> bytes:
    playout = installed.playout(view)
    if playout is None:
        return NOTHING
    if installed.id not in _warm:
        # What is compiled the first time would eat up what there is time for.
        _warm.add(installed.id)
        _weighed(installed, seat, view, actions, 0.001)
    bots = [installed.bot(playout.bot) for _ in range(installed.game.card.seats[1])]
    found = win_probabilities(
        installed.game, bots, view, seat, [*actions, None], playout.nodes, Budget(seconds=seconds)
    )  # fmt: skip
    if not found:
        return NOTHING
    return msgspec.json.encode(WinProbability(playout.bot, found[-1], found[1] if actions else None))


_warm: Final[set[str]] = set()
"""Games that this process has played out."""


def _instead(task: WhatIfInRecord) -> bytes:
    seen, _ = _entry(task.text, task.entry)
    return msgspec.json.encode(what_if(seen, task.entry, task.action, task.lang))


def _entry(text: str, number: int) -> tuple[PlayedMatch, Entry[Any]]:
    """Raises `NotVisible` for one that isn't there."""
    seen = _replayed(text)
    if not 1 <= number <= len(seen.match.log):
        raise NotVisible(f"there is no action {number}; there are 1 to {len(seen.match.log)}")
    return seen, seen.match.log[number - 1]


def _read(task: ReadRecord) -> bytes:
    seen = _replayed(task.text)
    _check_perspective(seen, task.perspective)
    return bytes(timeline_of(seen, task.perspective, task.lang))


def _words(task: WordsOfRecord) -> bytes:
    seen = _replayed(task.text)
    _check_perspective(seen, task.perspective)
    if not 0 <= task.entry <= len(seen.match.log):
        raise NotVisible(f"there is no action {task.entry}; there are 0 to {len(seen.match.log)}")
    return in_words(seen, task.entry, task.perspective, task.lang).encode()


def _advise(task: Advise) -> bytes:
    installed = find(task.game).version(task.rules)
    adviser = installed.adviser()
    if adviser is None:
        return NOTHING
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    try:
        draft = msgspec.json.decode(task.draft, type=adviser.draft_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise IllegalAction("draft", f"no draft of this game: {error}", {"problem": str(error)}) from None
    try:
        advice = adviser.advise(view, task.seat, draft, task.lang)
    except IllegalAction as illegal:
        said = installed.refuse(illegal, task.lang)
        raise IllegalAction(illegal.code, said, illegal.values) from None
    return msgspec.json.encode(advice, order="deterministic")


def _farewell(task: Farewell) -> bytes:
    installed = find(task.game).version(task.rules)
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    return installed.farewell(view, task.lang, task.names).encode()


def _farewell_of_record(task: FarewellOfRecord) -> bytes:
    seen = _replayed(task.text)
    _check_perspective(seen, task.perspective)
    viewer = task.perspective if isinstance(task.perspective, int) else None
    view = seen.match.game.view(seen.states[-1], viewer)
    return seen.installed.farewell(view, task.lang, names_of(seen, task.lang)).encode()


NOTHING: Final = b"null"


@lru_cache(maxsize=4)
def _replayed(text: str) -> PlayedMatch:
    """Raises a `RecordError`: the first thing that is wrong with it."""
    record = read_record(text)
    findings = verify(record)
    if findings:
        raise findings[0]
    match = record.replay()
    return played(installed_game(match.game), match, [PlayerInfo(name) for name in record.header.players])


def _check_perspective(seen: PlayedMatch, perspective: Perspective) -> None:
    if isinstance(perspective, int) and not 0 <= perspective < seen.match.seats:
        raise NotVisible(f"there is no seat {perspective}; there are 0 to {seen.match.seats - 1}")


def _found(installed: InstalledGame, seat: Seat, view: Any, action: Any, end: Any, seconds: float) -> bytes:
    reviewer = installed.reviewer()
    if reviewer is None:
        return NOTHING
    legal = installed.game.legal(view, seat)
    judgement: Judgement | Unjudged | None = reviewer.judge(
        view, seat, action, legal, Budget(seconds=seconds)
    )
    if judgement is None:
        return NOTHING
    if isinstance(judgement, Unjudged):
        return msgspec.json.encode(Unrated(dict(judgement.reason)))
    better = [
        Better(
            msgspec.Raw(msgspec.json.encode(one.action, order="deterministic")),
            installed.write(one.action),
            one.value,
            dict(one.reason),
        )
        for one in judgement.better
    ]
    return msgspec.json.encode(
        Evaluation(
            mark=judgement.mark,
            played=judgement.played,
            best=judgement.best,
            lost=judgement.lost,
            scale=dict(judgement.scale),
            reason=dict(judgement.reason),
            hindsight=dict(reviewer.hindsight(view, seat, action, end)),
            better=better,
            exact=judgement.exact,
            standing=judgement.standing,
        )
    )


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {
    Judge: _judge,
    JudgeRecord: _judge_record,
    ReadRecord: _read,
    WordsOfRecord: _words,
    Advise: _advise,
    Farewell: _farewell,
    FarewellOfRecord: _farewell_of_record,
    EstimateWin: _weigh,
    EstimateWinInRecord: _weigh_record,
    WhatIfInRecord: _instead,
}
