"""Rules of Mixmath: the game as the rulings define it, in plain Python.

After mi×ma+h, also known as Mathable, by François Robillard. The parts:

- `tiles`, `board`: the tiles of the box, the squares, legal places and their points (MX-1 … MX-4, MX-7 …
  MX-10, MX-13); `equation`: the equations that a tile makes; `arithmetic`: the results of the numbers in a
  line (MX-8, MX-10, MX-20, MX-21); `checks`: refusals before a tile is laid; `refusals`: text forms of tiles
  and numbers in a refusal;
- `model`: options, state, actions and view; `edition`: the supported versions of the rules; `opening`: option
  checks and first racks (MX-5, MX-6);
- `turn`: effects and refusals of actions (MX-11 … MX-13, MX-16, MX-17); `ending`: the end of a turn and of
  the match (MX-12, MX-14, MX-15, MX-18, MX-19); `legal`: legal actions of a seat;
- `solver.beliefs`: hidden tiles that are consistent with a view.
"""

from numberhouse.games.mixmath.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
