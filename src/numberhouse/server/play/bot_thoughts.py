"""A bot's choice of an action: run in a worker process, with a seat's view and nothing else of the match."""

from __future__ import annotations

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.workers.tasks import Think

__all__ = ["FreeActionChosen", "think"]


class FreeActionChosen(ValueError):  # noqa: N818 - what was done
    """The bot chose a free action, such as a note, although the match waits for it to move on."""


def think(task: Think) -> bytes:
    """The action that a fresh bot chooses, as JSON. Raises `FreeActionChosen` and whatever the bot raises."""
    installed = find(task.game).version(task.rules)
    game = installed.game
    view = msgspec.json.decode(task.view, type=game.view_type)
    legal = game.legal(view, task.seat)
    bot = installed.bot(task.bot)
    choice = bot.choose(view, task.seat, legal, Budget(seconds=task.seconds), Chance(task.chance))
    if not legal.moves_on(choice.action):
        raise FreeActionChosen
    return msgspec.json.encode(choice.action)
