"""Options that the contract suite plays besides the default ones."""

from __future__ import annotations

from typing import Final

from numberhouse.games.mixmath.rules.gameplay import Options

options: Final = (
    Options(blanks=2),
    Options(challenge=True),
    Options(blanks=2, challenge=True, idle_rounds=4),
    Options(idle_rounds=1, assistance=True),
    Options(idle_rounds=0, blanks=2),
    Options(turn_ends="player", idle_rounds=2),
    Options(operations=("modulus", "power", "root", "logarithm")),
    Options(operations=("power", "modulus"), chains=True, blanks=2, assistance=True),
    Options(chains=True, challenge=True),
)
