"""The bot `chef`: a plan for the tiles of the whole match.

Two paths and a 9 for signs make eleven courses of the starter, and about as many signs in the main course.
Three paths, chosen by the words that they bring within reach, make the dessert. One of its letters has the
term 1^N^538: the 538 earns a point (SC-17), and the N uses up all digits that are left (SC-18). The second ^
is bought (SC-4).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import log
from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Legal, Seat
from numberhouse.games.sign_cook.bots.cook import best_dish, good_paths
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.dishes.dish import SECRET_INGREDIENT
from numberhouse.games.sign_cook.rules.dishes.judge import AIM
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    VISITS,
    Action,
    Buy,
    Kitchen,
    Mine,
    Serve,
    View,
    Visit,
)
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import DIGITS, PLACES, SIGNS, joined, lacking, without
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.round import PRICE
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts

if TYPE_CHECKING:
    from numberhouse.games.sign_cook.solver.cooking import Limits

__all__ = ["Chef"]

STARTER_WORTH: Final = {"0": -1.5, "1": 0.0, "2": 0.2, "3": 0.7, "4": 0.8, "5": 0.8, "7": 1.2, "9": 1.3}
"""Values of mined digits for the starter. Large digits make a high top value, and a 9 buys nine signs. A 1
and a 2 are needed for the letters of the dessert."""

MAIN_WORTH: Final = {"0": -0.5, "1": 0.0, "2": 0.2, "7": 1.2, "9": 1.3}
"""Values of mined digits for the main course."""

LEAVES: Final = ("^x-", "^-", "^")
"""Tiles that the starter leaves to the main course, the most wanted first. It gives up a course only for the
last."""

SINK_TILE: Final = "^"
"""The tile that the dessert needs twice for 1^N^538."""

COMPARED: Final = 100
"""Largest number of paths that are compared by what they leave."""

OPENNESS: Final = 2.0
"""Value of e times as many paths that are left open."""

EXCHANGES: Final = 12
"""Largest number of exchanges that are compared for the main course."""

COOKED: Final = 8
"""Largest number of paths that are compared by the main course that they make."""

MANY: Final = 10
"""Number of signs that few main courses pass."""

WORDS_A_LENGTH: Final = 6
"""Largest number of words of a length that are tried."""

MOST_WORDS: Final = 30
"""Largest number of words that are tried."""

FREE_LETTERS: Final = 3
"""Number of letters of a word that take up what the others, written as plain numbers, leave."""

WORK: Final = 0.6
"""Limit of one search in the solver's own units. A unit is about a second."""

MARGIN: Final = 0.15
"""Share of the budget's seconds that is kept for reading the answer and building models."""


class Chef:
    """The strongest bot. It plans its visits, and earns the point for 538 in the dessert."""

    name = "chef"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a visit while one is useful, a purchase before the dessert, then the dish."""
        kitchen = view.kitchen
        assert kitchen is not None
        assert seat == view.seat
        thinking = _Thinking(view, kitchen, budget)
        if kitchen.visits < VISITS:
            visit = thinking.visit(chance)
            if visit is not None:
                return visit
        course = COURSES[view.round - 1]
        if course == "dessert":
            bought = thinking.purchase()
            if bought is not None:
                return bought
        return thinking.dish() or best_dish(view, kitchen, budget)


class _Thinking:
    """One thought of the bot."""

    def __init__(self, view: View, kitchen: Kitchen, budget: Budget) -> None:
        self.view = view
        self.kitchen = kitchen
        self.pantry = kitchen.pantry
        self.budget = budget
        self.course = COURSES[view.round - 1]
        self.searches = 0
        self.until = None if budget.seconds is None else time.monotonic() + budget.seconds * (1 - MARGIN)

    # Visits

    def visit(self, chance: Chance) -> Thought[Action] | None:
        """The next visit; None if the dish can do without."""
        if self.course == "dessert":
            return self._word_path(chance)
        mined = sum(isinstance(entry, Mine) for entry in self.kitchen.diary[-1])
        worths = STARTER_WORTH if self.course == "starter" else MAIN_WORTH
        if mined < VISITS - 1:
            wanted = "9" if self.course == "starter" else "9" + self.rarest()
            worths = {**worths, **dict.fromkeys(set(wanted) - set(self.pantry), 3.0)}
            paths = self._paths(chance, worths)
            if self.course == "main" and mined == VISITS - 2:
                paths = self._by_main(paths[:COOKED])
            if paths:
                return Thought(paths[0], f"{len(paths[0].cells)} digits for the {self.course}")
        return self._starter_exchange() if self.course == "starter" else self._main_exchange()

    def _paths(self, chance: Chance, worths: Mapping[str, float]) -> list[Mine]:
        """Paths of valuable digits that leave many paths open for the rest of the match, the best first."""
        from numberhouse.games.sign_cook.solver.word_paths import paths_left  # NumPy is of the extra `bots`

        grid, closed = self.view.grid, self.kitchen.closed
        paths = list(islice(good_paths(grid, closed, chance, worths), COMPARED))
        paths = [path for path in paths if len(path.cells) == len(paths[0].cells)]
        if len(paths) < 2:
            return paths

        def value(path: Mine, left: int) -> float:
            worth = sum(worths.get(mine.digit(grid, cell), 1.0) for cell in path.cells)
            return worth + OPENNESS * log(1 + left)

        lefts = paths_left(grid, closed, paths)
        values = {path: value(path, left) for path, left in zip(paths, lefts, strict=True)}
        return sorted(paths, key=lambda path: -values[path])

    def _word_path(self, chance: Chance) -> Thought[Action] | None:
        from numberhouse.games.sign_cook.solver.word_paths import paths_to_words  # NumPy is of `bots`

        later = VISITS - 1 - self.kitchen.visits
        view, closed = self.view, self.kitchen.closed
        path = next(paths_to_words(view.options, view.grid, closed, self.pantry, later, self.over_next), None)
        path = path or next(iter(self._paths(chance, {"0": -1.0})), None)
        return None if path is None else Thought(path, "its digits bring long words within reach")

    def _by_main(self, paths: list[Mine]) -> list[Mine]:
        """The paths, those first after which the main course has the most signs: with one of the two
        largest digits given for minus signs."""
        keep = SINK_TILE + self.reserve()
        signs = dict.fromkeys(paths, 0)
        for path in paths:
            pantry = joined(self.pantry, "".join(mine.digit(self.view.grid, cell) for cell in path.cells))
            for tile in sorted({tile for tile in pantry if tile in DIGITS})[-2:]:
                if not self.over():
                    after = joined(without(pantry, tile), PLACES["minus-market"] * int(tile))
                    signs[path] = max(signs[path], len(_signs_of(self._main(after, keep))))
        return sorted(paths, key=lambda path: -signs[path])

    def _starter_exchange(self) -> Thought[Action] | None:
        """A digit for the plus signs that the starter's numbers need."""
        spare = [int(digit) for digit in set(self.pantry) & set("23456789")]
        signs = sum(tile in SIGNS for tile in self.pantry)
        needed = (_numbers(self.pantry) - 1) // 2 + len(LEAVES[0]) - signs
        if needed < 1 or not spare:
            return None
        tile = min(spare, key=lambda digit: (digit < needed, abs(digit - needed)))
        if tile < 2:
            return None
        return Thought(Visit("plus-palace", tile), f"{needed} more signs can be used")

    def _main_exchange(self) -> Thought[Action] | None:
        """The exchange after which the main course has the most signs."""
        options = sorted(
            (
                (-_most_signs(after), place != "minus-market", -digit, place, digit, after)
                for place in PLACES
                for digit in map(int, set(self.pantry) & set("3456789"))
                for after in [joined(without(self.pantry, str(digit)), PLACES[place] * digit)]
                if place != "strange-square"
            ),
            key=lambda option: option[:4],
        )
        keep = SINK_TILE + self.reserve()
        best: tuple[int, Thought[Action] | None] = (len(_signs_of(self._main(self.pantry, keep))), None)
        for bound, _, _, place, digit, after in options[:EXCHANGES]:
            if best[0] >= -bound or self.over():
                break
            signs = len(_signs_of(self._main(after, keep)))
            if signs > best[0]:
                best = signs, Thought(Visit(place, digit), f"the main course can have {signs} signs")
        if best[1] is None and options and best[0] == 0:
            *_, place, digit, _ = options[0]
            return Thought(Visit(place, digit), "more signs are needed")
        return best[1]

    def purchase(self) -> Thought[Action] | None:
        """The tile that 1^N^538 lacks."""
        if self.kitchen.bought or garnets(self.view.options, self.view.seat or 0) < PRICE:
            return None
        if any(course.plates[self.view.seat or 0].bonus for course in self.view.courses):
            return None
        lacks = lacking(self.pantry, "1538^^")
        if not lacks:
            return None
        return Thought(Buy(lacks[0]), "538 belongs into the dessert")  # type: ignore[arg-type]

    # Dishes

    def dish(self) -> Thought[Action] | None:
        """The best dish that is found; None if the searches find nothing."""
        dishes = {"starter": self._starters, "main": self._mains, "dessert": self._desserts}[self.course]
        for dish, reason in dishes():
            served = self._served(dish)
            if served is not None:
                return Thought(served, reason)
        return None

    def _served(self, dish: Sequence[str]) -> Serve | None:
        """The dish as an action, if the rules accept it and it counts."""
        try:
            made = prepared(self.view.options, self.view.round, tuple(dish))
        except IllegalAction:
            return None
        tiles = [tile for expression in made.expressions for tile in expression.tiles]
        if made.ruined or lacking(self.pantry, tiles):
            return None
        if made.word is not None and not counts(self.view, made.word.lower()):
            return None
        return Serve(tuple(expression.text for expression in made.expressions))

    def _starters(self) -> Iterator[tuple[tuple[str, ...], str]]:
        from numberhouse.games.sign_cook.solver.cooking import courses  # OR-Tools is of the extra `bots`

        signs = sum(tile in SIGNS for tile in self.pantry)
        for count in range(min(signs, _numbers(self.pantry) // 2), 0, -1):
            for keep in LEAVES:
                if self.over():
                    return
                found = courses(self.pantry, count, self.limits(), keep)
                if found:
                    yield found, f"{count} courses"

    def _mains(self) -> Iterator[tuple[tuple[str, ...], str]]:
        dishes: list[str] = []
        for keep in (SINK_TILE + self.reserve(), SINK_TILE, ""):
            if dishes and not keep:
                break
            found = self._main(self.pantry, keep, large=True)
            if found:
                dishes.append(found)
                if len(_signs_of(found)) >= _most_signs(self.pantry) or self.over():
                    break
        # What is kept for the dessert may cost a sign where many are left.
        for found in sorted(
            dishes, key=lambda one: -len(_signs_of(one)) - (one == dishes[0]) * (len(_signs_of(one)) >= MANY)
        ):
            yield (found,), f"24, with {len(_signs_of(found))} signs"

    def reserve(self) -> str:
        """The digit that the main course leaves to the dessert, if the pantry has it."""
        digit = self.rarest()
        return digit if digit in self.pantry else ""

    def rarest(self) -> str:
        """The digit of 538 that is the hardest to mine."""
        from numberhouse.games.sign_cook.solver.word_paths import rarest  # NumPy is of the extra `bots`

        return rarest(self.view.grid, self.kitchen.closed, SECRET_INGREDIENT)[0]

    def _main(self, pantry: str, keep: str, large: bool = False) -> str:
        """An expression with the value 24 and as many signs as the search finds; empty if it finds none."""
        from numberhouse.games.sign_cook.solver.cooking import cooked  # OR-Tools is of the extra `bots`

        found = cooked(pantry, [AIM], self.limits(), keep, large=large)
        return found[0] if found else ""

    def _desserts(self) -> Iterator[tuple[tuple[str, ...], str]]:
        from numberhouse.games.sign_cook.solver.spelling import spelled  # NumPy is of the extra `bots`
        from numberhouse.games.sign_cook.solver.word_paths import SINK

        digits = "".join(tile for tile in self.pantry if tile in DIGITS)
        if not lacking(self.pantry, SINK + SINK_TILE):
            rest = without(digits, SINK)
            for word, _ in spelled(self.view.options, rest, 1, WORDS_A_LENGTH):
                if self.over() or self.searches > MOST_WORDS:
                    break
                found = self._spelling(word, secret=True)
                if found:
                    yield found, f"{word.upper()} with 538, and nothing is left over"
        for word, _ in spelled(self.view.options, digits, 1, 1):
            if self.over() or self.searches > 2 * MOST_WORDS:
                break
            found = self._spelling(word, secret=False)
            if found:
                yield found, f"{word.upper()}, and nothing is left over"

    def _spelling(self, word: str, secret: bool) -> tuple[str, ...] | None:
        """The word's letters with all tiles of the pantry. All but a few are plain numbers."""
        # OR-Tools and NumPy are of the extra `bots`
        from numberhouse.games.sign_cook.solver.cooking import cooked
        from numberhouse.games.sign_cook.solver.spelling import letters_of

        letters = letters_of(word)
        digits = without(self.pantry, "1538") if secret else self.pantry
        scarce = lacking(digits, "".join(map(str, letters)))
        # The letter a takes the term 1^N alone. A letter whose digits are scarce needs another form. Large
        # letters have the most forms.
        free = sorted(
            range(len(letters)),
            key=lambda place: (
                not any(digit in scarce for digit in str(letters[place])),
                letters[place] != 1,
                -letters[place],
            ),
        )[:FREE_LETTERS]
        plain = [str(letter) for place, letter in enumerate(letters) if place not in free]
        if lacking(digits, "".join(plain)):
            return None
        rest = without(self.pantry, "".join(plain))
        wanted = [letters[place] for place in sorted(free)]
        found = cooked(rest, wanted, self.limits(), clean=True, secret=secret)
        if found is None:
            return None
        written = dict(zip(sorted(free), found, strict=True))
        return tuple(written.get(place, str(letter)) for place, letter in enumerate(letters))

    # Limits

    def limits(self) -> Limits:
        """Limits of the next search, which is a node of the budget."""
        from numberhouse.games.sign_cook.solver.cooking import Limits  # OR-Tools is of the extra `bots`

        self.searches += 1
        seconds = None if self.until is None else max(0.01, self.until - time.monotonic())
        return Limits(WORK, seconds and min(seconds, WORK))

    def over_next(self) -> bool:
        """Whether no other path may be followed up, which is a node of the budget too."""
        self.searches += 1
        return self.over()

    def over(self) -> bool:
        """Whether no other search may begin."""
        late = self.until is not None and time.monotonic() >= self.until
        return late or self.budget.spent(self.searches)


def _numbers(pantry: str) -> int:
    """The largest number of numbers that the pantry's digits can make."""
    return sum(tile in DIGITS and tile != "0" for tile in pantry)


def _most_signs(pantry: str) -> int:
    signs = sum(tile in SIGNS for tile in pantry) - (SINK_TILE in pantry)
    return min(signs, _numbers(pantry) - 1)


def _signs_of(text: str) -> str:
    return "".join(tile for tile in text if tile in SIGNS)
