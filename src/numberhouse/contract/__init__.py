"""What a game, a bot, a reviewer, an adviser and a drill are to the house, all of it typed.

Nothing here imports anything else of the house. Start with `game`, what a game fulfils, and `package`, how
it declares what it brings. `clock` and `timekeeping` are time as data, `names` and `fallback_text` words
for what has no others, `presets` sets of options, `playouts` chances of winning by playing on.
"""
