"""Passwords: how strong they are, known devices, and the links for members who have forgotten theirs."""
