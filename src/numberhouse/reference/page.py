"""A game's reference page as Markdown: the tables of its structs, then a sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import inspect as types

from numberhouse.contract.game import Outcome, Refereed
from numberhouse.reference.sample import SEED, json_lines, play_sample
from numberhouse.reference.structs import Field, StructInfo, structs_of
from numberhouse.registry import AnyGame, InstalledGame

__all__ = ["reference_page", "reference_types"]

CONSTRAINTS: Final[Mapping[str, str]] = {
    "ge": "≥ {}",
    "gt": "> {}",
    "le": "≤ {}",
    "lt": "< {}",
    "multiple_of": "a multiple of {}",
    "pattern": "matching {}",
    "min_length": "length ≥ {}",
    "max_length": "length ≤ {}",
}
TABLE: Final = ("| field | type | default | meaning |", "|---|---|---|---|")
SCALARS: Final[Mapping[type[types.Type], str]] = {
    types.AnyType: "any value",
    types.RawType: "any value",
    types.NoneType: "null",
    types.BoolType: "boolean",
    types.IntType: "integer",
    types.FloatType: "number",
    types.StrType: "string",
}


def reference_types(game: AnyGame) -> Mapping[str, Any]:
    """The types of the page, by the title of their section."""
    rulings = {"Rulings": game.ruling_type} if isinstance(game, Refereed) else {}
    return {
        "Options": game.options_type,
        "Actions": game.action_type,
        **rulings,
        "View": game.view_type,
        "Outcome": Outcome,
    }


def reference_page(installed: InstalledGame) -> str:
    """The page of the game as Markdown."""
    return "\n\n".join(_page(installed)) + "\n"


def _page(installed: InstalledGame) -> Iterator[str]:
    game = installed.game
    yield f"# {game.card.title}: options, actions and view"
    yield (
        f"The JSON of `{game.card.id}`, as records, bots and the service use it. A field with a default may "
        "be left out of options and actions; a view has all of its fields. `None` in a meaning is JSON's "
        "`null`."
    )
    seen: set[type] = set()
    inner: list[StructInfo] = []
    for title, kind in reference_types(game).items():
        structs = [struct for struct in structs_of(kind) if struct.cls not in seen]
        seen |= {struct.cls for struct in structs}
        named = _members(kind)
        yield f"## {title}"
        for struct in structs:
            if struct.cls not in named:
                inner.append(struct)
                continue
            if len(named) > 1 or struct.name != title:
                yield f"### {struct.name}"
            yield from _struct(struct)
    if inner:
        yield "## Nested structs"
    for struct in inner:
        yield f"### {struct.name}"
        yield from _struct(struct)
    yield from _sample(installed)


def _members(kind: Any) -> tuple[type, ...]:
    """The structs of a struct type or a union of structs."""
    info = types.type_info(kind)
    parts = info.types if isinstance(info, types.UnionType) else (info,)
    return tuple(part.cls for part in parts if isinstance(part, types.StructType))


def _struct(struct: StructInfo) -> Iterator[str]:
    yield struct.meaning
    if struct.as_list:
        yield "In JSON a list of these values, in this order."
    if struct.tag:
        yield f"In JSON an object with `{struct.tag}`" + (" and:" if struct.fields else " alone.")
    if struct.fields:
        yield "\n".join([*TABLE, *map(_row, struct.fields)])


def _row(field: Field) -> str:
    default = f"`{field.default}`" if field.default else "–"
    cells = (f"`{field.name}`", _json_type(field.type), default, field.meaning)
    escaped = [cell.replace("|", r"\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"


def _json_type(kind: types.Type) -> str:
    """The type in words, with links to the structs on the page."""
    match kind:
        case types.Metadata():
            return _json_type(kind.type)
        case types.StructType():
            name = kind.cls.__qualname__
            return f"[{name}](#{name.lower()})"
        case types.UnionType():
            return " or ".join(_json_type(one) for one in kind.types)
        case types.LiteralType():
            return " or ".join(f"`{json_lines(value)}`" for value in kind.values)
        case types.TupleType():
            return f"list of {len(kind.item_types)}: {', '.join(_json_type(one) for one in kind.item_types)}"
        case types.CollectionType() | types.VarTupleType():
            return f"list{_limits(kind)} of {_inside(kind.item_type)}"
        case types.DictType():
            return f"object{_limits(kind)} with values: {_json_type(kind.value_type)}"
    return SCALARS.get(type(kind), type(kind).__name__.removesuffix("Type").lower()) + _limits(kind)


def _inside(kind: types.Type) -> str:
    """The type of a list's items, in brackets where its words would run together with the words around
    them."""
    words = _json_type(kind)
    return f"({words})" if " or " in words else words


def _limits(kind: types.Type) -> str:
    limits = [
        words.format(value)
        for name, words in CONSTRAINTS.items()
        if (value := getattr(kind, name, None)) is not None
    ]
    return f" ({', '.join(limits)})" if limits else ""


def _sample(installed: InstalledGame) -> Iterator[str]:
    sample = play_sample(installed.game)
    yield "## A view and an action"
    yield (
        f"From a match with the seed `{SEED}`, {sample.seats} seats and the default options. "
        f"Seat {sample.seat} sees this before action {sample.number}:"
    )
    yield f"```json\n{json_lines(sample.view)}\n```"
    yield f"It acts:{_notation(installed, sample.action)}"
    yield f"```json\n{json_lines(sample.action)}\n```"


def _notation(installed: InstalledGame, action: Any) -> str:
    """The action as a player types it; empty for a game without a notation of its own."""
    if installed.contents.notation is None:
        return ""
    return f" `{installed.write(action)}` in the game's notation, in JSON"
