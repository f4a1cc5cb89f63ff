"""Points of a player's plan in pencil, for matches with assistance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.mixmath.rules.board import INDEX, PREMIUM, Board
from numberhouse.games.mixmath.rules.checks import check_draw, check_line
from numberhouse.games.mixmath.rules.ending import BONUS
from numberhouse.games.mixmath.rules.equation import Chain, Equation, chains, equations, in_words
from numberhouse.games.mixmath.rules.model import LONGEST_LINE, Line, Place, View
from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.games.mixmath.words.phrases import phrase
from numberhouse.games.mixmath.words.refusals import refuse

__all__ = ["PlanDraft", "Planned", "Worked", "adviser"]


class PlanDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles in pencil, in the order in which they would be laid."""

    placements: Annotated[tuple[Place, ...], msgspec.Meta(max_length=LONGEST_LINE)] = ()


class Planned(msgspec.Struct, frozen=True):
    """One tile of the plan."""

    cell: str
    points: int
    equations: tuple[Equation, ...]
    """Equations that the tile solves; none for a tile that solves nothing."""
    chains: tuple[Chain, ...]
    """Chains that the tile solves, where no pair does (MX-21)."""
    problem: str
    """The reason why the tile can't be laid or solves nothing, in words."""


class Worked(msgspec.Struct, frozen=True):
    """A computed plan, tile by tile. A tile that can't be laid is ignored for the tiles after it."""

    placements: tuple[Planned, ...]
    points: int
    """Points of the whole plan, with the bonus."""
    bonus: int
    """The bonus for emptying a rack of seven in one turn (MX-14)."""


class PlanAdviser:
    """Computes the points of plans."""

    draft_type = PlanDraft
    result_type = Worked

    def advise(self, view: View, seat: Seat, draft: PlanDraft, lang: str) -> Advice:  # noqa: ARG002
        """Points of the tiles, laid in order on the present board. Raises `IllegalAction` for tiles that
        aren't on the rack."""
        rack = view.hand.rack if view.hand is not None else ()
        check_line(Line(draft.placements), rack)
        board, planned = view.board, []
        for place in draft.placements:
            one, board = _planned(view, board, place, lang)
            planned.append(one)
        all_right = bool(planned) and not any(one.problem for one in planned)
        emptied = len(planned) == len(rack) and not any(place.draw for place in draft.placements)
        bonus = BONUS if all_right and emptied and _began(view) == RACK else 0
        worked = Worked(tuple(planned), sum(one.points for one in planned) + bonus, bonus)
        return Advice(worked, tuple(_lines(worked, draft, lang)))


adviser = PlanAdviser()


def _began(view: View) -> int:
    """Tiles on the rack at the start of the viewer's turn. Before that turn, the tiles on the rack now."""
    if view.turn.seat == view.seat:
        return view.turn.began
    return len(view.hand.rack) if view.hand is not None else 0


def _planned(view: View, board: Board, place: Place, lang: str) -> tuple[Planned, Board]:
    arithmetic = view.options.arithmetic
    try:
        after, points = board.place(place.cell, place.tile, arithmetic)
        if place.draw:
            check_draw(place.cell, view.bag)
    except IllegalAction as refusal:
        return _refused(view, board, place, refusal, lang)
    solved = (board, place.cell, place.tile, arithmetic)
    scored = 0 if place.blank else points
    return Planned(place.cell, scored, equations(*solved), chains(*solved), ""), after


def _refused(
    view: View, board: Board, place: Place, refusal: IllegalAction, lang: str
) -> tuple[Planned, Board]:
    """A refused tile of the plan. Where tiles may be challenged, a wrong tile may be laid and scores if it is
    not challenged (MX-17)."""
    problem = refuse(refusal, lang)
    if not view.options.challenge or refusal.code not in ("unsolved", "sign"):
        return Planned(place.cell, 0, (), (), problem), board
    index = INDEX[place.cell]
    points = 0 if place.blank else place.tile * PREMIUM.get(index, 1)
    after = board.with_tile(index, place.tile, view.options.arithmetic)
    return Planned(place.cell, points, (), (), problem), after


def _lines(worked: Worked, draft: PlanDraft, lang: str) -> Iterator[str]:
    for place, one in zip(draft.placements, worked.placements, strict=True):
        solved = "; ".join(
            [in_words(equation, place.tile) for equation in one.equations]
            + [in_words(chain, place.tile) for chain in one.chains]
        )
        words = one.problem or f"{phrase('together', lang, points=one.points)}: {solved}"
        yield f"{place.tile}@{place.cell}: {words}"
    if len(worked.placements) > 1 or worked.bonus:
        yield phrase("planned", lang, points=worked.points)
    if worked.bonus:
        yield phrase("planned_bonus", lang)
