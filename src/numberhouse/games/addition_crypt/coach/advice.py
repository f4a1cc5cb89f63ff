"""The points of a submission by guesses of what the others add, for matches with assistance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.addition_crypt.rules.model import Pick, View
from numberhouse.games.addition_crypt.rules.options import LETTERS, MOST_AMOUNT, MOST_SEATS, Terms, terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.games.addition_crypt.words.phrases import phrase

__all__ = ["Guess", "GuessedScore", "adviser"]

Node = Annotated[int, msgspec.Meta(ge=0, lt=len(LETTERS))]

MOST: int = 4 * MOST_AMOUNT * MOST_SEATS
"""The most that all seats together can change a node by, spreading included."""


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission, and guesses of what the others change."""

    first: Node
    second: Node
    scoring: Node
    others: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)], ...], msgspec.Meta(max_length=len(LETTERS))
    ] = ()
    """By how much all others together change each node in this round; empty: nothing."""


class GuessedScore(msgspec.Struct, frozen=True):
    """The round as it would end by the guesses."""

    values: tuple[int, ...]
    """The nodes after the round."""
    digits: int
    """Points of the scoring node."""
    bonus: int
    """Points of the round's variation, if nobody else submits the same two nodes."""


class GuessAdviser:
    """Works out guesses by the rules of the running round."""

    draft_type = Guess
    result_type = GuessedScore

    def advise(self, view: View, seat: Seat, draft: Guess, lang: str) -> Advice:  # noqa: ARG002
        """The score of the submission by the guesses. Raises `IllegalAction` after the match, and for nodes
        that the match doesn't have."""
        nodes = view.options.nodes
        others = draft.others or (0,) * nodes
        if view.end is not None or draft.first == draft.second or len(others) != nodes:
            raise _no_guess(nodes)
        if draft.scoring not in (draft.first, draft.second) or max(draft.first, draft.second) >= nodes:
            raise _no_guess(nodes)
        pick, now = Pick(draft.first, draft.second, draft.scoring), terms(view.options, view.round)
        changed = [value + change for value, change in zip(view.values, others, strict=True)]
        values = added(changed, [pick], now)
        (points,) = scored(values, [pick], now)
        score = GuessedScore(values, points.digits, points.bonus)
        return Advice(score, tuple(_lines(score, pick, now, lang)))


adviser = GuessAdviser()


def _lines(score: GuessedScore, pick: Pick, now: Terms, lang: str) -> Iterator[str]:
    yield phrase(
        "guessed",
        lang,
        node=LETTERS[pick.scoring],
        value=score.values[pick.scoring],
        points=score.digits + score.bonus,
    )
    if now.standout:
        yield phrase("guessed_alone", lang, bonus=now.standout)


def _no_guess(nodes: int) -> IllegalAction:
    return IllegalAction(
        "guess",
        "a guess has two different nodes of the running match, one of them scoring, and a change of each of "
        "its {nodes} nodes, or of none",
        {"nodes": nodes},
    )
