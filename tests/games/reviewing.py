"""A recorded match as a reviewer sees it, and what must be true of any evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.review import MARKS, Evaluation
from numberhouse.match import Match
from numberhouse.record import read
from numberhouse.registry import find

RECORDS = Path(__file__).resolve().parents[1] / "record" / "corpus"
ENOUGH = Budget(nodes=1 << 40)


def evaluated(name: str, most: int = 1000) -> Iterator[tuple[Any, Evaluation]]:
    """Each entry of the record with its evaluation, as far as there is one; whatever is named as better can
    be done, and is worth more."""
    match = read(RECORDS / f"{name}.jsonl").replay()
    game, reviewer = match.game, find(match.game.card.id).reviewer()
    assert reviewer is not None
    again = Match(game, match.seed, match.options, match.seats)
    for entry in match.log[:most]:
        view = again.view(entry.seat)
        if entry.action is not None:
            legal = game.legal(view, entry.seat)
            evaluation = reviewer.evaluate(view, entry.seat, entry.action, legal, ENOUGH)
            if isinstance(evaluation, Evaluation):
                check(again, entry.seat, evaluation)
                end = match.view(entry.seat)
                assert set(reviewer.hindsight(view, entry.seat, entry.action, end)) in ({"en", "ru"}, set())
                yield entry, evaluation
        again.apply(entry)


def check(match: Match[Any, Any, Any, Any], seat: int, evaluation: Evaluation) -> None:
    assert evaluation.mark in MARKS
    assert evaluation.best >= evaluation.played
    assert (evaluation.mark == "best") <= (not evaluation.better)
    assert len(evaluation.better) <= 3
    for words in (evaluation.scale, evaluation.reason, *(one.reason for one in evaluation.better)):
        assert set(words) == {"en", "ru"}
        assert all(words.values())
    values = [one.value for one in evaluation.better]
    assert values == sorted(values, reverse=True)
    for one in evaluation.better:
        match.game.apply(match.state, seat, one.action, Chance("review"))  # raises where it can't be done
