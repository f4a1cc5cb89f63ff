"""What a bot does in a position: run in a worker process, with a seat's view and no more of the match."""

from __future__ import annotations

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.workers.tasks import Think

__all__ = ["FreeAction", "think"]


class FreeAction(ValueError):  # noqa: N818 - what was done
    """The match waits for the bot, and the bot did something that the match doesn't wait for."""


def think(task: Think) -> bytes:
    """The action of a fresh bot, as JSON. Raises whatever the bot raises, and `FreeAction`."""
    installed = find(task.game).version(task.rules)
    game = installed.game
    view = msgspec.json.decode(task.view, type=game.view_type)
    legal = game.legal(view, task.seat)
    bot = installed.bot(task.bot)
    thought = bot.choose(view, task.seat, legal, Budget(seconds=task.seconds), Chance(task.chance))
    if not legal.moves_on(thought.action):
        raise FreeAction
    return msgspec.json.encode(thought.action)
