"""The structs of a type's JSON, with the meaning of every field.

A struct's meaning is its docstring. A field's meaning is the string literal after the field in the source.
Python keeps no such literal, so this module reads the source.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import inspect as types

__all__ = ["Field", "StructInfo", "structs_of"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct."""

    name: str
    """The field's name in JSON."""
    type: types.Type
    default: str
    """The default value as JSON; empty for a field without a default."""
    meaning: str
    """One paragraph of Markdown; empty where the source has no docstring."""


@dataclass(frozen=True, slots=True)
class StructInfo:
    """A struct of a game."""

    cls: type
    name: str
    """The class's name within its module."""
    meaning: str
    """The class's docstring as one paragraph of Markdown; empty where there is none."""
    tag: str
    """The member by which JSON tells this struct from others, such as `"type": "place"`; empty for none."""
    as_list: bool
    """Whether JSON encodes the struct as a list of its fields' values instead of an object."""
    fields: tuple[Field, ...]


def structs_of(kind: Any) -> tuple[StructInfo, ...]:
    """The structs of a struct type or a union of them: these first, then those inside them, in the order of
    their first use.

    >>> from numberhouse.contract.game import Outcome
    >>> [(struct.name, struct.fields[0].name, struct.fields[0].meaning) for struct in structs_of(Outcome)]
    [('Outcome', 'scores', 'Per seat.')]
    """
    found: dict[type, types.StructType] = {}
    waiting = [types.type_info(kind)]
    while waiting:
        structs = [struct for one in waiting for struct in _nearest_structs(one) if struct.cls not in found]
        found |= {struct.cls: struct for struct in structs if struct.cls not in found}
        waiting = [field.type for struct in structs for field in struct.fields]
    return tuple(_info(struct) for struct in found.values())


def _nearest_structs(kind: types.Type) -> Iterator[types.StructType]:
    """The structs that a type names, without the structs inside them."""
    if isinstance(kind, types.StructType):
        yield kind
        return
    for name in kind.__struct_fields__:
        value = getattr(kind, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, types.Type):
                yield from _nearest_structs(part)


def _info(struct: types.StructType) -> StructInfo:
    docs = {name: text for base in reversed(struct.cls.__mro__) for name, text in _field_docs(base).items()}
    return StructInfo(
        cls=struct.cls,
        name=struct.cls.__qualname__,
        meaning=_paragraph(struct.cls.__doc__ or ""),
        tag=f'"{struct.tag_field}": {_json(struct.tag)}' if struct.tag_field else "",
        as_list=struct.array_like,
        fields=tuple(
            Field(field.encode_name, field.type, _default(field), docs.get(field.name, ""))
            for field in struct.fields
        ),
    )


def _default(field: types.Field) -> str:
    if field.default is not msgspec.NODEFAULT:
        return _json(field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return _json(field.default_factory())
    return ""


@cache
def _field_docs(cls: type) -> Mapping[str, str]:
    """The string literals after the fields of a class, by field. The mapping is empty for a class without
    source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[cls.__module__]))
    except (KeyError, OSError, TypeError):
        return {}
    body: list[ast.stmt] = tree.body
    for name in cls.__qualname__.split("."):
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == name), [])
    return {
        field.target.id: _paragraph(text.value.value)
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def _paragraph(text: str) -> str:
    return " ".join(text.split())


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
