"""Review of a match: the points that each step of a turn could have scored.

The value of an action is its points plus the most points that could follow in the same turn without a draw.
Tiles from draws on sign squares are not included: no player could know them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import (
    Alternative,
    Evaluation,
    Explanation,
    Playout,
    Standing,
    Unrated,
    Words,
    mark_for,
)
from numberhouse.games.mixmath.rules.arithmetic import Arithmetic
from numberhouse.games.mixmath.rules.board import INDEX, Board, Spot
from numberhouse.games.mixmath.rules.ending import BONUS
from numberhouse.games.mixmath.rules.equation import chains, equations, in_words
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.model import (
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Pass,
    Place,
    View,
)
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK
from numberhouse.games.mixmath.rules.turn import solves
from numberhouse.words import message, words_of

if TYPE_CHECKING:
    from numberhouse.games.mixmath.solver.search import BestTurn

__all__ = ["MixmathReviewer", "playout", "reviewer"]

MOST_BETTER: Final = 3

MOST_ALTERNATIVES: Final = 12
"""Number of first placements after which the rest of the turn is searched, the highest scores first."""

STATES: Final = 1 << 17
"""Most positions of one search. That is all of them, except with blanks on a full board."""

POINTS: Final = message("points in the turn")

WORDS: Final = words_of("numberhouse.games.mixmath")


class MixmathReviewer:
    """Reviewer of Mixmath, as the module describes."""

    def evaluate(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the search knows what can be laid
        budget: Budget,
    ) -> Evaluation | Unrated | None:
        """The points of the action, and those of the best turn."""
        if view.hand is None or view.end is not None:
            return None
        standing = Standing(float(view.scores[seat]), WORDS.everywhere("points"))
        if isinstance(action, Accept | Challenge):
            return _answer(view, action, standing)
        rack, bonus = view.hand.rack, view.turn.began == RACK
        arithmetic = view.options.arithmetic
        best = _best(view.board, rack, bonus, arithmetic)
        played = _worth(view.board, rack, bonus, action, arithmetic)
        if played is None:
            return _wrong(view, best, standing)
        if isinstance(action, Pass | Exchange | Finish) and not best.placements:
            return Unrated(
                WORDS.everywhere("No tile could be laid. Which tiles are best exchanged isn't judged.")
            )
        lost = max(best.points - played, 0)
        better = _better(view, best, played, budget) if lost else ()
        return Evaluation(
            mark_for(float(lost), 4, 15, 30),
            float(played),
            float(max(best.points, played)),
            WORDS.everywhere(POINTS),
            _reason(action, played, best.points),
            better,
            exact=best.complete,
            standing=standing,
            why=_why(view, best.placements, best.points) if better else (),
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:  # noqa: ARG002
        """Empty: the others' racks don't change the points of a turn."""
        return {}


reviewer: Final = MixmathReviewer()


def playout(view: View) -> Playout | None:
    """Play the rest of the match with the bot `greedy`."""
    return Playout("greedy", nodes=4096) if view.end is None else None


def _best(board: Board, rack: Sequence[int], bonus: bool, arithmetic: Arithmetic) -> BestTurn:
    from numberhouse.games.mixmath.solver.search import best_turn  # NumPy and Numba are in the extra `bots`

    return best_turn(board, rack, bonus, STATES, arithmetic)


def _worth(
    board: Board, rack: Sequence[int], bonus: bool, action: Action, arithmetic: Arithmetic
) -> int | None:
    """Points of the action plus the most that can follow without a draw; None for a tile that solves
    nothing."""
    match action:
        case Place():
            laid, ended = (action,), False
        case Line(placements=laid, end=ended):
            pass
        case _:
            return 0
    points, left = 0, tuple(rack)
    for place in laid:
        spot = board.spots(arithmetic).get(INDEX[place.cell])
        if spot is None or place.tile not in spot.points:
            return None
        board, gain = board.place(place.cell, place.tile, arithmetic)
        points += 0 if place.blank else gain
        left = without(left, [BLANK if place.blank else place.tile])
    drew = any(place.draw for place in laid)
    if not left:
        return points + (BONUS if bonus and not drew else 0)
    return points if ended else points + _best(board, left, bonus and not drew, arithmetic).points


def _better(view: View, best: BestTurn, played: int, budget: Budget) -> tuple[Alternative, ...]:
    """The best turn, then the best turns with other first placements."""
    assert view.hand is not None
    rack, bonus, arithmetic = view.hand.rack, view.turn.began == RACK, view.options.arithmetic
    spots = view.board.spots(arithmetic)
    turns = [(best.points, best.placements)]
    first = {
        place: _points(spots, place)
        for place in placements(view.board, rack, draws=False, arithmetic=arithmetic)
    }
    for place in sorted(first, key=lambda one: -first[one])[:MOST_ALTERNATIVES]:
        if budget.spent():
            break
        board, _ = view.board.place(place.cell, place.tile, arithmetic)
        left = without(rack, [BLANK if place.blank else place.tile])
        rest = _best(board, left, bonus, arithmetic) if left else None
        points = first[place] + (rest.points if rest else BONUS * bonus)
        laid = (place, *(rest.placements if rest else ()))
        if all(set(laid) != set(other) for _, other in turns):
            turns.append((points, laid))
    turns.sort(key=lambda one: -one[0])
    return tuple(
        Alternative(
            laid[0] if view.options.challenge else Line(laid, end=True),
            float(points),
            WORDS.everywhere("{points} points", points=points),
        )
        for points, laid in turns[:MOST_BETTER]
        if points > played
    )


def _why(view: View, laid: Sequence[Place], points: int) -> tuple[Explanation, ...]:
    """The tiles of the best turn, each with the equations that it solves and its points."""
    board, arithmetic = view.board, view.options.arithmetic
    tiles = []
    for place in laid:
        solved = (board, place.cell, place.tile, arithmetic)
        board, gain = board.place(place.cell, place.tile, arithmetic)
        lines = [in_words(one, place.tile) for one in equations(*solved)]
        lines += [in_words(one, place.tile) for one in chains(*solved)]
        earned = 0 if place.blank else gain
        points -= earned
        values: dict[str, str | int]
        values = {"tile": place.tile, "cell": place.cell, "lines": ", ".join(lines), "points": earned}
        tiles.append(Explanation(message("{tile} on {cell} makes {lines}: {points}"), values))
    why = [Explanation(message("The best turn, tile by tile: {tiles}."), {"tiles": tuple(tiles)})]
    if points > 0:
        why.append(Explanation(message("It empties the rack, for {points} points more."), {"points": points}))
    return tuple(why)


def _points(spots: Mapping[int, Spot], place: Place) -> int:
    return 0 if place.blank else spots[INDEX[place.cell]].points[place.tile]


def _reason(action: Action, played: int, best: int) -> Words:
    drew = isinstance(action, Place) and action.draw
    drew |= isinstance(action, Line) and any(place.draw for place in action.placements)
    if played >= best:
        reason = WORDS.everywhere("No turn scored more than {best} points.", best=best)
    else:
        reason = WORDS.everywhere(
            "Worth {played} points in this turn; {best} were there.", played=played, best=best
        )
    if not drew:
        return reason
    note = WORDS.everywhere("What the tile drawn would bring isn't counted.")
    return {lang: f"{sentence} {note[lang]}" for lang, sentence in reason.items()}


def _wrong(view: View, best: BestTurn, standing: Standing) -> Evaluation:
    """Evaluation of a tile that solves nothing and may be taken back (MX-17)."""
    better = _better(view, best, 0, Budget(seconds=0)) if best.placements else ()
    return Evaluation(
        "mistake",
        0.0,
        float(best.points),
        WORDS.everywhere(POINTS),
        WORDS.everywhere("This tile solves nothing."),
        better,
        exact=best.complete,
        standing=standing,
    )


def _answer(view: View, action: Accept | Challenge, standing: Standing) -> Evaluation:
    last = view.turn.laid[-1]
    right = solves(view.board, last.cell, last.tile, view.options.arithmetic)
    best: Action = Accept() if right else Challenge()
    scale = WORDS.everywhere("1 for the right answer")
    template = message("{tile} on {cell} is right.") if right else message("{tile} on {cell} solves nothing.")
    reason = WORDS.everywhere(template, tile=last.tile, cell=last.cell)
    if type(action) is type(best):
        return Evaluation("best", 1.0, 1.0, scale, reason, standing=standing)
    return Evaluation(
        "blunder", 0.0, 1.0, scale, reason, (Alternative(best, 1.0, reason),), standing=standing
    )
