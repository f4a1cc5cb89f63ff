"""Rules of Turing Machine: the game as the rulings read, in plain Python.

After the game by Fabien Gridel and Yoann Levet. Cards, laws and problems are in `problems` (TM-1 … TM-7);
here and in the modules below is the match (TM-8 … TM-15):

- `model`: options, state, actions and view; `deal`: options checked and a problem chosen;
- `round`: what an action does, what is refused, how a round closes; `legal`: what a seat may do;
- `sheet`: notes.

A round has two phases. In the first every side, at the same time, composes a proposal and asks up to three
verifiers about it. In the second each says a code or *not yet*, sealed until all have spoken.
"""

from numberhouse.games.turing_machine.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
