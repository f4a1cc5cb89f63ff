"""Rules of Sign Cook: the game as the rulings read, in plain Python.

After the design by ISamEI from The Genius Repository. Rulings SC-1 … SC-22 stand where they are kept:

- `options`: what can be varied; `pantry`, `mine`: tiles and where they come from; `model`: state, actions
  and view;
- `expressions`, `dishes`, `wordlists`: what a dish is and how dishes are compared; `bad_input`: what is wrong
  with one that can't be used;
- `round`: what an action does, what is refused, how a round closes; `ranking`: points and places;
- `rulings`: what the host decides; `edition`: what differs between the versions of the rules;
- `legal`: what a seat may do; `solver.beliefs`: what may have been, for all that a viewer knows.

Seats visit, buy and cook in private and at the same time; a round closes when all have presented a dish or
run out of time.
"""

from numberhouse.games.sign_cook.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
