from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numberhouse.games.turing_machine.problems import world_kernel
from numberhouse.games.turing_machine.problems.laws import CODES, law_counts, law_masks
from numberhouse.games.turing_machine.solver.search.evaluation import Aim, Bounds, OpenRound, Search, Value

AIMS: tuple[Aim, Aim] = ("worst", "mean")


class Game(NamedTuple):
    """A small instance in plain words: answers[p][row] has a bit for each verifier that says yes."""

    answers: tuple[tuple[int, ...], ...]
    verifiers: int
    group: tuple[int, ...]
    weight: tuple[int, ...]

    def search(self, memory: int = 1 << 20) -> Search:
        asks = np.zeros((125, self.verifiers, 1), np.uint64)
        for p in range(125):
            for row, bits in enumerate(self.answers[p % len(self.answers)]):
                for v in range(self.verifiers):
                    asks[p, v, 0] |= np.uint64((bits >> v & 1) << row)
        return Search(asks, np.array(self.group), np.array(self.weight), memory=memory)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any small instance in which no two codes look the same."""
    verifiers = draw(st.integers(1, 4))
    group = tuple(sorted(draw(st.lists(st.integers(0, 6), min_size=2, max_size=8))))
    weight = tuple(draw(st.lists(st.integers(1, 3), min_size=len(group), max_size=len(group))))
    row = st.lists(st.integers(0, (1 << verifiers) - 1), min_size=len(group), max_size=len(group))
    answers = tuple(map(tuple, draw(st.lists(row, min_size=1, max_size=4))))
    for a, b in combinations(range(len(group)), 2):
        assume(group[a] == group[b] or any(said[a] != said[b] for said in answers))
    return Game(answers, verifiers, group, weight)


def standings(game: Game) -> st.SearchStrategy[OpenRound | None]:
    """Any round under way, or none."""

    def standing(proposal: int | None, asked: int, more: int) -> OpenRound | None:
        if proposal is None:
            return OpenRound(None, 0, more) if more else None
        gone = asked.bit_count() + more
        return OpenRound(proposal, asked, gone) if gone <= 3 else None

    return st.builds(
        standing,
        st.none() | st.integers(0, len(game.answers) - 1),
        st.integers(0, (1 << game.verifiers) - 1),
        st.integers(0, 2),
    )


def best(game: Game, aim: Aim, rows: int, standing: OpenRound | None = None) -> tuple[int, int]:
    """The value by trying everything."""
    weight = game.weight if aim == "mean" else (1,) * len(game.weight)

    def price(rows: int) -> int:
        return sum(w for row, w in enumerate(weight) if rows >> row & 1) if aim == "mean" else 1

    def told(rows: int) -> bool:
        return len({code for row, code in enumerate(game.group) if rows >> row & 1}) == 1

    @lru_cache(None)
    def before(rows: int, gone: int) -> tuple[int, int]:
        if told(rows):
            return 0, 0
        found = min(inside(rows, p, 0, gone, gone == 3) for p in range(len(game.answers)))
        return found[0] + price(rows), found[1]

    @lru_cache(None)
    def inside(rows: int, p: int, asked: int, gone: int, may_end: bool) -> tuple[int, int]:
        if told(rows):
            return 0, 0
        ways = [before(rows, 0)] if may_end else [(99_999, 0)]
        for v in range(game.verifiers if gone < 3 else 0):
            yes = sum(1 << row for row, said in enumerate(game.answers[p]) if said >> v & 1) & rows
            if asked >> v & 1 or yes in (0, rows):
                continue
            sides = [inside(side, p, asked | 1 << v, gone + 1, True) for side in (yes, rows & ~yes)]
            if aim == "mean":
                ways.append((sides[0][0] + sides[1][0], sides[0][1] + sides[1][1] + price(rows)))
            else:
                ways.append((max(sides)[0], max(sides)[1] + 1))
        return min(ways)

    if standing is None or standing.proposal is None:
        return before(rows, standing.questions if standing else 0)
    return inside(rows, standing.proposal, standing.asked, standing.questions, True)


def played(
    search: Search, rows: int, aim: Aim, standing: OpenRound | None = None, nodes: int | None = None
) -> dict[int, Value]:
    """What every row costs when the search's choices are followed, a round under way not counted."""
    choice = search.choose(rows, aim, standing, nodes)
    if choice.proposal is None:
        assert len(search.codes(rows)) == 1
        return {row: Value(0, 0) for row in range(rows.bit_length()) if rows >> row & 1}
    fresh = standing is None or standing.proposal is None
    asked, gone = (standing.asked, standing.questions) if standing else (0, 0)
    costs: dict[int, Value] = {}
    if choice.verifier is None:
        costs |= played(search, rows, aim, None, nodes)
    else:
        assert gone < 3
        assert not asked >> choice.verifier & 1
        after = OpenRound(choice.proposal, asked | 1 << choice.verifier, gone + 1)
        for side in search.sides(rows, choice.proposal, choice.verifier):
            assert side
            for row, (rounds, questions) in played(search, side, aim, after, nodes).items():
                costs[row] = Value(rounds, questions + 1)
    return {row: Value(rounds + fresh, questions) for row, (rounds, questions) in costs.items()}


def together(costs: dict[int, Value], aim: Aim, weight: Sequence[int]) -> Value:
    """The value of what all rows cost."""
    if aim == "worst":
        return max(costs.values())
    return Value(*(sum(cost[i] * weight[row] for row, cost in costs.items()) for i in range(2)))


def on_cards(*cards: int) -> Search:
    """The search of classic cards."""
    options = np.ascontiguousarray(law_masks()[list(cards)])
    rows, codes = np.empty((4096, len(cards)), np.uint8), np.empty(4096, np.uint8)
    everything = np.array([2**64 - 1, 2**61 - 1], np.uint64)
    found = world_kernel.assignments(options, law_counts()[list(cards)], everything, rows, codes)
    order = np.argsort(codes[:found], kind="stable")
    asks = np.zeros((125, len(cards), (found + 63) // 64), np.uint64)
    world_kernel.answer_sets(options, np.ascontiguousarray(rows[:found][order]), asks)
    return Search(asks, codes[:found][order].astype(np.int64), np.ones(found, np.int64))


@given(st.data(), games(), st.sampled_from(AIMS))
def test_tm_9_the_value_is_that_of_trying_everything(data: st.DataObject, game: Game, aim: Aim) -> None:
    search = game.search()
    rows = data.draw(st.integers(1, search.everything))
    bounds = search.bounds(rows, aim)
    assert bounds.exact
    assert bounds.low == best(game, aim, rows)


@given(st.data(), games(), st.sampled_from(AIMS))
def test_tm_13_rounds_under_way_and_handicaps_are_valued_as_by_trying_everything(
    data: st.DataObject, game: Game, aim: Aim
) -> None:
    search = game.search()
    standing = data.draw(standings(game))
    assert search.bounds(search.everything, aim, standing).low == best(game, aim, search.everything, standing)


@given(st.data(), games(), st.sampled_from(AIMS))
def test_the_choices_cost_exactly_what_was_announced(data: st.DataObject, game: Game, aim: Aim) -> None:
    search = game.search()
    standing = data.draw(standings(game))
    announced = search.bounds(search.everything, aim, standing)
    costs = played(search, search.everything, aim, standing)
    assert announced.exact
    assert together(costs, aim, game.weight) == announced.high


@given(st.data(), games(), st.sampled_from(AIMS), st.integers(0, 30))
def test_an_answer_in_little_time_is_honest_and_is_kept(
    data: st.DataObject, game: Game, aim: Aim, nodes: int
) -> None:
    search = game.search()
    standing = data.draw(standings(game))
    announced = search.bounds(search.everything, aim, standing, nodes)
    value = best(game, aim, search.everything, standing)
    assert announced.low <= value <= announced.high
    costs = played(search, search.everything, aim, standing, nodes)
    assert together(costs, aim, game.weight) <= announced.high


@given(games(), st.sampled_from(AIMS))
def test_a_table_of_four_entries_changes_nothing(game: Game, aim: Aim) -> None:
    search = game.search(memory=1)
    assert search.bounds(search.everything, aim) == game.search().bounds(search.everything, aim)


@pytest.mark.parametrize("aim", AIMS)
def test_a_subset_is_never_harder(aim: Aim) -> None:
    search = on_cards(17, 23, 40, 43)
    rng = np.random.default_rng(5)
    whole = search.bounds(search.everything, aim).low
    for _ in range(20):
        part = (
            int.from_bytes(rng.bytes(search.everything.bit_length() // 8 + 1), "little") & search.everything
        )
        rest = search.everything & ~part
        low, other = search.bounds(part, aim).low, search.bounds(rest, aim).low
        if aim == "worst":
            assert max(low, other) <= whole
        else:
            assert (low.rounds + other.rounds, low.questions + other.questions) <= whole


@pytest.mark.parametrize(
    ("cards", "worst", "mean"),
    [
        ((4, 9, 11, 14), (1, 1), (2, 2)),
        ((3, 7, 10, 14), (2, 3), (9, 20)),
        ((38, 40, 43, 47), (3, 6), (275, 745)),
        ((25, 36, 40, 48), (3, 7), (217, 573)),
    ],
)
def test_tm_12_the_machine_on_known_cards(
    cards: tuple[int, ...], worst: tuple[int, int], mean: tuple[int, int]
) -> None:
    search = on_cards(*cards)
    for aim, value in (("worst", worst), ("mean", mean)):
        aim_: Aim = "mean" if aim == "mean" else "worst"
        assert search.bounds(search.everything, aim_) == Bounds(Value(*value), Value(*value))
        costs = played(search, search.everything, aim_)
        assert together(costs, aim_, [1] * len(costs)) == value


def test_little_time_on_hard_cards() -> None:
    search = on_cards(8, 36, 40, 41)
    for aim in AIMS:
        before = search.bounds(search.everything, aim, None, 0)
        announced = search.bounds(search.everything, aim, None, 500)
        assert before.low <= announced.low < announced.high <= before.high
        costs = played(search, search.everything, aim, None, 500)
        assert together(costs, aim, [1] * len(costs)) <= announced.high


def test_a_remaining_code_is_preferred() -> None:
    search = on_cards(3, 7, 10, 14)
    for aim in AIMS:
        assert search.choose(search.everything, aim).proposal in search.codes(search.everything)


def test_codes_and_sides() -> None:
    search = on_cards(4, 9, 11, 14)
    assert [CODES[code] for code in search.codes(search.everything)] == ["221", "241"]
    yes, no = search.sides(search.everything, CODES.index("221"), 0)
    assert yes | no == search.everything
    assert not yes & no
    assert search.codes(0) == []


def test_a_second_process_finds_the_compiled_kernels_and_the_same_values(
    samples: Callable[[int, int], int],
) -> None:
    source = (
        "import json, sys; sys.path[:0] = json.loads(sys.argv[1]);"
        "from tests.games.turing_machine.solver.test_search import some_bounds;"
        "print(json.dumps(some_bounds()))"
    )
    wanted = json.loads(json.dumps(some_bounds()))
    for _ in range(samples(1, 2)):
        done = subprocess.run(
            [sys.executable, "-c", source, json.dumps(sys.path)], capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout) == wanted


def some_bounds() -> list[Bounds]:
    search = on_cards(17, 23, 40, 43)
    little = [search.bounds(search.everything, aim, None, 0) for aim in AIMS]
    return little + [search.bounds(search.everything, aim) for aim in AIMS]


def in_nightmare(*cards: int) -> tuple[Search, Search]:
    """Two searches of cards in nightmare: one that knows that verifiers are alike, and one that doesn't."""
    masks, counts = law_masks()[list(cards)], law_counts()[list(cards)]
    found, codes = np.empty((4096, len(cards)), np.uint8), np.empty(4096, np.uint8)
    everything = np.array([2**64 - 1, 2**61 - 1], np.uint64)
    number = world_kernel.assignments(np.ascontiguousarray(masks), counts, everything, found, codes)
    worlds = sorted(
        (int(codes[k]), *order)
        for k in range(number)
        for order in permutations([place * 9 + int(law) for place, law in enumerate(found[k])])
    )
    options = np.ascontiguousarray(np.broadcast_to(masks.reshape(-1, 2), (len(cards), 9 * len(cards), 2)))
    laws = np.array([world[1:] for world in worlds], np.uint8)
    asks = np.zeros((125, len(cards), (len(worlds) + 63) // 64), np.uint64)
    world_kernel.answer_sets(options, laws, asks)
    group = np.array([world[0] for world in worlds], np.int64)
    weight = np.ones(len(worlds), np.int64)
    return Search(asks, group, weight, alike=True), Search(asks, group, weight)


@pytest.mark.parametrize("aim", AIMS)
def test_tm_3_verifiers_that_are_alike_need_not_all_be_tried(
    aim: Aim, samples: Callable[[int, int], int]
) -> None:
    for cards in ((4, 9, 11, 14), (5, 9, 14, 19), (3, 7, 10, 14))[: samples(1, 3)]:
        knowing, other = in_nightmare(*cards)
        assert knowing.bounds(knowing.everything, aim) == other.bounds(other.everything, aim)
        costs = played(knowing, knowing.everything, aim)
        assert together(costs, aim, [1] * len(costs)) == knowing.bounds(knowing.everything, aim).high
        after = OpenRound(7, 1, 1)
        for side in knowing.sides(knowing.everything, 7, 0):
            assert knowing.bounds(side, aim, after) == other.bounds(side, aim, after)
        hasty, _ = in_nightmare(*cards)
        little = hasty.bounds(hasty.everything, aim, None, 0)
        costs = played(hasty, hasty.everything, aim, None, 0)
        assert together(costs, aim, [1] * len(costs)) <= little.high
