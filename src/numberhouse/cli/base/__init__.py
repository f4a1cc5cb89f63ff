"""Parts that all commands share: parameters, options of games, refusals and exit statuses, the terminal."""
