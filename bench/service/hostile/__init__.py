"""Attacks on a running service, one function each, and the measurement of what others notice of them."""
