"""Journeys: what a stranger does, from a browser that has never been here, to the end."""
