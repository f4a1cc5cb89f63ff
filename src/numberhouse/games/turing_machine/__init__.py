"""Turing Machine: find the one code that satisfies every verifier, with few rounds and few questions."""
