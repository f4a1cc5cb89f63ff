"""The typed contract between the house and a game, a bot, a reviewer, an adviser and a drill.

Nothing here imports anything else of the house but `words`. Start with `game`, the members of a game, and
`package`, the declarations of a game's package. `clock` and `timekeeping` are time as data; `names` and
`fallback_text` are words for games without their own; `presets` are sets of options; `playouts` estimate the
probability of winning.
"""
