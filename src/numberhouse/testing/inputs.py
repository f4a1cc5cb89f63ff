"""Strategies for the input of a stranger: JSON of a type's schema, and texts in a game's own characters.

Long texts are short fragments repeated: a game may compute for long on a text that Hypothesis would hardly
draw character by character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from numberhouse.contract.game import Chance

__all__ = ["LONGEST_TEXT", "Lexis", "lexis", "plain", "texts", "values_of", "varied_texts", "varied_values"]

T = TypeVar("T")

LONGEST_TEXT: Final = 16_384
"""Most characters of one drawn text."""

MOST_ITEMS: Final = 400
"""Most items of a drawn list."""

DEEPEST: Final = 4
"""Levels of a type that refers to itself, and of a value of any type."""

MOST_SAMPLES: Final = 200
"""Most texts of a game that are drawn from."""

USUAL_CHARACTERS: Final = "0123456789+-*/^%=().,x "
"""Characters of arithmetic, besides those of the game."""

REPEATS: Final = (1, 1, 2, 3, 10, 40, 200, 2_000, LONGEST_TEXT)

NUMBERS: Final = (0, 1, 2, 9, -1, 10, 99, 10**6, 10**9, -(10**9), 2**53, 2**63 - 1, -(2**63), 10**18)


class Lexis(NamedTuple):
    """The texts of a game."""

    characters: str
    """The characters of its texts, and those of arithmetic."""
    samples: tuple[str, ...]
    """Texts of its actions and views, without repetition."""


def lexis(*things: Any) -> Lexis:
    """The texts that occur in these JSON values."""
    found = dict.fromkeys(text for thing in things for text in _texts(thing))
    samples = tuple(found)[:MOST_SAMPLES]
    return Lexis("".join(sorted({*USUAL_CHARACTERS, *"".join(samples)})), samples)


def _texts(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        yield from (text for item in thing.items() for one in item for text in _texts(one))
    elif isinstance(thing, list):
        yield from (text for one in thing for text in _texts(one))


@lru_cache(maxsize=64)
def texts(lexis: Lexis) -> st.SearchStrategy[str]:
    """Texts in the game's characters: its own texts, rearranged ones, and fragments that repeat."""
    characters = st.text(st.sampled_from(lexis.characters), max_size=12)
    numbers = st.tuples(st.sampled_from("123456789"), st.integers(0, 7)).map(
        lambda one: one[0] * (1 + one[1])
    )
    signs = st.sampled_from([one for one in lexis.characters if not one.isalnum()])
    formulas = st.lists(numbers | signs, max_size=8).map("".join)
    fragments = characters | formulas | numbers
    if lexis.samples:
        own = st.sampled_from(lexis.samples)
        rearranged = st.tuples(own, SEEDS).map(lambda one: "".join(_shuffled(one[0][:60], one[1])))
        fragments = fragments | own | rearranged
    repeated = st.tuples(fragments, st.sampled_from(REPEATS), fragments)
    return fragments | repeated.map(lambda one: (one[0] * one[1])[:LONGEST_TEXT] + one[2])


def values_of(kind: Any, lexis: Lexis) -> st.SearchStrategy[Any]:
    """JSON values of a type, as Python objects. Most of them fit its schema; bounds of numbers, lengths and
    patterns may be broken, since a stranger may break them too."""
    return _of(inspect.type_info(kind), lexis, DEEPEST)


def _of(kind: inspect.Type, lexis: Lexis, depth: int) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.StructType():
            return _struct(kind, lexis, depth)
        case inspect.UnionType(types=types):
            return st.one_of(*(_of(one, lexis, depth) for one in types))
        case inspect.Metadata(type=inner):
            return _of(inner, lexis, depth)
        case inspect.StrType():
            return texts(lexis)
        case inspect.IntType(ge=lowest, le=highest):
            # Both ends are bounded: the search for slow input would climb an open range for ever.
            low = -20 if lowest is None else lowest
            within = st.integers(low, max(low, low + 1000 if highest is None else highest))
            return within | st.sampled_from(NUMBERS)
        case inspect.FloatType():
            return st.sampled_from([float(number) for number in NUMBERS]) | st.floats(0, 1000)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.EnumType(cls=cls):
            return st.sampled_from([member.value for member in cls])
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return _lists(_of(item, lexis, depth - 1), depth)
        case inspect.SetType(item_type=item) | inspect.FrozenSetType(item_type=item):
            return _lists(_of(item, lexis, depth - 1), depth)
        case inspect.TupleType(item_types=items):
            return st.tuples(*(_of(item, lexis, depth - 1) for item in items)).map(list)
        case inspect.DictType(value_type=value):
            return st.dictionaries(texts(lexis), _of(value, lexis, depth - 1), max_size=8)
        case inspect.DataclassType(fields=fields) | inspect.TypedDictType(fields=fields):
            return _fields(fields, lexis, depth, {})
    return _anything(lexis)


def _struct(kind: inspect.StructType, lexis: Lexis, depth: int) -> st.SearchStrategy[Any]:
    tag = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    return _fields(kind.fields, lexis, depth, tag)


def _fields(
    fields: Sequence[inspect.Field], lexis: Lexis, depth: int, tag: dict[str, Any]
) -> st.SearchStrategy[Any]:
    """A struct's JSON. Fields with a default may be left out: half the time all of them but one are."""
    needed = {one.encode_name: _of(one.type, lexis, depth - 1) for one in fields if one.required}
    spare = {one.encode_name: one for one in fields if not one.required}
    if depth <= 0 or not spare:
        return st.fixed_dictionaries(needed).map(lambda value: {**tag, **value})
    drawn = {name: _of(one.type, lexis, depth - 1) for name, one in spare.items()}
    single = st.sampled_from(sorted(drawn)).flatmap(lambda name: st.fixed_dictionaries({name: drawn[name]}))
    some = single | st.fixed_dictionaries({}, optional=drawn)
    return st.tuples(st.fixed_dictionaries(needed), some).map(lambda one: {**tag, **one[0], **one[1]})


def _lists(items: st.SearchStrategy[Any], depth: int) -> st.SearchStrategy[list[Any]]:
    """Lists of drawn items, and short lists repeated."""
    if depth <= 0:
        return st.just([])
    short = st.lists(items, max_size=12)
    repeated = st.tuples(st.lists(items, min_size=1, max_size=3), st.sampled_from(REPEATS))
    return short | repeated.map(lambda one: (one[0] * one[1])[:MOST_ITEMS])


def _anything(lexis: Lexis) -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts(lexis)
    return st.recursive(
        leaves,
        lambda inner: _lists(inner, 1) | st.dictionaries(texts(lexis), inner, max_size=4),
        max_leaves=8,
    )


def varied_values(thing: Any, lexis: Lexis) -> st.SearchStrategy[Any]:
    """A JSON value with one place replaced: a text or number by another, a list by a longer one."""
    places = list(_places(thing, ()))
    return st.sampled_from(places).flatmap(
        lambda place: _replacements(_at(thing, place), lexis).map(lambda new: _with(thing, place, new))
    )


def varied_texts(text: str, lexis: Lexis) -> st.SearchStrategy[str]:
    """The text with a piece of it repeated, left out, or replaced by another."""
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    repeated = st.tuples(ends, st.sampled_from((2, 3, 10, 100))).map(
        lambda one: text[: one[0][1]] + text[one[0][0] : one[0][1]] * (one[1] - 1) + text[one[0][1] :]
    )
    replaced = st.tuples(ends, texts(lexis)).map(lambda one: text[: one[0][0]] + one[1] + text[one[0][1] :])
    return (repeated | replaced).map(lambda one: one[:LONGEST_TEXT])


SEEDS: Final = st.integers(0, 1000)


def _shuffled(things: Sequence[T], seed: int) -> list[T]:
    return Chance(str(seed)).shuffled(things)


def _places(thing: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(thing, dict):
        items: Any = thing.items()
    else:
        items = enumerate(thing[:20]) if isinstance(thing, list) else ()
    for name, inner in items:
        if name != "type":
            yield from _places(inner, (*path, name))


def _at(thing: Any, path: tuple[Any, ...]) -> Any:
    return _at(thing[path[0]], path[1:]) if path else thing


def _with(thing: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    name, *rest = path
    inner = _with(thing[name], tuple(rest), new)
    if isinstance(thing, dict):
        return {**thing, name: inner}
    return [*thing[:name], inner, *thing[name + 1 :]]


def _replacements(thing: Any, lexis: Lexis) -> st.SearchStrategy[Any]:
    match thing:
        case bool() | None:
            return st.booleans() | st.none()
        case int() | float():
            return st.sampled_from([thing + 1, thing - 1, 0, -1, 10**9, 2**63 - 1, -(2**63), 10**18])
        case str():
            return texts(lexis) | varied_texts(thing, lexis)
        case [*items] if items:
            longer = st.sampled_from([1, 2, 5, 50, 400]).map(lambda times: (items * times)[:400])
            return longer | SEEDS.map(lambda seed: _shuffled(items[:40], seed))
    return st.just(thing)


def plain(thing: Any) -> Any:
    """A struct as the JSON value that `values_of` draws."""
    return msgspec.json.decode(msgspec.json.encode(thing))
