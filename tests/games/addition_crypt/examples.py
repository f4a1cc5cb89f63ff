"""Options that the contract suite plays besides the default ones."""

from __future__ import annotations

from typing import Final

from numberhouse.games.addition_crypt.rules.gameplay import Options

options: Final = (
    Options(
        start=(0, 1, 2, 3), rounds=(("area-of-effect",), ("theme",), ("standout",)), tie_break="last-round"
    ),
    Options(
        start=(9, 0, 0, 12, 7),
        rounds=(("up-is-down", "write-off"), ("increment", "up-is-down", "area-of-effect"), ("sixify",)),
        tie_break="best-round",
        assistance=True,
    ),
    Options(
        start=(0,) * 26,
        rounds=(("standout", "write-off", "sixify"), ("write-off",), ("area-of-effect", "increment")),
        write_off_places=20,
    ),
    Options(start=(0, 1, 2, 3, 4), rounds=(("theme",), ("standout",)), rounds_close="deadline"),
    Options(rounds=(("theme",), ("standout",), ("theme",), ("theme",)), node_rooms="all-rounds"),
    Options(amounts=(0, 5), increment=(100, 7), spread=3, base=2, sixify_base=36, standout=0, write_off=0),
)
