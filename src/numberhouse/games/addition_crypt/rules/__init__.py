"""Rules of Addition Crypt: the game as the rulings read, in plain Python.

After the design by pseudonam from The Genius Repository. Each ruling, AC-1 … AC-17, is cited at the code that
enforces it:

- `options`: the options, and the numbers that the variations result in; `model`: state, actions and view;
- `round`: effects of actions, refusals, closing of a round; `scoring`: the arithmetic of a round;
- `rooms`: the rooms for talk and their members; `ranking`: final places; `legal`: legal actions of a seat;
- `solver.beliefs`: the pasts that are consistent with a view.

Seats submit in secret and at the same time. A round closes when every seat has locked or run out of time.
"""

from numberhouse.games.addition_crypt.rules.gameplay import game

__all__ = ["game"]
