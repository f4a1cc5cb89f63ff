"""Coach of Set Theory: advice, reviews, practice and what boards ask for."""
