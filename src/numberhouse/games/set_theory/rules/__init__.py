"""Rules of Set Theory: the game as the rulings read, in plain Python.

After Set Theory by e_is_cool, from The Genius Repository. The parts:

- `grid`: cells, the 168 lines of three, what a number scores (ST-1, ST-6); `course`: how far the match has
  come;
- `catalogue`: what a set can be (ST-2, ST-11); `deal`: which ten, and their worths and examples (ST-4);
- `model`: options, state, actions and view; `turn`: what an action does, what is refused, what running out of
  time costs (ST-3, ST-5 … ST-8, ST-12); `ranking`: who wins (ST-9); `legal`: what a seat may do;
- `catalogue.tiers`: how well people know a property; `example_numbers`: drawn and chosen examples (ST-4,
  ST-11);
- `solver.posterior`: what the sets can still be, by all that is known to everyone.
"""

from numberhouse.games.set_theory.rules.gameplay import game

__all__ = ["game"]
