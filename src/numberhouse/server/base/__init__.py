"""What every room uses: settings, refusals, moments in time, metrics, logs and rate limits."""
