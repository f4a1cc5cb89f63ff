"""The worker's side of reviews: evaluations, replayed records, advice and farewells.

Records come from anybody: a game's code sees them only in a worker, within limits, and never in the process
that runs matches. A reviewer gets the seat's view at an action and nothing else of the match.
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
    names_of,
    position_text,
    replay_match,
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
from numberhouse.words import literal

__all__ = ["PERFORMERS", "NotVisible"]


class NotVisible(Exception):  # noqa: N818 - a refusal
    """The record is sound, but it has no such action or seat."""

    code = "no-entry"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def _evaluate_action(task: Judge) -> bytes:
    installed = find(task.game).version(task.rules)
    view, end = (msgspec.json.decode(body, type=installed.game.view_type) for body in (task.view, task.end))
    action = msgspec.json.decode(task.action, type=installed.game.action_type)
    return _evaluation(installed, task.seat, view, action, end, task.seconds)


def _evaluate_record_action(task: JudgeRecord) -> bytes:
    played, entry = _entry(task.text, task.entry)
    game = played.match.game
    if entry.action is None or entry.seat == HOST:
        return NOTHING
    view = game.view(played.states[task.entry - 1], entry.seat)
    end = game.view(played.states[-1], entry.seat)
    return _evaluation(played.installed, entry.seat, view, entry.action, end, task.seconds)


def _estimate_win(task: EstimateWin) -> bytes:
    installed = find(task.game).version(task.rules)
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    actions = [msgspec.json.decode(body, type=installed.game.action_type) for body in task.actions]
    return _win_probability(installed, task.seat, view, actions, task.seconds)


def _estimate_win_in_record(task: EstimateWinInRecord) -> bytes:
    played, entry = _entry(task.text, task.entry)
    if entry.action is None or entry.seat == HOST:
        return NOTHING
    game = played.match.game
    view = game.view(played.states[task.entry - 1], entry.seat)
    better = msgspec.json.decode(task.better, type=game.action_type) if task.better else None
    actions = [] if better is None else [better, entry.action]
    return _win_probability(played.installed, entry.seat, view, actions, task.seconds)


def _win_probability(
    installed: InstalledGame, seat: Seat, view: Any, actions: list[Any], seconds: float
) -> bytes:
    playout = installed.playout(view)
    if playout is None:
        return NOTHING
    if installed.id not in _warm:
        # Play out once without counting it: compilation in the first run would use up the time budget.
        _warm.add(installed.id)
        _win_probability(installed, seat, view, actions, 0.001)
    bots = [installed.bot(playout.bot) for _ in range(installed.game.card.seats[1])]
    estimates = win_probabilities(
        installed.game, bots, view, seat, [*actions, None], playout.nodes, Budget(seconds=seconds)
    )  # fmt: skip
    if not estimates:
        return NOTHING
    return msgspec.json.encode(WinProbability(playout.bot, estimates[-1], estimates[1] if actions else None))


_warm: Final[set[str]] = set()
"""Games that this process has played out before."""


def _what_if(task: WhatIfInRecord) -> bytes:
    played, _ = _entry(task.text, task.entry)
    return msgspec.json.encode(what_if(played, task.entry, task.action, task.lang))


def _entry(text: str, number: int) -> tuple[PlayedMatch, Entry[Any]]:
    """The replayed record, and one of its entries. Raises `NotVisible` if there is no such entry."""
    played = _replay(text)
    if not 1 <= number <= len(played.match.log):
        raise NotVisible(f"there is no action {number}; there are 1 to {len(played.match.log)}")
    return played, played.match.log[number - 1]


def _record_timeline(task: ReadRecord) -> bytes:
    played = _replay(task.text)
    _check_perspective(played, task.perspective)
    return bytes(timeline_of(played, task.perspective, task.lang))


def _record_position(task: WordsOfRecord) -> bytes:
    played = _replay(task.text)
    _check_perspective(played, task.perspective)
    if not 0 <= task.entry <= len(played.match.log):
        raise NotVisible(f"there is no action {task.entry}; there are 0 to {len(played.match.log)}")
    return position_text(played, task.entry, task.perspective, task.lang).encode()


def _advice(task: Advise) -> bytes:
    installed = find(task.game).version(task.rules)
    adviser = installed.adviser()
    if adviser is None:
        return NOTHING
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    try:
        draft = msgspec.json.decode(task.draft, type=adviser.draft_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise IllegalAction("draft", "no draft of this game: {problem}", {"problem": str(error)}) from None
    try:
        advice = adviser.advise(view, task.seat, draft, task.lang)
    except IllegalAction as illegal:
        message = installed.refuse(illegal, task.lang)
        raise IllegalAction(illegal.code, literal(message), illegal.values) from None
    return msgspec.json.encode(advice, order="deterministic")


def _farewell(task: Farewell) -> bytes:
    installed = find(task.game).version(task.rules)
    view = msgspec.json.decode(task.view, type=installed.game.view_type)
    return installed.farewell(view, task.lang, task.names).encode()


def _farewell_of_record(task: FarewellOfRecord) -> bytes:
    played = _replay(task.text)
    _check_perspective(played, task.perspective)
    viewer = task.perspective if isinstance(task.perspective, int) else None
    view = played.match.game.view(played.states[-1], viewer)
    return played.installed.farewell(view, task.lang, names_of(played, task.lang)).encode()


NOTHING: Final = b"null"


@lru_cache(maxsize=4)
def _replay(text: str) -> PlayedMatch:
    """The replayed record. Raises a `RecordError`: the first fault of the record."""
    record = read_record(text)
    findings = verify(record)
    if findings:
        raise findings[0]
    match = record.replay()
    return replay_match(
        installed_game(match.game), match, [PlayerInfo(name) for name in record.header.players]
    )


def _check_perspective(played: PlayedMatch, perspective: Perspective) -> None:
    if isinstance(perspective, int) and not 0 <= perspective < played.match.seats:
        raise NotVisible(f"there is no seat {perspective}; there are 0 to {played.match.seats - 1}")


def _evaluation(
    installed: InstalledGame, seat: Seat, view: Any, action: Any, end: Any, seconds: float
) -> bytes:
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
            msgspec.Raw(msgspec.json.encode(alternative.action, order="deterministic")),
            installed.write(alternative.action),
            alternative.value,
            dict(alternative.reason),
        )
        for alternative in judgement.better
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
    Judge: _evaluate_action,
    JudgeRecord: _evaluate_record_action,
    ReadRecord: _record_timeline,
    WordsOfRecord: _record_position,
    Advise: _advice,
    Farewell: _farewell,
    FarewellOfRecord: _farewell_of_record,
    EstimateWin: _estimate_win,
    EstimateWinInRecord: _estimate_win_in_record,
    WhatIfInRecord: _what_if,
}
