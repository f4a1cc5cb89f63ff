"""Families of the catalogue: one file for each family, one definition for each property."""
