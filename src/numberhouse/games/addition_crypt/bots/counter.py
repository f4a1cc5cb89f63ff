"""The bot that chooses the best reply to what it can infer about the other seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.bots.drifter import settle, submit
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Pick, View
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.solver.simulator import term_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PASTS", "SAMPLES", "Counter", "others_now"]

PASTS: Final = 8
"""Number of pasts that the bot imagines."""
SAMPLES: Final = 96
"""Number of samples of the others' next submissions, for each past."""


class Counter:
    """The bot imagines pasts that fit all it knows: the nodes of every round, its own rooms and the published
    submissions. In long matches a past may fit only nearly.
    Each past tells which nodes are barred for each seat. The bot lets the others submit any legal pick, and
    takes the submission that earns most on average in the running round."""

    name = "counter"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """Choose the best reply of this round, then `lock`."""
        settled = settle(view)
        if settled is not None:
            return settled
        import numpy as np  # NumPy and Numba are in the extra `bots`

        from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points

        own = [pick for pick in picks(view.options.nodes, view.barred) if pick.scoring == pick.first]
        replies = np.array([_plain(pick) for pick in own], np.int8)
        sums = np.zeros((len(own), 2), np.int64)
        row = term_table(view.options)[view.round - 1]
        samples_done = 0
        while samples_done < PASTS * SAMPLES and not (samples_done and budget.spent(samples_done)):
            others = others_now(view, seat, chance)
            reply_points(row, np.array(view.values, np.int64), others, replies, sums)
            samples_done += SAMPLES
        best, starred = divmod(int(sums.argmax()), 2)
        pick = Pick(own[best].first, own[best].second, own[best].nodes[starred])
        expected = int(sums[best, starred]) / samples_done

        return Thought(submit(pick), f"earns {expected:.1f} points on average")


def others_now(view: View, seat: Seat, chance: Chance) -> NDArray[Any]:
    """The others' possible submissions of this round in one past, int8[sample, seat, 3]."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import drift

    others = [other for other in range(view.seats) if other != seat]
    # An exact past can take minutes. A past that nearly fits bars nearly the same nodes.
    rounds = past(view, chance, exact=False)
    before = [_plain(rounds[-1][other]) for other in others] if rounds else []
    samples = np.empty((SAMPLES, len(others), 3), np.int8)
    drift(
        np.uint64(chance.bits(64) | 1), view.options.nodes, np.array(before, np.int8).reshape(-1, 3), samples
    )
    return samples


def _plain(pick: Pick) -> tuple[int, int, int]:
    return pick.first, pick.second, pick.scoring
