"""`Pick` of the contract suite's own tests."""

from tests.contract.sound import pick_game as game

__all__ = ["game"]
