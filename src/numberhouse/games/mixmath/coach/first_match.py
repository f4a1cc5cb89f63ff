"""A first match: a turn of four tiles, the last in two directions, then two turns against a weak bot."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.drill import Words
from numberhouse.contract.first_match import Answer, FirstMatch, FirstStep, after_own_turns, checked
from numberhouse.games.mixmath.bots import OneTile
from numberhouse.games.mixmath.rules.model import Action, Finish, Line, Options, Place, View
from numberhouse.words import words_of

__all__ = ["first_match"]

TEXTS: Final = words_of("numberhouse.games.mixmath")

SEED: Final = "first match 278"
"""The bot begins, with 4 5 6 6 10 24 72; the learner has 3 4 5 7 9 9 10."""

OWN_TURNS: Final = 3
"""Turns of the learner in the lesson, the taught one included."""


def _laid(action: Action) -> tuple[str, int] | None:
    """The cell and the tile of an action that lays one tile and goes on."""
    match action:
        case Place() as place:
            return place.cell, place.tile
        case Line(placements=(place,), end=False):
            return place.cell, place.tile
    return None


def _lays(right: tuple[str, int], hint: Words) -> Answer[View, Action]:
    """Right is the one placement of that tile on that cell."""
    return checked(
        (lambda action: _laid(action) is not None, ONE_TILE),
        (lambda action: _laid(action) == right, hint),
    )


ONE_TILE: Final = TEXTS.everywhere("Lay this one tile, and don’t end the turn yet.")


first_match: Final[FirstMatch[Options, View, Action]] = FirstMatch(
    options=Options(turn_ends="player"),
    seed=SEED,
    seats=2,
    opening=((1, Place("H6", 6)), (1, Place("G6", 4)), (1, Finish())),
    steps=(
        FirstStep(
            prompt=TEXTS.everywhere(
                "Four numbers are printed in the middle: 1 2 and 3 4. A tile goes beside two numbers of one "
                "row or column and is their sum, difference, product or quotient. The bot has laid 6 above "
                "2 and 4, and 4 above 1 and 3. Now you: 1 + 2 = 3. Lay your 3 left of the 1, on F7."
            ),
            example=Place("F7", 3),
            answer=_lays(
                ("F7", 3),
                TEXTS.everywhere("That would be right too. For now lay the 3 on F7, left of the 1."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "It brought its own number: 3 points. Left of it is E7, a square with a +: there only the "
                "sum counts. 3 + 1 = 4: lay the 4 on E7. A sign square also lets you draw a tile at once, "
                "if you like."
            ),
            example=Place("E7", 4, draw=True),
            answer=_lays(
                ("E7", 4),
                TEXTS.everywhere("Lay the 4 on E7: beside it lie 3 and 1, and its sign is +."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "4 more. Below your 3 is F8, left of 3 and 4. Their difference is 1, their product 12, "
                "their sum 7: lay the 7 on F8."
            ),
            example=Place("F8", 7),
            answer=_lays(
                ("F8", 7),
                TEXTS.everywhere("Lay the 7 on F8: right of it lie 3 and 4."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "Now look at F6. Right of it lie 4 and 6, below it 3 and 7. One of your tiles is the sum of "
                "both pairs, and then it counts twice."
            ),
            example=Place("F6", 10),
            answer=_lays(
                ("F6", 10),
                TEXTS.everywhere("4 + 6 and 3 + 7: lay the 10 on F6."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "20 points for a 10. You may lay as many tiles in a turn as you can; the whole rack brings "
                "50 more. End the turn now: your rack is filled up again, and the bot plays."
            ),
            example=Finish(),
            answer=checked(
                (
                    lambda action: isinstance(action, Finish),
                    TEXTS.everywhere("End the turn now; the bot wants to play too."),
                )
            ),
        ),
    ),
    bot=OneTile,
    free=TEXTS.everywhere(
        "Your turn, without help: two turns of your own. Look for two numbers side by side whose result you "
        "hold. If you find nothing, exchange tiles or pass."
    ),
    closing=TEXTS.everywhere(
        "You have learnt all of Mixmath: a tile is a result of two numbers beside it and brings its own "
        "number, twice or three times on ×2 and ×3; on a sign only that operation counts.\n"
        "Next comes a whole match. It goes on until the tiles are used up, and what is left on your rack is "
        "taken off your points. The easiest bot is ready, and against it no clock runs."
    ),
    ends=after_own_turns(OWN_TURNS),
)
