"""The coach of Sign Cook: advice, reviews, practice, and constants for the board in the browser."""
