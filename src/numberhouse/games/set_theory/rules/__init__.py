"""Rules of Set Theory: the game as the rulings define it, in plain Python.

After Set Theory by e_is_cool, from The Genius Repository. The parts:

- `grid`: cells, the 168 lines of three, points of a number (ST-1, ST-6); `course`: progress of a match;
- `catalogue`: possible sets (ST-2, ST-11); `deal`: the ten sets, their worths and examples (ST-4);
- `model`: options, state, actions and view; `turn`: effects and refusals of actions, cost of running out of
  time (ST-3, ST-5 … ST-8, ST-12); `ranking`: final places (ST-9); `legal`: legal actions of a seat;
- `catalogue.tiers`: how well known a property is; `example_numbers`: drawn and chosen examples (ST-4, ST-11);
- `edition`: the differences between the versions of the rules;
- `solver.posterior`: the sets that are still possible by public information.
"""

from numberhouse.games.set_theory.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
