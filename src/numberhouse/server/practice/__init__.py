"""Practice: problems, their verdicts, and people's attempts and progress."""
