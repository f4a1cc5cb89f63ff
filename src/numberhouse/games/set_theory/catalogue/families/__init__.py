"""Families of the catalogue: a file a family, one definition for every property."""
