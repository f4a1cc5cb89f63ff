"""The words of the house and of its games in every language: gettext catalogues, and how a text is filled in.

English stands in the code and is the key. A translation stands in `locale/LANG.po` of the package that says
the text: one catalogue holds what a game says in the terminal, in refusals and on its board in the browser,
so a further language of a text is a further file. The catalogues of the house itself stand in this folder.

`tools/update_words.py` collects the texts into `messages.pot` and brings the catalogues up to date. It finds
the literals in calls of `t`, `tn`, `everywhere`, `message` and `in_context`, and the message of an
`IllegalAction`.
"""

from __future__ import annotations

from numberhouse.words.catalogues import (
    CONTEXT,
    HOUSE,
    SOURCE,
    Catalogues,
    Phrase,
    Words,
    in_context,
    message,
    words_of,
)
from numberhouse.words.placeholders import Format, alternatives, fill, literal, seat_number

__all__ = [
    "CONTEXT",
    "HOUSE",
    "SOURCE",
    "Catalogues",
    "Format",
    "Phrase",
    "Words",
    "alternatives",
    "fill",
    "in_context",
    "literal",
    "message",
    "seat_number",
    "words_of",
]
