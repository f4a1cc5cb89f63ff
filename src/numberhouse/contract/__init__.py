"""What a game, a bot, a reviewer, an adviser and a drill are to the house, all of it typed.

Nothing here imports anything else of the house. Start with `numberhouse.contract.game`.
"""
