"""A recorded match as a reviewer sees it, and what must be true of any judgement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.review import MARKS, Judgement
from numberhouse.match import Match
from numberhouse.record import read
from numberhouse.registry import find

RECORDS = Path(__file__).resolve().parents[1] / "records"
ENOUGH = Budget(nodes=1 << 40)


def judged(name: str, most: int = 1000) -> Iterator[tuple[Any, Judgement]]:
    """Each entry of the record with its judgement, as far as there is one; whatever is named as better can
    be done, and is worth more."""
    match = read(RECORDS / f"{name}.jsonl").replay()
    game, reviewer = match.game, find(match.game.card.id).reviewer()
    assert reviewer is not None
    again = Match(game, match.seed, match.options, match.seats)
    for entry in match.log[:most]:
        view = again.view(entry.seat)
        if entry.action is not None:
            legal = game.legal(view, entry.seat)
            judgement = reviewer.judge(view, entry.seat, entry.action, legal, ENOUGH)
            if isinstance(judgement, Judgement):
                check(again, entry.seat, judgement)
                end = match.view(entry.seat)
                assert set(reviewer.hindsight(view, entry.seat, entry.action, end)) in ({"en", "ru"}, set())
                yield entry, judgement
        again.enter(entry)


def check(match: Match[Any, Any, Any, Any], seat: int, judgement: Judgement) -> None:
    assert judgement.mark in MARKS
    assert judgement.best >= judgement.played
    assert (judgement.mark == "best") <= (not judgement.better)
    assert len(judgement.better) <= 3
    for words in (judgement.scale, judgement.reason, *(one.reason for one in judgement.better)):
        assert set(words) == {"en", "ru"}
        assert all(words.values())
    values = [one.value for one in judgement.better]
    assert values == sorted(values, reverse=True)
    for one in judgement.better:
        match.game.apply(match.state, seat, one.action, Chance("review"))  # raises where it can't be done
