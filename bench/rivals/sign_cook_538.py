"""What an afternoon brings in Sign Cook: the bot `cook`, and 538 in the dessert's 1^N, with the bought tile."""

from __future__ import annotations

from itertools import islice

from numberhouse.contract.bot import Thought
from numberhouse.games.sign_cook.bots.cook import Cook
from numberhouse.games.sign_cook.rules.model import Buy, Serve
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import joined, lacking, without
from numberhouse.games.sign_cook.rules.round import PRICE
from numberhouse.games.sign_cook.solver.cooking import Limits, cooked
from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled


class Cook538(Cook):
    name = "cook-538"

    def choose(self, view, seat, legal, budget, chance):
        thought = super().choose(view, seat, legal, budget, chance)
        if view.round < 3 or not isinstance(thought.action, Serve):
            return thought
        pantry = view.kitchen.pantry
        if not view.kitchen.bought and garnets(view.options, seat) >= PRICE:
            lacks = lacking(pantry, "538^^")
            if lacks and not lacking(joined(pantry, lacks[0]), "538^^"):
                return Thought(Buy(lacks[0]))
        if lacking(pantry, "538^^"):
            return thought
        # The second ^ makes 1^N^538 of the 1^N that uses everything.
        rest = without(pantry, "538^")
        digits = "".join(tile for tile in rest if tile.isdigit())
        for word, _ in islice(spelled(view.options, digits, 1, 2), 6):
            if budget.spent():
                break
            dish = cooked(rest, letters_of(word), Limits(1 / 6, budget.seconds and budget.seconds / 12), clean=True)
            texts = [text for text in dish or () if text.startswith("1^") and len(text) > 3]
            if dish and texts:
                with_538 = tuple(_sink(text) if text == texts[0] else text for text in dish)
                return Thought(Serve(with_538))
        return thought


def _sink(text):
    size = next((place for place, tile in enumerate(text) if place > 1 and not tile.isdigit()), len(text))
    return f"{text[:size]}^538{text[size:]}"
