"""Coach of Sign Cook: advice, reviews, practice and what boards ask for."""
