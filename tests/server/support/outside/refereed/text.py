"""Words of `Pick`."""

from __future__ import annotations

from typing import Any

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.package import GameText, SeatNames
from tests.contract.sound import Void


def draw(view: Any, lang: str = "en", names: SeatNames = None) -> str:  # noqa: ARG001
    rounds = {"en": "Rounds", "ru": "Раунды"}[lang]
    return f"{rounds}: {'; '.join(' '.join(map(str, row)) for row in view.rounds) or '–'}"


def tell(event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:  # noqa: ARG001
    return f"{event.code}: {dict(event.values)}"


def ruling_words(ruling: Any, lang: str = "en", names: SeatNames = None) -> str:
    name = names[ruling.seat] if names else str(ruling.seat)
    if isinstance(ruling, Void):
        words = {
            "en": "the pick of {name} in round {round} counts for nothing",
            "ru": "выбор {name} в раунде {round} не считается",
        }
    else:
        words = {
            "en": "the pick of {name} in round {round} counts as {number}",
            "ru": "выбор {name} в раунде {round} считается за {number}",
        }
    return words[lang].format(name=name, round=ruling.round + 1, number=getattr(ruling, "number", 0))


text: GameText[Any] = GameText(draw=draw, tell=tell, ruling_words=ruling_words)
