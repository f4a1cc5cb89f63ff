"""The worker's side of practice: problems are posed, explained and rated, which may take seconds."""

from __future__ import annotations

import msgspec

from numberhouse.contract.drill import Explaining
from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.workers.tasks import Exercise

__all__ = ["exercise"]


def exercise(task: Exercise) -> bytes:
    """A problem, an explanation or a verdict as JSON."""
    drill = find(task.game).drill(task.drill)
    if task.kind == "pose":
        return msgspec.json.encode(drill.pose(task.level, Chance(task.seed)))
    kind = drill.card.position_type
    last = msgspec.json.decode(task.last, type=kind)
    if task.kind == "explain":
        assert isinstance(drill, Explaining)
        return msgspec.json.encode(dict(drill.explain(last)))
    return msgspec.json.encode(drill.judge(msgspec.json.decode(task.first, type=kind), last))
