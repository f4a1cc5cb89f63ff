"""Options that the contract suite plays besides the default ones."""

from __future__ import annotations

from typing import Final

from numberhouse.games.set_theory.catalogue.hidden_set import Written
from numberhouse.games.set_theory.rules.gameplay import Options
from numberhouse.games.set_theory.rules.model import Worth

EVEN: Final = Written("n % 2 == 0", "is even")
SEVEN: Final = Written("contains(n, 7)", "contains a 7")

TEN: Final[tuple[str | Written, ...]] = (
    EVEN,
    SEVEN,
    "prime",
    "n % 3 == 1",
    "n % 5 == 2",
    "n % 7 == 3",
    "n % 11 == 4 or n % 13 == 5",
    "n % 100 < 17",
    "n > 900000",
    "n % 997 == 1",
)
"""Ten sets as a host hands them in: A is "even" and B "contains a 7", as in the worked example of ST-6."""

WORTHS: Final[tuple[Worth, ...]] = (2, 1, 3, 3, 2, 1, 1, 2, 2, 3)

CHOSEN: Final = ((48, 112), (70,), (11, 101, 997), (), (12, 17), *[()] * 4, (16, 144, 998_001))
"""Examples of ten sets as a host chooses them."""

options: Final = (
    Options(first="candidate", examples=0),
    Options(on_time_out="lose", assistance=True),
    Options(sets=TEN, worths=WORTHS),
    Options(sets=TEN, examples=10),
    Options(first="dmo-decides", tier="plain"),
    Options(first="dmo-decides", sets=(*TEN[:9], "square"), example_numbers=CHOSEN, tier="plain"),
)
