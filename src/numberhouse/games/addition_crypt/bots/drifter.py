"""The bot that submits anything, each legal submission equally likely, and locks it."""

from __future__ import annotations

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, Submit, View

__all__ = ["Drifter", "settle", "submit"]


class Drifter:
    """Drifts."""

    name = "drifter"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],  # noqa: ARG002
        budget: Budget,  # noqa: ARG002 - it doesn't think
        chance: Chance,
    ) -> Thought[Action]:
        """Any submission, then `lock`."""
        return settle(view) or Thought(submit(chance.choice(picks(view.options.nodes, view.barred))))


def settle(view: View) -> Thought[Action] | None:
    """What a bot that doesn't change its mind does once it has submitted; None: it hasn't yet."""
    if view.sealed is None or view.sealed.pick is None:
        return None
    if view.sealed.how == "submitted":
        return Thought(Lock())
    again = submit(view.sealed.pick, view.round)
    return Thought(again, "nobody waits for this seat")


def submit(pick: Pick, round: int | None = None) -> Submit:
    """The action that submits the pick."""
    return Submit(pick.first, pick.second, pick.scoring, round)
