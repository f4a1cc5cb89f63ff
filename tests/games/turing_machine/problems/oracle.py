"""Knowledge by definition: all assignments of laws, one by one, and TM-4 as it is written.

Nothing of the engine is used but the laws of the cards and what each says of a code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import prod
from typing import TypeAlias

from hypothesis import strategies as st

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.laws import CARDS, CODES
from numberhouse.games.turing_machine.problems.layout import MODES, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Level, Observation

LawName: TypeAlias = tuple[int, int]
World: TypeAlias = tuple[LawName, ...]

YES = {
    (card.number, place): frozenset(code for code in CODES if law.holds(code))
    for card in CARDS.values()
    for place, law in enumerate(card.laws)
}
"""The codes that satisfy each law."""


def laws_on(cards: Iterable[int]) -> list[LawName]:
    return [(card, place) for card in cards for place in range(len(CARDS[card].laws))]


def together(laws: Iterable[LawName]) -> frozenset[str]:
    """The codes that satisfy all laws."""
    left = frozenset(CODES)
    for law in laws:
        left &= YES[law]
    return left


def superfluous(laws: Sequence[LawName]) -> list[int]:
    """The laws without which no more codes remain."""
    left = together(laws)
    return [i for i in range(len(laws)) if together([*laws[:i], *laws[i + 1 :]]) == left]


def is_valid(laws: Sequence[LawName]) -> bool:
    """TM-4: exactly one code, and without any one law at least two."""
    return len(together(laws)) == 1 and not superfluous(laws)


@lru_cache(maxsize=64)
def worlds_of(layout: Layout) -> tuple[World, ...]:
    """All worlds of a layout: the law of each verifier."""
    valid = [laws for laws in product(*map(laws_on, layout.cards)) if is_valid(laws)]
    if layout.mode != "nightmare":
        return tuple(valid)
    return tuple(order for laws in valid for order in permutations(laws))


def code_of(world: World) -> str:
    (code,) = together(world)
    return code


def fits(world: World, seen: Observation) -> bool:
    return (seen.code in YES[world[seen.verifier]]) == seen.answer


def left_of(layout: Layout, observations: Sequence[Observation], wrong: Iterable[str] = ()) -> list[World]:
    """The worlds that fit."""
    wrong = set(wrong)
    return [
        world
        for world in worlds_of(layout)
        if code_of(world) not in wrong and all(fits(world, seen) for seen in observations)
    ]


def size_of(layout: Layout) -> int:
    return prod(len(laws_on(cards)) for cards in layout.cards)


def layouts(modes: Sequence[Mode] = MODES, most: int = 3_000) -> st.SearchStrategy[Layout]:
    """Layouts that carry a problem and have few enough assignments to try them all."""

    def drawn(seed: int, mode: Mode, verifiers: int) -> Layout:
        level: Level = "easy" if mode == "extreme" else "any"
        return draw(Chance(f"oracle {seed}"), mode, verifiers, level, forbidden=MANY).layout

    return st.builds(drawn, st.integers(0, 999), st.sampled_from(modes), st.sampled_from([4, 4, 5])).filter(
        lambda layout: size_of(layout) <= most
    )


MANY = [card.number for card in CARDS.values() if len(card.laws) > 4 and card.number % 5]
"""Most of the cards with many laws: they take long to try out."""


@st.composite
def positions(
    draw: st.DrawFn, modes: Sequence[Mode] = MODES, lies: bool = False, most: int = 3_000
) -> tuple[Layout, tuple[Observation, ...], tuple[str, ...]]:
    """A layout, answers and wrong codes. Without `lies` some world fits them all."""
    layout = draw(layouts(modes, most))
    worlds = worlds_of(layout)
    true = worlds[draw(st.integers(0, len(worlds) - 1))]
    observations = []
    for _ in range(draw(st.integers(0, 7))):
        code, verifier = draw(st.sampled_from(CODES)), draw(st.integers(0, layout.verifiers - 1))
        answer = code in YES[true[verifier]]
        observations.append(Observation(code, verifier, answer != (lies and draw(st.integers(0, 3)) == 0)))
    possible = sorted({code_of(world) for world in worlds})
    wrong = draw(st.lists(st.sampled_from(possible), max_size=2))
    return layout, tuple(observations), tuple(code for code in wrong if lies or code != code_of(true))


def smaller(things: Sequence[object]) -> Iterable[tuple[object, ...]]:
    """All groups that have one thing less."""
    return combinations(things, len(things) - 1) if things else ()
