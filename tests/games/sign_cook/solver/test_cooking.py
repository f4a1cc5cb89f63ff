"""What can be cooked: the exact facts of the rulings, and dishes found by search."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import permutations
from math import comb, perm

import pytest

from numberhouse.games.sign_cook.rules.dishes.dish import prepare
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, read
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import START, lacking
from numberhouse.games.sign_cook.solver.cooking import Limits, cooked, starter
from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled
from tests.games.sign_cook.play import WORDS, begin, pantry, play

LIMITS = Limits(2.0)


def writable(digits: int, signs: int) -> int:
    """Expressions that can be written with so many different digits, none of them 0, and different signs:
    some digits in any order, cut into numbers, and signs in any order at the cuts."""
    return sum(
        perm(digits, used) * comb(used - 1, cuts) * perm(signs, cuts)
        for used in range(1, digits + 1)
        for cuts in range(min(signs, used - 1) + 1)
    )


def read_all(tiles: str) -> int:
    """The same by trying: how many arrangements of the tiles the grammar reads."""
    count = 0
    for length in range(1, len(tiles) + 1):
        for chosen in permutations(tiles, length):
            try:
                read("".join(chosen))
            except BadExpression:
                continue
            count += 1
    return count


def test_facts_expressions_that_can_be_written_with_the_starting_tiles() -> None:
    assert writable(9, 5) == 11_126_706_129


@pytest.mark.parametrize("tiles", ["12+", "123+x", "123-/^", "1234+^"])
def test_facts_the_grammar_reads_just_those(tiles: str) -> None:
    digits = sum(tile.isdigit() for tile in tiles)
    assert read_all(tiles) == writable(digits, len(tiles) - digits)


def test_facts_the_best_starter_of_the_starting_tiles_has_4_courses_topping_at_16() -> None:
    dish = starter(START, LIMITS)
    values = [expression.value for expression in prepare("starter", dish).expressions]
    assert sorted(map(int, map(str, values))) == [13, 14, 15, 16]


def test_facts_a_fifth_course_is_impossible() -> None:
    """Each course takes two numbers that don't begin with 0: nine digits are enough for four."""
    assert min(sum(tile in "+-x/^" for tile in START), sum(tile in "123456789" for tile in START) // 2) == 4


def test_facts_the_main_course_can_take_all_14_tiles() -> None:
    match = play(begin(), (0, "serve nothing"), (1, "serve nothing"))
    play(match, (0, "serve 4/1^9873x5-2+6"), (1, "serve nothing"))
    assert pantry(match, 0) == ""
    assert match.state.courses[1].plates[0].values == ("24",)
    dish = cooked(START, [24], LIMITS, clean=True)
    assert dish is not None
    assert Counter("".join(dish)) == Counter(START)


@pytest.mark.parametrize("tiles", [START, "11222334455667789990++++--x/^", "1199999^^^+", "777+++++"])
def test_starters_are_sound_and_of_own_tiles(tiles: str) -> None:
    dish = starter(tiles, LIMITS, keep="1^")
    assert not lacking(tiles, "".join(dish) + ("1^" if "^" in tiles else ""))
    if dish:
        assert not prepare("starter", dish).ruined


@pytest.mark.parametrize(
    ("tiles", "word"),
    [
        ("3114452+^987", "cad"),
        ("11223345677788901119+++--^", "cool"),
        ("12345678900+-x/^", "be"),
    ],
)
def test_desserts_use_everything_and_spell_the_word(tiles: str, word: str) -> None:
    dish = cooked(tiles, letters_of(word), LIMITS, clean=True)
    assert dish is not None
    assert Counter("".join(dish)) == Counter(tiles)
    made = prepare("dessert", dish)
    assert (made.word, made.ruined) == (word.upper(), False)


@pytest.mark.parametrize(
    ("tiles", "value"),
    [("1234567+-x/", 538), ("537+1", 538), ("1538-", 537), ("77x/7", 77), ("8x67", 536), ("99x99", 9801)],
)
def test_values_of_three_and_four_digits_are_found(tiles: str, value: int) -> None:
    dish = cooked(tiles, [value], LIMITS)
    assert dish is not None
    assert not lacking(tiles, dish[0])
    assert read(dish[0]).value == value


def test_a_large_number_is_preferred_among_as_many_signs() -> None:
    """With a minus sign alone 24 is 26-2, 75-51 and more; 99-75 has the largest number."""
    dish = cooked("122456799+-/", [24], LIMITS, keep="+/", large=True)
    assert dish is not None
    assert read(dish[0]).signs == 1
    assert int(read(dish[0]).numbers[0]) == 99


def test_what_is_to_be_kept_is_kept() -> None:
    dish = cooked("1234567891+-x/^", [24], LIMITS, keep="1^+")
    assert dish is not None
    assert not lacking("1234567891+-x/^", "".join(dish) + "1^+")


def test_nothing_is_cooked_from_too_little() -> None:
    assert cooked("12+", [24], LIMITS) is None
    assert starter("1+", LIMITS) == ()


def test_words_that_the_digits_spell_longest_first_without_overruled_ones() -> None:
    options = Options(words=WORDS, overruled=("cool",))
    found = list(spelled(options, "3312020245155", 0, 5))
    assert ("cab", 0) in found
    assert "cool" not in dict(found)
    assert [len(word) for word, _ in found] == sorted((len(word) for word, _ in found), reverse=True)
    for word, lacks in spelled(options, "12", 1, 9):
        assert lacks == len(lacking("12", "".join(map(str, letters_of(word)))))


def test_the_solver_leaves_the_interrupt_to_python() -> None:
    """In a process of its own, since a handler once lost is lost for all that comes after."""
    script = (
        "import os, signal\n"
        "from numberhouse.games.sign_cook.solver.cooking import Limits, starter\n"
        "from numberhouse.games.sign_cook.solver.beliefs import Needs\n"
        "from numberhouse.games.sign_cook.solver.beliefs_search import diaries\n"
        "starter('123+-', Limits(1.0))\n"
        "diaries(('123', '456'), Needs(['12+'], [0], frozenset(), False), 1)\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    signal.pause()\n"
        "except KeyboardInterrupt:\n"
        "    print('caught')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "caught\n"
