"""Options that the contract suite plays besides the default ones."""

from __future__ import annotations

from typing import Final

from numberhouse.games.sign_cook.rules.gameplay import Options

options: Final = (
    Options(garnets=0, words="ace bead cafe", overruled=("dad", "ace")),
    Options(mine=("1234", "5678", "9012"), power_groups="left", assistance=True),
    Options(mine=("2" * 26,) * 2, garnets=1_000_000, unary_minus="loose"),
    Options(mine=("10", "00")),
    Options(words="ad be bad cab dab ace dad", unary_minus="tight", unknown_words="refused", lookups=True),
)
