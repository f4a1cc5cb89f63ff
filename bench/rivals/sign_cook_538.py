"""What an afternoon brings in Sign Cook: `cook`, and 538 in the dessert's 1^N; a lacking tile is bought."""

from __future__ import annotations

from itertools import islice

from numberhouse.contract.bot import Thought
from numberhouse.games.sign_cook.bots.cook import Cook
from numberhouse.games.sign_cook.rules.model import Buy, Serve
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import lacking, without
from numberhouse.games.sign_cook.rules.round import PRICE
from numberhouse.games.sign_cook.solver.cooking import Limits, cooked
from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled


class Cook538(Cook):
    name = "cook-538"

    def choose(self, view, seat, legal, budget, chance):
        pantry = view.kitchen.pantry
        if view.round < 3 or view.kitchen.visits < 3:
            return super().choose(view, seat, legal, budget, chance)
        lacks = lacking(pantry, "538^^")
        if len(lacks) == 1 and not view.kitchen.bought and garnets(view.options, seat) >= PRICE:
            return Thought(Buy(lacks))
        if not lacks:
            # The second ^ makes 1^N^538 of the 1^N that uses everything.
            rest = without(pantry, "538^")
            digits = "".join(tile for tile in rest if tile.isdigit())
            limits = Limits(1 / 6, budget.seconds and budget.seconds / 12)
            for word, _ in islice(spelled(view.options, digits, 1, 2), 6):
                dish = cooked(rest, letters_of(word), limits, clean=True) or ()
                for place, text in enumerate(dish):
                    if text.startswith("1^") and len(text) > 3:
                        size = next(
                            (n for n, tile in enumerate(text) if n > 1 and not tile.isdigit()), len(text)
                        )
                        with_538 = f"{text[:size]}^538{text[size:]}"
                        return Thought(Serve((*dish[:place], with_538, *dish[place + 1 :])))
        return super().choose(view, seat, legal, budget, chance)
