"""The JSON Schema of a type, with choices in the order in which the type declares them.

`msgspec` sorts the values of a `Literal` by the alphabet, so that a form would offer easy, hard, standard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

__all__ = ["schema_of"]


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of the type. Raises `TypeError` like `msgspec.json.schema`.

    >>> schema_of(Literal["easy", "standard", "hard"])
    {'enum': ['easy', 'standard', 'hard']}
    """
    schema: dict[str, Any] = msgspec.json.schema(kind)
    orders: dict[frozenset[Any], tuple[Any, ...]] = {}
    for choices in _choices(kind, set()):
        orders.setdefault(frozenset(choices), choices)
    ordered: dict[str, Any] = _ordered(schema, orders)
    return ordered


def _choices(kind: Any, seen: set[Any]) -> Iterator[tuple[Any, ...]]:
    """The values of every `Literal` in the type, as they are declared."""
    if get_origin(kind) is Literal:
        yield get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            for field in msgspec.structs.fields(kind):
                yield from _choices(field.type, seen)
    else:
        for part in get_args(kind):
            yield from _choices(part, seen)


def _ordered(schema: Any, orders: Mapping[frozenset[Any], tuple[Any, ...]]) -> Any:
    if isinstance(schema, list):
        return [_ordered(part, orders) for part in schema]
    if not isinstance(schema, dict):
        return schema
    ordered = {name: _ordered(part, orders) for name, part in schema.items()}
    values = ordered.get("enum")
    if isinstance(values, list):
        ordered["enum"] = list(orders.get(frozenset(values), values))
    return ordered
