"""The pile in the terminal."""

# ruff: noqa: ARG001 - the shape is the house's

from __future__ import annotations

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.package import GameText, SeatNames

from .rules import View


def draw(view: View, lang: str = "en", names: SeatNames = None) -> str:
    pile = "Куча" if lang == "ru" else "Pile"
    secret = "" if view.lucky is None else f", lucky {view.lucky}"
    return f"{pile} {'●' * view.pile} {view.pile}{secret}"


def redraw(view: View, before: View, lang: str = "en", names: SeatNames = None) -> str:
    return f"{before.pile} before. {draw(view, lang)}"


def tell(event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:
    if event.code == "lucky":
        return f"Seat {seat} is lucky"
    if event.code == "left":
        return f"Seat {event.values['seat']} has left"
    return f"Seat {event.values['seat']} took {event.values['count']}"


def farewell(view: View, lang: str = "en", names: SeatNames = None) -> str:
    return f"Farewell from a pile of {view.options.pile}"


text = GameText(draw=draw, redraw=redraw, tell=tell, farewell=farewell)
