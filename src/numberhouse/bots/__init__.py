"""Bots that play any game of the house from its contract alone."""
