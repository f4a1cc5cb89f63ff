"""Review of a match: the expected points of each submission, and the submission that would have earned most.

The evaluation uses only the seat's knowledge of that moment: it imagines pasts that fit the view, and the
others submit at random (as for the bot `counter`). Hindsight uses the others' actual submissions of the
round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.contract.review import Alternative, Evaluation, Playout, Standing, Unrated, Words, mark_for
from numberhouse.games.addition_crypt.bots.counter import PASTS, SAMPLES, others_now
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, Submit, View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.games.addition_crypt.solver.simulator import term_table
from numberhouse.games.addition_crypt.words.notation import write_pick
from numberhouse.games.addition_crypt.words.phrases import WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AdditionCryptReviewer", "playout", "reviewer"]

MOST_BETTER: Final = 3

LOCKED: Final[Words] = WORDS.everywhere("Only what is submitted is judged: a lock changes no points.")
TALK: Final[Words] = WORDS.everywhere("Only what is submitted is judged: a room to talk in earns no points.")
POINTS: Final[Words] = WORDS.everywhere("points in the round on average")


class AdditionCryptReviewer:
    """Reviewer of Addition Crypt, as the module describes."""

    def evaluate(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Evaluation | Unrated | None:
        """Evaluate a submission. Locking is not evaluated: it says nothing about the quality of the pick."""
        if view.end is not None:
            return None
        if not isinstance(action, Submit):
            return Unrated(LOCKED if isinstance(action, Lock) else TALK)
        expected = _expected(view, seat, budget)
        own = Pick(action.first, action.second, action.scoring)
        played, best = expected[own], max(expected.values())
        ranked = sorted(expected, key=lambda pick: -expected[pick])
        better = tuple(
            Alternative(
                Submit(pick.first, pick.second, pick.scoring),
                expected[pick],
                WORDS.everywhere("{points:.1f} points on average", points=expected[pick]),
            )
            for pick in ranked[:MOST_BETTER]
            # A difference within the noise of the imagined pasts is not an improvement.
            if expected[pick] > played + TELLING
        )
        return Evaluation(
            mark_for(max(best - played - TELLING, 0.0), 1.0, 2.5, 5.0),
            played,
            best,
            POINTS,
            WORDS.everywhere(
                "It could be expected to earn {played:.1f} points; {best:.1f} were the most.",
                played=played,
                best=best,
            ),
            better,
            exact=False,
            standing=Standing(float(view.score), WORDS.everywhere("points")),
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:
        """The points of the submission, and the best one against the others' actual picks."""
        if not isinstance(action, Submit) or end.end is None or len(end.rounds) < view.round:
            return {}
        played = [ledger[view.round - 1] for ledger in end.end.ledgers]
        own = Pick(action.first, action.second, action.scoring)
        all_picks = [line.pick for line in played]
        if all_picks[seat] != own:
            return WORDS.everywhere("It was replaced later.")
        earned = played[seat].points.total
        best, most = own, earned
        ruled = terms(view.options, view.round)
        for pick in picks(view.options.nodes, view.barred):
            tried = [*all_picks[:seat], pick, *all_picks[seat + 1 :]]
            points = scored(added(view.values, tried, ruled), tried, ruled)[seat].total
            if points > most:
                best, most = pick, points
        if best == own:
            return WORDS.everywhere(
                "It earned {earned} points; against what the others did nothing earned more.", earned=earned
            )
        return WORDS.everywhere(
            "It earned {earned} points; against what the others did {best} would have earned {most}.",
            earned=earned,
            best=write_pick(best),
            most=most,
        )


reviewer: Final = AdditionCryptReviewer()


def playout(view: View) -> Playout | None:
    """Play the rest of the match with the random bot, as the evaluation assumes for the others. The bot
    `counter` would take a second for a match of many seats."""
    return Playout("drifter", nodes=1) if view.end is None else None


TELLING: Final = 0.25
"""Smallest difference in points between two averages over imagined pasts that has a meaning."""


def _expected(view: View, seat: Seat, budget: Budget) -> dict[Pick, float]:
    """Average points of each pick."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points

    own = [pick for pick in picks(view.options.nodes, view.barred) if pick.scoring == pick.first]
    replies = np.array([(pick.first, pick.second, pick.scoring) for pick in own], np.int8)
    sums: NDArray[Any] = np.zeros((len(own), 2), np.int64)
    row = term_table(view.options)[view.round - 1]
    samples_done = 0
    # The seed is fixed, so that every reader sees the same evaluation.
    chance = Chance(f"review/{view.round}/{seat}")
    while samples_done < PASTS * SAMPLES and not (samples_done and budget.spent(samples_done)):
        reply_points(row, np.array(view.values, np.int64), others_now(view, seat, chance), replies, sums)
        samples_done += SAMPLES
    return {
        Pick(pick.first, pick.second, pick.nodes[starred]): float(sums[place, starred]) / samples_done
        for place, pick in enumerate(own)
        for starred in (0, 1)
    }
