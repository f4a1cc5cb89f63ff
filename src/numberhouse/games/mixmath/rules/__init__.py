"""Rules of Mixmath: the game as the rulings read, in plain Python.

After mi×ma+h, also known as Mathable, by François Robillard. The parts:

- `tiles`, `board`: what is in the box, where a tile may be laid and what it scores (MX-1 … MX-4, MX-7 …
  MX-10, MX-13); `equation`: the equations that a tile makes; `arithmetic`: what numbers in a line come to
  (MX-8, MX-10, MX-20, MX-21); `checks`: what is refused before a tile is laid; `refusals`: how tiles and
  numbers are written in a refusal;
- `model`: options, state, actions and view; `edition`: the versions of the rules that are kept; `opening`:
  options checked and racks filled (MX-5, MX-6);
- `turn`: what an action does and what is refused (MX-11 … MX-13, MX-16, MX-17); `ending`: how a turn and the
  match end (MX-12, MX-14, MX-15, MX-18, MX-19); `legal`: what a seat may do;
- `solver.beliefs`: what the others may have.
"""

from numberhouse.games.mixmath.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
