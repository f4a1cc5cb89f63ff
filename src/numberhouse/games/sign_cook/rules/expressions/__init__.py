"""Expressions (SC-9 … SC-12): how they are written, and what they come to, exactly."""
