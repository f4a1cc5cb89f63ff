"""Hidden Nim keeps the contract of Numberhouse."""

from hidden_nim.rules import Options, game

from numberhouse.testing import contract

test_contract = contract(game, options=[Options(most=1), Options(most=9)])
