"""How the documentation is built: `sphinx-build -W --keep-going docs build/docs`."""

from pathlib import Path

import numberhouse
from numberhouse.reference import reference_page
from numberhouse.registry import games

DOCS = Path(__file__).parent
RULES = sorted((DOCS.parent / "src" / "numberhouse" / "games").glob("*/RULES.*.md"))

project = "Numberhouse"
author = "The Numberhouse authors"
copyright = "the Numberhouse authors"
version = release = numberhouse.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # a rules page may begin at its own depth

# In the order of the source, which is meant to be read from the top.
autodoc_default_options = {"members": True, "member-order": "bysource", "ignore-module-all": True}
autodoc_preserve_defaults = True
add_module_names = False
default_role = "code"  # docstrings write `names` as Markdown does

html_theme = "furo"
html_title = "Numberhouse"


def rules_pages() -> dict[str, str]:
    """A page for every game's own rules, in each language, so that a new game needs no edit here."""
    rules = {f"{path.parent.name.replace('_', '-')}.{path.suffixes[0][1:]}.md": path for path in RULES}
    return {
        name: f"```{{include}} /../{path.relative_to(DOCS.parent).as_posix()}\n```\n"
        for name, path in rules.items()
    }


def reference_pages() -> dict[str, str]:
    """A page for the structs of every game."""
    return {f"{game_id}.md": reference_page(installed) for game_id, installed in games().items()}


def write_pages(folder: Path, pages: dict[str, str]) -> None:
    """Make the folder hold these pages alone. A page that hasn't changed keeps its time, so that it isn't
    built anew."""
    folder.mkdir(exist_ok=True)
    for stale in {page.name for page in folder.glob("*.md")} - pages.keys():
        (folder / stale).unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


write_pages(DOCS / "games" / "rules", rules_pages())
write_pages(DOCS / "games" / "reference", reference_pages())
