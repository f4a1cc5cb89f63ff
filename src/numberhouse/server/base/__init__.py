"""The base of all rooms: settings, refusals, moments in time, metrics, logs and rate limits."""
