"""The terminal part of Turing Machine: the board as text, and commands."""
