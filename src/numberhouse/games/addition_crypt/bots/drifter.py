"""The bot that submits a random pick, each legal one equally likely, and locks it."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, Submit, View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import digit_sum

__all__ = ["Admirer", "Drifter", "settle", "submit"]

LOOKS: Final = 4
"""Number of nodes that an admirer looks at, so that admirers at one table don't all take the same."""


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


class Admirer:
    """Scores on a node that looks best now: of a few nodes, the one with the highest sum of digits. It
    forgets that the others add to the nodes too."""

    name = "admirer"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,  # noqa: ARG002 - it doesn't think
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a submission that scores on the best of the nodes it looks at, then `lock`."""
        settled = settle(view)
        if settled is not None:
            return settled
        own, usable = chance.fork(f"seat {seat}"), picks(view.options.nodes, view.barred)
        free = sorted({pick.first for pick in usable})
        seen = own.sample(free, min(LOOKS, len(free)))
        base = terms(view.options, view.round).base
        best = max(seen, key=lambda node: digit_sum(view.values[node], base))
        return Thought(
            submit(own.choice([pick for pick in usable if pick.scoring == best])),
            "its node looks best now",
        )


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
