"""Twenty-One keeps the contract of Numberhouse."""

from twenty_one.rules import Options, game

from numberhouse.testing import contract

test_contract = contract(game, options=[Options(last=4), Options(last=100)])
