"""The work on a match's options that a worker process does: setting the match up, and the game's remarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from numberhouse.match import Match
from numberhouse.registry import find
from numberhouse.server.workers.tasks import RemarkOnOptions, SetUp
from numberhouse.words import HOUSE

__all__ = ["PERFORMERS"]


def set_up(task: SetUp) -> bytes:
    """The first state of the match as JSON. Raises `IllegalAction` for options that can't be played."""
    game = find(task.game).version(task.rules).game
    options = msgspec.json.decode(task.options, type=game.options_type)
    return msgspec.json.encode(Match(game, task.seed, options, task.seats).state)


def remarks(task: RemarkOnOptions) -> bytes:
    """The game's remarks on the options as JSON: a list of texts by language."""
    installed = find(task.game).version(task.rules)
    options = msgspec.json.decode(task.options, type=installed.game.options_type)
    by_language = [installed.remarks(options, lang) for lang in HOUSE.languages]
    texts = [dict(zip(HOUSE.languages, texts, strict=True)) for texts in zip(*by_language, strict=True)]
    return msgspec.json.encode(texts)


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {SetUp: set_up, RemarkOnOptions: remarks}
