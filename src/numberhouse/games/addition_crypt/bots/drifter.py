"""The bot that submits a random pick, each legal one equally likely, and locks it."""

from __future__ import annotations

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, Submit, View

__all__ = ["Drifter", "settle", "submit"]


class Drifter:
    """Submits at random."""

    name = "drifter"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],  # noqa: ARG002
        budget: Budget,  # noqa: ARG002 - it doesn't think
        chance: Chance,
    ) -> Thought[Action]:
        """Choose any submission, then `lock`."""
        return settle(view) or Thought(submit(chance.choice(picks(view.options.nodes, view.barred))))


def settle(view: View) -> Thought[Action] | None:
    """The next step of a bot that never replaces its submission; None before it has submitted."""
    if view.sealed is None or view.sealed.pick is None:
        return None
    if view.sealed.how == "submitted":
        return Thought(Lock())
    again = submit(view.sealed.pick, view.round)
    return Thought(again, "nobody waits for this seat")


def submit(pick: Pick, round: int | None = None) -> Submit:
    """The action that submits the pick."""
    return Submit(pick.first, pick.second, pick.scoring, round)
