"""The reference page of a game, written from the game's own structs.

`reference_page` gives the page as Markdown: options, actions, rulings, view and outcome, field by field, with
the JSON of one view and one action of a match. The documentation has such a page for every game of the house.
Authors of other games can make the page of their game in the same way.
"""

from __future__ import annotations

from numberhouse.reference.page import reference_page, reference_types
from numberhouse.reference.structs import Field, StructInfo, structs_of

__all__ = ["Field", "StructInfo", "reference_page", "reference_types", "structs_of"]
