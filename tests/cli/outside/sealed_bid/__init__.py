"""Everybody writes a number; the highest wins. Nothing but the rules."""
