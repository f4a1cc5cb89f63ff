"""Expressions (SC-9 … SC-12): their notation and their exact values."""
