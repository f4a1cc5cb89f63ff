"""Rules of Turing Machine: the game according to its rulings, in plain Python.

After the game by Fabien Gridel and Yoann Levet. The package `problems` has the cards, laws and problems (TM-1
… TM-7). This package has the match (TM-8 … TM-15):

- `model`: options, state, actions and view; `deal`: validation of options and choice of a problem;
- `round`: effects of actions, refusals, the end of a round; `legal`: the legal actions of a seat;
- `sheet`: notes.

A round has two phases. In the first all sides at the same time compose a proposal and ask up to three
verifiers about it. In the second each side names a code or says *not yet*. Verdicts stay sealed until all
sides have given one.
"""

from numberhouse.games.turing_machine.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
