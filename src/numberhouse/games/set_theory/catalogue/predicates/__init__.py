"""Predicates: the small language in which a host writes a set (ST-11)."""
