"""How a match comes into being: drafts, checked options, and how many one person may have."""
