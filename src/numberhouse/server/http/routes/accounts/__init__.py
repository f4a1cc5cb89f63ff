"""Routes about people: accounts, profiles and their statistics, reports, administration."""
