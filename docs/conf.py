"""How the documentation is built: `sphinx-build -W --keep-going docs build/docs`."""

from pathlib import Path

import numberhouse

DOCS = Path(__file__).parent
GAMES = DOCS.parent / "src" / "numberhouse" / "games"

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


def write_rules_pages(folder: Path) -> None:
    """Make a page for every game's own rules, in each language, so that a new game needs no edit here."""
    folder.mkdir(exist_ok=True)
    wanted = {}
    for rules in sorted(GAMES.glob("*/RULES.*.md")):
        language = rules.suffixes[0][1:]
        name = f"{rules.parent.name.replace('_', '-')}.{language}.md"
        wanted[name] = f"```{{include}} /../{rules.relative_to(DOCS.parent).as_posix()}\n```\n"
    for stale in {page.name for page in folder.glob("*.md")} - wanted.keys():
        (folder / stale).unlink()
    for name, text in wanted.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


write_rules_pages(DOCS / "games" / "rules")
