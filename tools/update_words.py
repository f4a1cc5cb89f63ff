"""Brings the catalogues of words up to date: `python tools/update_words.py [--check] [PACKAGE ...]`.

It collects the English texts of a package from Python and TypeScript into `locale/messages.pot`, and enters
new texts into every `locale/LANG.po` beside it; a text that is gone leaves the catalogues. A package is a
folder that has a `locale` folder: `words` for the house itself, each game, and `web`, the pages in the
browser. `--check` writes nothing and fails where a catalogue isn't up to date or a text isn't translated.

PACKAGE is a folder, relative to the root of the project.

A new language is a copy of `messages.pot`, named after the language: `locale/de.po`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "numberhouse"
HOUSE: Final = SOURCE / "words"
"""Holds the catalogues of the house; its texts stand in all of `SOURCE` but the games."""
WEB: Final = ROOT / "web"

KEYWORDS: Final = {
    "t": None,
    "tn": (1, 2),
    "everywhere": None,
    "message": None,
    "in_context": ((1, "c"), 2),
    "IllegalAction": (2,),
}
"""What marks a text in the code, by the function's name."""

LITERAL: Final = r'\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)'
CALL: Final = re.compile(rf"(?<![\w.])(?:t\({LITERAL}|tn\({LITERAL}\s*,{LITERAL})")
"""A call of `t` or `tn` in TypeScript. Babel's own extractor loses calls with an object inside a template."""


def main(arguments: list[str]) -> int:
    """0 when everything is up to date, or was brought up to date."""
    check = "--check" in arguments
    chosen = [ROOT / name for name in arguments if name != "--check"] or packages()
    problems = [problem for package in chosen for problem in update(package, check)]
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return int(bool(problems))


def packages() -> list[Path]:
    """All folders with catalogues: the house's own, the games', the pages'."""
    return [*sorted(path.parent for path in SOURCE.glob("**/locale") if path.is_dir()), WEB]


def update(package: Path, check: bool) -> Iterator[str]:
    """Write what has changed; yields what is wrong."""
    template = collected(package)
    yield from put(package / "locale" / "messages.pot", written(template), check)
    for path in sorted((package / "locale").glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem, abort_invalid=True)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        yield from put(path, written(catalogue), check)
        if check:
            yield from (f"{path.relative_to(ROOT)}: not translated: {one}" for one in untranslated(catalogue))


def collected(package: Path) -> Catalog:
    """The texts of a package, with the files that say them."""
    catalogue = Catalog(fuzzy=False)
    root = SOURCE if package == HOUSE else package
    others = {SOURCE / "games", *packages()} - {package}
    folder = WEB / "src" if package == WEB else root  # beside it are libraries and generated files
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.ts")]):
        if any(root in other.parents and other in path.parents for other in others):
            continue
        for text, context in python_texts(path) if path.suffix == ".py" else typescript_texts(path):
            catalogue.add(text, locations=[(path.relative_to(root).as_posix(), 0)], context=context)
    return catalogue


def python_texts(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Texts, with their plural forms, and their contexts."""
    for _, text, _, context in extract_from_file("python", path, KEYWORDS):
        yield text, context


def typescript_texts(path: Path) -> Iterator[tuple[str | tuple[str, ...], None]]:
    """As `python_texts`."""
    for call in CALL.finditer(path.read_text(encoding="utf-8")):
        texts = tuple(map(unescaped, filter(None, call.groups())))
        yield texts if len(texts) == 2 else texts[0], None


def unescaped(literal: str) -> str:
    """What a literal of TypeScript says."""
    return literal.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """The texts that a catalogue has no words for, or not in every plural form."""
    for one in catalogue:
        forms = one.string if isinstance(one.string, tuple | list) else (one.string,)
        if one.id and not all(forms):
            yield repr(one.id)


def written(catalogue: Catalog) -> bytes:
    """As a file: sorted by text and without dates, so that a change of one text changes one place."""
    for one in catalogue:
        one.flags.difference_update(("python-brace-format", "python-format"))
    file = BytesIO()
    write_po(file, catalogue, width=110, sort_output=True, omit_header=True, include_lineno=False)
    headers = ["Content-Type: text/plain; charset=utf-8"]
    if catalogue.locale:
        headers += [f"Language: {catalogue.locale}", f"Plural-Forms: {catalogue.plural_forms}"]
    lines = "".join(f'"{header}\\n"\n' for header in headers)
    return f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + file.getvalue()


def put(path: Path, content: bytes, check: bool) -> Iterator[str]:
    """Write the file if it differs, or say that it does."""
    if path.exists() and path.read_bytes() == content:
        return
    if check:
        yield f"{path.relative_to(ROOT)}: not up to date; run python tools/update_words.py"
    else:
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
