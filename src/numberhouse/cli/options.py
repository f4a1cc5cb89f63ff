"""A game's options from the command line: a preset, a JSON object, NAME=VALUE pairs, where the later win.

What a game accepts is read off its options struct; a refusal names the option, what was given and what
would be accepted.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from numberhouse.cli.errors import Refusal
from numberhouse.contract.presets import Preset
from numberhouse.registry import AnyGame

__all__ = ["accepted", "chosen_options", "completions", "described"]


def chosen_options(
    game: AnyGame, text: str | None, pairs: Sequence[str] = (), preset: Preset | None = None
) -> Any:
    """The options struct: the preset's or the defaults, with what is changed. Raises `Refusal` with the code
    `options`; whether they can be played together is for the game's `setup` to say."""
    fields = fields_of(game)
    values = from_json(text) if text is not None else {}
    named = [pair.partition("=") for pair in pairs]
    for name in [*values, *(name for name, _, _ in named)]:
        if name not in fields:
            raise unknown(game, name, fields)
    for name, value in values.items():
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            raise misfit(name, msgspec.json.encode(value).decode(), fields[name], error) from None
    values.update({name: from_text(name, value, fields[name]) for name, _, value in named})
    if preset is not None:
        values = msgspec.to_builtins(preset.options) | values
    try:
        return msgspec.convert(values, game.options_type)
    except msgspec.ValidationError as error:
        raise Refusal("options", f"{game.card.title} doesn't take these options: {error}") from None


def described(game: AnyGame) -> Iterator[tuple[str, str, str]]:
    """Name, what is accepted and the default as JSON ('' if required) of every option."""
    for name, field in fields_of(game).items():
        if field.required:
            yield name, accepted(field.type), ""
        else:
            default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            yield name, accepted(field.type), msgspec.json.encode(default, order="deterministic").decode()


def completions(game: AnyGame) -> Iterator[str]:
    """`name=value` where the values are few, else `name=`."""
    for name, field in fields_of(game).items():
        values = list(listed(field.type))
        yield from (f"{name}={value}" for value in values)
        if not values:
            yield f"{name}="


def accepted(kind: Any) -> str:
    """In words, what a type takes."""
    try:
        schema = msgspec.json.schema(kind)
    except TypeError:
        return "JSON"
    return words(schema, schema.get("$defs", {}))


def fields_of(game: AnyGame) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(game.options_type)}


def from_json(text: str) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("options", f"--options is not JSON ({error}); an object is accepted: {{}}") from None
    if not isinstance(values, dict):
        raise Refusal("options", f"--options is {text[:60]}; an object is accepted: {{}}")
    return values


def from_text(name: str, text: str, field: msgspec.structs.FieldInfo) -> Any:
    """The value that a pair's text means: JSON if that fits, else the text itself, else a list (`4,9`), else
    a list of lists (`4+17,9+20`, and `4,9` where each has one)."""
    problems: list[msgspec.ValidationError] = []
    for value in readings(text):
        try:
            fitting = msgspec.convert(value, field.type, strict=not isinstance(value, str | list))
        except msgspec.ValidationError as error:
            problems.append(error)
        else:
            return msgspec.to_builtins(fitting)
    raise misfit(name, text, field, max(problems, key=fit))


def fit(problem: msgspec.ValidationError) -> tuple[int, bool]:
    """How far a value was what is wanted: a part of a list is wrong, or how long it is, or all of it."""
    told = str(problem)
    return told.partition(" - at `$")[2].count("["), " of length " in told


def readings(text: str) -> Iterator[Any]:
    """What a value's text can mean, the likeliest first."""
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        yield msgspec.json.decode(text)
    yield text
    parts = [part.strip() for part in text.split(",")] if text else []
    yield parts
    yield [[piece.strip() for piece in part.split("+")] for part in parts]


def unknown(game: AnyGame, name: str, known: Iterable[str]) -> Refusal:
    names = sorted(known)
    near = difflib.get_close_matches(name[:200], names, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    have = f"its options are: {', '.join(names)}" if names else "it has no options"
    return Refusal("options", f"{game.card.title} has no option {name[:60]!r}.{hint} Known: {have}.")


def misfit(name: str, text: str, field: msgspec.structs.FieldInfo, error: Exception) -> Refusal:
    shown = text if len(text) <= 60 else text[:60] + "…"
    return Refusal(
        "options", f"option {name}: {shown} is refused ({error}); accepted: {accepted(field.type)}"
    )


def listed(kind: Any) -> Iterator[str]:
    """The values of a type that has few."""
    schema = msgspec.json.schema(kind)
    if schema.get("type") == "boolean":
        yield from ("true", "false")
    yield from (str(value) for value in schema.get("enum", ()))


def words(schema: Mapping[str, Any], named: Mapping[str, Any]) -> str:
    """A JSON Schema in words, as far as options need it."""
    if "$ref" in schema:
        return words(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        return " or ".join(words(one, named) for one in schema["anyOf"])
    if "enum" in schema:
        values = [str(value) for value in schema["enum"]]
        return " or ".join([", ".join(values[:-1]), values[-1]] if values[1:] else values)
    if "const" in schema:
        return str(schema["const"])
    match schema.get("type"):
        case "boolean":
            return "true or false"
        case "null":
            return "null"
        case "integer":
            return "a whole number" + bounds(schema)
        case "number":
            return "a number" + bounds(schema)
        case "string":
            return "text"
        case "array":
            return "a list" + contents(schema, named)
        case "object":
            return "a JSON object"
        case _:
            return "JSON"


def bounds(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f", {least} or more" if least is not None else f", at most {most}" if most is not None else ""


def contents(schema: Mapping[str, Any], named: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return " of " + ", ".join(words(item, named) for item in schema["prefixItems"])
    items = schema.get("items")
    return f" (each {words(items, named)})" if isinstance(items, Mapping) else ""
