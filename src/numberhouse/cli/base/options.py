"""A game's options from the command line: a preset, a JSON object and NAME=VALUE pairs; later ones win.

The accepted values are read from the game's options struct. A refusal names the option, the refused value
and the values that would be accepted.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from numberhouse.cli.base.errors import Refusal
from numberhouse.contract.presets import Preset
from numberhouse.contract.schema import schema_of
from numberhouse.registry import AnyGame

__all__ = ["accepted_values", "chosen_options", "completions", "option_rows"]


def chosen_options(
    game: AnyGame, text: str | None, pairs: Sequence[str] = (), preset: Preset | None = None
) -> Any:
    """The options struct: the preset's values or the defaults, changed by `text` and then by `pairs`. Raises
    `Refusal` with the code `options`. The game's `setup` decides whether the values can be combined."""
    fields = fields_of(game)
    values = from_json(text) if text is not None else {}
    assignments = [pair.partition("=") for pair in pairs]
    for name in [*values, *(name for name, _, _ in assignments)]:
        if name not in fields:
            raise unknown_option(game, name, fields)
    for name, value in values.items():
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            raise unfit_value(name, msgspec.json.encode(value).decode(), fields[name], error) from None
    values.update({name: from_text(name, value, fields[name]) for name, _, value in assignments})
    if preset is not None:
        values = msgspec.to_builtins(preset.options) | values
    try:
        return msgspec.convert(values, game.options_type)
    except msgspec.ValidationError as error:
        raise Refusal("options", f"{game.card.title} doesn't take these options: {error}") from None


def option_rows(game: AnyGame) -> Iterator[tuple[str, str, str]]:
    """Name, accepted values in words and the default as JSON ('' if required) of every option."""
    for name, field in fields_of(game).items():
        if field.required:
            yield name, accepted_values(field.type), ""
        else:
            default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            yield (
                name,
                accepted_values(field.type),
                msgspec.json.encode(default, order="deterministic").decode(),
            )


def completions(game: AnyGame) -> Iterator[str]:
    """`name=value` for each value where the values are few, else `name=`."""
    for name, field in fields_of(game).items():
        values = list(few_values(field.type))
        yield from (f"{name}={value}" for value in values)
        if not values:
            yield f"{name}="


def accepted_values(kind: Any) -> str:
    """The values that a type accepts, in words."""
    try:
        schema = schema_of(kind)
    except TypeError:
        return "JSON"
    return schema_text(schema, schema.get("$defs", {}))


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
    """Return the value that the text of a pair means. The text is read as JSON if the result fits the option,
    else as plain text, else as a list (`4,9`), else as a list of lists (`4+17,9+20`, or `4,9` for lists of
    one item)."""
    problems: list[msgspec.ValidationError] = []
    for value in readings(text):
        try:
            converted = msgspec.convert(value, field.type, strict=not isinstance(value, str | list))
        except msgspec.ValidationError as error:
            problems.append(error)
        else:
            return msgspec.to_builtins(converted)
    raise unfit_value(name, text, field, max(problems, key=closeness))


def closeness(problem: msgspec.ValidationError) -> tuple[int, bool]:
    """Return how close a reading of the value came to the option's type, to choose the error that is shown.
    An error inside a list ranks highest, then an error of its length, and an error of the whole value
    lowest."""
    message = str(problem)
    return message.partition(" - at `$")[2].count("["), " of length " in message


def readings(text: str) -> Iterator[Any]:
    """The possible meanings of a value's text, the likeliest first."""
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        yield msgspec.json.decode(text)
    yield text
    parts = [part.strip() for part in text.split(",")] if text else []
    yield parts
    yield [[piece.strip() for piece in part.split("+")] for part in parts]


def unknown_option(game: AnyGame, name: str, fields: Iterable[str]) -> Refusal:
    names = sorted(fields)
    close = difflib.get_close_matches(name[:200], names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    listing = f"its options are: {', '.join(names)}" if names else "it has no options"
    return Refusal("options", f"{game.card.title} has no option {name[:60]!r}.{hint} Known: {listing}.")


def unfit_value(name: str, text: str, field: msgspec.structs.FieldInfo, error: Exception) -> Refusal:
    excerpt = text if len(text) <= 60 else text[:60] + "…"
    return Refusal(
        "options", f"option {name}: {excerpt} is refused ({error}); accepted: {accepted_values(field.type)}"
    )


def few_values(kind: Any) -> Iterator[str]:
    """The values of a boolean or an enumeration; nothing for other types."""
    schema = schema_of(kind)
    if schema.get("type") == "boolean":
        yield from ("true", "false")
    yield from (str(value) for value in schema.get("enum", ()))


def schema_text(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """A JSON Schema in words, as far as options need it. `definitions` are the schema's `$defs`."""
    if "$ref" in schema:
        return schema_text(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return " or ".join(schema_text(choice, definitions) for choice in schema["anyOf"])
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
            return "a whole number" + bounds_text(schema)
        case "number":
            return "a number" + bounds_text(schema)
        case "string":
            return "text"
        case "array":
            return "a list" + items_text(schema, definitions)
        case "object":
            return "a JSON object"
        case _:
            return "JSON"


def bounds_text(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f", {least} or more" if least is not None else f", at most {most}" if most is not None else ""


def items_text(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return " of " + ", ".join(schema_text(item, definitions) for item in schema["prefixItems"])
    items = schema.get("items")
    return f" (each {schema_text(items, definitions)})" if isinstance(items, Mapping) else ""
