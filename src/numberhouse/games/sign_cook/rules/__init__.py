"""Rules of Sign Cook: the game according to its rulings, in plain Python.

After the design by ISamEI from The Genius Repository. The rulings SC-1 … SC-22 are quoted in the modules that
implement them:

- `options`: the options; `pantry`, `mine`: tiles and their sources; `model`: state, actions and view;
- `expressions`, `dishes`, `wordlists`: reading and comparing dishes; `bad_input`: errors in their texts;
- `round`: effects of actions, refusals, the end of a round; `ranking`: points and places;
- `rulings`: the host's decisions; `edition`: differences between the versions of the rules;
- `legal`: the legal actions of a seat; `solver.beliefs`: the states that fit a view.

Seats visit, buy and cook in private and at the same time. A round closes when every seat has presented a dish
or run out of time.
"""

from numberhouse.games.sign_cook.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
