"""The worker's side of reviews: evaluations, replayed records, advice and farewells.

Records come from anybody: a game's code sees them only in a worker, within limits, and never in the process
that runs matches. A reviewer gets the seat's view at an action and nothing else of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.contract.playouts import win_probabilities
from numberhouse.contract.review import Evaluation, Unrated
from numberhouse.registry import InstalledGame, find
from numberhouse.server.base.perspectives import viewer_of
from numberhouse.server.review.record_replays import RecordReplays
from numberhouse.server.review.timeline import names_of, position_text, timeline_of, what_if
from numberhouse.server.workers.tasks import (
    Advise,
    Better,
    EstimateWin,
    Evaluate,
    EvaluatedAction,
    Farewell,
    FarewellOfRecord,
    PlayedAction,
    PlayedPosition,
    ReadRecord,
    RecordAction,
    TextOfRecord,
    UnratedAction,
    ViewInRecord,
    WhatIfInRecord,
    WinProbability,
)
from numberhouse.words import literal

__all__ = ["PERFORMERS"]


class _Decoded(NamedTuple):
    """An action with its seat's views, as the game's own types."""

    installed: InstalledGame
    seat: Seat
    view: Any
    action: Any
    end: Any


def _decoded(source: PlayedAction | RecordAction) -> _Decoded:
    if isinstance(source, RecordAction):
        played = _replay(source.text)
        entry, game = played.match.log[source.entry - 1], played.match.game
        before, end = (game.view(played.states[number], entry.seat) for number in (source.entry - 1, -1))
        return _Decoded(played.installed, entry.seat, before, entry.action, end)
    installed = find(source.game).version(source.rules)
    before, end = (
        msgspec.json.decode(view, type=installed.game.view_type) for view in (source.view, source.end)
    )
    action = msgspec.json.decode(source.action, type=installed.game.action_type)
    return _Decoded(installed, source.seat, before, action, end)


def _estimate_win(task: EstimateWin) -> bytes:
    installed, seat, view, action, _ = _decoded(task.action)
    actions = []
    if task.better:
        actions = [msgspec.json.decode(task.better, type=installed.game.action_type), action]
    return _win_probability(installed, seat, view, actions, task.seconds)


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
    return msgspec.json.encode(what_if(_replay(task.text), task.entry, task.action, task.lang))


def _view_in_record(task: ViewInRecord) -> bytes:
    played = _replay(task.text)
    card = played.match.game.card
    view = msgspec.json.encode(played.match.game.view(played.states[task.entry], task.seat))
    seats = played.match.seats
    return msgspec.json.encode(PlayedPosition(card.id, card.rules_version, seats, task.seat, view))


def _record_timeline(task: ReadRecord) -> bytes:
    return bytes(timeline_of(_replay(task.text), task.perspective, task.lang))


def _record_text(task: TextOfRecord) -> bytes:
    return position_text(_replay(task.text), task.entry, task.perspective, task.lang).encode()


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
    view = played.match.game.view(played.states[-1], viewer_of(task.perspective))
    return played.installed.farewell(view, task.lang, names_of(played, task.lang)).encode()


NOTHING: Final = b"null"


_replay: Final = RecordReplays().replay


def _evaluate(task: Evaluate) -> bytes:
    installed, seat, view, action, end = _decoded(task.action)
    reviewer = installed.reviewer()
    if reviewer is None:
        return NOTHING
    legal = installed.game.legal(view, seat)
    evaluation: Evaluation | Unrated | None = reviewer.evaluate(
        view, seat, action, legal, Budget(seconds=task.seconds)
    )
    if evaluation is None:
        return NOTHING
    if isinstance(evaluation, Unrated):
        return msgspec.json.encode(UnratedAction(dict(evaluation.reason)))
    better = [
        Better(
            msgspec.Raw(msgspec.json.encode(alternative.action, order="deterministic")),
            installed.write(alternative.action),
            alternative.value,
            dict(alternative.reason),
        )
        for alternative in evaluation.better
    ]
    return msgspec.json.encode(
        EvaluatedAction(
            mark=evaluation.mark,
            played=evaluation.played,
            best=evaluation.best,
            lost=evaluation.lost,
            scale=dict(evaluation.scale),
            reason=dict(evaluation.reason),
            hindsight=dict(reviewer.hindsight(view, seat, action, end)),
            better=better,
            exact=evaluation.exact,
            standing=evaluation.standing,
            why=evaluation.why,
        )
    )


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {
    Evaluate: _evaluate,
    EstimateWin: _estimate_win,
    ReadRecord: _record_timeline,
    TextOfRecord: _record_text,
    ViewInRecord: _view_in_record,
    WhatIfInRecord: _what_if,
    Advise: _advice,
    Farewell: _farewell,
    FarewellOfRecord: _farewell_of_record,
}
