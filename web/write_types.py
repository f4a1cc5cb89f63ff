"""Writes types for tsc, of the service's interface and of the games: `python web/write_types.py`.

A game's are those of its view, its actions and its options, and of drafts and advice where it has an adviser.
Building needs none of them.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import msgspec

from numberhouse.registry import games
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.application import create_app
from numberhouse.server.http.openapi import complete_document

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from web.build import GENERATED, install, npm


def main() -> None:
    """Schemas first, then types of them by openapi-typescript."""
    install()
    folder = GENERATED / "schemas"
    folder.mkdir(parents=True, exist_ok=True)
    app = create_app(Settings())
    changed = [write(folder / "api.json", complete_document(app, app.openapi_schema.to_schema()))]
    for name, game in games().items():
        kinds = {
            "TheView": game.game.view_type,
            "TheAction": game.game.action_type,
            "TheOptions": game.game.options_type,
        }
        if adviser := game.adviser():
            kinds |= {"TheDraft": adviser.draft_type, "TheAdvice": adviser.result_type}
        shapes, components = msgspec.json.schema_components(
            kinds.values(), ref_template="#/components/schemas/{name}"
        )
        named = {**components, **dict(zip(kinds, shapes, strict=True))}
        info = {"title": name, "version": "1"}
        document = {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": named}}
        changed.append(write(folder / f"{name}.json", document))
    for schema in filter(None, changed):
        target = target_of(schema)
        npm("exec", "--silent", "--", "openapi-typescript", str(schema), "-o", str(target), quiet=True)
        if schema.stem != "api":
            shorten(target)


def write(path: Path, document: object) -> Path | None:
    """The path if its content has changed."""
    text = json.dumps(json.loads(msgspec.json.encode(document)), sort_keys=True)
    if path.exists() and path.read_text() == text and target_of(path).exists():
        return None
    path.write_text(text)
    return path


def target_of(schema: Path) -> Path:
    """Where the types of a schema are written to."""
    return GENERATED / ("api.d.ts" if schema.stem == "api" else f"games/{schema.stem}.d.ts")


def shorten(path: Path) -> None:
    """`View`, `Action`, `Options` and so on by name, so that a board imports what it needs."""
    text = path.read_text()
    kinds = [kind for kind in ("View", "Action", "Options", "Draft", "Advice") if f"  The{kind}:" in text]
    lines = [f"export type {short} = components['schemas']['The{short}'];" for short in kinds]
    path.write_text(re.sub(r"\n*\Z", "\n", text) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
