"""Rules of Addition Crypt: the game as the rulings read, in plain Python.

After the design by pseudonam from The Genius Repository. Rulings AC-1 … AC-17 stand where they are kept:

- `options`: what can be varied, and what the variations come to; `model`: state, actions and view;
- `round`: what an action does, what is refused, how a round closes; `scoring`: its arithmetic;
- `rooms`: who may talk where; `ranking`: who has won; `legal`: what a seat may do;
- `solver.beliefs`: what may have been, for all that a viewer knows.

Seats submit in secret and at the same time; a round closes when all have locked or run out of time.
"""

from numberhouse.games.addition_crypt.rules.gameplay import game

__all__ = ["game"]
